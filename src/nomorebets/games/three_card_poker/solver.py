"""Three card poker, exactly: 22,100 hands against 18,424 hands of the dealer, without an enumeration of the pairs.

The dealer's hands below a number that hold none of the player's cards are found by inclusion and exclusion: all below,
less those with each of the cards, plus those with each two of them, less the player's own hand.

>>> def net(hand, outcome):  # ante 1, play 1, no ante bonus
...     return {"fold": -1, "no-hand": 1, "win": 2, "push": 0, "lose": -2}[outcome]
>>> played = solve(net)
>>> plays_with(played, "Qs 6d 4c"), plays_with(played, "Qs 6d 3c")
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, SUITS, index, read_cards
from nomorebets.games.stud import dealer
from nomorebets.games.stud.dealer import Net
from nomorebets.games.stud.three_cards import three_card_hands
from nomorebets.games.three_card_poker.settlement import SIX_CARD_ROYAL
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES, THREE_CARD_PAY_CLASSES
from nomorebets.hands.ranks import (
    FIVE_CARD_PLACE,
    LOWEST_QUEEN_HIGH,
    MIXED_BY_SUM,
    ONE_SUIT_BY_SUM,
    RANK_KEYS,
    THREE_CARD_HANDS,
    THREE_CARD_PLACE,
)
from nomorebets.pricing.ends import Ends


@dataclass(frozen=True)
class Situations(dealer.Situations):
    """Every hand of three cards, one row for each; the categories are pay classes, the mini royal being the last."""

    cards: NDArray[np.uint8]  # three indices a row, the lowest first

    @cached_property
    def place(self) -> dict[tuple[int, ...], int]:
        """The row of three cards, by their indices, the lowest first."""
        return {tuple(cards): row for row, cards in enumerate(self.cards.tolist())}


Strategy: TypeAlias = dealer.Strategy[Situations]
Played: TypeAlias = dealer.Played[Situations]


def solve(
    net: Net,
    strategy: Strategy | None = None,
    ranks: str = RANKS,
    suits: str = SUITS,
    qualifies_from: int = LOWEST_QUEEN_HIGH,
    gone: tuple[str, ...] = (),
) -> Played:
    """Play every round by a strategy; without one, so that the mean of `net` is the greatest.

    `net(pay class, outcome)` is what ante, play and ante bonus gain together, in whole units; a pair plus wager that a
    fold forfeits may be in it too.
    """
    return dealer.play(situations(ranks, suits, qualifies_from, gone), net, strategy)


def situations(
    ranks: str = RANKS,
    suits: str = SUITS,
    qualifies_from: int = LOWEST_QUEEN_HIGH,
    gone: tuple[str, ...] = (),
) -> Situations:
    """All situations of a deck, or of what is left of it, counted at the first call."""
    return _counted(ranks, suits, qualifies_from, gone)


@lru_cache(maxsize=64)
def _counted(ranks: str, suits: str, qualifies_from: int, gone: tuple[str, ...]) -> Situations:
    at, cards, hand = three_card_hands(ranks, suits, gone)
    size = len(ranks) * len(suits) - len(gone)
    below = _disjoint_hands_below(hand, at, size)
    qualifies = hand >= qualifies_from
    no_hand = below(np.full_like(hand, qualifies_from)) - ~qualifies  # the player's own hand is not the dealer's
    lower = below(hand)
    equal = below(hand + 1) - 1 - lower
    return Situations(
        THREE_CARD_PAY_CLASSES,
        np.array(THREE_CARD_PLACE, np.uint8)[hand],
        hand.astype(np.uint16),
        np.ones(len(hand), np.int32),
        no_hand.astype(np.int32),
        np.where(qualifies, lower - no_hand, 0).astype(np.int32),
        np.where(qualifies, equal, 0).astype(np.int32),
        comb(size - 3, 3),
        qualifies_from,
        cards,
    )


def _disjoint_hands_below(
    hand: NDArray[np.int64], at: NDArray[np.int64], size: int
) -> Callable[[NDArray[np.int64]], NDArray[np.int32]]:
    """A function that says, for a number per row, how many hands are below it and hold no card of the row.

    Not counting what inclusion and exclusion takes away last: the row's own hand, where it is itself below.
    """
    numbers = len(THREE_CARD_HANDS) + 2
    a, b, c = at.T
    pairs = [high * (high - 1) // 2 + low for low, high in ((a, b), (a, c), (b, c))]

    def running(kinds: Sequence[NDArray[np.int64]], most: int) -> NDArray[np.int32]:
        """By number and kind, how many hands below the number are of the kind."""
        kind = np.concatenate([(hand + 1) * most + kind for kind in kinds])
        counts = np.bincount(kind, minlength=numbers * most)
        return counts.reshape(numbers, most).cumsum(axis=0, dtype=np.int32)

    every, with_card, with_pair = running([0 * a], 1), running([a, b, c], size), running(pairs, comb(size, 2))

    def below(number: NDArray[np.int64]) -> NDArray[np.int32]:
        one = with_card[number, a] + with_card[number, b] + with_card[number, c]
        two = with_pair[number, pairs[0]] + with_pair[number, pairs[1]] + with_pair[number, pairs[2]]
        disjoint: NDArray[np.int32] = every[number, 0] - one + two
        return disjoint

    return below


def plays_with(played: Played, cards: str | Sequence[str]) -> bool:
    """Whether the player makes the play wager with these three cards."""
    return bool(played.bets[row_of(played.situations, cards)])


def row_of(rows: Situations, cards: str | Sequence[str]) -> int:
    """The situation that three cards are."""
    return rows.place[tuple(sorted(index(card) for card in read_cards(cards)))]


def pay_class_counts(ranks: str = RANKS, suits: str = SUITS, gone: tuple[str, ...] = ()) -> Ends:
    """How many hands of three cards are of each pay class: for the pair plus wager, and other bonuses on three cards.

    >>> pay_class_counts().counts["mini-royal",], pay_class_counts().total
    (4, 22100)
    """
    rows = situations(ranks, suits, gone=gone)
    counts = np.bincount(rows.category, minlength=len(rows.categories))
    return Ends({(name,): int(n) for name, n in zip(rows.categories, counts, strict=True) if n}, len(rows.hand))


@cache
def six_card_counts(ranks: str = RANKS, suits: str = SUITS) -> Ends:
    """The category of the best five of six cards, the player's and the dealer's: for the six-card bonus.

    Nine to ace of one suit, a royal flush otherwise, is counted apart; it is equally often in every suit.

    >>> six_card_counts().counts["royal-flush",], six_card_counts().counts["six-card-royal",]
    (184, 4)
    """
    known, many = sorted(RANKS.index(rank) for rank in ranks), len(suits)
    sixes = np.array(list(combinations_with_replacement(known, 6)), np.int64)
    times = (sixes[:, :, None] == np.arange(len(RANKS))).sum(axis=1)  # of each rank
    sixes, times = sixes[times.max(axis=1) <= many], times[times.max(axis=1) <= many]
    mixed, suited = _places_by_sum(MIXED_BY_SUM), _places_by_sum(ONE_SUIT_BY_SUM)
    keys = np.array(RANK_KEYS, np.int64)
    fives = keys[sixes].sum(axis=1)[:, None] - keys[sixes]  # the sums of keys without each of the six cards
    in_mixed = mixed[fives].max(axis=1)
    ways = np.array([comb(many, n) for n in range(7)])[times].prod(axis=1)
    places = np.zeros(len(FIVE_CARD_CATEGORIES), np.int64)

    # six different ranks: all in one suit, or any five of them
    six = times.max(axis=1) == 1
    np.add.at(places, suited[fives[six]].max(axis=1), many)
    np.add.at(places, np.maximum(suited[fives[six]], in_mixed[six][:, None]), many * (many - 1))
    ways[six] -= many + 6 * many * (many - 1)
    # five different ranks in one suit, and another card of one of them
    five = (times > 0).sum(axis=1) == 5
    in_suit = suited[fives[five]].max(axis=1)  # without the other card; no other five are different
    np.add.at(places, np.maximum(in_suit, in_mixed[five]), many * (many - 1))
    ways[five] -= many * (many - 1)
    np.add.at(places, in_mixed, ways)

    counts = {(name,): int(n) for name, n in zip(FIVE_CARD_CATEGORIES, places, strict=True) if n}
    if set(known) >= set(NINE_TO_ACE):
        counts["royal-flush",] -= many
        counts[SIX_CARD_ROYAL,] = many
    return Ends({end: n for end, n in counts.items() if n}, comb(many * len(known), 6))


NINE_TO_ACE = range(len(RANKS) - 6, len(RANKS))


def _places_by_sum(numbers: Mapping[int, int]) -> NDArray[np.int64]:
    """The place of the category by the sum of rank keys; 0 for sums that no hand has."""
    places = np.zeros(max(MIXED_BY_SUM) * 2, np.int64)
    places[list(numbers)] = np.array(FIVE_CARD_PLACE)[list(numbers.values())]
    return places
