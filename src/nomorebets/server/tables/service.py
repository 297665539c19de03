"""The live house: every open table, restored from the book when the house opens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from time import monotonic
from typing import Any

import msgspec
from sqlalchemy import insert
from sqlalchemy.exc import SQLAlchemyError

from nomorebets.drivers.chance import Chance, SecureChance
from nomorebets.errors import RulesError, UnknownName, listed, one_line
from nomorebets.games import game as game_called
from nomorebets.games import open_table, terms_of
from nomorebets.regulation import law
from nomorebets.server import machine
from nomorebets.server.book import schema
from nomorebets.server.book.changes import BrokenBook, issuer_of
from nomorebets.server.book.floor_log import table_of
from nomorebets.server.book.leases import BEAT, Leases
from nomorebets.server.book.rows import StageRow
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.book.store import HOUSE, PLAY_MONEY, Changes, Store, StoreError, TableRow, now
from nomorebets.server.people.accounts import People, Purse, is_bot
from nomorebets.server.people.passwords import shows
from nomorebets.server.people.rights import Standing, require
from nomorebets.server.tables.bot_seats import REHEARSED_WITHIN, rehearse
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.events import rounds_recalled
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.offering import require_offered, watch
from nomorebets.server.tables.pit import as_paid_elsewhere, require_alike
from nomorebets.server.tables.unread import Unread
from nomorebets.server.tables.wires import Wires
from nomorebets.table import Settings, Table
from nomorebets.table.felt import Opening
from nomorebets.table.game_file import RULES_OPTION
from nomorebets.table.house import House
from nomorebets.table.ledger import INVENTORY, seat_of

log: logging.Logger = logging.getLogger(__name__)
SELDOM = Seldom(log)

FILL = 100_000_000  # cents of play money in a new table's inventory
MOST_TABLES = 200
TABLE_CLOSED = 4404  # as for a table that never was


@dataclass(frozen=True)
class OtherTable:
    """A table that another process serves, as far as this one can tell."""

    id: str
    name: str
    table: Table
    rounds: int
    owners: dict[str, str]  # who sits where
    training: bool = False


def seats_taken(live: LiveTable | OtherTable) -> int:
    """At how many seats people are."""
    return len({seat_of(where) for where in owners_at(live)})


def owners_at(live: LiveTable | OtherTable) -> dict[str, str]:
    """Who sits where, at a table of any process."""
    return live.owners if isinstance(live, OtherTable) else live.seats.owners


async def chips_at_tables(house: LiveHouse, patron: str) -> int:
    """What a patron has in chips at the tables of all processes; those of a tournament are no money."""
    elsewhere = await house.store.chips_of(patron) if house.store.is_shared else {}
    here = {
        live.id: sum(one.stack for one in live.seats.all_of(patron)) if live.stage is None else 0
        for live in house.tables.values()
    }
    return sum((elsewhere | here).values())


def require_settings(standing: Standing, game_id: str, settings: Settings) -> None:
    """Refuse odds, limits and figures of one's own to whoever may only choose among what the rules list."""
    if RULES_OPTION in settings.options:  # they come with a game that whoever runs the house offers
        raise UnknownName("the rules of a game are not set at a table", accepts="a game that the house offers")
    options = (option for option in game_called(game_id).terms.all_options if option.id in settings.options)
    asked = [
        *(f"pay-table.{one_line(kind, 40)}" for kind in settings.pay_table),
        *(f"limits.{one_line(kind, 40)}" for kind in settings.limits),
        *(option.id for option in options if option.is_own_figure(settings.options[option.id])),
    ]
    if asked:
        require(standing, "set-odds-and-limits", listed(asked, 4))


class LiveHouse:
    """Live tables over one store."""

    def __init__(
        self, store: Store, chance: Chance | None = None, clock: Clock | None = None, address: str = ""
    ) -> None:
        self.store = store
        self.leases: Leases = Leases(store, address)
        self._beating: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None  # whether games may still be offered
        self.taking: asyncio.Lock = asyncio.Lock()
        self._opening = asyncio.Lock()  # a table is counted before the next one is opened
        self._recounting: set[asyncio.Task[None]] = set()
        self.people: People = People(store)
        self.people.recount = self.recount
        self.wires: Wires = Wires(self.people.members)
        self.tables: dict[str, LiveTable] = {}
        self.rehearsed: set[House] = set()  # whose bots know how they play
        self._patience: float = REHEARSED_WITHIN  # that is left, for all tables together
        self._unread = Unread(self.serve)
        self._chance = chance or SecureChance()
        self._clock = clock or Clock()

    async def open(self) -> None:
        """Open the book and go on where the house was left; nothing is left open where that fails."""
        try:
            await self._open()
        except BaseException:
            await self.close()
            raise

    async def _open(self) -> None:
        await self.store.open()
        await self.people.open()
        self.wires.open()
        if self.store.sound.fault is not None:
            return  # a book that is only read
        self._watching = asyncio.create_task(watch(self), name="games from files")
        if self.store.is_shared:
            await self.leases.open()
            await self._take_free_tables()
            self._beating = asyncio.create_task(self._beat(), name="leases")
            return
        for row in await self.store.open_tables():
            await self.serve(row)
        if self._unread:
            self._beating = asyncio.create_task(self._unread.try_all(), name="tables to be read")

    async def close(self, before: Callable[[], Awaitable[None]] | None = None) -> None:
        """``before`` is done when nothing more happens at the tables, and the book is still open."""
        await self.wires.close()
        for task in filter(None, (self._beating, self._watching)):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for table in self.tables.values():
            table.stop()
            await table.settled()
        if self.leases.are_held:
            with suppress(StoreError):
                await self.leases.close()
        if before is not None:
            await before()
        await self.store.close()

    # --- several processes over one book -----------------------------------------------------------------------------

    async def _beat(self) -> None:
        """Stay alive for the others, and serve what nobody serves any more."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                known = list(self.tables.values())  # one that is opened meanwhile is not lost
                held = await self.leases.beat()
                for live in known:
                    if held.get(live.id) != live.fence and not live.is_lost:
                        live.lose()
                    if live.is_lost and self.tables.get(live.id) is live:
                        del self.tables[live.id]
                await self._take_free_tables(held)
                async with self.taking:
                    await self._unread.try_held(held)
                await self.store.count_means()
                await self._recount_present()
            except (RulesError, SQLAlchemyError, OSError) as fault:
                SELDOM.error("the leases cannot be kept: %s", fault)

    async def _take_free_tables(self, held: Iterable[str] = ()) -> None:
        """And those held whose taking broke off before they were read."""
        for table_id in [*await self.leases.free(), *held]:
            async with self.taking:
                await self._take(table_id)

    async def _take(self, table_id: str) -> None:
        if self._is_here(table_id) or self._unread.has(table_id):
            return
        fence = await self.leases.take(table_id)
        if fence is None:
            return
        row = next((row for row in await self.store.open_tables() if row.id == table_id), None)
        if row is not None:
            await self.serve(row, fence)

    async def elsewhere(self, table_id: str) -> str | None:
        """The address of the process that serves a table, where it is not this one."""
        if self._is_here(table_id):
            return None
        async with self.taking:  # whoever comes while it is being taken over waits for it
            if self._is_here(table_id):
                return None
            address = await self.leases.address_of(table_id)
            if address is None:
                await self._take(table_id)
                self._unread.require(table_id)
                if not self._is_here(table_id) and await self.leases.is_open(table_id):
                    text = f"nobody serves table {table_id} at the moment"
                    raise StoreError(text, accepts="the same again, a little later")
            return address

    def _is_here(self, table_id: str) -> bool:
        return table_id in self.tables and not self.tables[table_id].is_lost

    async def other_tables(self) -> list[OtherTable]:
        """Open tables that other processes serve."""
        if not self.store.is_shared:
            return []
        rows = [row for row in await self.store.open_tables() if not self._is_here(row.id)]
        sitting = await self.store.who_sits()
        others: list[OtherTable] = []
        for row in rows:
            with suppress(RulesError, ValueError):  # a table that stays closed: nobody can open it under these rules
                others.append(
                    OtherTable(row.id, row.name, table_of(row), row.rounds, sitting.get(row.id, {}), row.training)
                )
        return others

    async def everywhere(self) -> list[LiveTable | OtherTable]:
        """Every open table, of whichever process."""
        return [*self.tables.values(), *await self.other_tables()]

    async def anywhere(self, table_id: str) -> LiveTable | OtherTable:
        """A table of this process or of another one."""
        if not self._is_here(table_id):
            for other in await self.other_tables():
                if other.id == table_id:
                    return other
        return self.table(table_id)

    def _miscounted(self, purse: Purse) -> None:
        if self.store.is_shared:
            task = asyncio.get_running_loop().create_task(self.recount(purse))
            self._recounting.add(task)
            task.add_done_callback(self._recounting.discard)

    async def recount(self, purse: Purse) -> None:
        """Read a purse from the book: another process may have moved money. Not while this one is moving it."""
        if not self.store.is_shared or self._is_moving(purse.account):
            return
        before = self.store.moved
        balance = await self.store.balance(purse.account)
        if self.store.moved == before and not self._is_moving(purse.account):
            purse.balance = balance

    async def _recount_present(self) -> None:
        """Whoever is connected here and plays at a table of another process sees what is left all the same."""
        tables = list(self.tables.values())
        purses = {w.purse.account: w.purse for live in tables for w in live.watchers if w.purse is not None}
        if not purses:
            return
        before = self.store.moved
        balances = await self.store.balances(purses)
        if self.store.moved != before:
            return  # the next time
        changed = {
            purse.patron
            for account, purse in purses.items()
            if purse.balance != balances.get(account, 0) and not self._is_moving(account)
        }
        for account, purse in purses.items():
            if purse.patron in changed:
                purse.balance = balances.get(account, 0)
        for live in tables:
            if changed & {watcher.patron for watcher in live.watchers}:
                live.delivery.due()

    def _is_moving(self, account: str) -> bool:
        return self.store.moving[account] > 0 or any(live.outbox.moves(account) for live in self.tables.values())

    # --- tables ------------------------------------------------------------------------------------------------------

    async def serve(self, row: TableRow, fence: int = 0) -> None:
        """Go on with a table; one that cannot stays closed, and the others open.

        One that the book does not give us is none of these: it is asked for again.
        """
        self._unread.forget(row.id)
        if self.store.sound.is_broken(row.id):
            self._unread.give_up(row.id, "its accounts are not what was posted to them")
            return
        try:
            await self._restore(row, fence)
        except BrokenBook as fault:
            self._unread.give_up(row.id, str(fault))
        except (StoreError, SQLAlchemyError, OSError) as fault:
            SELDOM.error("table %s cannot be read yet: %s", row.id, one_line(fault))
            self._unread.add(row, fence)
        except Exception as fault:  # whatever was done to its rows
            what = "" if isinstance(fault, RulesError) else f"{type(fault).__name__}: "
            self._unread.give_up(row.id, f"{what}{one_line(fault)}")

    async def _restore(self, row: TableRow, fence: int) -> None:
        live = await self._live(row, table_of(row), fence)
        kept = await self.store.kept(row.id, rounds_recalled(live.table.game))
        if live.table.house not in self.rehearsed and any(is_bot(seat.patron_id) for seat in kept.seats):
            self.rehearsed.add(live.table.house)
            began = monotonic()
            rehearsal = asyncio.get_running_loop().run_in_executor(None, rehearse, table_of(row))
            await asyncio.wait({rehearsal}, timeout=self._patience)  # what takes longer goes on beside the house
            self._patience = max(0.0, self._patience - (monotonic() - began))
        purses = {seat.patron_id: await self.people.purse(seat.patron_id) for seat in kept.seats}
        for purse in purses.values():
            if purse is not None:
                await self.recount(purse)
        live.restore(kept, {k: p for k, p in purses.items() if p is not None})
        self.tables[row.id] = live

    async def _live(self, row: TableRow, table: Table, fence: int) -> LiveTable:
        needs_bot = table.game.terms.why_not_alone and row.stage is None
        bot = await self.people.house_bot() if needs_bot else None
        live = LiveTable(
            row, table, self.store, self.people.purse, self._chance, self._clock, bot, fence, self._miscounted
        )
        if not live.training and live.stage is None:
            live.pit = lambda: [other for other in self.tables.values() if other.id != live.id]
        return live

    async def open_table(
        self,
        game: str,
        as_of: date | None = None,
        settings: Settings | None = None,
        name: str = "",
        note: Callable[[Changes, str], None] | None = None,
        standing: Standing = "patron",
        training: bool = False,
    ) -> LiveTable:
        """Open a table for somebody of a standing, or refuse with the paragraph and what is possible.

        ``training``: help is given there for the asking, and the felt, its records and the lobby say so (8.1).
        """
        settings = settings or Settings()
        require_settings(standing, game, settings)
        settings = terms_of(game, settings)  # kept with the table, which is read again without the file
        self.store.means.require()
        table = open_table(game, as_of or law.newest(), settings)
        require_offered(table, training)
        async with self._opening:
            if not training:
                settings = as_paid_elsewhere(table, settings, self.tables.values())
                table = open_table(game, table.as_of, settings)
                require_alike(table, self.tables.values())
            if len(self.tables) >= MOST_TABLES:
                await self.close_idle()
            if len(self.tables) >= MOST_TABLES:
                raise UnknownName(f"the house has {MOST_TABLES} tables open", accepts="one of the open tables")
            return await self._open_table(table, settings, name, note, training)

    async def _open_table(
        self,
        table: Table,
        settings: Settings,
        name: str,
        note: Callable[[Changes, str], None] | None,
        training: bool,
    ) -> LiveTable:
        game, table_id = table.game.id, fresh_id(self.tables)
        number = 1 + sum(other.table.game.id == game for other in self.tables.values())
        seen = " ".join("".join(filter(shows, " ".join(name.split()))).split())
        name = seen[:60] or f"{table.game.entry.name} {number}"
        row = new_row(table_id, name, table, settings, training=training)
        changes = Changes()
        write_table(changes, row, self, PLAY_MONEY)
        if note is not None:
            note(changes, table_id)
        async with self.taking:  # it is held from here on, and must not be taken once more
            await self.store.commit(changes)
            live = await self._live(row, table, 1)
            self.tables[table_id] = live
        return live

    async def close_idle(self) -> None:
        """Close tables at which nobody is any more; their patrons get their chips back."""
        for live in [live for live in self.tables.values() if live.is_idle]:
            with suppress(StoreError):
                await self._close(live)

    async def close_table(self, live: LiveTable) -> None:
        """Close a table between two rounds, whoever is there."""
        if live.closed:
            raise RulesError("the table is closed already, or being read", accepts="another table")
        if live.stage is not None:
            raise RulesError("a table of a tournament is closed when its stage is over", accepts="another table")
        if not live.can_close:
            raise RulesError("a round is under way, or wagers stand", accepts="closing between two rounds")
        await self._close(live)
        for watcher in list(live.watchers):
            watcher.end(TABLE_CLOSED, live.closing or "the table is closed")

    async def _close(self, live: LiveTable) -> None:
        if live.closed:
            return
        live.close()
        await live.settled()
        if await self.store.is_open(live.id):
            raise StoreError(f"the closing of table {live.id} cannot be written; nothing has moved")
        self.tables.pop(live.id, None)
        left = Changes(live.id, live.fence)
        for account, balance in (await self.store.balances()).items():
            if account.startswith(f"{live.id}/"):  # the inventory and the meter go back to the house
                source, target = (account, HOUSE) if balance > 0 else (HOUSE, account)
                left.move(source, target, abs(balance), PLAY_MONEY)
        await self.store.commit(left)

    def table(self, table_id: str) -> LiveTable:
        if not self._is_here(table_id):
            self._unread.require(table_id)
            raise UnknownName(f"no table that is open is called {table_id[:40]!r}", accepts="a table of the lobby")
        return self.tables[table_id]


def new_row(
    table_id: str, name: str, table: Table, settings: Settings, stage: StageRow | None = None, training: bool = False
) -> TableRow:
    """A table at which nothing has happened yet."""
    chosen: dict[str, Any] = msgspec.to_builtins(settings)
    opening, day = msgspec.json.encode(Opening()), table.as_of.isoformat()
    return TableRow(table_id, name, table.game.id, day, chosen, 0, 0, opening, stage=stage, training=training)


def write_table(changes: Changes, row: TableRow, house: LiveHouse, cite: str) -> None:
    """A new table, served by this process, and its first chips."""
    tournament = row.stage.tournament if row.stage else None
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
            holder=house.leases.process if house.store.is_shared else None,
            fence=1,
            tournament=tournament,
            training=int(row.training),
        )
    )
    changes.move(issuer_of(tournament), f"{row.id}/{INVENTORY}", FILL, cite)


def fresh_id(taken: Container[str]) -> str:
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    while True:
        name = "".join(letters[machine.below(len(letters))] for _ in range(6))
        if name not in taken:
            return name
