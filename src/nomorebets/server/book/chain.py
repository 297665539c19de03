"""The chain of postings, rounds sealed, records closed and floor logs: each link has a number, and the seal before it.

The seal of a posting is the SHA-256 of the compact JSON array [n, at, source, target, amount, cite, round_id, seal
before]; that of a closing, of [n, at, round_id, hash of the record's last line, seal before]; that of a round's
commitment, of [n, at, "commitment", round_id, commitment, root of its series, seal before]; that of a supervisor's
ruling, of [n, at, "ruling", round_id, who, what, cite, remarks, seal before]; that of an entry of the floor log, of
[n, at, "floor", table_id, entry, seal before]; that of an archive, of [n, at, "archive", number, name of the file,
rounds, digest, seal before]. Before the first it is 64 zeros. The last number and seal, the head,
stand in ``meta``: whoever writes locks that row first, so that several processes append one after the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nomorebets.server.book import schema
from nomorebets.server.book.bulk import Rows, write
from nomorebets.server.book.changes import Archived, BrokenBook, Movement, SupervisorRuling, kind_of, now, totals

START = "0" * 64
HEAD = "ledger-head"
_encode = msgspec.json.Encoder().encode

_head = select(schema.meta.c.value).where(schema.meta.c.name == HEAD)
_locked_head = _head.with_for_update()  # SQLite has one writer at a time anyway
_HELD = {
    name: text(f"SELECT count(*), coalesce(sum(balance), 0) FROM accounts WHERE id IN (SELECT {each})")
    for name, each in (
        ("sqlite", "value FROM json_each(:names)"),
        ("postgresql", "jsonb_array_elements_text(CAST(:names AS jsonb))"),
    )
}
_set_head = update(schema.meta).where(schema.meta.c.name == HEAD)


def seal(n: int, at: str, movement: Movement, before: str) -> str:
    m = movement
    content = (n, at, m.source, m.target, m.amount, m.cite, m.round_id, before)
    return hashlib.sha256(_encode(content)).hexdigest()


def seal_closing(n: int, at: str, round_id: str, record: str, before: str) -> str:
    return hashlib.sha256(_encode((n, at, round_id, record, before))).hexdigest()


def seal_commitment(n: int, at: str, round_id: str, commitment: str, series: str | None, before: str) -> str:
    return hashlib.sha256(_encode((n, at, "commitment", round_id, commitment, series, before))).hexdigest()


def seal_floor(n: int, at: str, table_id: str, entry: str, before: str) -> str:
    return hashlib.sha256(_encode((n, at, "floor", table_id, entry, before))).hexdigest()


def seal_archive(n: int, at: str, archive: Archived, before: str) -> str:
    content = (n, at, "archive", *msgspec.structs.astuple(archive), before)
    return hashlib.sha256(_encode(content)).hexdigest()


def seal_ruling(n: int, at: str, ruling: SupervisorRuling, before: str) -> str:
    content = (n, at, "ruling", *msgspec.structs.astuple(ruling), before)
    return hashlib.sha256(_encode(content)).hexdigest()


class Head(msgspec.Struct, frozen=True):
    """Where the chain ends."""

    n: int = 0
    seal: str = START

    @classmethod
    def parse(cls, text: str | None) -> Head | None:
        number, _, sealed = (text or "").partition(" ")
        return cls(int(number), sealed) if number.isdigit() and len(sealed) == 64 else None

    def __str__(self) -> str:
        return f"{self.n} {self.seal}"


async def locked_head(connection: AsyncConnection) -> Head | None:
    """The head; until the transaction ends nobody else appends."""
    return Head.parse(await connection.scalar(_locked_head))


def head_of(connection: Connection) -> Head | None:
    return Head.parse(connection.scalar(_head))


def last_of(connection: Connection) -> Head:
    """Where the chain really ends."""
    head = Head()
    rest = (schema.supervisor_rulings, schema.floor_log, schema.archives, schema.damaged)
    for sealed in (schema.postings, schema.closings, schema.seals, *rest):
        known = select(sealed.c.n, sealed.c.hash).where(sealed.c.n.is_not(None))
        row = connection.execute(known.order_by(sealed.c.n.desc()).limit(1)).first()
        if row is not None and row.n > head.n:
            head = Head(row.n, row.hash)
    return head


async def append_seals(connection: AsyncConnection, sealed: Sequence[dict[str, Any]], head: Head) -> Head:
    """Rounds whose chance is sealed; before anything else that is written with them."""
    at, rows = now(), []
    for row in sealed:
        n = head.n + 1
        head = Head(n, seal_commitment(n, at, row["round_id"], row["commitment"], row["series"], head.seal))
        rows.append(row | {"published": at, "n": n, "hash": head.seal})
    await write(connection, Rows.of(schema.seals, "insert", rows))
    return head


async def append(
    connection: AsyncConnection,
    movements: Sequence[Movement],
    closings: Sequence[tuple[str, str]],
    ruled: Sequence[SupervisorRuling],
    floor: Sequence[tuple[str, str]],
    archived: Sequence[Archived],
    head: Head,
) -> None:
    """Write down what moved, was closed, ruled, put away or done by supervisors, seal it, and settle the accounts.

    The floor comes last: a rule that changes between two rounds changes behind the round that is over.
    """
    at, n, sealed = now(), head.n, head.seal
    rows, closed, kept, done = [], [], [], []
    for m in movements:
        n, sealed = n + 1, seal(n + 1, at, m, sealed)
        row = {"n": n, "at": at, "source": m.source, "target": m.target, "amount": m.amount}
        rows.append(row | {"cite": m.cite, "round_id": m.round_id, "hash": sealed})
    for round_id, record in closings:
        n, sealed = n + 1, seal_closing(n + 1, at, round_id, record, sealed)
        closed.append({"n": n, "at": at, "round_id": round_id, "record": record, "hash": sealed})
    for ruling in ruled:
        n, sealed = n + 1, seal_ruling(n + 1, at, ruling, sealed)
        kept.append({"n": n, "at": at, **msgspec.structs.asdict(ruling), "hash": sealed})
    for table_id, entry in floor:
        n, sealed = n + 1, seal_floor(n + 1, at, table_id, entry, sealed)
        done.append({"n": n, "at": at, "table_id": table_id, "entry": entry, "hash": sealed})
    for archive in archived:
        n, sealed = n + 1, seal_archive(n + 1, at, archive, sealed)
        row = {"n": n, "at": at, **msgspec.structs.asdict(archive), "hash": sealed}
        await write(connection, Rows.of(schema.archives, "insert", [row]))
    if rows:
        await write(connection, Rows.of(schema.postings, "insert", rows))
        await _book(connection, movements)
    if closed:
        await write(connection, Rows.of(schema.closings, "insert", closed))
    if done:
        await write(connection, Rows.of(schema.floor_log, "insert", done))
    if kept:
        await write(connection, Rows.of(schema.supervisor_rulings, "insert", kept))
    await connection.execute(_set_head.values(value=str(Head(n, sealed))))


async def _book(connection: AsyncConnection, movements: Sequence[Movement]) -> None:
    """Both accounts of every movement: whatever happens, together they hold what they held before."""
    net = totals(movements)
    fresh = [{"id": account, "kind": kind_of(account), "balance": 0} for account in net]
    await write(connection, Rows.of(schema.accounts, "insert-missing", fresh))
    before = await _held(connection, net)
    gains = [{"id": account, "balance": gain} for account, gain in sorted(net.items())]
    await write(connection, Rows.of(schema.accounts, "add", gains))
    if sum(net.values()) or await _held(connection, net) != before or before[0] != len(net):
        raise BrokenBook("the accounts would not balance any more; nothing has moved", accepts="an audit of the book")


async def _held(connection: AsyncConnection, accounts: Iterable[str]) -> tuple[int, int]:
    """How many of these accounts there are, and what they hold together."""
    names = _encode(list(accounts)).decode()
    found = (await connection.execute(_HELD[connection.dialect.name], {"names": names})).one()
    return int(found[0]), int(found[1])
