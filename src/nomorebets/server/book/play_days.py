"""How patrons have played, counted by day."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import select

from nomorebets.server.book import schema
from nomorebets.server.book.archive import sat_in
from nomorebets.server.book.rounds import UNDECIDED
from nomorebets.server.book.store import Store
from nomorebets.table.ledger import spot

MOST_ROUNDS = 2_000  # of one day that are drawn one by one


class PlayedRow(NamedTuple):
    """Wagers of one amount at one table on one day: how many, and what they brought."""

    day: str
    table_id: str
    wager: str
    amount: int
    wagers: int
    net: int


class RoundPlayed(NamedTuple):
    """What a patron's wagers of one round brought."""

    round_id: str
    game: str
    wagers: list[PlayedRow]


async def days_of(store: Store, patron: str) -> list[PlayedRow]:
    """Everything a patron has played for money, by day; tournament chips are none."""
    p, t = schema.play_days.c, schema.tables.c
    query = (
        select(p.day, p.table_id, p.wager, p.amount, p.wagers, p.net)
        .join(schema.tables, t.id == p.table_id)
        .where(p.patron_id == patron, t.tournament.is_(None))
        .order_by(p.day)
    )
    async with store.engine.connect() as connection:
        return [PlayedRow(*row) for row in await connection.execute(query)]


async def tables_of(store: Store, ids: set[str]) -> dict[str, tuple[str, str, dict[str, object]]]:
    """Game, date and house of tables, open or closed."""
    t = schema.tables.c
    query = select(t.id, t.game, t.as_of, t.house).where(t.id.in_(ids))
    async with store.engine.connect() as connection:
        rows = await connection.execute(query)
        return {row.id: (row.game, row.as_of, msgspec.json.decode(row.house)) for row in rows}


async def rounds_of(store: Store, patron: str, day: str) -> list[RoundPlayed]:
    """The rounds of a patron on one day, the first one first; of very many the last."""
    r, e, t, own = schema.rounds.c, schema.results.c, schema.tables.c, schema.sat_in.c
    query = (
        select(r.id, r.game, r.table_id, r.owners)
        .join(schema.tables, t.id == r.table_id)
        .where(*sat_in(patron, day), t.tournament.is_(None))
        .order_by(own.ended.desc(), own.round_id.desc())
        .limit(MOST_ROUNDS)
    )
    async with store.engine.connect() as connection:
        rounds = [*await connection.execute(query)][::-1]
        ends = select(e.round_id, e.seat, e.player, e.wager, e.amount, e.net).where(
            e.round_id.in_([row.id for row in rounds]), e.result.not_in(UNDECIDED)
        )
        results = [*await connection.execute(ends)]
    sat = {row.id: msgspec.json.decode(row.owners, type=dict[str, str]) for row in rounds}
    wagers: dict[str, list[PlayedRow]] = {row.id: [] for row in rounds}
    tables = {row.id: row.table_id for row in rounds}
    for end in results:
        spots = {where for where, who in sat[end.round_id].items() if who == patron}
        if spot(end.seat, end.player) in spots:
            row = PlayedRow(day, tables[end.round_id], end.wager, end.amount, 1, end.net)
            wagers[end.round_id].append(row)
    return [RoundPlayed(row.id, row.game, wagers[row.id]) for row in rounds]
