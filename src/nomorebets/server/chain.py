"""The chain of postings: each is numbered and sealed with the seal of the one before it.

The seal is the SHA-256 of the compact JSON array [n, at, source, target, amount, cite, round_id, seal before];
before the first posting it is 64 zeros. The last number and seal, the head, stand in ``meta``: whoever writes locks
that row first, so that several processes append one after the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nomorebets.server import schema
from nomorebets.server.changes import Movement, kind_of, now, totals
from nomorebets.server.database import insert_missing

START = "0" * 64
HEAD = "ledger-head"
_encode = msgspec.json.Encoder().encode

_head = select(schema.meta.c.value).where(schema.meta.c.name == HEAD)
_locked_head = _head.with_for_update()  # SQLite has one writer at a time anyway
_set_head = update(schema.meta).where(schema.meta.c.name == HEAD)
_add = insert(schema.postings)
_gain = (
    update(schema.accounts)
    .where(schema.accounts.c.id == bindparam("account"))
    .values(balance=schema.accounts.c.balance + bindparam("gain"))
)


def seal(n: int, at: str, movement: Movement, before: str) -> str:
    m = movement
    content = (n, at, m.source, m.target, m.amount, m.cite, m.round_id, before)
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


async def post(connection: AsyncConnection, movements: Sequence[Movement], head: Head) -> None:
    """Write every movement down and bring the two accounts of each up to date: together they stay at zero."""
    at, rows, n, sealed = now(), [], head.n, head.seal
    for m in movements:
        n, sealed = n + 1, seal(n + 1, at, m, sealed)
        row = {"n": n, "at": at, "source": m.source, "target": m.target, "amount": m.amount}
        rows.append(row | {"cite": m.cite, "round_id": m.round_id, "hash": sealed})
    await connection.execute(_add, rows)
    net = totals(movements)
    assert sum(net.values()) == 0, "double entry"
    fresh = [{"id": account, "kind": kind_of(account), "balance": 0} for account in net]
    await connection.execute(insert_missing(connection.dialect.name, schema.accounts), fresh)
    await connection.execute(_gain, [{"account": account, "gain": gain} for account, gain in sorted(net.items())])
    await connection.execute(_set_head.values(value=str(Head(n, sealed))))
