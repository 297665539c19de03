"""All hands of four tiles, and the three ways to set each: 35,960 of them, of which 8,130 look different."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.tiles import KINDS, TILES
from nomorebets.games.pai_gow.house_ways import HouseWay, by_high, by_low, filed
from nomorebets.hands.tiles import Split, in_order, rank, splits

Numbers = NDArray[np.int64]

COPIES = tuple(map(Counter(TILES).__getitem__, KINDS))  # of each different tile
FOUR = 4
PARTNERS = (1, 2, 3)  # a way to set a hand, by the tile that goes with the first
ALL_HANDS = comb(len(TILES), FOUR)
AGAINST_EACH = comb(len(TILES) - FOUR, FOUR)  # hands that the other side may hold beside one


class Holdings(NamedTuple):
    """Every hand that looks different: its tiles, how many hands look so, and the ranks of each way to set it."""

    tiles: tuple[tuple[str, ...], ...]
    kinds: Numbers  # four of the 21 different tiles, in order
    number: Numbers
    high: Numbers  # by hand and way; where tiles are alike, so are some ways
    low: Numbers


@cache
def holdings() -> Holdings:
    """All hands.

    >>> all_hands = holdings()
    >>> len(all_hands.tiles), int(all_hands.number.sum()), ALL_HANDS * AGAINST_EACH
    (8130, 35960, 736281000)
    """
    every = combinations_with_replacement(range(len(KINDS)), FOUR)
    held = [hand for hand in every if all(hand.count(kind) <= COPIES[kind] for kind in hand)]
    number = [prod(comb(COPIES[kind], hand.count(kind)) for kind in set(hand)) for hand in held]
    ranks = np.array([[rank(one, other) for other in KINDS] for one in KINDS], np.int64)
    kinds = np.array(held, np.int64)
    pairs = [(ranks[kinds[:, 0], kinds[:, partner]], _rest(kinds, ranks, partner)) for partner in PARTNERS]
    high = np.stack([np.maximum(*pair) for pair in pairs], axis=1)
    low = np.stack([np.minimum(*pair) for pair in pairs], axis=1)
    tiles = tuple(tuple(KINDS[kind] for kind in hand) for hand in held)
    return Holdings(tiles, kinds, np.array(number, np.int64), high, low)


def _rest(kinds: Numbers, ranks: Numbers, partner: int) -> Numbers:
    one, other = (at for at in PARTNERS if at != partner)
    rest: Numbers = ranks[kinds[:, one], kinds[:, other]]
    return rest


@cache
def index_of() -> dict[tuple[str, ...], int]:
    """Where a hand stands among all, by its tiles in order."""
    return {tiles: at for at, tiles in enumerate(holdings().tiles)}


def hand_at(tiles: Sequence[str]) -> int:
    """Where a hand stands among all, however it lies."""
    return index_of()[in_order(tiles)]


def way_of(tiles: Sequence[str], made: Split) -> int:
    """Which of the three ways a split is of a hand whose tiles are in order; of alike ones the first."""
    with_first = [hand for hand in made if tiles[0] in hand]  # two, where the first tile is one of a pair
    partners = [b if a == tiles[0] else a for a, b in with_first]
    return min(tiles.index(partner, 1) for partner in partners) - 1


# --- ways to set that need no figures --------------------------------------------------------------------------------


def max_low(tiles: tuple[str, ...]) -> Split:
    """The highest low hand."""
    return max(splits(tiles), key=by_low)


def max_high(tiles: tuple[str, ...]) -> Split:
    """The highest high hand."""
    return max(splits(tiles), key=by_high)


NAMED: dict[str, Callable[[str], HouseWay]] = {  # by the method that a house has filed
    "house-way": filed,
    "atlantic": lambda method: filed("atlantic"),
    "priority": lambda method: filed("priority"),
    "max-low": lambda method: max_low,
    "max-high": lambda method: max_high,
}


@cache
def chosen(way: HouseWay) -> Numbers:
    """Which way each hand is set by a method."""
    return np.array([way_of(held, way(held)) for held in holdings().tiles], np.int64)
