"""Poker hands as numbers: a higher hand is a higher number, equal hands are equal numbers.

All hands of the definition in `hands.poker`, in order, are numbered from 0: 7,462 different hands of five cards and 741
of three. Importing this file builds the tables, a few hundredths of a second.

>>> rank5(("As", "Ks", "Qs", "Js", "Ts")), str(FIVE_CARD_HANDS[7461])
(7461, 'royal flush')
>>> rank5((51, 47, 43, 39, 34)), FIVE_CARD_HANDS[rank5((51, 47, 43, 39, 34))].category
(5862, 'straight')
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import cast

from nomorebets.equipment.cards import DECK, RANKS, SUITS, index
from nomorebets.errors import UnknownName
from nomorebets.hands.poker import (
    FIVE_CARD_CATEGORIES,
    THREE_CARD_PAY_CLASSES,
    FiveCardHand,
    ThreeCardHand,
    five_card_hand_of,
    is_ace_king_or_better,
    is_queen_high_or_better,
    three_card_hand_of,
)

RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""One number per rank, so that no two hands of five cards with different ranks have the same sum.

They are the smallest such numbers if each in turn is chosen as small as possible; the tests choose them again.
"""

_ALL_RANKS = range(len(RANKS))

_ranked_5 = {
    (ranks, one_suit): five_card_hand_of(ranks, one_suit)
    for ranks in combinations_with_replacement(_ALL_RANKS, 5)
    for one_suit in (False, True)
    if (len(set(ranks)) == 5 if one_suit else ranks[0] != ranks[4])
}
_ranked_3 = {
    (ranks, one_suit): three_card_hand_of(ranks, one_suit)
    for ranks in combinations_with_replacement(_ALL_RANKS, 3)
    for one_suit in (False, True)
    if not one_suit or len(set(ranks)) == 3
}

FIVE_CARD_HANDS: tuple[FiveCardHand, ...] = tuple(sorted(set(_ranked_5.values())))
"""Every hand of five cards, the lowest first: the hand of a number."""

THREE_CARD_HANDS: tuple[ThreeCardHand, ...] = tuple(sorted(set(_ranked_3.values())))
"""Every hand of three cards, the lowest first."""

FIVE_CARD_NUMBER = {hand: number for number, hand in enumerate(FIVE_CARD_HANDS)}
THREE_CARD_NUMBER = {hand: number for number, hand in enumerate(THREE_CARD_HANDS)}

THREE_CARD_NUMBER_OF: dict[tuple[tuple[int, ...], bool], int] = {
    (ranks, one_suit): THREE_CARD_NUMBER[hand] for (ranks, one_suit), hand in _ranked_3.items()
}
"""The number by (ranks, whether of one suit), the lowest rank first."""

FIVE_CARD_PLACE = tuple(hand.place for hand in FIVE_CARD_HANDS)
"""The place of the category, from 0 for high-card to 9 for royal-flush, of every number."""

THREE_CARD_PLACE = tuple(THREE_CARD_PAY_CLASSES.index(hand.pay_class) for hand in THREE_CARD_HANDS)
"""The place of the pay class, from 0 for high-card to 6 for mini-royal, of every number."""

LOWEST_ACE_KING = next(number for number, hand in enumerate(FIVE_CARD_HANDS) if is_ace_king_or_better(hand))
LOWEST_QUEEN_HIGH = next(number for number, hand in enumerate(THREE_CARD_HANDS) if is_queen_high_or_better(hand))

# By the sum of the keys of their ranks, for hands of one suit and all others.
ONE_SUIT_BY_SUM: dict[int, int] = {}
MIXED_BY_SUM: dict[int, int] = {}
for (_ranks, _one_suit), _hand in _ranked_5.items():
    _by_sum = ONE_SUIT_BY_SUM if _one_suit else MIXED_BY_SUM
    _by_sum[sum(RANK_KEYS[rank] for rank in _ranks)] = FIVE_CARD_NUMBER[_hand]

# A card as one word: the key of its rank above eight bits in which the suits add up. Five cards of one suit, and no
# others, make 0, 5, 30 or 180 there. The whole stays below 2**30, where Python adds fastest.
_SUIT_KEYS = dict(zip(SUITS, (0, 1, 6, 36), strict=True))
_FIVE_OF_A_SUIT = frozenset(5 * key for key in _SUIT_KEYS.values())
_WORD: dict[object, int] = {}
for _index, _card in enumerate(DECK):
    _WORD[_card] = _WORD[_index] = (RANK_KEYS[_index >> 2] << 8) + _SUIT_KEYS[_card[1]]


def rank5(cards: Sequence[str] | Sequence[int]) -> int:
    """The number of the hand that five different cards make; the cards as ``"As"`` or by their index.

    The one function here that is called millions of times: it does not look whether the cards differ.
    """
    a, b, c, d, e = cards
    total = _WORD[a] + _WORD[b] + _WORD[c] + _WORD[d] + _WORD[e]
    if total & 255 in _FIVE_OF_A_SUIT:
        return ONE_SUIT_BY_SUM[total >> 8]
    return MIXED_BY_SUM[total >> 8]


def rank3(cards: Sequence[str] | Sequence[int]) -> int:
    """The number of the hand that three different cards make."""
    a, b, c = (index(card) if isinstance(card, str) else card for card in cards)
    return THREE_CARD_NUMBER_OF[tuple(sorted((a >> 2, b >> 2, c >> 2))), a & 3 == b & 3 == c & 3]


def best_five(cards: Sequence[str] | Sequence[int]) -> int:
    """The number of the best hand of five among five cards or more.

    >>> FIVE_CARD_HANDS[best_five("Ah Kh Qh Jh Th 9h".split())].category
    'royal-flush'
    """
    return max(rank5(cast(Sequence[int], five)) for five in combinations(cards, 5))


def hand_named(ranks: str, one_suit: bool = False) -> int:
    """The number of the hand of these ranks, as rules of strategy name it.

    >>> str(FIVE_CARD_HANDS[hand_named("AKJ83")]), hand_named("A-K-4-3-2") == LOWEST_ACE_KING
    ('A-K-J-8-3', True)
    """
    letters = [letter for letter in ranks.upper().replace("10", "T") if letter not in " -"]
    if set(letters) <= set(RANKS):
        key = tuple(sorted(RANKS.index(letter) for letter in letters)), one_suit
        if key in _ranked_5:
            return FIVE_CARD_NUMBER[_ranked_5[key]]
        if key in THREE_CARD_NUMBER_OF:
            return THREE_CARD_NUMBER_OF[key]
    raise UnknownName(f"{ranks!r} is no hand", accepts="the ranks of three or five cards, as in AKJ83 or Q-6-4")


def lowest_of(category: str) -> int:
    """The number of the lowest hand of five cards of a category.

    >>> str(FIVE_CARD_HANDS[lowest_of("pair")])
    'pair of twos with 5-4-3'
    """
    return FIVE_CARD_PLACE.index(FIVE_CARD_CATEGORIES.index(category))
