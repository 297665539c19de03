"""How often something may be done: so many at once, then so many a second, for each key."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_KEYS = 20_000  # whoever comes under ever new keys pushes only the oldest of them out


class Pace:
    """An allowance per key that fills up again with time.

    >>> pace = Pace(a_second=1, at_once=2)
    >>> [pace.take("somebody", now) for now in (0.0, 0.0, 0.0, 1.0)]
    [True, True, False, True]
    """

    def __init__(self, a_second: float, at_once: float) -> None:
        self.a_second, self.at_once = a_second, at_once
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float | None = None) -> bool:
        """Take one of the allowance; False where nothing is left."""
        at = time.monotonic() if now is None else now
        left = self._allowance(key, at)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, at)
        self._left.move_to_end(key)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return allowed

    def is_left(self, key: str, now: float | None = None) -> bool:
        """Whether something is left, without taking it."""
        return self._allowance(key, time.monotonic() if now is None else now) >= 1

    def _allowance(self, key: str, at: float) -> float:
        left, since = self._left.get(key, (self.at_once, at))
        return min(self.at_once, left + max(0.0, at - since) * self.a_second)
