"""Every way six cards can leave a shoe, as exact integers, before any drawing table applies.

Only the ten values matter. For each pair of two-card counts the ways are counted that leave the next card, and the
next two, at each value; which hand takes them, if any, is read from a drawing table afterwards. So one pass serves
punto banco, minibaccarat, and every strategy of chemin de fer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK
from nomorebets.errors import UnknownName, counted
from nomorebets.hands.baccarat import VALUES, value

LEAST_CARDS = 6  # a round may take as many
LARGEST_IN_WORD = 1445  # cards of a shoe whose orderings of six still fit into 63 bits

Ways = NDArray[Any]  # int64 where that is wide enough, else Python's own integers


@dataclass(frozen=True)
class Deals:
    """Ordered deals of six cards by the two-card counts of both hands and the values of the two cards after them."""

    total: int
    none: Ways  # [player][banker]: whatever comes next
    one: Ways  # [player][banker][value of the fifth card]
    two: Ways  # [player][banker][fifth][sixth]


def shoe_values(decks: int, removed: Sequence[str] = ()) -> tuple[int, ...]:
    """How many cards of each value a shoe holds, less the cards named.

    >>> shoe_values(8)
    (128, 32, 32, 32, 32, 32, 32, 32, 32, 32)
    """
    gone = Counter(removed)
    for card, number in gone.items():
        if number > decks:
            text = f"{counted(number, 'card')} {card} cannot be removed"
            raise UnknownName(text, accepts=f"at most {decks} of each card")
    left = [0] * VALUES
    for card in DECK:
        left[value(card)] += decks - gone[card]
    if sum(left) < LEAST_CARDS:
        raise UnknownName(
            f"{sum(left)} cards are left, and a round may take {LEAST_CARDS}",
            accepts=f"at most {decks * len(DECK) - LEAST_CARDS} cards removed",
        )
    return tuple(left)


@dataclass(frozen=True)
class _Pairs:
    """Two unordered pairs of values for each of the 100 pairs of counts, filled up to equal numbers with none."""

    first: NDArray[np.int64]  # of the four values, [100][36]
    second: NDArray[np.int64]
    third: NDArray[np.int64]
    fourth: NDArray[np.int64]
    orders: NDArray[np.int64]  # in how many orders the two pairs can come; 0 where there is none
    taken: NDArray[np.int64]  # by the first pair, of the third and of the fourth value, [2][100][36]
    used: NDArray[np.int64]  # by both pairs, [100][36][10]


@cache
def _pairs() -> _Pairs:
    low, high = np.triu_indices(VALUES)
    makes = [np.flatnonzero((low + high) % VALUES == count) for count in range(VALUES)]
    most = max(pairs.size for pairs in makes) ** 2
    i, j, there = (np.zeros((VALUES * VALUES, most), np.int64) for _ in range(3))
    for group in range(VALUES * VALUES):
        one, other = (grid.ravel() for grid in np.meshgrid(makes[group // VALUES], makes[group % VALUES]))
        i[group, : one.size], j[group, : one.size], there[group, : one.size] = one, other, 1
    unit = np.eye(VALUES, dtype=np.int64)
    used, ways = unit[low] + unit[high], np.where(low == high, 1, 2)
    taken = np.stack([used[i, low[j]], used[i, high[j]]])
    return _Pairs(low[i], high[i], low[j], high[j], ways[i] * ways[j] * there, taken, used[i] + used[j])


def count_deals(values: Sequence[int], replaced: bool = False) -> Deals:
    """All ordered deals of six cards from a shoe of these values.

    ``replaced``: as if every card went back before the next is drawn, as older analyses assume.

    >>> count_deals(shoe_values(8)).total == 416 * 415 * 414 * 413 * 412 * 411
    True
    """
    cards, pairs = sum(values), _pairs()
    wide = cards > LARGEST_IN_WORD
    shoe: Ways = np.array(values, dtype=object if wide else np.int64)
    gone = 0 if replaced else 1
    a, b, c, d = pairs.first, pairs.second, pairs.third, pairs.fourth
    of_third, of_fourth = pairs.taken * gone
    four = shoe[a] * (shoe[b] - gone * (a == b)) * (shoe[c] - of_third) * (shoe[d] - of_fourth - gone * (c == d))
    four = four * pairs.orders
    left = shoe - pairs.used * gone  # [100][36][10]
    fifth = four[:, :, None] * left
    one = fifth.sum(axis=1)
    two = fifth.transpose(0, 2, 1) @ left
    if not replaced:  # two cards of one value: the second has one card fewer to come from
        diagonal = np.arange(VALUES)
        two[:, diagonal, diagonal] -= one
    rest = [cards - gone * already for already in range(LEAST_CARDS)]
    shape = (VALUES, VALUES)
    return Deals(
        math.prod(rest),
        (four.sum(axis=1) * (rest[4] * rest[5])).reshape(shape),
        (one * rest[5]).reshape(*shape, VALUES),
        two.reshape(*shape, VALUES, VALUES),
    )
