"""How the two hands of a spot are played, and what that is worth.

A hand is played by its own cards, the card shown and the two cards that the other hand begins with; what the other hand
drew is not looked at. Cards that others draw by what they see leave the chances of those that come later as they were,
so what both hands gain on average is the sum of what each gains from a shoe without the first two cards of the other:
nothing of their interaction is left out. A play that looks at more can only gain more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from nomorebets.games.blackjack_switch.terms import SpotRules
from nomorebets.games.twenty_one.analysis.hands import Counts, all_hands, with_card
from nomorebets.games.twenty_one.analysis.play import Flags, Play
from nomorebets.games.twenty_one.analysis.values import ACE, HALF, TEN, Analysis, chances_after, choose
from nomorebets.games.twenty_one.rules import NONE, VALUES, Rules

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# the two cards that a hand begins with, by their values (0: an ace)
STARTS = tuple((first, second) for first in range(VALUES) for second in range(first, VALUES))
ACE_TEN = STARTS.index((ACE, TEN))
AT_ONCE = 28  # other hands whose shoes are counted together
LIKE_DEALS = (VALUES,) * 4  # first and second card of the first hand, then of the second


@dataclass(frozen=True, eq=False)
class SpotPlay:
    """A way to play a spot."""

    plays: tuple[Play, ...]  # of a hand, by the two cards of the other
    switches: Flags  # [first, second, first, second of the other, card shown]


@cache
def start_at() -> Ints:
    """The place among the starts of two values in either order: ``[first, second]``."""
    places = np.zeros((VALUES, VALUES), np.int64)
    for at, (first, second) in enumerate(STARTS):
        places[first, second] = places[second, first] = at
    return places


def start_counts(start: int) -> Counts:
    """How many cards of each value a hand begins with."""
    first, second = STARTS[start]
    return with_card(with_card(NONE, first), second)


@dataclass(frozen=True, eq=False)
class Beside:
    """The best play of a hand beside each other hand, and what it is worth then."""

    plays: tuple[Play, ...]
    worth: Floats  # [start, start of the other, card shown]: no blackjack on either side; nan where it cannot be dealt


def without(rules: Rules, start: int) -> Rules | None:
    """The table whose shoe lacks the cards of another hand; None where it does not have them."""
    removed = tuple(gone + more for gone, more in zip(rules.removed, start_counts(start), strict=True))
    fresh = tuple(left + gone for left, gone in zip(rules.shoe, rules.removed, strict=True))
    enough = all(gone <= all_of for gone, all_of in zip(removed, fresh, strict=True))
    return replace(rules, removed=removed) if enough else None


@lru_cache(maxsize=8)
def best_beside(rules: Rules) -> Beside:
    """The best play for the own cards, the card shown and the two cards of the other hand."""
    plays: list[Play] = []
    worth = np.full((len(STARTS), len(STARTS), VALUES), np.nan)
    for low in range(0, len(STARTS), AT_ONCE):
        others = range(low, min(low + AT_ONCE, len(STARTS)))
        here = {other: without(rules, other) for other in others}
        gone = np.array([start_counts(other) if here[other] else NONE for other in others], np.int64)
        for other, chances in zip(others, chances_after(rules, gone), strict=True):
            analysis = choose(here[other] or rules, chances=chances)
            plays.append(analysis.play)
            if here[other] is not None:
                worth[:, other] = start_worths(analysis)
    return Beside(tuple(plays), worth)


@lru_cache(maxsize=128)
def beside(rules: Rules, other: int) -> tuple[Play, Floats]:
    """The same beside one other hand."""
    analysis = choose(without(rules, other) or rules)
    return analysis.play, start_worths(analysis)


def worths_beside(rules: Rules, four: Sequence[int]) -> Floats:
    """What hands are worth beside those that four cards make, kept or switched; nan beside others."""
    a, b, c, d = four
    worth = np.full((len(STARTS), len(STARTS), VALUES), np.nan)
    for first, second in ((a, b), (c, d), (a, d), (c, b)):
        other = int(start_at()[first, second])
        worth[:, other] = beside(rules, other)[1]
    return worth


def start_worths(analysis: Analysis) -> Floats:
    """What hands are worth before they are played, by their two cards and the card shown."""
    hands, play = all_hands(), analysis.play
    worth = np.zeros((len(STARTS), VALUES))
    for at, (first, second) in enumerate(STARTS):
        hand = hands.place[start_counts(at)]
        worth[at] = analysis.unsplit.value[hand]
        if first == second:
            worth[at] = np.where(play.splits[first], analysis.split[first], worth[at])
        worth[at] = np.where(play.surrenders[hand], HALF, worth[at])
    return worth


def both_worths(spot: SpotRules, worth: Floats, four: Sequence[int] | None = None) -> tuple[Floats, Floats]:
    """What both hands are worth together, kept and switched, by the four cards (or of ``four``) and the card shown.

    Given no blackjack of the dealer's; where that is not known yet, with what it would take counted in.
    """
    at = start_at()
    rules = spot.rules
    natural = worth.copy()
    natural[ACE_TEN] = float(rules.blackjack_pays)
    switched = natural if spot.switched_counts else worth
    a, b, c, d = cards = np.indices(LIKE_DEALS) if four is None else np.array(four)
    kept = natural[at[a, b], at[c, d]] + natural[at[c, d], at[a, b]]
    changed = switched[at[a, d], at[c, b]] + switched[at[c, b], at[a, d]]
    if not rules.card_reader:
        risk = _blackjack_risk(rules, cards)
        for worths, starts, counts in ((kept, (at[a, b], at[c, d]), True), (changed, (at[a, d], at[c, b]), False)):
            spared = sum((start == ACE_TEN for start in starts), np.zeros(a.shape, np.int64))
            taken = 2 - spared * (counts or spot.switched_counts)
            worths[:] = (1 - risk) * worths - risk * taken[..., None]
    return kept, changed


def _blackjack_risk(rules: Rules, cards: NDArray[np.int64]) -> Floats:
    """The chance of a dealer's blackjack, by the four cards and the card shown."""
    unseen = sum(rules.shoe) - 5
    risk = np.zeros((*cards.shape[1:], VALUES))
    for up in (ACE, TEN):
        makes = ACE + TEN - up
        risk[..., up] = np.maximum(rules.shoe[makes] - (cards == makes).sum(axis=0), 0) / max(unseen, 1)
    return risk


def where_better(kept: Floats, switched: Floats) -> Flags:
    """Where switching gains more than what decimals may be wrong by."""
    with np.errstate(invalid="ignore"):
        return np.asarray(switched > kept + 1e-12)


def never() -> Flags:
    return np.zeros((*LIKE_DEALS, VALUES), np.bool_)


@lru_cache(maxsize=8)
def best_play(spot: SpotRules) -> SpotPlay:
    """The best play that looks at the four cards as dealt, the own hand and the card shown."""
    beside = best_beside(spot.rules)
    return SpotPlay(beside.plays, where_better(*both_worths(spot, beside.worth)))
