"""The house: all tables that are open, read from the book when the doors open."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import insert

from nomorebets.drivers.chance import Chance, SecureChance
from nomorebets.errors import RulesError, UnknownName
from nomorebets.regulation import law
from nomorebets.server import schema
from nomorebets.server.live_table import LiveTable
from nomorebets.server.people import People
from nomorebets.server.seating import Clock
from nomorebets.server.store import HOUSE, PLAY_MONEY, Changes, Store, TableRow, now
from nomorebets.table import Table, Wishes, open_table
from nomorebets.table.felt import Opening

log = logging.getLogger(__name__)

FILL = 100_000_000  # cents of play money in a new table's inventory
MOST_TABLES = 200


class House:
    """Live tables over one store."""

    def __init__(self, store: Store, chance: Chance | None = None, clock: Clock | None = None) -> None:
        self.store = store
        self.people = People(store)
        self.tables: dict[str, LiveTable] = {}
        self._chance = chance or SecureChance()
        self._clock = clock or Clock()

    async def open(self) -> None:
        """Open the book and go on where the house was left."""
        await self.store.open()
        await self.people.open()
        for row in await self.store.open_tables():
            try:
                await self._restore(row)
            except RulesError as fault:
                log.error("table %s stays closed: %s", row.id, fault)

    async def close(self) -> None:
        for table in self.tables.values():
            table.stop()
            await table.settled()
        await self.store.close()

    async def _restore(self, row: TableRow) -> None:
        wishes = Wishes(**row.house)
        live = await self._live(row, open_table(row.game, date.fromisoformat(row.as_of), wishes))
        kept = await self.store.kept(row.id)
        purses = {seat.patron_id: await self.people.purse(seat.patron_id) for seat in kept.seats}
        live.restore(kept, {k: p for k, p in purses.items() if p is not None})
        self.tables[row.id] = live

    async def _live(self, row: TableRow, table: Table) -> LiveTable:
        company = await self.people.company() if table.game.needs_company else None
        return LiveTable(row, table, self.store, self._chance, self._clock, company)

    async def open_table(
        self,
        game: str,
        as_of: date | None = None,
        wishes: Wishes | None = None,
        name: str = "",
        note: Callable[[Changes, str], None] | None = None,
    ) -> LiveTable:
        """Open a table, or refuse with the paragraph and what is possible."""
        wishes = wishes or Wishes()
        table = open_table(game, as_of or law.newest(), wishes)
        if len(self.tables) >= MOST_TABLES:
            await self.close_idle()
        if len(self.tables) >= MOST_TABLES:
            raise UnknownName(f"the house has {MOST_TABLES} tables open", accepts="one of the open tables")
        table_id = _fresh_id(self.tables)
        number = 1 + sum(other.table.game.id == game for other in self.tables.values())
        name = name.strip()[:60] or f"{table.game.entry.name} {number}"
        wished: dict[str, Any] = msgspec.to_builtins(wishes)
        row = TableRow(table_id, name, game, table.as_of.isoformat(), wished, 0, 0, msgspec.json.encode(Opening()))
        changes = Changes()
        changes.do(
            insert(schema.tables).values(
                id=row.id,
                name=row.name,
                game=row.game,
                as_of=row.as_of,
                house=msgspec.json.encode(row.house).decode(),
                opened=now(),
                rounds=0,
                seq=0,
                opening=row.opening.decode(),
            )
        )
        changes.move(HOUSE, f"{table_id}/inventory", FILL, PLAY_MONEY)
        if note is not None:
            note(changes, table_id)
        await self.store.commit(changes)
        live = await self._live(row, table)
        self.tables[table_id] = live
        return live

    async def close_idle(self) -> None:
        """Close tables at which nobody is any more; their patrons get their chips back."""
        for live in [live for live in self.tables.values() if live.is_idle]:
            live.close()
            await live.settled()
            del self.tables[live.id]
            left = Changes()
            for account, balance in (await self.store.balances()).items():
                if account.startswith(f"{live.id}/"):  # the inventory and the meter go back to the house
                    source, target = (account, HOUSE) if balance > 0 else (HOUSE, account)
                    left.move(source, target, abs(balance), PLAY_MONEY)
            await self.store.commit(left)

    def table(self, table_id: str) -> LiveTable:
        if table_id not in self.tables:
            raise UnknownName(f"no table that is open is called {table_id[:40]!r}", accepts="a table of the lobby")
        return self.tables[table_id]


def _fresh_id(taken: dict[str, LiveTable]) -> str:
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    while True:
        name = "".join(secrets.choice(letters) for _ in range(6))
        if name not in taken:
            return name
