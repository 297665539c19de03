"""Tables of this house that the book would not give yet: they are asked for again, and meanwhile told as that."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from nomorebets.server.book.changes import StoreError
from nomorebets.server.book.leases import BEAT
from nomorebets.server.book.rows import TableRow

log: logging.Logger = logging.getLogger(__name__)

Serve = Callable[[TableRow, int], Awaitable[None]]


class Unread:
    """Which tables are to be read again, and under which lease."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._rows: dict[str, tuple[TableRow, int]] = {}
        self._given_up: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._rows)

    def has(self, table_id: str) -> bool:
        """Whether it is tried again already, or never any more."""
        return table_id in self._rows or table_id in self._given_up

    def add(self, row: TableRow, fence: int) -> None:
        self._rows[row.id] = row, fence

    def give_up(self, table_id: str, why: str) -> None:
        """It cannot be gone on with, however often it is read."""
        log.error("table %s stays closed: %s", table_id, why)
        self._given_up.add(table_id)

    def forget(self, table_id: str) -> None:
        self._rows.pop(table_id, None)

    def require(self, table_id: str) -> None:
        """Refuse what is asked of a table that is not read yet."""
        if table_id in self._rows:
            raise StoreError(f"table {table_id} cannot be read now", accepts="the same again, a little later")

    async def try_all(self) -> None:
        """Until all of them can be read."""
        while self._rows:
            await asyncio.sleep(BEAT)
            await self.try_held({table_id: fence for table_id, (_, fence) in self._rows.items()})

    async def try_held(self, held: dict[str, int]) -> None:
        """Those whose leases are held still; others are another process's now."""
        for table_id, (row, fence) in list(self._rows.items()):
            if held.get(table_id) == fence:
                await self._serve(row, fence)
            else:
                self.forget(table_id)
