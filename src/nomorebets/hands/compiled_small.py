"""Hands of fewer than five cards by the million: badugi, and the best three of four. Imports numba.

>>> badugi_numbers([[48, 1, 6, 11], [51, 50, 49, 48]]).tolist()
[1091, 12]
"""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK, RANKS, SUITS
from nomorebets.hands.compiled import rows_of
from nomorebets.hands.low import ACE_LOW, badugi
from nomorebets.hands.orders import Ranking, numbered


@cache
def badugi_hands(ranks: str = ACE_LOW) -> tuple[dict[Any, int], NDArray[np.uint16]]:
    """Every badugi with its number, the worst first; and the numbers by the set of ranks it is made of."""
    rank = partial(badugi, order=ranks)
    sets = [few for size in range(1, 5) for few in combinations(range(len(RANKS)), size)]
    worth = {few: rank([RANKS[r] + suit for r, suit in zip(few, SUITS, strict=False)]) for few in sets}
    number = numbered(worth.values())
    by_set = np.zeros(1 << len(RANKS), np.uint16)
    for few, hand in worth.items():
        by_set[sum(1 << r for r in few)] = number[hand]
    return number, by_set


@compiled
def badugi_number(cards: Any, by_set: NDArray[np.uint16]) -> Any:
    """The number of the best badugi among some cards: of all that differ in rank and suit, the best."""
    best = np.uint16(0)
    for few in range(1, 1 << cards.size):
        ranks, suits, differ = np.uint64(0), np.uint64(0), True
        for at in range(cards.size):
            if few >> at & 1:
                card = np.uint64(cards[at])
                rank, suit = np.uint64(1) << (card >> np.uint64(2)), np.uint64(1) << (card & np.uint64(3))
                if ranks & rank or suits & suit:
                    differ = False
                ranks |= rank
                suits |= suit
        if differ:
            best = max(best, by_set[ranks])
    return best


@compiled
def _rank_badugis(hands: NDArray[np.uint8], by_set: NDArray[np.uint16], numbers: NDArray[np.uint16]) -> None:
    for i in range(hands.shape[0]):
        numbers[i] = badugi_number(hands[i], by_set)


def badugi_numbers(hands: ArrayLike, ranks: str = ACE_LOW) -> NDArray[np.uint16]:
    """The numbers of many badugis, one row of four or five card indices each."""
    rows = rows_of(hands, (4, 5))
    numbers = np.empty(len(rows), np.uint16)
    _rank_badugis(rows, badugi_hands(ranks)[1], numbers)
    return numbers


@cache
def three_card_tables(ranking: Ranking) -> tuple[dict[Any, int], NDArray[np.uint16]]:
    """Every hand of three cards by a ranking with its number, and the numbers by three cards in any order."""
    worth = {few: ranking([DECK[card] for card in few]) for few in combinations(range(len(DECK)), 3)}
    number = numbered(worth.values())
    table = np.zeros((len(DECK),) * 3, np.uint16)
    few = np.array(list(worth))
    values = np.array([number[hand] for hand in worth.values()], np.uint16)
    for order in permutations(range(3)):
        table[tuple(few[:, i] for i in order)] = values
    return number, table


def best_three_numbers(hands: ArrayLike, ranking: Ranking) -> NDArray[np.uint16]:
    """The numbers of the best three of four cards, one row each, by a ranking of three."""
    rows = rows_of(hands, (4,))
    table = three_card_tables(ranking)[1]
    numbers: NDArray[np.uint16] = np.zeros(len(rows), np.uint16)
    for a, b, c in combinations(range(4), 3):
        np.maximum(numbers, table[rows[:, a], rows[:, b], rows[:, c]], out=numbers)
    return numbers
