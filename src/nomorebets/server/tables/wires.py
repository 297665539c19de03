"""The connections to a house's tables: how many a session may have, and ending those that are no longer good."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from nomorebets.server.people.members import Members
from nomorebets.server.people.pace import Pace
from nomorebets.server.tables.watchers import COME_AGAIN, TOO_SLOW, Watcher

MOST = 16  # connections of one session at the same time
LOOKED_AFTER = 10.0  # seconds between two looks at everybody: the time of a session may be over
LOGGED_OUT = 4401
FASTEST, BURST = 80.0, 240.0  # messages of all connections of one session: a second on average, and at once


class Wires:
    """Everybody who is connected, by session; strangers have none."""

    def __init__(self, members: Members) -> None:
        self._members = members
        self._connected: dict[str, dict[Watcher, None]] = {}  # each in the order in which they came
        self.pace: Pace = Pace(FASTEST, BURST)
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        self._tasks = [
            asyncio.create_task(self._look_after(), name="wires"),
            asyncio.create_task(self._listen(), name="sessions ended elsewhere"),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def is_full(self, session: str) -> bool:
        return bool(session) and len(self._connected.get(session, ())) >= MOST

    def add(self, session: str, watcher: Watcher) -> None:
        self._connected.setdefault(session, {})[watcher] = None

    def remove(self, session: str, watcher: Watcher) -> None:
        own = self._connected[session]
        own.pop(watcher, None)
        if not own:
            del self._connected[session]

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(LOOKED_AFTER)
            for own in self._connected.values():
                for watcher in own:
                    if watcher.is_stuck():
                        watcher.end(*TOO_SLOW)
            await self._end_logged_out()

    async def _listen(self) -> None:
        """Another process that ends a session says so."""
        async for _ in self._members.ended():
            await self._end_logged_out()

    async def _end_logged_out(self) -> None:
        """End the connections of sessions that were ended elsewhere, or whose time is over."""
        asked = {session for session in self._connected if session}
        try:
            gone = asked - await self._members.good(asked)
            why = (LOGGED_OUT, "you are logged out")
        except (SQLAlchemyError, OSError):
            gone, why = asked, (COME_AGAIN, "the book does not say whether you are logged in")
        for session in sorted(gone):
            for watcher in self._connected.get(session, ()):
                watcher.end(*why)
