"""The book of a simulated house: SQLite in a file, spoken to without threads, each call a moment at which it may fail.

It offers what the house asks of its driver (aiosqlite), and one writer at a time, who is waited for in simulated time.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import BigInteger, TextClause, literal_column, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from nomorebets.server.book import leases
from nomorebets.server.book.database import BUSY, make_engine

WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "REPLACE")
IDLE = 2 * BUSY / 1000  # seconds after which a server ends a transaction in which nothing happens


class Trouble(Protocol):
    """Whom a connection belongs to, and what may happen to its calls."""

    def is_cut_off(self) -> bool: ...
    async def before(self, call: str, connection: Connection) -> None: ...
    async def after(self, call: str, connection: Connection) -> None: ...


class Book:
    """The file, who holds the pen, and which locks are held."""

    def __init__(self, path: Path, time: Callable[[], float], now_ms: Callable[[], int]) -> None:
        self.path, self.time, self.now_ms = path, time, now_ms
        self.url = f"sqlite:///{path}"
        self.writer: Connection | None = None
        self.connections: dict[Connection, None] = {}
        self.on_commit: Callable[[], None] = lambda: None

    def engines(self, trouble: Trouble) -> Callable[..., AsyncEngine]:
        """How a process speaks to it."""

        async def connect() -> Connection:
            made = Connection(self, trouble)
            await made.call("connect")
            return made

        return partial(make_engine, async_creator=connect)

    def lives(self, process: str) -> bool:
        return any(process in connection.locks for connection in self.connections)

    async def take_pen(self, connection: Connection) -> None:
        until = self.time() + BUSY / 1000
        while self.writer not in (None, connection):
            assert self.writer is not None
            if self.time() - self.writer.used > IDLE:
                self.writer.break_off()
            elif self.time() > until:
                raise sqlite3.OperationalError("database is locked")
            else:
                await asyncio.sleep(0.002)
        connection.require_open()
        self.writer = connection

    def put_down(self, connection: Connection) -> None:
        if self.writer is connection:
            self.writer = None


class Connection:
    """One connection, as the driver of the house would make it."""

    def __init__(self, book: Book, trouble: Trouble) -> None:
        self._book, self._trouble = book, trouble
        self._conn = self._connection = sqlite3.connect(book.path, isolation_level=None)
        self._tx = _AtOnce()
        self.is_open = True
        self.used = book.time()
        self.locks: set[str] = set()
        book.connections[self] = None
        self._conn.create_function("house_now", 0, book.now_ms)
        self._conn.create_function("house_lives", 1, book.lives)
        self._conn.create_function("house_hold", 1, lambda process: self.locks.add(process) or 1)

    def require_open(self) -> None:
        if not self.is_open or self._trouble.is_cut_off():
            raise sqlite3.OperationalError("connection closed")

    async def call(self, what: str) -> None:
        """A moment at which something may happen, before a call is made."""
        self.require_open()
        await self._trouble.before(what, self)
        self.require_open()
        if what.startswith(WRITES):
            await self._book.take_pen(self)
        self.used = self._book.time()

    def break_off(self) -> None:
        """The line is dead: what was not committed is undone, and locks are free."""
        if self.is_open:
            self.is_open = False
            self._conn.close()
            self.locks.clear()
            self._book.put_down(self)
            self._book.connections.pop(self, None)

    def cursor(self) -> Cursor:
        return Cursor(self, self._conn)

    async def commit(self) -> None:
        in_transaction = self._conn.in_transaction if self.is_open else True
        await self.call("COMMIT" if in_transaction else "commit of nothing")
        self._conn.commit()
        self._book.put_down(self)
        if in_transaction:
            self._book.on_commit()
        await self._trouble.after("COMMIT" if in_transaction else "commit of nothing", self)

    async def rollback(self) -> None:
        await self.call("rollback")
        self._conn.rollback()
        self._book.put_down(self)

    async def close(self) -> None:
        self.break_off()

    def stop(self) -> None:
        self.break_off()

    async def create_function(self, *args: Any, **named: Any) -> None:
        self._conn.create_function(*args, **named)


class Cursor:
    def __init__(self, connection: Connection, conn: sqlite3.Connection) -> None:
        self._of = connection
        self._cursor = conn.cursor()

    def __getattr__(self, name: str) -> Any:  # description, rowcount, lastrowid
        return getattr(self._cursor, name)

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, statement: str, parameters: Iterable[Any] = ()) -> None:
        await self._of.call(statement)
        self._cursor.execute(statement, parameters)

    async def executemany(self, statement: str, parameters: Iterable[Any]) -> None:
        await self._of.call(statement)
        self._cursor.executemany(statement, parameters)

    async def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()

    async def close(self) -> None:
        if self._of.is_open:
            self._cursor.close()


class _AtOnce:
    """Where the driver would pass something to its thread."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any], Callable[[], Any]]) -> None:
        future, function = asked
        future.set_result(function())


class SimulatedGuard(leases.Guard):
    """The book's own time and locks, as a server would know them."""

    now = literal_column("house_now()", BigInteger())
    is_held: TextClause = text("house_lives(processes.id)")

    async def hold(self, connection: AsyncConnection, process: str) -> None:
        await connection.execute(text("SELECT house_hold(:process)"), {"process": process})
