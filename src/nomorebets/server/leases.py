"""Which process serves which table, where several share one database.

A process says every second that it is alive, by the database's clock. A table whose process has been silent for too
long, or which nobody serves, is taken by another one: its fence goes up by one, and every change to the table carries
the fence it was taken with. A process that was only slow finds its changes refused as a whole (:class:`LeaseLost`).
"""

from __future__ import annotations

import secrets

from sqlalchemy import BigInteger, delete, insert, literal_column, or_, select, update

from nomorebets.server import schema
from nomorebets.server.changes import Changes
from nomorebets.server.store import Store

BEAT = 1.0  # seconds
SILENT = 6.0  # seconds after which a process counts as dead

# milliseconds, by the database's clock
_NOW = literal_column("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)", BigInteger())
_p, _t = schema.processes.c, schema.tables.c
_alive = select(_p.id).where(_p.seen > _NOW - int(SILENT * 1000))
_is_free = or_(_t.holder.is_(None), _t.holder.not_in(_alive))


class Leases:
    """The tables this process serves."""

    def __init__(self, store: Store, address: str) -> None:
        self._store, self._address = store, address
        self.process = secrets.token_hex(8)

    async def open(self) -> None:
        changes = Changes()
        changes.do(insert(schema.processes).values(id=self.process, address=self._address, seen=_NOW))
        changes.do(delete(schema.processes).where(_p.seen < _NOW - 3_600_000))
        await self._store.commit(changes)

    async def close(self) -> None:
        """Tables are free at once for whoever asks first."""
        changes = Changes()
        changes.do(update(schema.tables).where(_t.holder == self.process).values(holder=None))
        changes.do(delete(schema.processes).where(_p.id == self.process))
        await self._store.commit(changes)

    async def beat(self) -> dict[str, int]:
        """Say that this process is alive; the tables it still holds, with their fences."""
        async with self._store.engine.begin() as connection:
            await connection.execute(update(schema.processes).where(_p.id == self.process).values(seen=_NOW))
            rows = await connection.execute(select(_t.id, _t.fence).where(_t.holder == self.process))
            return {row.id: row.fence for row in rows}

    async def take(self, table_id: str) -> int | None:
        """Serve a table that nobody serves; its fence, or None where another process was first."""
        free = update(schema.tables).where(_t.id == table_id, _t.closed.is_(None), _is_free)
        async with self._store.engine.begin() as connection:
            taken = free.values(holder=self.process, fence=_t.fence + 1).returning(_t.fence)
            fence: int | None = await connection.scalar(taken)
            return fence

    async def free(self) -> list[str]:
        """Tables that nobody serves."""
        async with self._store.engine.connect() as connection:
            rows = await connection.execute(select(_t.id).where(_t.closed.is_(None), _is_free))
            return [row.id for row in rows]

    async def address_of(self, table_id: str) -> str | None:
        """Where the other process is that serves a table, if it is alive."""
        query = select(_p.address).join(schema.tables, _t.holder == _p.id)
        query = query.where(_t.id == table_id, _p.id != self.process)
        async with self._store.engine.connect() as connection:
            address: str | None = await connection.scalar(query.where(_p.seen > _NOW - int(SILENT * 1000)))
            return address
