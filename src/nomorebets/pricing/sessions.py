"""The result of a session: how much a patron is up or down after so many wagers of one unit each.

Short sessions are exact: whole numbers of ways over one common number of all ways. Longer ones are numeric, with a
bound of the error that is computed and not guessed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from nomorebets.errors import UnknownName, one_line
from nomorebets.pricing.sheet import Line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_WAGERS = 10**8
MOST_POINTS = 1 << 21
MOST_DIGITS = 4_000  # of the number of all ways, in an exact session
MOST_WORK = 10**9  # nanoseconds, about, for an exact session
MOST_BITS = 1 << 27  # of all its whole numbers together
TAIL = 1e-16  # what lies beyond either end of a numeric session is at most so likely
ROUNDING = 2.0**-53


@dataclass(frozen=True)
class Gains:
    """One wager's results in whole steps, the same result once, with whole numbers of ways."""

    step: Fraction
    ways: dict[int, int]  # by gain in steps
    of: int  # all ways together

    @property
    def worst(self) -> int:
        return min(self.ways)

    @property
    def best(self) -> int:
        return max(self.ways)

    def probabilities(self) -> dict[int, float]:
        return {gain: ways / self.of for gain, ways in self.ways.items()}


def gains_of(line: Line) -> Gains:
    """A line's outcomes, added up by what they net."""
    step = Fraction(1, math.lcm(*(outcome.net.denominator for outcome in line.outcomes)))
    chances: dict[int, Fraction] = {}
    for outcome in line.outcomes:
        if outcome.probability:
            gain = int(outcome.net / step)
            chances[gain] = chances.get(gain, Fraction(0)) + outcome.probability
    of = math.lcm(*(p.denominator for p in chances.values()))
    return Gains(step, {gain: int(p * of) for gain, p in sorted(chances.items())}, of)


@dataclass(frozen=True)
class Session:
    """The distribution of the result after ``wagers`` wagers, in units of the stake."""

    line: Line
    wagers: int
    step: Fraction  # results are whole multiples of it
    lowest: int  # the multiple that the first probability is of
    probabilities: tuple[float, ...]
    beyond: float  # the most that the chance to end above all of these can be
    below: float = 0.0  # and below
    error: float = 0.0  # the most that a probability can be off; 0 where the ways are exact
    ways: tuple[int, ...] = ()  # of an exact session: the whole numbers behind the probabilities
    of: int = 0

    @property
    def exact(self) -> bool:
        return bool(self.of) and self.line.outcomes_are_exact

    @property
    def mean(self) -> float:
        return -float(self.line.edge) * self.wagers

    @property
    def deviation(self) -> float:
        return math.sqrt(float(self.line.variance) * self.wagers)

    @cached_property
    def exact_ahead(self) -> Fraction | None:
        """The chance to be ahead as a fraction, of an exact session."""
        return Fraction(sum(self.ways[max(0, 1 - self.lowest) :]), self.of) if self.exact else None

    @cached_property
    def exact_even(self) -> Fraction | None:
        if not self.exact:
            return None
        return Fraction(self.ways[-self.lowest], self.of) if 0 <= -self.lowest < len(self.ways) else Fraction(0)

    @property
    def ahead(self) -> float:
        """The chance to be ahead."""
        if self.exact_ahead is not None:
            return float(self.exact_ahead)
        return math.fsum(self.probabilities[max(0, 1 - self.lowest) :])

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

    def bars(self, number: int = 24, least: float = 1e-4) -> list[tuple[float, float, float]]:
        """The distribution in a few bars: from, to (in units), and how likely; rare ends are left out."""
        first, last = (round(Fraction(self.quantile(q)) / self.step) - self.lowest for q in (least, 1 - least))
        width = max(1, -(-(last + 1 - first) // number))
        first += self.lowest
        low = first - first % width  # zero begins a bar
        bars = []
        for start in range(low, last + self.lowest + 1, width):
            at = start - self.lowest
            share = math.fsum(self.probabilities[max(at, 0) : max(at + width, 0)])
            bars.append((float(start * self.step), float((start + width) * self.step), share))
        return bars


def session(line: Line, wagers: int) -> Session:
    """The result of a session of so many wagers of one unit.

    >>> from nomorebets.pricing.sheet import odds
    >>> result = session(odds("roulette")["straight"], 38)
    >>> result.wagers, result.step, round(result.ahead, 6), result.exact
    (38, Fraction(1, 1), 0.264219, True)
    """
    if type(wagers) is not int or not 1 <= wagers <= MOST_WAGERS:
        raise UnknownName(f"{one_line(wagers, 20)} wagers are no session", accepts=f"1 to {MOST_WAGERS:,} wagers")
    gains = gains_of(line)
    if _is_short(gains, wagers):
        ways = ways_after(gains, wagers)
        of = gains.of**wagers
        return Session(
            line,
            wagers,
            gains.step,
            wagers * gains.worst,
            tuple(way / of for way in ways),
            beyond=0.0,
            ways=tuple(ways),
            of=of,
        )
    return _numeric(line, gains, wagers)


def _is_short(gains: Gains, wagers: int) -> bool:
    bits = wagers * math.log2(gains.of)
    points = wagers * (gains.best - gains.worst) + 1
    work = points * len(gains.ways) * (200 + bits / 16)
    return bits <= MOST_DIGITS * math.log2(10) and work <= MOST_WORK and points * bits <= MOST_BITS


def ways_after(gains: Gains, wagers: int) -> list[int]:
    """How many ways lead to each result, from the worst on: the coefficients of a power of a polynomial.

    For Q = P**n, P Q' = n P' Q: each coefficient follows from those before it (Miller's recurrence).
    """
    own = {gain - gains.worst: ways for gain, ways in gains.ways.items()}
    first = own.pop(0)
    coefficients = [first**wagers]
    for k in range(1, wagers * (gains.best - gains.worst) + 1):
        total = 0
        for gain, ways in own.items():
            if gain <= k:
                total += ((wagers + 1) * gain - k) * ways * coefficients[k - gain]
        coefficients.append(total // (k * first))  # it divides
    return coefficients


# --- numeric ---------------------------------------------------------------------------------------------------------


def farthest(gains: Gains, wagers: int, side: int) -> float:
    """How far, in steps, a result lies on one side (1 above, -1 below) with a probability of at most ``TAIL``.

    Chernoff's bound, at the best of many exponents: each of them bounds the tail.
    """
    chances = [(side * gain, p) for gain, p in gains.probabilities().items()]
    most = max(abs(gain) for gain, _ in chances) or 1
    reach = math.inf
    for power in range(-220, 40):
        t = 2.0 ** (power / 8) / most * 8
        top = max(t * gain for gain, _ in chances)
        cumulant = top + math.log(math.fsum(p * math.exp(t * gain - top) for gain, p in chances))
        reach = min(reach, (wagers * cumulant - math.log(TAIL)) / t)
    return reach


def _numeric(line: Line, gains: Gains, wagers: int) -> Session:
    """By the characteristic function: its power is that of the sum. Results are counted around a circle that is wide
    enough; what lies beyond it is at most as likely as the two tails."""
    import numpy as np  # not before it is needed: --help stays light

    low = max(wagers * gains.worst, -math.ceil(farthest(gains, wagers, -1)))
    high = min(wagers * gains.best, math.ceil(farthest(gains, wagers, 1)))
    points = high - low + 1
    if points > MOST_POINTS:
        raise UnknownName(
            f"{wagers:,} wagers on {line.wager} have too many results to be drawn", accepts="fewer wagers"
        )
    size = 1 << (points - 1).bit_length()
    turn = np.exp(-2j * np.pi / size * np.arange(size))
    at = np.arange(size // 2 + 1)
    one: NDArray[np.complex128] = np.zeros(at.size, np.complex128)
    for gain, probability in gains.probabilities().items():
        one += probability * turn[at * (gain % size) % size]
    total, power, left = np.ones(at.size, np.complex128), one, wagers
    while left:
        if left & 1:
            total = total * power
        left >>= 1
        if left:
            power = power * power
    around = np.fft.irfft(total, size)
    probabilities = np.clip(around[(low + np.arange(points)) % size], 0.0, None)
    # The error of each value of the function grows with the power as its derivative does; a sum of waves has at most
    # the mean of their errors, and the transform itself adds the usual few roundings for each halving.
    each = (len(gains.ways) + 8) * ROUNDING
    size_of_one = np.minimum(np.abs(one) + each, 1.0)
    carried = wagers * 2 * each * float(np.mean(size_of_one ** (wagers - 1)))
    own = 8 * ROUNDING * math.log2(size) * math.sqrt(float(np.sum(probabilities**2)))
    error = carried + own + 2 * TAIL
    cut = (TAIL if low > wagers * gains.worst else 0.0, TAIL if high < wagers * gains.best else 0.0)
    return Session(line, wagers, gains.step, low, tuple(probabilities.tolist()), cut[1], cut[0], error)
