"""The audit of a book: whatever can be computed again is, and whatever differs is named.

Nothing is written. The chain of postings and closings is followed from the first seal to the head, and every balance
is added up anew; :mod:`audit_rounds` reads each record, rebuilds its felt and holds it against the book.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from sqlalchemy import URL, Connection, NullPool, create_engine, event, select, text
from sqlalchemy.exc import SQLAlchemyError

from nomorebets.server.book import migrations, schema
from nomorebets.server.book.audit_rounds import Finding, examine_rounds, examine_tables, noted_posting
from nomorebets.server.book.audit_seals import examine_seals
from nomorebets.server.book.chain import START, Head, head_of, seal, seal_closing
from nomorebets.server.book.changes import Movement, StoreError, kind_of
from nomorebets.server.book.database import address_of, is_file, named, reason

NEVER_OWE = ("patron", "seat", "layout", "drop-box")


class Audit(msgspec.Struct):
    """What was read, and what is not in order."""

    database: str
    schema: str
    head: Head
    counts: dict[str, int] = {}
    findings: list[Finding] = []

    def to_dict(self) -> dict[str, Any]:
        facts: dict[str, Any] = msgspec.to_builtins(self)
        return facts | {"in_order": not self.findings}


def audit(url: str, noted: str | None = None) -> Audit:
    """Audit a database; ``noted`` is a head that was printed before, and must still be in the chain."""
    with _reading(url) as (name, connection):
        revision = migrations.revision_of(connection)
        if revision != migrations.newest():
            what = "no book" if revision is None else f"a book of schema {revision}"
            text = f"{name} holds {what}; this program audits schema {migrations.newest()}"
            raise StoreError(text, accepts="a database that nomorebets serve has opened")
        done = Audit(name, revision, Head())
        balances, digests = _follow(connection, done, noted)
        _compare_balances(connection, done, balances)
        examine_rounds(connection, digests, done.findings, done.counts)
        examine_seals(connection, done.findings, done.counts)
        examine_tables(connection, balances, done.findings, done.counts)
        return done


@contextmanager
def _reading(url: str) -> Iterator[tuple[str, Connection]]:
    """One reading of the whole database as it is at this moment, without changing it."""
    address = address_of(url)
    name = named(address)
    if address.get_backend_name() == "sqlite":
        if not is_file(address) or not Path(str(address.database)).is_file():
            raise StoreError(f"{name}: there is no such file", accepts="sqlite:///FILE, postgresql://…")
        path = Path(str(address.database)).absolute()
        at_rest = not Path(f"{path}-wal").exists()  # nobody has it open: nothing need be made beside it
        mode = {"immutable": "1"} if at_rest else {"mode": "ro"}
        there = URL.create("sqlite", database=f"file:{quote(str(path))}", query={**mode, "uri": "true"})
        engine = create_engine(there, poolclass=NullPool)

        @event.listens_for(engine, "connect")
        def _connected(connection: Any, _: object) -> None:
            connection.isolation_level = None

        begin = "BEGIN"
    else:
        engine = create_engine(address, poolclass=NullPool)
        begin = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
    try:
        with engine.connect() as connection:
            connection.execute(text(begin))
            yield name, connection
    except SQLAlchemyError as fault:
        raise StoreError(f"{name} cannot be read: {reason(fault)}", accepts="a database of nomorebets") from None
    finally:
        engine.dispose()


def _follow(connection: Connection, done: Audit, noted: str | None) -> tuple[Counter[str], dict[str, Any]]:
    """The chain from the first seal to the head; balances added up on the way, and each round's postings digested."""
    balances: Counter[str] = Counter()
    digests: dict[str, Any] = {}
    last, postings, closings = Head(), 0, 0
    wanted = (noted or "").split()[-1:]
    is_known = not wanted or wanted == [START]
    for row in _links(connection):
        before = last.seal
        if row.n != last.n + 1:
            what = f"{last.n + 1} to {row.n - 1} are missing" if row.n > last.n + 1 else "the number is there twice"
            done.findings.append(Finding("chain", f"link {row.n}", f"links {what}"))
        if hasattr(row, "record"):
            closings += 1
            fits = row.hash == seal_closing(row.n, row.at, row.round_id, row.record, before)
            what = f"the closing of round {row.round_id}"
        else:
            postings += 1
            movement = Movement(row.source, row.target, row.amount, row.cite, row.round_id)
            fits = row.hash == seal(row.n, row.at, movement, before)
            what = f"the posting of {row.amount} cents from {row.source} to {row.target}"
            balances[row.source] -= row.amount
            balances[row.target] += row.amount
            if row.amount <= 0 or row.source == row.target:
                done.findings.append(Finding("posting", f"link {row.n}", f"{what} moves nothing"))
            noted_posting(digests, movement)
        if not fits:
            why = f"{what} does not fit its seal: it or the link before it was altered, moved or lost"
            done.findings.append(Finding("chain", f"link {row.n}", why))
        last = Head(row.n, row.hash)
        is_known = is_known or wanted == [row.hash]
    done.head = last
    done.counts |= {"postings": postings, "closings": closings}
    kept = head_of(connection)
    if kept != last:
        why = f"the book says that the chain ends with {kept or 'nothing'}; it ends with {last}"
        done.findings.append(Finding("head", "meta", why))
    if not is_known:
        why = f"the seal {wanted[0][:80]} is not in the chain: it was written anew or cut off since that was noted"
        done.findings.append(Finding("head", "--head", why))
    return balances, digests


def _links(connection: Connection) -> Iterator[Any]:
    """Postings and closings in the order of their numbers."""
    reading = connection.execution_options(stream_results=True, yield_per=2_000)
    several = (reading.execute(select(kind).order_by(kind.c.n)) for kind in (schema.postings, schema.closings))
    return heapq.merge(*several, key=attrgetter("n"))


def _compare_balances(connection: Connection, done: Audit, balances: Counter[str]) -> None:
    kept = {row.id: row for row in connection.execute(select(schema.accounts))}
    done.counts["accounts"] = len(kept)
    total = sum(row.balance for row in kept.values())
    if total:
        done.findings.append(Finding("balance", "accounts", f"all accounts together are {total} cents, not zero"))
    for account in sorted({*kept, *balances}):
        row, added = kept.get(account), balances[account]
        if row is None:
            done.findings.append(Finding("balance", account, f"it is missing; its postings make {added} cents"))
            continue
        if row.balance != added:
            why = f"the balance is {row.balance} cents; its postings make {added}"
            done.findings.append(Finding("balance", account, why))
        if row.kind != kind_of(account):
            done.findings.append(Finding("balance", account, f"the account is kept as {row.kind}"))
        if added < 0 and kind_of(account) in NEVER_OWE:
            done.findings.append(Finding("balance", account, f"it owes {-added} cents, which it cannot"))
