"""How often something may be done: so many at once, then so many a second, for each key."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from functools import cache, lru_cache

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
    """What one connection, or one address, may have read for it: bytes, frames, and processor time.

    Each is an allowance like a meter's; they are spent together, so that one look at the clock fills all of them.
    """

    __slots__ = ("_bytes", "_frames", "_most", "_processor", "_since")

    def __init__(self, times: float = 1.0) -> None:
        self._most = _most(times)
        self._bytes, _, self._frames, _, self._processor, _ = self._most
        self._since = 0.0

    def spend(self, size: int, frames: int, seconds: float, now: float) -> float:
        """Seconds for which nothing more is read."""
        bytes_at_once, bytes_a_second, frames_at_once, frames_a_second, at_once, a_second = self._most
        in_bytes, in_frames, processor = self._bytes, self._frames, self._processor
        passed, self._since = now - self._since, now
        if passed > 0:  # each fills up again, as far as it goes
            in_bytes = min(bytes_at_once, in_bytes + passed * bytes_a_second)
            in_frames = min(frames_at_once, in_frames + passed * frames_a_second)
            processor = min(at_once, processor + passed * a_second)
        in_bytes = self._bytes = in_bytes - size
        in_frames = self._frames = in_frames - frames
        processor = self._processor = processor - seconds
        if in_bytes >= 0 and in_frames >= 0 and processor >= 0:
            return 0.0
        return max(-in_bytes / bytes_a_second, -in_frames / frames_a_second, -processor / a_second)


@cache
def _most(times: float) -> tuple[float, float, float, float, float, float]:
    """Of bytes, frames and processor time, how much at once and how much a second."""
    processor = times * PROCESSOR_AT_ONCE, min(times * PROCESSOR, MOST_PROCESSOR)
    return times * BYTES_AT_ONCE, times * BYTES_A_SECOND, times * FRAMES_AT_ONCE, times * FRAMES_A_SECOND, *processor


class Allowance:
    """So many at once, then so many a second: it fills up again with time."""

    __slots__ = ("_a_second", "_at_once", "_left", "_since")

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._left, self._since = at_once, 0.0

    def left(self, now: float) -> float:
        return min(self._at_once, self._left + max(0.0, now - self._since) * self._a_second)

    def take(self, now: float) -> bool:
        """Take one of it; False where nothing is left."""
        left, passed = self._left, now - self._since
        if passed > 0:
            left = min(self._at_once, left + passed * self._a_second)
        self._since = now
        if left < 1:
            self._left = left
            return False
        self._left = left - 1
        return True


class Pace:
    """An allowance per key.

    >>> pace = Pace(a_second=1, at_once=2)
    >>> [pace.take("somebody", now) for now in (0.0, 0.0, 0.0, 1.0)]
    [True, True, False, True]
    """

    a_second: float
    at_once: float

    def __init__(self, a_second: float, at_once: float) -> None:
        self.a_second, self.at_once = a_second, at_once
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, key: str, now: float | None = None) -> bool:
        """Take one of the allowance; False where nothing is left."""
        own = self._allowances.get(key)
        if own is None:
            own = self._allowances[key] = Allowance(self.a_second, self.at_once)
            if len(self._allowances) > MOST_KEYS:
                self._allowances.popitem(last=False)
        else:
            self._allowances.move_to_end(key)
        return own.take(machine.seconds() if now is None else now)
