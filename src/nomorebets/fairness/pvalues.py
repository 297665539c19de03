"""How unlikely a statistic is: survival functions, without a statistics library (the tests compare with one)."""

from __future__ import annotations

import math

_TINY = 1e-300
_MOST_STEPS = 100_000


def chi_square(statistic: float, freedom: int) -> float:
    """The probability that chi-square with so many degrees of freedom exceeds a statistic.

    >>> round(chi_square(3.841458820694124, 1), 12)
    0.05
    """
    return upper_gamma(freedom / 2, statistic / 2)


def normal(z: float) -> float:
    """The probability that a standard normal variable lies further from zero, on either side.

    >>> round(normal(1.959963984540054), 12)
    0.05
    """
    return math.erfc(abs(z) / math.sqrt(2))


def kolmogorov(distance: float, size: int) -> float:
    """The probability that so many uniform numbers lie further from their distribution (with Stephens' correction)."""
    root = math.sqrt(size)
    spread = (root + 0.12 + 0.11 / root) * distance
    if spread < 0.2:
        return 1.0  # the series does not converge there, and the rest is below 1e-12
    terms = ((-1) ** (k - 1) * math.exp(-2 * (k * spread) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, 2 * math.fsum(terms)))


def both_tails(survival: float) -> float:
    """Too far and too near are both suspicious: a wheel that comes up evenly to the last spin is no wheel."""
    return min(1.0, 2 * min(survival, 1 - survival))


def upper_gamma(a: float, x: float) -> float:
    """The regularized upper incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    front = a * math.log(x) - x - math.lgamma(a)
    if x < a + 1:
        return 1 - math.exp(front) * _series(a, x)
    return math.exp(front) * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _MOST_STEPS):
        term *= x / (a + n)
        total += term
        if term < total * 1e-16:
            return total
    raise ArithmeticError("the series does not converge")


def _fraction(a: float, x: float) -> float:
    """The continued fraction, by Lentz's method."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    fraction = d
    for n in range(1, _MOST_STEPS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or _TINY)
        c = b + step / c or _TINY
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            return fraction
    raise ArithmeticError("the fraction does not converge")


def holm(survivals: list[float]) -> list[float]:
    """Holm's correction: compare each with one level, and all together err no more often than that.

    >>> [round(p, 6) for p in holm([0.01, 0.5, 0.02])]
    [0.03, 0.5, 0.04]
    """
    corrected = [0.0] * len(survivals)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(survivals)), key=survivals.__getitem__)):
        highest = max(highest, min(1.0, survivals[at] * (len(survivals) - rank)))
        corrected[at] = highest
    return corrected
