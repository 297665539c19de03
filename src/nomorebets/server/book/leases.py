"""Which process serves which table, where several share one database.

A process holds a lock of the database for as long as its connection lives, which ends with the process, and says every
second that it is alive, by the database's clock. A table whose process has lost its lock, or has been silent for too
long, or which nobody serves, is taken by another one: its fence goes up by one, and every change to the table carries
the fence it was taken with. A process that was only slow finds its changes refused as a whole (:class:`LeaseLost`).
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    TextClause,
    and_,
    delete,
    insert,
    literal_column,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from nomorebets.server import machine
from nomorebets.server.book import schema
from nomorebets.server.book.changes import Changes
from nomorebets.server.book.store import Store

BEAT = 1.0  # seconds
SILENT = 6.0  # seconds after which a process counts as dead

_p, _t = schema.processes.c, schema.tables.c
_LOCKS = 1947  # the first of the two numbers of our advisory locks; the second is the process's


class Guard:
    """What a PostgreSQL server knows of its processes: its own time, and a lock that ends with its connection."""

    now: ColumnElement[int] = literal_column(  # milliseconds, by the database's clock
        "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)", BigInteger()
    )
    is_held: TextClause = text(
        "EXISTS (SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database() "
        f"WHERE l.locktype = 'advisory' AND l.granted AND l.classid = {_LOCKS} "
        "AND l.objid::bigint = ('x' || processes.id)::bit(32)::bigint)"
    )

    async def hold(self, connection: AsyncConnection, process: str) -> None:
        """Take the lock that says that a process lives."""
        await connection.execute(text(f"SELECT pg_advisory_lock({_LOCKS}, {int(process, 16)})"))


class Leases:
    """The tables this process serves."""

    def __init__(self, store: Store, address: str, guard: Guard | None = None) -> None:
        self._store, self._address, self._guard = store, address, guard or Guard()
        self.process: str = f"{machine.below(2**31):08x}"
        self._held: AsyncConnection | None = None  # with the lock
        self._now = self._guard.now
        self._is_alive = and_(_p.seen > self._now - int(SILENT * 1000), self._guard.is_held)
        self._is_free = or_(_t.holder.is_(None), _t.holder.not_in(select(_p.id).where(self._is_alive)))

    @property
    def are_held(self) -> bool:
        return self._held is not None

    async def open(self) -> None:
        await self._hold()
        changes = Changes()
        changes.do(insert(schema.processes).values(id=self.process, address=self._address, seen=self._now))
        changes.do(delete(schema.processes).where(_p.seen < self._now - 3_600_000))
        await self._store.commit(changes)

    async def close(self) -> None:
        """Tables are free at once for whoever asks first."""
        changes = Changes()
        changes.do(update(schema.tables).where(_t.holder == self.process).values(holder=None))
        changes.do(delete(schema.processes).where(_p.id == self.process))
        try:
            await self._store.commit(changes)
        finally:
            await self._let_go()

    async def _hold(self) -> None:
        """On a connection of its own; one that did not get the lock is not kept."""
        self._held = await self._store.engine.connect()
        try:
            await self._held.execution_options(isolation_level="AUTOCOMMIT")
            await self._guard.hold(self._held, self.process)
        except BaseException:
            await self._let_go()
            raise

    async def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            with suppress(SQLAlchemyError, OSError):
                await held.invalidate()  # the lock must not go back to the pool with it
                await held.close()

    async def _still_hold(self) -> None:
        """A connection that broke took the lock along: take it again."""
        try:
            if self._held is not None:
                await self._held.execute(text("SELECT 1"))
                return
        except (SQLAlchemyError, OSError):
            await self._let_go()
        await self._hold()

    async def beat(self) -> dict[str, int]:
        """Say that this process is alive; the tables it still holds, with their fences."""
        await self._still_hold()
        async with self._store.engine.begin() as connection:
            await connection.execute(update(schema.processes).where(_p.id == self.process).values(seen=self._now))
            rows = await connection.execute(select(_t.id, _t.fence).where(_t.holder == self.process))
            return {row.id: row.fence for row in rows}

    async def take(self, table_id: str) -> int | None:
        """Serve a table that nobody serves, or take one's own anew; its fence, or None where another was first.

        Nor is one taken that somebody is writing to: to wait for a process that stands still would stop this one too.
        """
        may_take = or_(self._is_free, _t.holder == self.process)
        free = select(_t.id).where(_t.id == table_id, _t.closed.is_(None), may_take).correlate(None)
        this = update(schema.tables).where(_t.id.in_(free.with_for_update(skip_locked=True)))
        async with self._store.engine.begin() as connection:
            taken = this.values(holder=self.process, fence=_t.fence + 1).returning(_t.fence)
            fence: int | None = await connection.scalar(taken)
            return fence

    async def is_open(self, table_id: str) -> bool:
        """Whether there is such a table, whoever serves it."""
        async with self._store.engine.connect() as connection:
            found = await connection.scalar(select(_t.id).where(_t.id == table_id, _t.closed.is_(None)))
            return found is not None

    async def free(self) -> list[str]:
        """Tables that nobody serves."""
        async with self._store.engine.connect() as connection:
            rows = await connection.execute(select(_t.id).where(_t.closed.is_(None), self._is_free))
            return [row.id for row in rows]

    async def address_of(self, table_id: str) -> str | None:
        """Where the other process is that serves a table, if it is alive."""
        query = select(_p.address).join(schema.tables, _t.holder == _p.id)
        query = query.where(_t.id == table_id, _p.id != self.process)
        async with self._store.engine.connect() as connection:
            address: str | None = await connection.scalar(query.where(self._is_alive))
            return address
