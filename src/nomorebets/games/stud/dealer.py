"""A player's hand against the dealer's: what Caribbean stud and three card poker have in common.

The player folds, or makes a second wager and meets the dealer, who may have no hand, that is one that does not qualify.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.stud.showdown import ENDS, End
from nomorebets.pricing.ends import Ends

Counts: TypeAlias = NDArray[np.int32]

Net: TypeAlias = Callable[[str, End], int]
"""What a player gains: `net(category, end)`, in whole units (cents, say) for all wagers of the hand together."""


@dataclass(frozen=True)
class Situations:
    """All situations in which a player decides, one row for each kind, and how the dealer's hands then compare."""

    categories: tuple[str, ...]
    category: NDArray[np.uint8]  # the place of the player's category (or pay class)
    hand: NDArray[np.uint16]  # the number of the player's hand
    ways: Counts  # how many situations are of the kind
    no_hand: Counts  # dealer's hands that do not qualify
    win: Counts  # that qualify and are lower
    push: Counts  # that qualify and are equal
    dealer_hands: int  # in each situation; those left over are higher
    qualifies_from: int  # the number of the dealer's lowest qualifying hand

    @property
    def lose(self) -> Counts:
        return self.dealer_hands - self.no_hand - self.win - self.push


Rows = TypeVar("Rows", bound=Situations)
Strategy: TypeAlias = Callable[[Rows], NDArray[np.bool_]]
"""For every row of the situations, whether the player bets."""


@dataclass(frozen=True)
class Played(Generic[Rows]):
    """All rounds under one way of playing."""

    ends: Ends  # by (category, outcome)
    situations: Rows
    bets: NDArray[np.bool_]  # by row


def at_least(number: int) -> Strategy[Rows]:
    """Bet with a hand of this number or a higher one.

    The numbers are those of `hands.ranks`: `at_least(hand_named("AKJ83"))`.
    """
    return lambda situations: situations.hand >= number


def play(situations: Rows, net: Net, strategy: Strategy[Rows] | None = None) -> Played[Rows]:
    """Play every round by a strategy; without one, so that the mean of `net` is the greatest.

    Where a bet gains no more than a fold loses the player folds: less is put at risk for the same.
    """
    bets = _best(situations, net) if strategy is None else np.asarray(strategy(situations), np.bool_)
    counts: dict[tuple[str, End], int] = {}
    lose = situations.lose
    for place, category in enumerate(situations.categories):
        ours = situations.category == place
        folded, bet = np.flatnonzero(ours & ~bets), np.flatnonzero(ours & bets)
        counts[category, "fold"] = int(situations.ways[folded].sum(dtype=np.int64)) * situations.dealer_hands
        ways = situations.ways[bet].astype(np.int64)
        ends = {"no-hand": situations.no_hand, "win": situations.win, "push": situations.push, "lose": lose}
        for outcome in ENDS[1:]:
            counts[category, outcome] = int(ways @ ends[outcome][bet])
    total = int(situations.ways.sum(dtype=np.int64)) * situations.dealer_hands
    return Played(Ends({end: n for end, n in counts.items() if n}, total), situations, bets)


def worths(situations: Situations, row: int, net: Net) -> tuple[Fraction, Fraction]:
    """What a fold and a bet gain on average in one situation, over all hands the dealer may have."""
    category = situations.categories[situations.category[row]]
    ends = {"no-hand": situations.no_hand, "win": situations.win, "push": situations.push, "lose": situations.lose}
    gain = sum(int(ends[outcome][row]) * net(category, outcome) for outcome in ENDS[1:])
    return Fraction(net(category, "fold")), Fraction(gain, situations.dealer_hands)


def _best(situations: Situations, net: Net) -> NDArray[np.bool_]:
    """Where betting gains more than folding. Whole numbers: the sums stay below 2**63 for nets below 10**13."""
    nets = {
        outcome: np.array([net(category, outcome) for category in situations.categories], np.int64)[situations.category]
        for outcome in ENDS
    }
    gain = situations.no_hand * nets["no-hand"] + situations.win * nets["win"] + situations.push * nets["push"]
    best: NDArray[np.bool_] = gain + situations.lose * nets["lose"] > situations.dealer_hands * nets["fold"]
    return best
