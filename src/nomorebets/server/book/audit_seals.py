"""The audit of chance: every seal against its commitment, and every record against its seal."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from nomorebets.fairness.sealed import RoundChance, Seal
from nomorebets.server.book import schema
from nomorebets.server.book.audit_rounds import Finding
from nomorebets.table import Play, Table
from nomorebets.table.record import Record, opened, read, read_begun, table_of

MOST_TABLES = 64  # kept in mind


def examine_seals(connection: Connection, findings: list[Finding], counts: dict[str, int]) -> None:
    """Every seal of the book, and rounds that should have one; a book older than seals has rounds without."""
    seals = {row.round_id: row for row in connection.execute(select(schema.seals))}
    counts["seals"] = len(seals)
    first: dict[str, int] = {}
    for row in seals.values():
        first[row.table_id] = min(row.number, first.get(row.table_id, row.number))
    for row in connection.execute(select(schema.rounds).order_by(schema.rounds.c.n)).all():
        sealed = seals.get(row.id)
        if sealed is not None:
            findings += [Finding("seal", row.id, text) for text in _faults_of(connection, row, sealed)]
        elif row.number > first.get(row.table_id, row.number):
            findings.append(Finding("seal", row.id, "its seal is missing: earlier rounds of its table have theirs"))


def _faults_of(connection: Connection, row: Any, sealed: Any) -> list[str]:
    c = schema.lines.c
    lines = [line for (line,) in connection.execute(select(c.line).where(c.round_id == row.id).order_by(c.n))]
    try:
        seal = Seal(row.id, bytes.fromhex(sealed.salt), bytes.fromhex(sealed.seed))
        if seal.commitment != sealed.commitment:
            return ["its salt and seed are not those of the commitment that was published"]
        _follow(_read(lines, row.ended is not None), seal, msgspec.json.decode(sealed.words, type=dict[int, str]))
    except Exception as fault:  # whatever was done to it, the audit goes on
        return [f"its record does not follow from its seal: {' '.join(str(fault).split())[:300]}"]
    return []


def _read(lines: list[bytes], is_over: bool) -> Record:
    if is_over:
        return read(b"".join(line + b"\n" for line in lines))
    begun, entries = read_begun(lines)
    return Record(begun.header, entries)


def _follow(record: Record, seal: Seal, words: dict[int, str]) -> None:
    play, chance = Play(opened(record, _table_of(record))), RoundChance(seal, words)
    for entry in record.entries:
        chance.follow(entry.request, play.table, entry.answer)
        play.answer(entry.answer, trusted=True)


_tables: OrderedDict[bytes, Table] = OrderedDict()  # opening one takes longer than following a round


def _table_of(record: Record) -> Table:
    head = record.header
    key = msgspec.json.encode((head.game, head.chapter, head.as_of, head.house))
    if key not in _tables:
        _tables[key] = table_of(record)
        if len(_tables) > MOST_TABLES:
            _tables.popitem(last=False)
    return _tables[key]
