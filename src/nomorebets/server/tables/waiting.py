"""The rail of a table that is full: who waits for a seat, first come, first served, and a seat is lost after a while.

In a poker room it is the waiting list of 14.18; elsewhere no paragraph speaks of it, and the house keeps it by itself.

It is kept in memory only: whoever leaves the page is off it, and so is everybody when the house stops.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from nomorebets.errors import WagerRefused
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.buying import stakes_of
from nomorebets.server.tables.clock import Timer
from nomorebets.server.tables.seats import Seats
from nomorebets.table import Table

MOST_WAITING = 20
TO_ACCEPT = 30.0  # seconds in which a seat that is offered is taken


class WaitingList:
    """Who waits for a seat, in the order in which they came, and who is offered one until when."""

    to_accept: float

    changed: Callable[[], None]  # somebody's time is over: the table shows itself again

    def __init__(self, table: Table, to_accept: float = TO_ACCEPT) -> None:
        self.to_accept = to_accept
        stakes = stakes_of(table)
        self._by = stakes.waiting_by if stakes is not None else None
        self._day = table.as_of
        self._names: dict[str, str] = {}  # by patron
        self._until: dict[str, float] = {}  # of those who are offered a seat
        self._timer = Timer(self._time_is_over)

    def join(self, purse: Purse, is_seated: bool, free: int) -> None:
        """Somebody gets in line, where there is no seat for him."""
        why = ""
        if is_seated:
            why, accepts = "you have a seat", "playing"
        elif purse.patron in self._names:
            why, accepts = "you are on the list already", "waiting for your turn"
        elif free > len(self._names):
            why, accepts = "there is a seat for you", "sit"
        elif len(self._names) >= MOST_WAITING:
            why, accepts = f"{MOST_WAITING} wait already", "another table, or coming back later"
        if why:
            raise WagerRefused(f"the waiting list: {why}", self._by, self._day, accepts)
        self._names[purse.patron] = purse.name

    def leave(self, patron: str | None) -> None:
        self._names.pop(patron or "", None)
        self._until.pop(patron or "", None)

    def require_turn(self, patron: str, free: int) -> None:
        """Refuse a seat that is somebody else's to take."""
        if patron in self._until or free > len(self._names) or not free:
            return
        text = f"a seat is refused: {len(self._names)} wait for one, and it is not your turn"
        raise WagerRefused(text, self._by, self._day, "wait")

    def offer(self, seats: Seats) -> None:
        """Offer every free seat to whoever is next; who let his time pass is off the list."""
        if not self._names and self._timer.deadline is None:
            return
        free = len(seats.free)
        now = asyncio.get_running_loop().time()
        for patron in [patron for patron, until in self._until.items() if until <= now]:
            self.leave(patron)
        self._until = {who: self._until.get(who, now + self.to_accept) for who in list(self._names)[:free]}
        first = min(self._until.values(), default=None)
        self._timer.set(*((first - now, (int(first * 1000), "offer")) if first is not None else (None, None)))

    def _time_is_over(self) -> None:
        self.changed()

    def stop(self) -> None:
        self._timer.stop()

    def shown(self) -> dict[str, Any]:
        """What everybody sees: who waits, in order, and how many of them are called."""
        return {"waiting": {"names": list(self._names.values()), "called": len(self._until)}}

    def shown_to(self, patron: str | None) -> dict[str, Any]:
        """What one who waits sees: how many are before him, and how long he has to take a seat."""
        if patron is None or patron not in self._names:
            return {}
        until = self._until.get(patron)
        left = None if until is None else max(0.0, round(until - asyncio.get_running_loop().time(), 1))
        return {"waits": {"before": list(self._names).index(patron), "seconds": left}}
