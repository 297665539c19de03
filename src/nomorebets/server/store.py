"""The house's book: money, tables, seats, rounds and records, in SQLite.

What belongs together is one :class:`Changes`; it becomes durable as a whole or not at all. Changes that arrive while
others are being written share the next transaction, so that many tables wait for one write to the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Executable, Text, bindparam, cast, event, func, insert, make_url, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from nomorebets.errors import RulesError
from nomorebets.regulation import Citation
from nomorebets.server import schema

HOUSE = "house"  # whatever enters or leaves the tables comes from it; its balance is the negative of all others
PLAY_MONEY = "play money"  # the citation of what no paragraph commands: play money handed out, chips bought and sold


class StoreError(RulesError):
    """The database cannot be read or written; nothing has moved."""

    who = "database"


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Movement(msgspec.Struct, frozen=True):
    """Cents from one account to another, and why."""

    source: str
    target: str
    amount: int
    cite: str
    round_id: str | None = None


class RoundRow(msgspec.Struct, frozen=True):
    """A round as lists show it."""

    id: str
    table_id: str
    game: str
    as_of: str
    number: int
    started: str
    ended: str | None
    summary: list[dict[str, Any]]  # seat, wager, amount, result, net, cite


class TableRow(msgspec.Struct, frozen=True):
    """A table that is open."""

    id: str
    name: str
    game: str
    as_of: str
    house: dict[str, Any]  # options, pay_table, limits: what Wishes takes
    rounds: int
    seq: int
    opening: bytes
    seats: int = 0
    spectators: int = 0


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits where, with the chips in front and the wagers that wait for the window to close."""

    seat: int
    patron_id: str
    name: str
    leaving: bool
    orders: bytes
    last: bytes
    stack: int


class BegunRow(msgspec.Struct, frozen=True):
    """A round that is not over."""

    id: str
    number: int
    lines: list[bytes]
    owners: dict[int, str]


class KeptRow(msgspec.Struct, frozen=True):
    """Everything a table needs to go on where it was."""

    seats: list[SeatRow]
    begun: BegunRow | None
    said: list[tuple[str, str]]  # patron and id of messages that were done


def kind_of(account: str) -> str:
    """``patron``, ``seat``, ``layout``, ``inventory``, … of an account's name."""
    return account.rpartition("/")[2].partition(":")[0]


@dataclass
class Changes:
    """What becomes durable together."""

    steps: list[tuple[Executable, list[dict[str, Any]] | None]] = field(default_factory=list)
    movements: list[Movement] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.steps or self.movements)

    def do(self, statement: Executable, rows: list[dict[str, Any]] | None = None) -> None:
        if rows is None or rows:
            self.steps.append((statement, rows))

    def move(self, source: str, target: str, amount: int, cite: str, round_id: str | None = None) -> None:
        if amount < 0 or source == target:
            raise StoreError(f"cannot move {amount} cents from {source} to {target}")
        if amount:
            self.movements.append(Movement(source, target, amount, cite, round_id))


class Store:
    """The database. ``open`` it, ``commit`` changes, ``close`` it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._queue: asyncio.Queue[tuple[Changes, asyncio.Future[None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._engine: AsyncEngine | None = None

    # --- opening and closing ---------------------------------------------------------------------------------------

    async def open(self) -> None:
        try:
            address = make_url(self.url)
        except SQLAlchemyError:
            raise StoreError(f"{self.url!r} is no address of a database", accepts="sqlite:///house.db") from None
        if address.get_backend_name() != "sqlite":
            raise StoreError(f"no database of the kind {address.get_backend_name()}", accepts="sqlite:///house.db")
        if address.database and address.database != ":memory:":
            try:
                Path(address.database).parent.mkdir(parents=True, exist_ok=True)
                sqlite3.connect(address.database).close()  # tried here first: the driver's own thread would complain
            except (OSError, ValueError, sqlite3.Error) as fault:
                raise StoreError(f"{address.database}: {fault}", accepts="a file that can be written") from None
        self._engine = create_async_engine(address.set(drivername="sqlite+aiosqlite"))
        _prepare(self._engine)
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(schema.metadata.create_all)
                found = await connection.scalar(select(schema.meta.c.value).where(schema.meta.c.name == "schema"))
                if found is None:
                    await connection.execute(insert(schema.meta).values(name="schema", value=str(schema.VERSION)))
        except SQLAlchemyError as fault:
            await self._engine.dispose()
            raise StoreError(f"{address.database}: {_reason(fault)}", accepts="a file that can be written") from None
        if found not in (None, str(schema.VERSION)):
            await self._engine.dispose()
            raise StoreError(f"the database has schema {found}", accepts=f"schema {schema.VERSION}")
        self._writer = asyncio.create_task(self._write(), name="store writer")

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        if self._engine is not None:
            await self._engine.dispose()

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
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((changes, done))
        await done

    async def _write(self) -> None:
        """Take whatever waits, write it in one transaction, and tell everybody who waited."""
        async with self.engine.connect() as connection:
            while True:
                batch = [await self._queue.get()]
                while not self._queue.empty():
                    batch.append(self._queue.get_nowait())
                try:
                    await self._together(connection, batch)
                except SQLAlchemyError as fault:
                    if len(batch) > 1:  # one of them may be at fault: each for itself
                        await self._each(connection, batch)
                    else:
                        _fail(batch[0][1], fault)

    async def _each(self, connection: AsyncConnection, batch: list[tuple[Changes, asyncio.Future[None]]]) -> None:
        for one in batch:
            try:
                await self._together(connection, [one])
            except SQLAlchemyError as fault:
                _fail(one[1], fault)

    async def _together(self, connection: AsyncConnection, batch: list[tuple[Changes, asyncio.Future[None]]]) -> None:
        async with connection.begin():
            for changes, _ in batch:
                for statement, rows in changes.steps:
                    await connection.execute(statement, rows)
            await _post(connection, [movement for changes, _ in batch for movement in changes.movements])
        for _, done in batch:
            if not done.done():
                done.set_result(None)

    # --- reading: money ----------------------------------------------------------------------------------------------

    async def balance(self, account: str) -> int:
        query = select(schema.accounts.c.balance).where(schema.accounts.c.id == account)
        async with self.engine.connect() as connection:
            return int(await connection.scalar(query) or 0)

    async def balances(self) -> dict[str, int]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(schema.accounts.c.id, schema.accounts.c.balance))
            return {row.id: row.balance for row in rows}

    async def recomputed(self) -> dict[str, int]:
        """Every balance once more, from the first posting on."""
        found: Counter[str] = Counter()
        async with self.engine.connect() as connection:
            for row in await connection.execute(select(schema.postings)):
                found[row.source] -= row.amount
                found[row.target] += row.amount
        return dict(found)

    async def patron_name(self, patron: str) -> str | None:
        query = select(schema.patrons.c.name).where(schema.patrons.c.id == patron)
        async with self.engine.connect() as connection:
            name: str | None = await connection.scalar(query)
            return name

    async def secret(self, name: str, fresh: str) -> str:
        """A secret of this house, made once: what cookies are signed with."""
        query = select(schema.meta.c.value).where(schema.meta.c.name == name)
        async with self.engine.begin() as connection:
            found: str | None = await connection.scalar(query)
            if found is None:
                await connection.execute(insert(schema.meta).values(name=name, value=fresh))
        return found or fresh

    # --- reading: tables and rounds ----------------------------------------------------------------------------------

    async def open_tables(self) -> list[TableRow]:
        count = (
            select(func.count())
            .select_from(schema.seats)
            .where(schema.seats.c.table_id == schema.tables.c.id)
            .scalar_subquery()
        )
        query = select(schema.tables, count.label("taken")).where(schema.tables.c.closed.is_(None))
        async with self.engine.connect() as connection:
            return [
                TableRow(
                    row.id,
                    row.name,
                    row.game,
                    row.as_of,
                    msgspec.json.decode(row.house),
                    row.rounds,
                    row.seq,
                    row.opening.encode(),
                    row.taken,
                )
                for row in await connection.execute(query.order_by(schema.tables.c.opened))
            ]

    async def kept(self, table_id: str) -> KeptRow:
        """A table as it is in the book."""
        known = schema.said.c
        query = select(known.patron_id, known.id).where(known.table_id == table_id).order_by(known.round)
        try:
            async with self.engine.connect() as connection:
                said = [(row.patron_id, row.id) for row in await connection.execute(query)]
            return KeptRow(await self.seats_at(table_id), await self.begun_round(table_id), said)
        except SQLAlchemyError as fault:
            raise StoreError(f"the book cannot be read ({_reason(fault)})") from None

    async def seats_at(self, table_id: str) -> list[SeatRow]:
        s, p, a = schema.seats.c, schema.patrons.c, schema.accounts.c
        query = (
            select(schema.seats, p.name, a.balance)
            .join(schema.patrons, p.id == s.patron_id)
            .outerjoin(schema.accounts, a.id == s.table_id + "/seat:" + cast(s.seat, Text))
            .where(s.table_id == table_id)
            .order_by(s.seat)
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
                )
                for row in await connection.execute(query)
            ]

    async def begun_round(self, table_id: str) -> BegunRow | None:
        """The round of a table that is not over, if there is one."""
        r = schema.rounds.c
        async with self.engine.connect() as connection:
            found = await connection.execute(select(schema.rounds).where(r.table_id == table_id, r.ended.is_(None)))
            row = found.first()
            if row is None:
                return None
            lines = await _lines(connection, row.id)
            return BegunRow(row.id, row.number, lines, msgspec.json.decode(row.owners, type=dict[int, str]))

    async def find_rounds(
        self,
        table: str | None = None,
        game: str | None = None,
        day: date | None = None,
        seat: int | None = None,
        result: str | None = None,
        before: str | None = None,
        limit: int = 50,
    ) -> list[RoundRow]:
        """Rounds that are over, the latest first. ``before`` is the id of the last one already known."""
        r, ends = schema.rounds.c, schema.results.c
        query = select(schema.rounds).where(r.ended.is_not(None))
        if table is not None:
            query = query.where(r.table_id == table)
        if game is not None:
            query = query.where(r.game == game)
        if day is not None:
            query = query.where(r.started.like(f"{day.isoformat()}%"))
        if seat is not None or result is not None:
            match = select(ends.round_id).where(ends.round_id == r.id)
            match = match if seat is None else match.where(ends.seat == seat)
            match = match if result is None else match.where(ends.result == result)
            query = query.where(match.exists())
        if before is not None:
            query = query.where(r.n < select(r.n).where(r.id == before).scalar_subquery())
        return await self._rounds(query.order_by(r.n.desc()).limit(limit))

    async def rounds_citing(self, citation: str, limit: int = 20) -> list[RoundRow]:
        """Rounds that acted by a paragraph or by a reading of it, the latest first."""
        r, c = schema.rounds.c, schema.cited.c
        name = str(Citation.parse(citation))
        match = select(c.round_id).where(or_(c.cite == name, c.cite.startswith(f"{name} ", autoescape=True)))
        query = select(schema.rounds).where(r.ended.is_not(None), r.id.in_(match))
        return await self._rounds(query.order_by(r.n.desc()).limit(limit))

    async def _rounds(self, query: Any) -> list[RoundRow]:
        async with self.engine.connect() as connection:
            rows = list(await connection.execute(query))
            ends = schema.results
            wanted = select(ends).where(ends.c.round_id.in_([row.id for row in rows])).order_by(ends.c.n)
            summaries: dict[str, list[dict[str, Any]]] = defaultdict(list)
            for end in await connection.execute(wanted):
                facts = {k: getattr(end, k) for k in ("seat", "wager", "amount", "result", "net", "cite")}
                summaries[end.round_id].append(facts)
        return [
            RoundRow(
                row.id,
                row.table_id,
                row.game,
                row.as_of,
                row.number,
                row.started,
                row.ended,
                summaries[row.id],
            )
            for row in rows
        ]

    async def record(self, round_id: str) -> bytes:
        """The record of a round as JSON Lines; of a round that is not over, nothing."""
        query = select(schema.rounds.c.id).where(schema.rounds.c.id == round_id, schema.rounds.c.ended.is_not(None))
        async with self.engine.connect() as connection:
            if await connection.scalar(query) is None:
                raise StoreError(f"no round that is over is called {round_id[:60]!r}", accepts="an id of the list")
            return b"".join(line + b"\n" for line in await _lines(connection, round_id))


# --- how it is written ---------------------------------------------------------------------------------------------


def _prepare(engine: AsyncEngine) -> None:
    """SQLite as a ledger needs it: durable at every commit, readers beside the writer, foreign keys kept."""

    @event.listens_for(engine.sync_engine, "connect")
    def _connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # BEGIN is ours: the driver's own comes too late
        cursor = connection.cursor()
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begun(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN")


async def _lines(connection: AsyncConnection, round_id: str) -> list[bytes]:
    query = select(schema.lines.c.line).where(schema.lines.c.round_id == round_id).order_by(schema.lines.c.n)
    return [row.line for row in await connection.execute(query)]


async def _post(connection: AsyncConnection, movements: Sequence[Movement]) -> None:
    """Write every movement down and bring the two accounts of each up to date: together they stay at zero."""
    if not movements:
        return
    at = now()
    await connection.execute(
        insert(schema.postings),
        [
            {
                "at": at,
                "source": m.source,
                "target": m.target,
                "amount": m.amount,
                "cite": m.cite,
                "round_id": m.round_id,
            }
            for m in movements
        ],
    )
    net = totals(movements)
    add = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(schema.accounts)
    fresh = [{"id": account, "kind": kind_of(account), "balance": 0} for account in net]
    await connection.execute(add.on_conflict_do_nothing(), fresh)
    change = (
        update(schema.accounts)
        .where(schema.accounts.c.id == bindparam("account"))
        .values(balance=schema.accounts.c.balance + bindparam("gain"))
    )
    await connection.execute(change, [{"account": account, "gain": gain} for account, gain in net.items()])


def totals(movements: Iterable[Movement]) -> dict[str, int]:
    """What each account gains or loses."""
    found: Counter[str] = Counter()
    for movement in movements:
        found[movement.source] -= movement.amount
        found[movement.target] += movement.amount
    return dict(found)


def _reason(fault: SQLAlchemyError) -> str:
    return str(getattr(fault, "orig", None) or fault).splitlines()[0][:200]


def _fail(done: asyncio.Future[None], fault: SQLAlchemyError) -> None:
    if not done.done():
        done.set_exception(StoreError(f"the book cannot be written ({_reason(fault)}); nothing has moved"))
