"""How often something may be done: so many at once, then so many a second, for each key."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from functools import lru_cache

from nomorebets.server import machine

# of one connection to a table; the first of each pair a second on average, the other at once
BYTES_A_SECOND, BYTES_AT_ONCE = 200_000, 400_000
FRAMES_A_SECOND, FRAMES_AT_ONCE = 250, 1_000
PROCESSOR, PROCESSOR_AT_ONCE = 0.25, 2.0  # seconds
MOST_PROCESSOR = 0.5  # seconds a second, of however many connections
MOST_KEYS = 20_000  # whoever comes under ever new keys pushes only the oldest of them out


@lru_cache(maxsize=4096)
def network_of(host: str) -> str:
    """Whom an address counts as: of IPv6 its /64, which one visitor has whole.

    >>> network_of("192.0.2.7"), network_of("2001:db8::7:1"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


class Meter:
    """An allowance that may be overdrawn, and is then waited for.

    >>> meter = Meter(a_second=10, at_once=20)
    >>> [meter.spend(15, now) for now in (0.0, 0.0, 1.0, 5.0)]
    [0.0, 1.0, 1.5, 0.0]
    """

    a_second: float
    at_once: float

    def __init__(self, a_second: float, at_once: float) -> None:
        self.a_second, self.at_once = a_second, at_once
        self._left, self._since = at_once, 0.0

    def spend(self, cost: float, now: float) -> float:
        """Seconds until what was spent is made up for."""
        self._left = min(self.at_once, self._left + max(0.0, now - self._since) * self.a_second) - cost
        self._since = now
        return max(0.0, -self._left / self.a_second)


class Budget:
    """What one connection, or one address, may have read for it: bytes, frames, and processor time."""

    def __init__(self, times: float = 1.0) -> None:
        self._bytes = Meter(times * BYTES_A_SECOND, times * BYTES_AT_ONCE)
        self._frames = Meter(times * FRAMES_A_SECOND, times * FRAMES_AT_ONCE)
        self._processor = Meter(min(times * PROCESSOR, MOST_PROCESSOR), times * PROCESSOR_AT_ONCE)

    def spend(self, size: int, frames: int, seconds: float, now: float) -> float:
        """Seconds for which nothing more is read."""
        return max(self._bytes.spend(size, now), self._frames.spend(frames, now), self._processor.spend(seconds, now))


class Pace:
    """An allowance per key that fills up again with time.

    >>> pace = Pace(a_second=1, at_once=2)
    >>> [pace.take("somebody", now) for now in (0.0, 0.0, 0.0, 1.0)]
    [True, True, False, True]
    """

    a_second: float
    at_once: float

    def __init__(self, a_second: float, at_once: float) -> None:
        self.a_second, self.at_once = a_second, at_once
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float | None = None) -> bool:
        """Take one of the allowance; False where nothing is left."""
        at = machine.seconds() if now is None else now
        left = self._allowance(key, at)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, at)
        self._left.move_to_end(key)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return allowed

    def is_left(self, key: str, now: float | None = None) -> bool:
        """Whether something is left, without taking it."""
        return self._allowance(key, machine.seconds() if now is None else now) >= 1

    def _allowance(self, key: str, at: float) -> float:
        left, since = self._left.get(key, (self.at_once, at))
        return min(self.at_once, left + max(0.0, at - since) * self.a_second)
