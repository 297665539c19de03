"""The audit of a book: whatever can be computed again is, and whatever differs is named.

Nothing is written to the book. The chain of postings, commitments and closings is followed from the first seal to the
head, and every balance is added up anew; on the way :mod:`audit_rounds` replays each record and holds it against the
book, its seal and the round before.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from sqlalchemy import URL, Connection, NullPool, create_engine, event, select, text
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import SQLAlchemyError

from nomorebets.server.book import migrations, schema
from nomorebets.server.book.archive_files import PutAway
from nomorebets.server.book.audit_checkpoints import Changed, Finding, Vouched
from nomorebets.server.book.audit_refills import RefillsAudit
from nomorebets.server.book.audit_rounds import RoundsAudit
from nomorebets.server.book.audit_tables import examine_tables
from nomorebets.server.book.audit_tournaments import TournamentsAudit
from nomorebets.server.book.chain import (
    Head,
    head_of,
    seal,
    seal_archive,
    seal_closing,
    seal_commitment,
    seal_floor,
    seal_ruling,
)
from nomorebets.server.book.changes import NEVER_OWE, Archived, Movement, StoreError, SupervisorRuling, kind_of
from nomorebets.server.book.database import address_of, is_file, named, reason
from nomorebets.server.book.witness import Heads, Witnessed


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


def audit(
    url: str,
    noted: str | None = None,
    checkpoint: Path | None = None,
    witness: Iterable[Witnessed] = (),
    archives: Iterable[Path] = (),
) -> Audit:
    """Audit a database.

    ``noted`` is a head that was printed before, and ``witness`` are heads that somebody kept: all must still be in the
    chain. What a ``checkpoint`` vouches for is read and not replayed again, and the file goes on from there. Rounds
    whose records were put away are replayed from the ``archives`` that are given.
    """
    with _reading(url) as (name, connection):
        revision = migrations.revision_of(connection)
        if revision != migrations.newest():
            what = "no book" if revision is None else f"a book of schema {revision}"
            text = f"{name} holds {what}; this program audits schema {migrations.newest()}"
            raise StoreError(text, accepts="a database that nomorebets serve has opened")
        away = PutAway(connection, archives)
        if checkpoint is not None:
            away.require_all()
        heads = Heads([*witness, *([Witnessed.noted(noted)] if noted else [])])
        try:
            return _examine(connection, Audit(name, revision, Head()), checkpoint, heads, away)
        except Changed:
            text = "something that it vouches for was changed since: all of it was examined again"
            changed = Finding("checkpoint", str(checkpoint), text)
            return _examine(connection, Audit(name, revision, Head(), {}, [changed]), checkpoint, heads, away, False)


def _examine(
    connection: Connection,
    done: Audit,
    checkpoint: Path | None,
    heads: Heads,
    away: PutAway,
    is_vouched: bool = True,
) -> Audit:
    vouched = Vouched(checkpoint, done.database, done.findings, is_vouched)
    rounds = RoundsAudit(connection, done.findings, vouched, away)
    tournaments = TournamentsAudit(connection, done.findings)
    balances = _follow(connection, done, rounds, tournaments, vouched, heads)
    done.counts |= rounds.finish()
    done.counts["replayed"] = done.counts["rounds"] - vouched.skipped - rounds.left_away
    _compare_balances(connection, done, balances)
    examine_tables(connection, balances, done.findings, done.counts)
    done.counts |= tournaments.finish(balances, rounds.floor.disqualified)
    vouched.finish()
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


def _follow(
    connection: Connection,
    done: Audit,
    rounds: RoundsAudit,
    tournaments: TournamentsAudit,
    vouched: Vouched,
    heads: Heads,
) -> Counter[str]:
    """The chain from the first seal to the head; balances added up on the way, and rounds examined."""
    balances: Counter[str] = Counter()
    refills = RefillsAudit(done.findings)
    last, counts = Head(), Counter[str](postings=0, closings=0, seals=0, supervisor_rulings=0)
    heads.begin()
    for kind, row in _links(connection):
        before = last.seal
        counts[kind] += 1
        if row.n != last.n + 1:
            what = f"{last.n + 1} to {row.n - 1} are missing" if row.n > last.n + 1 else "the number is there twice"
            done.findings.append(Finding("chain", f"link {row.n}", f"links {what}"))
        sealed, what = _sealed(kind, row, before)
        if kind == "postings":
            balances[row.source] -= row.amount
            balances[row.target] += row.amount
            if row.amount <= 0 or row.source == row.target:
                done.findings.append(Finding("posting", f"link {row.n}", f"{what} moves nothing"))
        if row.hash != sealed:
            why = f"{what} does not fit its seal: it or the link before it was altered, moved or lost"
            done.findings.append(Finding("chain", f"link {row.n}", why))
        last = Head(row.n, row.hash)
        vouched.link(last)
        heads.see(last)
        if kind == "closings":
            rounds.closed(row)
        elif kind == "seals":
            rounds.sealed(row)
        elif kind == "floor_log":
            rounds.entered(row)
        elif kind == "postings":
            rounds.posted(movement := _movement(row))
            tournaments.posted(row.n, movement)
            refills.posted(row, balances)
    done.head = last
    done.counts |= counts
    kept = head_of(connection)
    if kept != last:
        why = f"the book says that the chain ends with {kept or 'nothing'}; it ends with {last}"
        done.findings.append(Finding("head", "meta", why))
    done.findings += [Finding("head", where, text) for where, text in heads.faults()]
    done.counts["heads_witnessed"] = heads.count
    return balances


def _movement(row: Any) -> Movement:
    return Movement(row.source, row.target, row.amount, row.cite, row.round_id)


def _sealed(kind: str, row: Any, before: str) -> tuple[str, str]:
    """The seal that a link must have after the one before it, and what it is of."""
    if kind == "closings":
        return seal_closing(row.n, row.at, row.round_id, row.record, before), f"the closing of round {row.round_id}"
    if kind == "seals":
        seal_of_it = seal_commitment(row.n, row.published, row.round_id, row.commitment, row.series, before)
        return seal_of_it, f"the commitment of round {row.round_id}"
    if kind == "floor_log":
        seal_of_it = seal_floor(row.n, row.at, row.table_id, row.entry, before)
        return seal_of_it, f"an entry of the floor log of table {row.table_id}"
    if kind == "supervisor_rulings":
        ruling = SupervisorRuling(row.round_id, row.patron_id, row.what, row.cite, row.remarks)
        return seal_ruling(row.n, row.at, ruling, before), f"the supervisor's ruling on round {row.round_id}"
    if kind == "archives":
        archive = Archived(row.number, row.name, row.rounds, row.digest)
        return seal_archive(row.n, row.at, archive, before), f"the archive {row.name}"
    what = f"the posting of {row.amount} cents from {row.source} to {row.target}"
    return seal(row.n, row.at, _movement(row), before), what


def _links(connection: Connection) -> Iterator[tuple[str, Any]]:
    """All links in the order of their numbers, each with the name of its table."""
    reading = connection.execution_options(stream_results=True, yield_per=2_000)

    def rows(kind: SqlTable) -> Iterator[tuple[str, Any]]:
        query = select(kind).where(kind.c.n.is_not(None)).order_by(kind.c.n)
        return ((kind.name, row) for row in reading.execute(query))

    rest = (schema.supervisor_rulings, schema.floor_log, schema.archives)
    kinds = (schema.seals, schema.postings, schema.closings, *rest)
    return heapq.merge(*map(rows, kinds), key=lambda link: link[1].n)


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
