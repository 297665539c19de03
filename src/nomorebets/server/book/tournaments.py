"""What is read of tournaments: how far each has come, who has entered, and the chips of everybody at its tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from nomorebets.server.book import schema
from nomorebets.server.book.changes import kind_of
from nomorebets.server.book.rows import StageRow

UNDER_WAY = ("playing", "stopping")


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament as it stands."""

    id: str
    name: str
    file: str
    state: str
    stage: int
    rounds: int
    ends: int | None
    opened: str
    opened_by: str
    second_by: str | None
    why: str
    version: int
    employees: tuple[str, ...]  # the names of the two who issue chips and take them back, or of the first

    @property
    def stage_row(self) -> StageRow:
        return StageRow(self.id, self.name, self.stage, self.rounds, self.ends)


class EntrantRow(msgspec.Struct, frozen=True):
    """Somebody who has entered."""

    patron: str
    name: str
    number: int | None
    table: str | None
    seat: int | None
    stage: int
    chips: int
    place: int | None
    prize: int
    rebuys: int = 0
    why_out: str = ""  # a supervisor disqualified him

    @property
    def is_out(self) -> bool:
        return bool(self.why_out)


async def tournaments(
    engine: AsyncEngine, tournament: str | None = None, states: Collection[str] = ()
) -> list[TournamentRow]:
    """All of them, the latest first; or one, or those in some states."""
    t, first, second = schema.tournaments.c, schema.patrons.alias(), schema.patrons.alias()
    query = (
        select(schema.tournaments, first.c.name.label("first_name"), second.c.name.label("second_name"))
        .join(first, first.c.id == t.opened_by)
        .outerjoin(second, second.c.id == t.second_by)
        .order_by(t.opened.desc(), t.id)
    )
    query = query.where(t.id == tournament) if tournament is not None else query
    query = query.where(t.state.in_(states)) if states else query
    async with engine.connect() as connection:
        rows = (await connection.execute(query)).mappings().all()
    names = [column.name for column in schema.tournaments.c]
    return [
        TournamentRow(**{name: row[name] for name in names}, employees=_both(row["first_name"], row["second_name"]))
        for row in rows
    ]


def _both(first: str, second: str | None) -> tuple[str, ...]:
    return (first,) if second is None else (first, second)


async def entrants(engine: AsyncEngine, tournament: str) -> list[EntrantRow]:
    """Who has entered a tournament, in that order."""
    e, p = schema.entrants.c, schema.patrons.c
    query = select(schema.entrants, p.name).join(schema.patrons, p.id == e.patron_id)
    query = query.where(e.tournament_id == tournament).order_by(e.since, e.patron_id)
    async with engine.connect() as connection:
        rows = await connection.execute(query)
        return [entrant_of(row, row.name) for row in rows]


def entrant_of(r: Any, name: str = "") -> EntrantRow:
    """An entrant from a row of the book."""
    where = r.number, r.table_id, r.seat, r.stage, r.chips
    return EntrantRow(r.patron_id, name, *where, r.place, r.prize, r.rebuys, r.why_out)


async def tables_of(engine: AsyncEngine, tournament: str) -> dict[str, str]:
    """The tables of a tournament that are open, with their names."""
    t = schema.tables.c
    query = select(t.id, t.name).where(t.tournament == tournament, t.closed.is_(None)).order_by(t.name)
    async with engine.connect() as connection:
        return {row.id: row.name for row in await connection.execute(query)}


async def held_at(engine: AsyncEngine, tables: Collection[str]) -> dict[str, dict[str, int]]:
    """What the accounts of some tables hold, by table."""
    held: dict[str, dict[str, int]] = defaultdict(dict)
    a = schema.accounts.c
    async with engine.connect() as connection:
        for table in tables:
            query = select(a.id, a.balance).where(a.id.startswith(f"{table}/", autoescape=True), a.balance != 0)
            held[table] = {row.id: row.balance for row in await connection.execute(query)}
    return held


def chips_of_seats(held: Mapping[str, int]) -> dict[int, int]:
    """The chips of each seat of a table, in front of it and on the layout."""
    chips: Counter[int] = Counter()
    for account, balance in held.items():
        if kind_of(account) in ("seat", "layout"):
            chips[int(account.partition("/")[2].split(":")[1])] += balance
    return dict(chips)
