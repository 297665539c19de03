"""The audit of rounds and tables: each record against its own seals, the postings, the results, and its table."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from nomorebets.server.book import schema
from nomorebets.server.book.changes import Movement, account_of, kind_of
from nomorebets.server.book.orders import SeatOrders
from nomorebets.server.book.rounds import citations
from nomorebets.table import Entry
from nomorebets.table.felt import CARRIED, Felt, Opening
from nomorebets.table.ledger import Posting, on_layout, patron
from nomorebets.table.record import Header, Record, read, read_begun
from nomorebets.table.wagers import seat_words


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it must be: of which kind, where, and what."""

    kind: str
    where: str
    text: str


def noted_posting(digests: dict[str, Any], moved: Movement) -> None:
    """Keep what a round posted as one number, to be held against its record."""
    if moved.round_id is None or CARRIED in (kind_of(moved.source), kind_of(moved.target)):
        return
    digest = digests.setdefault(moved.round_id, hashlib.sha256())
    digest.update(msgspec.json.encode((moved.source, moved.target, moved.amount, moved.cite)))


def _digest_of(header: Header, postings: Sequence[Posting], table_id: str) -> str | None:
    digests: dict[str, Any] = {}
    for posting in postings:
        source, target = account_of(table_id, posting.source), account_of(table_id, posting.target)
        noted_posting(digests, Movement(source, target, posting.amount, posting.by.full(header.as_of), "this"))
    return digests["this"].hexdigest() if digests else None


def examine_rounds(
    connection: Connection, digests: dict[str, Any], findings: list[Finding], counts: dict[str, int]
) -> None:
    """Every round of the book, and what refers to a round that is not there."""
    tables = {row.id: row for row in connection.execute(select(schema.tables))}
    closings = {row.round_id: row.record for row in connection.execute(select(schema.closings))}
    rounds = list(connection.execute(select(schema.rounds).order_by(schema.rounds.c.n)))
    counts["rounds"] = len(rounds)
    for row in rounds:
        digest = digests.pop(row.id, None)
        for text in _faults_of(connection, row, tables.get(row.table_id), digest, closings.pop(row.id, None)):
            findings.append(Finding("round", row.id, text))
    for round_id in sorted(digests):
        findings.append(Finding("round", round_id, "it moved money, and is missing"))
    for round_id in sorted(closings):
        findings.append(Finding("round", round_id, "its record was closed, and the round is missing"))
    known = select(schema.rounds.c.id)
    for kind in (schema.lines, schema.results, schema.cited):
        query = select(kind.c.round_id).where(kind.c.round_id.not_in(known)).distinct()
        for (round_id,) in connection.execute(query):
            findings.append(Finding("round", round_id, f"the book has {kind.name} of it, and the round is missing"))
    _examine_numbers(rounds, tables, findings)


def _examine_numbers(rounds: list[Any], tables: dict[str, Any], findings: list[Finding]) -> None:
    """At each table the rounds are numbered one after the other, and only the last may be under way."""
    over: dict[str, list[int]] = defaultdict(list)
    begun: dict[str, list[int]] = defaultdict(list)
    for row in rounds:
        (begun if row.ended is None else over)[row.table_id].append(row.number)
    for table_id, row in tables.items():
        if sorted(over[table_id]) != list(range(1, row.rounds + 1)):
            missing = sorted({*range(1, row.rounds + 1)} - {*over[table_id]})
            what = f"round {missing[0]} is missing" if missing else f"it has {len(over[table_id])}"
            findings.append(Finding("table", table_id, f"{row.rounds} rounds are over at this table: {what}"))
        if begun[table_id] not in ([], [row.rounds + 1]):
            findings.append(Finding("table", table_id, f"rounds {begun[table_id]} are under way at once"))


def _faults_of(connection: Connection, row: Any, table: Any, digest: Any, closed_with: str | None) -> list[str]:
    kept_lines = schema.lines
    query = select(kept_lines).where(kept_lines.c.round_id == row.id).order_by(kept_lines.c.n)
    lines = list(connection.execute(query))
    if not lines:
        return ["it has no record"]
    if [line.n for line in lines] != list(range(len(lines))):
        return [f"lines are missing: there are {', '.join(str(line.n) for line in lines)[:80]}"]
    try:
        # a line that somebody else wrote may be text
        as_bytes = [line.line.encode() if isinstance(line.line, str) else line.line for line in lines]
        header, entries, record = _read(as_bytes, row.ended is not None)
        rebuilt = _rebuilt(header, entries, row.ended is not None)
    except Exception as fault:  # whatever was done to it, the audit goes on
        return [f"its record cannot be read: {' '.join(str(fault).split())[:300]}"]
    faults = []
    if table is None or (header.game, header.as_of.isoformat()) != (table.game, table.as_of):
        faults.append("its record is of another game or date than its table")
    if (header.game, header.as_of.isoformat()) != (row.game, row.as_of):
        faults.append(f"its record is of {header.game} as of {header.as_of}; the book says {row.game}, {row.as_of}")
    if row.id != f"{row.table_id}-{row.number}":
        faults.append(f"it is numbered {row.number} at table {row.table_id}")
    if record is not None and record.postings != rebuilt:
        faults.append("its closing line posts otherwise than its entries move the chips")
    if (digest.hexdigest() if digest else None) != _digest_of(header, rebuilt, row.table_id):
        faults.append("the postings of the book are not those of its record")
    faults += _faults_of_the_end(connection, row, lines[-1].line, record, closed_with)
    c = schema.cited.c
    kept = {cite for (cite,) in connection.execute(select(c.cite).where(c.round_id == row.id))}
    if kept != citations(entries):
        faults.append("the book does not say what it cites")
    return faults


def _read(lines: list[bytes], is_over: bool) -> tuple[Header, list[Entry], Record | None]:
    if is_over:
        record = read(b"".join(line + b"\n" for line in lines))
        return record.header, record.entries, record
    begun, entries = read_begun(lines)
    return begun.header, entries, None


def _rebuilt(header: Header, entries: list[Entry], is_over: bool) -> list[Posting]:
    felt = Felt.opened(header.opening)
    for entry in entries:
        entry.request.apply(felt, entry.answer)
    if is_over:
        felt.close()
    return felt.ledger.postings


def _faults_of_the_end(
    connection: Connection, row: Any, last: bytes, record: Record | None, closed_with: str | None
) -> list[str]:
    if record is None:
        return ["it is under way, and its record was closed"] if closed_with else []
    faults = []
    if closed_with is None:
        faults.append("it is over, and no closing of its record is in the chain")
    elif msgspec.json.decode(last).get("hash") != closed_with:
        faults.append("its record ends with another line than the one that was sealed in the chain")
    r = schema.results.c
    kept = connection.execute(select(schema.results).where(r.round_id == row.id).order_by(r.n))
    written = [(k.n, k.seat, k.player, k.wager, k.amount, k.result, k.net, k.cite) for k in kept]
    ruled = [
        (n, g.seat, g.player, g.wager, g.amount, g.result, g.net, g.by.full(record.as_of))
        for n, g in enumerate(record.rulings)
    ]
    if written != ruled:
        faults.append("the results of the book are not the rulings of its record")
    return faults


def examine_tables(
    connection: Connection, balances: Counter[str], findings: list[Finding], counts: dict[str, int]
) -> None:
    """Wagers that stand have their money on the layout, wagers that wait have it in front of their seat."""
    r, s = schema.rounds.c, schema.seats.c
    busy = {table_id for (table_id,) in connection.execute(select(r.table_id).where(r.ended.is_(None)))}
    tables = list(connection.execute(select(schema.tables)))
    counts["tables"] = len(tables)
    counts["patrons"] = connection.scalar(select(func.count()).select_from(schema.patrons)) or 0
    lying: dict[str, dict[str, int]] = defaultdict(dict)
    for account, balance in balances.items():
        if balance and kind_of(account) == "layout":
            lying[account.partition("/")[0]][account] = balance
    for row in tables:
        if row.id in busy or row.closed is not None:
            continue
        standing: Counter[str] = Counter()
        for wager in msgspec.json.decode(row.opening, type=Opening).wagers:
            standing[account_of(row.id, on_layout(wager.seat, wager.on))] += wager.staked
        if dict(standing) != lying[row.id]:
            text = f"{sum(standing.values())} cents of wagers stand, {sum(lying[row.id].values())} lie on the layout"
            findings.append(Finding("table", row.id, text))
    for row in connection.execute(select(schema.seats).order_by(s.table_id, s.seat, s.player)):
        staked = msgspec.json.decode(row.orders, type=SeatOrders).staked
        if staked > balances[account_of(row.table_id, patron(row.seat, row.player))]:
            where = f"{row.table_id} {seat_words(row.seat, row.player)}"
            findings.append(Finding("table", where, f"{staked} cents of wagers wait, and the chips are not there"))
