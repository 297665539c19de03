"""The result of a session: how much a patron is up or down after so many wagers of one unit each.

The probabilities of a line's outcomes are exact; its sums are made by convolution, in floating point.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from nomorebets.errors import UnknownName
from nomorebets.odds.sheet import Line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_WAGERS = 10_000
MOST_POINTS = 1 << 21
_FAR = 9  # standard deviations; what lies beyond is counted together


@dataclass(frozen=True)
class Session:
    """The distribution of the result after ``wagers`` wagers, in units of the stake."""

    line: Line
    wagers: int
    step: Fraction  # results are whole multiples of it
    lowest: int  # the multiple that the first probability is of
    probabilities: tuple[float, ...]
    beyond: float  # the chance to end above all of these

    @property
    def mean(self) -> float:
        return -float(self.line.edge) * self.wagers

    @property
    def deviation(self) -> float:
        return math.sqrt(float(self.line.variance) * self.wagers)

    @property
    def ahead(self) -> float:
        """The chance to be ahead."""
        return math.fsum(self.probabilities[max(0, 1 - self.lowest) :]) + self.beyond

    @property
    def even(self) -> float:
        at = -self.lowest
        return self.probabilities[at] if 0 <= at < len(self.probabilities) else 0.0

    @property
    def behind(self) -> float:
        return max(0.0, 1 - self.ahead - self.even)

    def result(self, at: int) -> float:
        """The result that the probability at a place is of."""
        return float((self.lowest + at) * self.step)

    def quantile(self, share: float) -> float:
        """The result that so large a share of all sessions does not exceed."""
        total = 0.0
        for at, probability in enumerate(self.probabilities):
            total += probability
            if total >= share:
                return self.result(at)
        return self.result(len(self.probabilities) - 1)


def session(line: Line, wagers: int) -> Session:
    """The result of a session of so many wagers of one unit.

    >>> from nomorebets.odds.sheet import odds
    >>> evening = session(odds("roulette")["straight"], 38)
    >>> evening.wagers, evening.step, round(evening.ahead, 6)
    (38, Fraction(1, 1), 0.264219)
    """
    if not 1 <= wagers <= MOST_WAGERS:
        raise UnknownName(f"{wagers} wagers are no session", accepts=f"1 to {MOST_WAGERS:,} wagers")
    import numpy as np  # not before it is needed: --help stays light

    step = Fraction(1, math.lcm(*(o.net.denominator for o in line.outcomes)))
    gains = [(int(o.net / step), float(o.probability)) for o in line.outcomes]
    worst, best = min(gain for gain, _ in gains), max(gain for gain, _ in gains)
    spread = math.sqrt(float(line.variance) * wagers)
    far = math.ceil((-float(line.edge) * wagers + _FAR * spread) / step) + 1
    # Counted from the worst result every wager gains something or nothing: a sum once above the end stays above it.
    points = min(far - wagers * worst, wagers * (best - worst)) + 1
    if points > MOST_POINTS:
        raise UnknownName(
            f"{wagers:,} wagers on {line.wager} have too many results to be drawn", accepts="fewer wagers"
        )
    one = np.zeros(points)
    for gain, probability in gains:
        if gain - worst < points:
            one[gain - worst] += probability
    total: NDArray[np.float64] | None = None
    left, power = wagers, one
    while left:
        if left & 1:
            total = power if total is None else _sum(total, power, points)
        left >>= 1
        if left:
            power = _sum(power, power, points)
    assert total is not None
    beyond = max(0.0, 1.0 - math.fsum(total))
    if wagers * best <= wagers * worst + points - 1:
        beyond = 0.0  # nothing was cut off: what is missing is rounding
    return Session(line, wagers, step, wagers * worst, tuple(total.tolist()), beyond)


def _sum(one: NDArray[np.float64], other: NDArray[np.float64], points: int) -> NDArray[np.float64]:
    """The distribution of the sum of two independent results, up to the last point."""
    import numpy as np

    size = 1 << (2 * points - 1).bit_length()
    product = np.fft.irfft(np.fft.rfft(one, size) * np.fft.rfft(other, size), size)[:points]
    return np.clip(product, 0.0, None)
