"""Tables that everybody has left: absent guests get their chips back, and the table leaves the lobby."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from nomorebets.errors import RulesError
from nomorebets.server import machine
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse

log: logging.Logger = logging.getLogger(__name__)

LOOKED_AFTER = 60.0  # seconds between two looks
AWAY = 1_200.0  # seconds without a visitor, after which those who sit there have left


class IdleTables:
    """Looks after the tables of one process, and closes those at which nobody has been for a while."""

    def __init__(self, house: LiveHouse, seconds: Callable[[], float] = machine.seconds) -> None:
        self._house, self._seconds = house, seconds
        self._since: dict[str, float] = {}  # when nobody was seen there first
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._task = asyncio.create_task(self._look_after(), name="idle tables")

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(LOOKED_AFTER)
            try:
                await self.look()
            except (RulesError, SQLAlchemyError, OSError) as fault:
                log.warning("idle tables cannot be closed: %s", fault)

    async def look(self) -> None:
        """Those who have been away too long leave; a table at which nothing stands any more is closed."""
        empty = [live for live in self._house.tables.values() if live.stage is None and not live.watchers]
        now = self._seconds()
        self._since = {live.id: self._since.get(live.id, now) for live in empty}
        for live in empty:
            if now - self._since[live.id] < AWAY:
                continue
            _show_out(live)
            await live.settled()
            if live.is_idle:
                await self._house.close_table(live)
                log.info("table %s is closed: nobody has been there for a while", live.id)


def _show_out(live: LiveTable) -> None:
    """Whoever sits at a table without looking at it leaves his seat, as if he had said so."""
    for seated in live.seats.people:
        is_bot = live.bot is not None and live.bot.is_at(seated)
        if not seated.leaving and not is_bot:
            live.dealer.leave(seated)
