"""Risk of ruin: how likely a bankroll does not last.

Ruined is who has less left than the next round may cost: a unit at most wagers, more where a decision may add to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from nomorebets.errors import UnknownName, one_line
from nomorebets.pricing.sessions import MOST_DIGITS, MOST_WAGERS, ROUNDING, TAIL, Gains, gains_of
from nomorebets.pricing.sheet import Line

MOST_EXACT = 2 * 10**6  # additions of whole numbers
MOST_NUMERIC = 4 * 10**9


@dataclass(frozen=True)
class Ruin:
    """The chance that a bankroll (in units) is ruined within so many wagers, and ever."""

    bankroll: Fraction
    wagers: int
    chance: float
    exact: Fraction | None  # where it was worked out in whole numbers
    error: float
    ever: tuple[float, float]  # between these; both 1 where the wager does not gain on average


def ruin(line: Line, bankroll: Fraction, wagers: int) -> Ruin:
    """The risk of ruin of a bankroll in units of the stake.

    >>> from nomorebets.pricing.sheet import odds
    >>> ruin(odds("big-six")["bigsix-1"], Fraction(1), 1).exact
    Fraction(31, 54)
    """
    if type(wagers) is not int or not 1 <= wagers <= MOST_WAGERS:
        raise UnknownName(f"{one_line(wagers, 20)} wagers are no session", accepts=f"1 to {MOST_WAGERS:,} wagers")
    gains = gains_of(line)
    need = max(0, -gains.worst)
    level = int(bankroll / gains.step)
    if level < need:
        least = float(need * gains.step)
        raise UnknownName(
            f"a bankroll of {float(bankroll):g} times the stake does not cover one round",
            accepts=f"{least:g} times the stake, or more",
        )
    ever = _ever(line, gains, level, need)
    if not need:
        return Ruin(bankroll, wagers, 0.0, Fraction(0), 0.0, ever)
    top = need + wagers * need  # from here on the wagers that are left cannot ruin
    if wagers * top * len(gains.ways) <= MOST_EXACT and wagers * math.log10(gains.of) <= MOST_DIGITS:
        exact = _exact(gains, level, need, top, wagers)
        return Ruin(bankroll, wagers, float(exact), exact, 0.0, ever)
    top = min(top, need + 1 + _deepest_fall(gains, wagers))
    if wagers * top * len(gains.ways) > MOST_NUMERIC:
        raise UnknownName(f"{wagers:,} wagers are too many for a risk of ruin", accepts="fewer wagers, or no bankroll")
    chance = _numeric(gains, level, need, top, wagers)
    # sums of positive numbers: each of them is off by a few roundings for every wager
    error = chance * wagers * (len(gains.ways) + 3) * 2 * ROUNDING + 2 * TAIL
    return Ruin(bankroll, wagers, chance, None, error, ever)


def _exact(gains: Gains, level: int, need: int, top: int, wagers: int) -> Fraction:
    """Whole numbers of ways, level by level; those above the top are safe and are not followed."""
    if level >= top:
        return Fraction(0)
    at = {level: 1}
    ruined = 0
    for _ in range(wagers):
        after: dict[int, int] = {}
        ruined *= gains.of
        for held, ways in at.items():
            for gain, of_these in gains.ways.items():
                reached = held + gain
                if reached < need:
                    ruined += ways * of_these
                elif reached < top:
                    after[reached] = after.get(reached, 0) + ways * of_these
        at = after
    return Fraction(ruined, gains.of**wagers)


def _numeric(gains: Gains, level: int, need: int, top: int, wagers: int) -> float:
    import numpy as np

    if level >= top:
        return 0.0
    at = np.zeros(top)
    at[level] = 1.0
    chances = gains.probabilities()
    ruined = 0.0
    for _ in range(wagers):
        after = np.zeros(top)
        for gain, p in chances.items():
            if gain >= top:
                continue
            if gain >= 0:
                after[gain:] += p * at[: top - gain]
            else:
                after[:gain] += p * at[-gain:]
        ruined += float(after[:need].sum())
        after[:need] = 0.0
        at = after
    return min(ruined, 1.0)


def _deepest_fall(gains: Gains, wagers: int) -> int:
    """How many steps a bankroll falls at most, but for a probability of at most ``TAIL``: Chernoff's bound for the
    lowest point of a path."""
    chances = list(gains.probabilities().items())
    most = max(abs(gain) for gain, _ in chances)
    reach = math.inf
    for power in range(-220, 40):
        t = 2.0 ** (power / 8) / most * 8
        cumulant = _cumulant(chances, -t)
        reach = min(reach, (wagers * max(0.0, cumulant) - math.log(TAIL)) / t)
    return math.ceil(reach)


def _cumulant(chances: list[tuple[int, float]], t: float) -> float:
    """The logarithm of the mean of exp(t * gain)."""
    top = max(t * gain for gain, _ in chances)
    return top + math.log(math.fsum(p * math.exp(t * gain - top) for gain, p in chances))


def _ever(line: Line, gains: Gains, level: int, need: int) -> tuple[float, float]:
    """Ruin in the end: certain where a wager does not gain on average, otherwise between Lundberg's bounds.

    With exp(-r * gain) of mean 1, exp(-r * bankroll) keeps its mean; at ruin less than ``need`` is left, and not less
    than nothing. Where a round loses one step at most the two bounds are one.
    """
    if not need:
        return 0.0, 0.0
    if line.edge >= 0:
        return (1.0, 1.0) if line.variance else (0.0, 0.0)
    chances = list(gains.probabilities().items())
    high = 1.0
    while _cumulant(chances, -high) < 0:
        high *= 2
    low = 0.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if _cumulant(chances, -middle) < 0 else (low, middle)
    return math.exp(-high * level), min(1.0, math.exp(-low * (level - need + 1)))
