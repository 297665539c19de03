"""The house's book: money, tables, seats, rounds and records, in SQLite or PostgreSQL.

What belongs together is one :class:`Changes`; it becomes durable as a whole or not at all. Changes that arrive while
others are being written share the next transaction, so that many tables wait for one write to the disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Any
from typing import cast as typing_cast

import msgspec
from sqlalchemy import ColumnElement, CursorResult, Text, case, cast, func, literal, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from nomorebets.errors import RulesError
from nomorebets.server.book import schema
from nomorebets.server.book.archive import SEALED, Archive, lines_of, seal_of
from nomorebets.server.book.bulk import Rows, write
from nomorebets.server.book.chain import append, append_seals, locked_head
from nomorebets.server.book.changes import (
    HOUSE,
    PLAY_MONEY,
    BrokenBook,
    Changes,
    LeaseLost,
    Required,
    StoreError,
    now,
    together,
)
from nomorebets.server.book.database import (
    OnlyOne,
    address_of,
    is_file,
    make_engine,
    named,
    prepare,
    reason,
    require_file,
)
from nomorebets.server.book.means import Means
from nomorebets.server.book.rows import (
    BegunRow,
    DoneMessages,
    HeardRow,
    KeptRow,
    RoundRow,
    SeatRow,
    StageRow,
    TableRow,
)
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.book.soundness import AUDIT, Soundness
from nomorebets.table.ledger import spot

__all__ = [
    "HOUSE",
    "PLAY_MONEY",
    "Changes",
    "RoundRow",
    "Store",
    "StoreError",
    "TableRow",
    "now",
]

log: logging.Logger = logging.getLogger(__name__)
SELDOM = Seldom(log)


RETRY = 1.0  # seconds until a database that cannot be reached is tried again
_Waiting = tuple[Changes, asyncio.Future[None]]


class Store:
    """The database. ``open`` it, ``commit`` changes, ``close`` it."""

    url: str

    def __init__(
        self,
        url: str,
        engines: Callable[..., AsyncEngine] = make_engine,  # how the database is spoken to
        is_shared: bool | None = None,  # with other processes; None: where it is a server
    ) -> None:
        self.url, self._engines = url, engines
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._is_free = asyncio.Event()  # nothing is being written
        self._is_free.set()
        self._writer: asyncio.Task[None] | None = None
        self._has_tried = (
            asyncio.Event()
        )  # to connect for writing: broken off midway, a driver leaves its thread behind
        self._engine: AsyncEngine | None = None
        self._alone: OnlyOne | None = None
        self.is_shared: bool = bool(is_shared)
        self._may_be_shared = is_shared is None
        self.archive: Archive = Archive(lambda: self.engine)
        self.moving: Counter[str] = Counter()  # accounts of changes that are being written
        self.moved: int = 0  # how many have been
        self.means: Means = Means()  # how much play money is out
        self.sound: Soundness = Soundness()

    # --- opening and closing ---------------------------------------------------------------------------------------

    async def open(self) -> None:
        address = address_of(self.url)
        if self._may_be_shared:
            self.is_shared = address.get_backend_name() == "postgresql"
        if is_file(address):
            require_file(Path(str(address.database)))
        if is_file(address) and not self.is_shared:
            self._alone = OnlyOne(address)
            self._alone.take()
        try:
            await prepare(address, engines=self._engines)
            self._engine = self._engines(address)
            await self.sound.look_into(self, named(address))
            await self.count_means()
        except BaseException:
            await self.close()
            raise
        self._writer = asyncio.create_task(self._write(), name="store writer")

    async def close(self) -> None:
        if self._writer is not None:
            await self._has_tried.wait()
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        if self._engine is not None:
            await self._engine.dispose()
        if self._alone is not None:
            self._alone.give_up()

    @property
    def engine(self) -> AsyncEngine:
        if self._engine is None:
            raise StoreError("the database is not open")
        return self._engine

    # --- writing -----------------------------------------------------------------------------------------------------

    async def commit(self, changes: Changes) -> None:
        """Returns when the changes are durable; raises when nothing of them is."""
        if not changes:
            return
        self.sound.require(changes)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        accounts = [a for m in changes.movements for a in (m.source, m.target)] if self.is_shared else []
        if accounts:
            self.moving.update(accounts)
        self._queue.put_nowait((changes, done))
        try:
            await done
        finally:
            if accounts:
                self.moving -= Counter(accounts)
            self.moved += 1

    async def turn(self) -> None:
        """Returns when what is committed now is written next: whoever waits for that brings all that happens till then.

        Changes that were committed sooner would only wait, and what happens meanwhile would be written after them.
        """
        await self._is_free.wait()

    async def _write(self) -> None:
        """Take whatever waits, write it in one transaction, and tell everybody who waited."""
        while True:
            try:
                async with self.engine.connect() as plain:
                    connection = await plain.execution_options(writes=True)
                    self._has_tried.set()
                    while True:
                        self._is_free.set()
                        await asyncio.sleep(0)  # until those who waited for it have come
                        batch = [await self._queue.get()]
                        while not self._queue.empty():
                            batch.append(self._queue.get_nowait())
                        self._is_free.clear()
                        await self._write_batch(connection, batch)
            except (SQLAlchemyError, OSError) as fault:  # no connection: whoever waits is told, and it is tried again
                self._has_tried.set()
                self._is_free.set()
                SELDOM.error("the book cannot be reached: %s", reason(fault))
                while not self._queue.empty():
                    _fail(self._queue.get_nowait()[1], _not_written(fault))
                await asyncio.sleep(RETRY)

    async def _write_batch(self, connection: AsyncConnection, batch: list[_Waiting]) -> None:
        try:
            await self._together(connection, batch)
        except _Unsure as fault:
            for _, done in batch:
                _fail(done, fault.error)
        except Exception as fault:
            if len(batch) > 1:  # one of them may be at fault: each for itself
                for one in batch:
                    await self._write_batch(connection, [one])
            else:
                if not isinstance(fault, SQLAlchemyError | RulesError):
                    log.exception("the book was to write something it cannot")
                _fail(batch[0][1], fault if isinstance(fault, RulesError) else _not_written(fault))

    async def _together(self, connection: AsyncConnection, batch: list[_Waiting]) -> None:
        transaction = await connection.begin()
        try:
            await self._write_all(connection, [changes for changes, _ in batch])
        except BaseException:
            await _roll_back(connection)
            raise
        try:
            await transaction.commit()
        except SQLAlchemyError as fault:
            await _roll_back(connection)
            # SQLite says so when it has not; a server may have, and the answer was lost
            raise _Unsure(_unsure(fault) if self.is_shared else _not_written(fault)) from fault
        for changes, done in batch:
            self.means.follow(changes.movements)
            if not done.done():
                done.set_result(None)

    async def _write_all(self, connection: AsyncConnection, several: list[Changes]) -> None:
        movements = [movement for changes in several for movement in changes.movements]
        closings = [closing for changes in several for closing in changes.closings]
        sealed = [row for changes in several for row in changes.seals]
        ruled = [ruling for changes in several for ruling in changes.ruled]
        floor = [entry for changes in several for entry in changes.floor]
        archived = [archive for changes in several for archive in changes.archived]
        goes_on = bool(sealed or movements or closings or ruled or floor or archived)  # the chain
        head = await locked_head(connection) if goes_on or self.is_shared else None
        await self._require_leases(connection, several)
        if goes_on and head is None:
            raise StoreError("the book has lost its head", accepts=AUDIT)
        if head is not None and sealed:
            head = await append_seals(connection, sealed, head)
        for step in together([step for changes in several for step in changes.steps]):
            if isinstance(step, Rows):
                await write(connection, step)
            elif isinstance(step, Required):
                done = await connection.execute(step.statement)
                if typing_cast("CursorResult[Any]", done).rowcount != 1:
                    raise step.otherwise
            else:
                await connection.execute(step)
        if head is not None and goes_on:
            await append(connection, movements, closings, ruled, floor, archived, head)

    async def _require_leases(self, connection: AsyncConnection, several: list[Changes]) -> None:
        """Refuse changes to a table that another process has taken; until the commit nobody takes one."""
        fences = {changes.table_id: changes.fence for changes in several if changes.table_id is not None}
        if not self.is_shared or not fences:
            return
        t = schema.tables.c
        query = select(t.id, t.fence).where(t.id.in_(fences)).order_by(t.id).with_for_update(read=True)
        held = {row.id: row.fence for row in await connection.execute(query)}
        for table_id, fence in fences.items():
            if held.get(table_id) != fence:
                raise LeaseLost(f"another process serves table {table_id} now; nothing has moved", accepts="come again")

    # --- reading: money ----------------------------------------------------------------------------------------------

    async def count_means(self) -> None:
        async with self.engine.connect() as connection:
            await self.means.count(connection)

    async def balance(self, account: str) -> int:
        query = select(schema.accounts.c.balance).where(schema.accounts.c.id == account)
        async with self.engine.connect() as connection:
            return int(await connection.scalar(query) or 0)

    async def balances(self, accounts: Collection[str] | None = None) -> dict[str, int]:
        """What every account holds, or each of some."""
        a = schema.accounts.c
        query = select(a.id, a.balance)
        async with self.engine.connect() as connection:
            rows = await connection.execute(query if accounts is None else query.where(a.id.in_(list(accounts))))
            return {row.id: row.balance for row in rows}

    async def recomputed(self) -> dict[str, int]:
        """Every balance once more, from the first posting on."""
        balances: Counter[str] = Counter()
        async with self.engine.connect() as connection:
            for row in await connection.execute(select(schema.postings)):
                balances[row.source] -= row.amount
                balances[row.target] += row.amount
        return dict(balances)

    async def patron_name(self, patron: str) -> str | None:
        query = select(schema.patrons.c.name).where(schema.patrons.c.id == patron)
        async with self.engine.connect() as connection:
            name: str | None = await connection.scalar(query)
            return name

    async def secret(self, name: str, fresh: str) -> str:
        """A secret of this house, made once: what cookies are signed with."""
        query = select(schema.meta.c.value).where(schema.meta.c.name == name)
        async with self.engine.connect() as connection:
            secret: str | None = await connection.scalar(query)
        if secret is None:
            changes = Changes()
            changes.insert_missing(schema.meta, {"name": name, "value": fresh})
            await self.commit(changes)
            async with self.engine.connect() as connection:  # another process may have been first
                secret = await connection.scalar(query)
        return secret or fresh

    # --- reading: tables and rounds ----------------------------------------------------------------------------------

    async def open_tables(self) -> list[TableRow]:
        count = (
            select(func.count())
            .select_from(schema.seats)
            .where(schema.seats.c.table_id == schema.tables.c.id)
            .scalar_subquery()
        )
        t = schema.tournaments.c
        stage = (t.id.label("t_id"), t.name.label("t_name"), t.stage, t.rounds.label("t_rounds"), t.ends)
        query = select(schema.tables, count.label("taken"), *stage).where(schema.tables.c.closed.is_(None))
        query = query.outerjoin(schema.tournaments, t.id == schema.tables.c.tournament)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query.order_by(schema.tables.c.opened))).all()
            f, floor = schema.floor_log.c, defaultdict[str, list[str]](list)
            still_open = select(schema.tables.c.id).where(schema.tables.c.closed.is_(None))
            logged = select(f.table_id, f.entry).where(f.table_id.in_(still_open)).order_by(f.n)
            for entry in await connection.execute(logged):
                floor[entry.table_id].append(entry.entry)
        return [
            TableRow(
                row.id,
                row.name,
                row.game,
                row.as_of,
                _house(row.house),
                row.rounds,
                row.seq,
                row.opening.encode(),
                row.taken,
                stage=StageRow(row.t_id, row.t_name, row.stage, row.t_rounds, row.ends) if row.t_id else None,
                training=bool(row.training),
                floor=tuple(floor[row.id]),
            )
            for row in rows
        ]

    async def is_open(self, table_id: str) -> bool:
        t = schema.tables.c
        async with self.engine.connect() as connection:
            return bool(await connection.scalar(select(t.id).where(t.id == table_id, t.closed.is_(None))))

    async def who_sits(self) -> dict[str, dict[str, str]]:
        """Who sits where at each table: ``3``, or ``3:B`` behind whoever sits there."""
        sitting: dict[str, dict[str, str]] = defaultdict(dict)
        s = schema.seats.c
        async with self.engine.connect() as connection:
            for row in await connection.execute(select(s.table_id, s.seat, s.player, s.patron_id)):
                sitting[row.table_id][spot(row.seat, row.player)] = row.patron_id
        return sitting

    async def kept(self, table_id: str, rounds: int = 1) -> KeptRow:
        """A table as it is in the book, with so many of its last rounds."""
        h = schema.heard.c
        query = select(h.n, h.round, h.at, h.messages).where(h.table_id == table_id).order_by(h.n)
        try:
            async with self.engine.connect() as connection:
                heard = [
                    HeardRow(row.n, row.round, row.at, msgspec.json.decode(row.messages, type=DoneMessages))
                    for row in await connection.execute(query)
                ]
                before = await _last_rounds(connection, table_id, rounds)
            s = schema.seals.c
            sealed = SEALED.where(s.table_id == table_id).order_by(s.number.desc()).limit(1)
            seats, begun = await self.seats_at(table_id), await self.begun_round(table_id)
            return KeptRow(seats, begun, before, heard, await seal_of(self.engine, sealed))
        except SQLAlchemyError as fault:
            raise StoreError(f"the book cannot be read ({reason(fault)})") from None

    async def chips_of(self, patron: str) -> dict[str, int]:
        """What a patron has in chips at each table, tournaments not counted: their chips are no money."""
        s, t, a = schema.seats.c, schema.tables.c, schema.accounts.c
        query = (
            select(s.table_id, func.sum(a.balance))
            .join(schema.tables, t.id == s.table_id)
            .join(schema.accounts, a.id == _seat_account())
            .where(s.patron_id == patron, t.tournament.is_(None))
            .group_by(s.table_id)
        )
        async with self.engine.connect() as connection:
            return {table: int(chips) for table, chips in await connection.execute(query)}

    async def seats_at(self, table_id: str) -> list[SeatRow]:
        s, p, a = schema.seats.c, schema.patrons.c, schema.accounts.c
        query = (
            select(schema.seats, p.name, a.balance)
            .join(schema.patrons, p.id == s.patron_id)
            .outerjoin(schema.accounts, a.id == _seat_account())
            .where(s.table_id == table_id)
            .order_by(s.seat, s.player)
        )
        async with self.engine.connect() as connection:
            return [
                SeatRow(
                    row.seat,
                    row.patron_id,
                    row.name,
                    bool(row.leaving),
                    row.orders.encode(),
                    row.last.encode(),
                    row.balance or 0,
                    row.player,
                    bool(row.agrees),
                )
                for row in await connection.execute(query)
            ]

    async def begun_round(self, table_id: str) -> BegunRow | None:
        """The round of a table that is not over, if there is one."""
        r = schema.rounds.c
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(schema.rounds).where(r.table_id == table_id, r.ended.is_(None)))
            row = rows.first()
            if row is None:
                return None
            return await _round(connection, row)


# --- how it is written ---------------------------------------------------------------------------------------------


def _seat_account() -> ColumnElement[str]:
    """The account of whoever is at a seat, or behind it."""
    s = schema.seats.c
    behind = case((s.player == "", ""), else_=literal(":") + s.player)
    return s.table_id + "/seat:" + cast(s.seat, Text) + behind


def _house(kept: str) -> dict[str, Any]:
    """What a table was opened with; where that cannot be read, something that nobody can open a table with."""
    try:
        return msgspec.json.decode(kept, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {"options": {"unreadable": "in the book"}}


async def _round(connection: AsyncConnection, row: Any) -> BegunRow:
    return _begun(row, await lines_of(connection, row.id))


def _begun(row: Any, lines: list[bytes]) -> BegunRow:
    return BegunRow(row.id, row.number, lines, msgspec.json.decode(row.owners, type=dict[str, str]))


async def _last_rounds(connection: AsyncConnection, table_id: str, number: int) -> list[BegunRow]:
    r = schema.rounds.c
    query = select(schema.rounds).where(r.table_id == table_id, r.ended.is_not(None)).order_by(r.number.desc())
    rows = (await connection.execute(query.limit(number))).all()
    lines: dict[str, list[bytes]] = defaultdict(list)
    c = schema.lines.c
    wanted = select(schema.lines).where(c.round_id.in_([row.id for row in rows])).order_by(c.round_id, c.n)
    for line in await connection.execute(wanted):
        lines[line.round_id].append(line.line)
    return [_begun(row, lines[row.id]) for row in reversed(rows)]


class _Unsure(Exception):
    """A commit failed; whether it was done only the book knows."""

    def __init__(self, error: StoreError) -> None:
        super().__init__(str(error))
        self.error = error


async def _roll_back(connection: AsyncConnection) -> None:
    try:
        await connection.rollback()
    except (SQLAlchemyError, OSError):
        await connection.invalidate()


# what a database says of an amount that no account may have; that a patron has not enough is his own matter
_BROKEN = ("fits_the_book", "something_moves", "from_one_to_another", "counts_up", "cannot store", "out of range")


def _not_written(fault: BaseException) -> StoreError:
    kind = BrokenBook if any(words in str(getattr(fault, "orig", fault)) for words in _BROKEN) else StoreError
    return kind(f"the book cannot be written ({reason(fault)}); nothing has moved")


def _unsure(fault: BaseException) -> StoreError:
    text = f"the book did not answer ({reason(fault)}); whether this was written shows when the table is read again"
    return StoreError(text, accepts="the same message with the same id, which is done once")


def _fail(done: asyncio.Future[None], fault: RulesError) -> None:
    if not done.done():
        done.set_exception(fault)
