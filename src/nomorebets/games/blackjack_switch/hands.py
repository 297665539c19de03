"""The two hands of a spot at a real shoe, in decimals: each by the analyser of the family, the other's cards gone.

A hand is played by its own cards, the card shown and the two cards that the other hand began with; what the other hand
drew is not looked at. Cards that others draw by what they see leave the chances of those that come later as they were,
so the mean of such a play is the sum of both hands' means: nothing of their interaction is left out of it, and a play
that looks at more can only gain more. What is rounded are the decimals, to twelve places or so.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands
from nomorebets.games.twenty_one.analysis.values import ACE, HALF, TEN, Analysis, choose
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.rules import VALUES, Rules

Floats = NDArray[np.float64]


@lru_cache(maxsize=128)
def analysed(rules: Rules, other: tuple[int, int]) -> Analysis:
    """The play of a hand beside another that began with these values (0: an ace)."""
    return choose(rules.without(NAMES[place] + "s" for place in other))


@lru_cache(maxsize=4)
def worths(rules: Rules) -> Floats:
    """What a hand is worth before it is played, no blackjack on either side: ``[first, second, other, other, up]``."""
    worth = np.full((VALUES,) * 5, np.nan)
    for first, second, _, _ in all_hands().starts():
        mine = _beside(rules, analysed(rules, (first, second)))
        worth[:, :, first, second] = worth[:, :, second, first] = mine
    return worth


def _beside(rules: Rules, analysis: Analysis) -> Floats:
    worth = np.zeros((VALUES, VALUES, VALUES))
    for first, second, hand, _ in all_hands().starts():
        best = analysis.unsplit.value[hand].copy()
        if first == second:
            best = np.maximum(best, analysis.split[first])
        if rules.surrender != "none":
            best = np.maximum(best, HALF)
        worth[first, second] = worth[second, first] = best
    return worth


def switch_gain(rules: Rules, switched_counts: bool) -> tuple[Floats, Floats]:
    """What both hands are worth together, kept and switched, by their four values and the card shown.

    The axes are the first and second card of the first hand, those of the second, and the card shown; all given that
    the dealer has no blackjack.
    """
    mine = worths(rules)
    blackjack = np.array(mine)
    blackjack[ACE, TEN] = blackjack[TEN, ACE] = float(rules.blackjack_pays)
    after = blackjack if switched_counts else mine
    kept = blackjack + blackjack.transpose(2, 3, 0, 1, 4)
    both = after + after.transpose(2, 3, 0, 1, 4)
    return kept, both.transpose(0, 3, 2, 1, 4)  # [a, b, c, d] is worth what [a, d, c, b] is


def switches(rules: Rules, first: tuple[str, str], second: tuple[str, str], up: str, switched_counts: bool) -> float:
    """What switching gains over keeping two hands, per unit of one wager."""
    at = tuple(value(card) - 1 for card in (*first, *second, up))
    kept, switched = switch_gain(rules, switched_counts)
    return float(switched[at] - kept[at])


def mean(rules: Rules, switched_counts: bool, always_keeps: bool = False) -> float:
    """What the two wagers gain per unit of both."""
    kept, switched = switch_gain(rules, switched_counts)
    best = kept if always_keeps else np.maximum(kept, switched)
    shoe, total, gained = np.array(rules.shoe), sum(rules.shoe), 0.0
    for at in np.ndindex(*best.shape):
        left, chance = shoe.copy(), 1.0
        for drawn, card in enumerate(at):
            chance *= max(left[card], 0) / (total - drawn)
            left[card] -= 1
        if chance <= 0:
            continue
        a, b, c, d, up = at
        risk = left[ACE + TEN - up] / (total - len(at)) if up in (ACE, TEN) else 0.0
        lost = sum({first, second} != {ACE, TEN} for first, second in ((a, b), (c, d)))
        gained += chance * (-risk * lost + (1 - risk) * float(best[at]))
    return gained / 2
