"""All-in or fold between two players before the flop, solved exactly: a Nash equilibrium for a stack and the blinds.

The first player has the small blind and goes all in or folds, the second calls or folds. Hands are taken in their 169
classes; who holds which cards changes what the other may hold, and every class is weighed by the pairs of hands left.
Amounts are whole, so that all values are whole numbers: the gain of a play, times all deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from nomorebets.errors import ScriptError
from nomorebets.exact.linear import solve as solve_linear
from nomorebets.games.poker_room.matchups import CLASSES, matchups

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SWEEPS = 4_000
EDGES = (1e-3, 1e-2, 0.1)  # a class that acts less often than this, or folds, does not mix
NEAREST = 6


@dataclass(frozen=True)
class Blinds:
    """What is at stake, in cents; the stack is that of the player who has less."""

    small: int
    big: int
    stack: int


@dataclass(frozen=True)
class Equilibrium:
    """How often each class goes all in, and calls; what it is worth, and what the best answers to it would gain."""

    blinds: Blinds
    pushes: tuple[Fraction, ...]
    calls: tuple[Fraction, ...]
    value: Fraction  # cents that the first player wins a hand
    exploitable: Fraction  # cents a hand that both together could gain by other play; nothing in an equilibrium


class _Gains:
    """What all in and a call gain over a fold, by class, as whole numbers: times all deals."""

    def __init__(self, blinds: Blinds) -> None:
        self.deals, ahead = (part.astype(object) for part in matchups())
        self.blinds = blinds
        # of the first player against a fold and against a call; of the second, who calls
        self.folded = (blinds.small + blinds.big) * self.deals
        self.called = blinds.small * self.deals + blinds.stack * ahead
        self.calling = blinds.big * self.deals - blinds.stack * ahead

    def of_push(self, calls: Any) -> Any:
        return self.folded.dot(1 - calls) + self.called.dot(calls)

    def of_call(self, pushes: Any) -> Any:
        return pushes.dot(self.calling)

    def all_deals(self) -> int:
        return int(self.deals.sum())


def solve(blinds: Blinds) -> Equilibrium:
    """A Nash equilibrium, exactly.

    Play that learns from regret comes close in decimals and shows which classes mix. How often they do so follows from
    what makes the other player's mixing classes indifferent. The result is tested with whole numbers.
    """
    import numpy as np

    gains = _Gains(blinds)
    pushes, calls = _learn(gains)
    every = np.array([Fraction(0)] * len(CLASSES), object)
    for mixing in _may_mix(gains, pushes, calls):
        exact = _mixed_exactly(gains, pushes, calls, mixing)
        if exact is not None:
            push, call = exact
            value, exploitable = _worth(gains, push, call)
            if exploitable == 0:
                return Equilibrium(blinds, tuple(push + every), tuple(call + every), value, exploitable)
    push, call = (np.array([Fraction(round(1000 * often), 1000) for often in way], object) for way in (pushes, calls))
    return Equilibrium(blinds, tuple(push), tuple(call), *_worth(gains, push, call))


def _learn(gains: _Gains) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Regrets that are never below nothing, one player after the other; later play counts for more in the average."""
    import numpy as np

    total = float(gains.all_deals())
    folded, called, calling = (np.array(part / total, float) for part in (gains.folded, gains.called, gains.calling))
    regret = np.zeros((2, 2, len(CLASSES)))  # by player: of acting, of folding
    average = np.zeros((2, len(CLASSES)))
    play = np.full((2, len(CLASSES)), 0.5)
    for sweep in range(1, SWEEPS + 1):
        for player in range(2):
            gain = folded @ (1 - play[1]) + called @ play[1] if player == 0 else play[0] @ calling
            mean = gain * play[player]
            regret[player, 0] = np.maximum(regret[player, 0] + gain - mean, 0)
            regret[player, 1] = np.maximum(regret[player, 1] - mean, 0)
            both = regret[player].sum(0)
            play[player] = np.where(both > 0, regret[player, 0] / np.where(both > 0, both, 1), play[player])
            average[player] += sweep * play[player]
    often = average / (SWEEPS * (SWEEPS + 1) / 2)
    return often[0], often[1]


def _may_mix(gains: _Gains, pushes: Any, calls: Any) -> Iterator[tuple[list[int], list[int]]]:
    """Which classes of both players may mix, as many of the one as of the other.

    First those that did while learning; then any of those whose gain is nearest to nothing.
    """
    import numpy as np

    for edge in EDGES:
        both = [[at for at, share in enumerate(way) if edge < share < 1 - edge] for way in (pushes, calls)]
        if len(both[0]) == len(both[1]):
            yield both[0], both[1]
    total = gains.deals.sum(1)
    by_push, by_call = (np.array(gain / total, float) for gain in (gains.of_push(calls), gains.of_call(pushes)))
    nearest = [np.argsort(np.abs(gain))[:NEAREST].tolist() for gain in (by_push, by_call)]
    for number in range(3):
        yield from product(*([list(few) for few in combinations(near, number)] for near in nearest))


def _mixed_exactly(
    gains: _Gains, pushes: Any, calls: Any, mixing: tuple[list[int], list[int]]
) -> tuple[Any, Any] | None:
    """Some classes as often as makes the other player indifferent; the others always, or never."""
    import numpy as np

    ways = [np.array([Fraction(int(share > 0.5)) for share in often], object) for often in (pushes, calls)]
    if mixing[0]:
        push, call = ways
        push[mixing[0]], call[mixing[1]] = Fraction(0), Fraction(0)
        gained = gains.called - gains.folded
        try:
            right = [Fraction(-part) for part in gains.of_push(call)[mixing[0]]]
            call_parts = solve_linear([[Fraction(gained[i, j]) for j in mixing[1]] for i in mixing[0]], right)
            right = [Fraction(-part) for part in gains.of_call(push)[mixing[1]]]
            push_parts = solve_linear([[Fraction(gains.calling[i, j]) for i in mixing[0]] for j in mixing[1]], right)
        except ScriptError:
            return None
        if not all(0 <= part <= 1 for part in (*call_parts, *push_parts)):
            return None
        push[mixing[0]], call[mixing[1]] = push_parts, call_parts
    return ways[0], ways[1]


def _worth(gains: _Gains, push: Any, call: Any) -> tuple[Fraction, Fraction]:
    """What the first player wins, and what best answers would gain together, in cents a hand."""
    by_push, by_call = gains.of_push(call), gains.of_call(push)
    value = Fraction(sum(push * by_push)) / gains.all_deals() - gains.blinds.small
    better = sum(max(gain, 0) for gain in by_push) - sum(push * by_push)
    better += sum(max(gain, 0) for gain in by_call) - sum(call * by_call)
    return value, Fraction(better) / gains.all_deals()
