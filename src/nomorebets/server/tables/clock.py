"""How long people have where others wait for them, and the timer that ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    """Seconds people have where others wait for them; a patron alone at a table has no limit."""

    wagers: float = 25.0
    again: float = 4.0  # where a round takes wagers a second time: while the ball turns
    decision: float = 30.0
    pause: float = 8.0  # between two rounds of a game that begins by itself
    street: float = 2.5  # before each street that is dealt while hands lie open, for everybody to look at them


Moment = tuple[int, str]  # the number of the last event, and what is asked


class Timer:
    """Rings when the time for a moment is over; set again for the same moment, it goes on as it was."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self.deadline: float | None = None
        self._moment: Moment | None = None
        self._handle: asyncio.TimerHandle | None = None
        self._set_to: float | None = None  # uvloop's own timers do not say

    @property
    def left(self) -> float | None:
        """Seconds that are left, where there is an end."""
        return None if self.deadline is None else max(0.0, self.deadline - asyncio.get_running_loop().time())

    def set(self, seconds: float | None, moment: Moment | None) -> None:
        """So many seconds for this moment, or no end."""
        loop = asyncio.get_running_loop()
        if seconds is None or moment is None:
            self.deadline = self._moment = None
        elif self.deadline is None or self._moment != moment:
            self.deadline, self._moment = loop.time() + seconds, moment
        if self._handle is not None and self._set_to != self.deadline:
            self.stop()
        if self._handle is None and self.deadline is not None:
            self._handle, self._set_to = loop.call_at(self.deadline, self._is_over), self.deadline

    def call_after(self, seconds: float, go: Callable[[], object]) -> None:
        """Something else to be done in a while, instead."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, go)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _is_over(self) -> None:
        self._handle = self.deadline = self._moment = None
        self._ring()
