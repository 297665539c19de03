"""Poker hands ranked by the million, and the evaluator that compiled loops call. Imports numba.

The numbers are those of `hands.ranks`, from whose tables the ones here are laid out. A card is its index in the deck,
always unsigned: numba tests a signed index for being negative.

>>> five_card_numbers([[51, 47, 43, 39, 35], [0, 4, 8, 12, 20]])
array([7461, 5863], dtype=uint16)
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.hands.orders import Ranking, five_card_order
from nomorebets.hands.poker import five_card_hand
from nomorebets.hands.ranks import MIXED_BY_SUM, ONE_SUIT_BY_SUM, RANK_KEYS

Word: TypeAlias = np.uint64

# A card as one word: the key of its rank in the low half, one in the counter of its suit in the high half. Three added
# to each of the four counters lifts the one that holds five or more over the edge of its four bits.
KEY_BITS = np.uint64(0xFFFFFFFF)
THREES = np.uint64(0x3333 << 32)
EIGHTS = np.uint64(0x8888 << 32)
ONE, TWO, FOUR, FIFTEEN = (np.uint64(n) for n in (1, 2, 4, 15))

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
MIXED_SLOTS = np.uint64(max(MIXED_BY_SUM) + 1)


class Tables(NamedTuple):
    """What the evaluator looks up; an argument of every loop that ranks hands."""

    words: NDArray[np.uint64]  # by card
    numbers: NDArray[np.uint16]  # by the sum of the rank keys; behind these, by the set of ranks of one suit


@cache
def tables(ranking: Ranking = five_card_hand) -> Tables:
    """The tables of a ranking, laid out at the first call; of high hands unless another is named."""
    words = [RANK_KEYS[card >> 2] | 1 << 32 + 4 * (card & 3) for card in range(len(DECK))]
    mixed, one_suit = MIXED_BY_SUM, ONE_SUIT_BY_SUM
    if ranking is not five_card_hand:
        order = five_card_order(ranking)
        mixed = {_sum(ranks): number for ranks, number in order.mixed.items()}
        one_suit = {_sum(ranks): number for ranks, number in order.one_suit.items()}
    numbers = np.zeros(int(MIXED_SLOTS) + (1 << len(RANKS)), np.uint16)
    numbers[list(mixed)] = list(mixed.values())
    for ranks in combinations(range(len(RANKS)), 5):
        numbers[int(MIXED_SLOTS) + sum(1 << rank for rank in ranks)] = one_suit[_sum(ranks)]
    return Tables(np.array(words, np.uint64), numbers)


def _sum(ranks: tuple[int, ...]) -> int:
    return sum(RANK_KEYS[rank] for rank in ranks)


@compiled
def _slot(total: Word, a: Word, b: Word, c: Word, d: Word, e: Word) -> Word:
    """Where the number of a hand stands, from the sum of its words."""
    if (total + THREES) & EIGHTS:
        ranks = ONE << (a >> TWO) | ONE << (b >> TWO) | ONE << (c >> TWO) | ONE << (d >> TWO) | ONE << (e >> TWO)
        return MIXED_SLOTS + ranks
    return total & KEY_BITS


@compiled
def five_card_number(a: Word, b: Word, c: Word, d: Word, e: Word, look_up: Tables) -> Any:
    """The number of the hand that five cards make, for use in compiled loops.

    The table is read in one place: read in two branches, numba counts references at every call, fifteen times as slow.
    """
    words = look_up.words
    return look_up.numbers[_slot(words[a] + words[b] + words[c] + words[d] + words[e], a, b, c, d, e)]


@compiled
def slot_of_set(total: Word, cards: Word) -> Word:
    """The same for a hand as a set, a bit for each card."""
    if (total + THREES) & EIGHTS:
        ranks = np.uint64(0)
        for rank in range(np.uint64(13)):
            if cards >> FOUR * rank & FIFTEEN:
                ranks |= ONE << rank
        return MIXED_SLOTS + ranks
    return total & KEY_BITS


@compiled
def _rank_all(hands: NDArray[np.uint8], look_up: Tables, numbers: NDArray[np.uint16]) -> None:
    for i in range(np.uint64(hands.shape[0])):
        a, b, c, d, e = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4]
        numbers[i] = five_card_number(np.uint64(a), np.uint64(b), np.uint64(c), np.uint64(d), np.uint64(e), look_up)


def rows_of(hands: ArrayLike, cards: tuple[int, ...]) -> NDArray[np.uint8]:
    """Hands as rows of card indices; of any other size or cards they are refused."""
    rows = np.ascontiguousarray(hands, np.uint8)
    if rows.ndim != 2 or rows.shape[1] not in cards:
        wanted = " or ".join(map(_NUMBERS.__getitem__, cards))
        raise ValueError(f"hands are rows of {wanted} cards, not an array of shape {rows.shape}")
    if rows.size and rows.max() >= len(DECK):
        raise ValueError("a card is an index from 0 to 51")
    return rows


def five_card_numbers(hands: ArrayLike, ranking: Ranking = five_card_hand) -> NDArray[np.uint16]:
    """The numbers of many hands, one row of five card indices each: high hands, or by another ranking."""
    rows = rows_of(hands, (5,))
    numbers = np.empty(len(rows), np.uint16)
    _rank_all(rows, tables(ranking), numbers)
    return numbers
