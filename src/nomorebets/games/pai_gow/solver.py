"""Pai gow, exactly: every hand, every way to set it, against every hand that the other side may hold.

The other side's hands that hold none of one's own four tiles are counted by inclusion and exclusion: all of them, less
those with one of the four, plus those with two, and so on. For none, one and two tiles the counts are kept in tables of
how many rank below a high and a low hand; with three or four tiles there are few enough to look at each.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.tiles import KINDS, TILES
from nomorebets.games.pai_gow.holdings import AGAINST_EACH, ALL_HANDS, FOUR, Numbers, chosen, holdings
from nomorebets.games.pai_gow.house_ways import HouseWay

TOTAL = ALL_HANDS * AGAINST_EACH  # deals to two sides
KIND_OF = np.array([KINDS.index(tile) for tile in TILES], np.int64)
FIRST_TILE = np.array([TILES.index(kind) for kind in KINDS], np.int64)  # alike ones lie next to each other


class Counted(NamedTuple):
    """Wins, pushes and losses of each way to set each hand, of all hands that the other side may hold."""

    win: Numbers
    push: Numbers
    lose: Numbers

    def of(self, ways: Numbers) -> tuple[int, int, int]:
        """All deals, where each hand is set in one way."""
        rows, number = np.arange(ways.size), holdings().number
        win, push, lose = (int((number * part[rows, ways]).sum()) for part in self)
        return win, push, lose


@cache
def against(other: HouseWay, banks: bool = False) -> Counted:
    """Every way to set every hand against a method; ``banks``: copies are one's own instead of the other's.

    >>> from nomorebets.games.pai_gow.house_ways import atlantic
    >>> sum(against(atlantic).of(chosen(atlantic)))
    736281000
    """
    high, low, both = _lower(other, -1 if banks else 1)
    neither = AGAINST_EACH - high - low + both
    win, lose = (neither, both) if banks else (both, neither)
    return Counted(win, AGAINST_EACH - win - lose, lose)


@cache
def _lower(other: HouseWay, sign: int) -> tuple[Numbers, Numbers, Numbers]:
    """How many hands of the other side rank lower, high, low and both; with a negative sign, how many rank higher.

    Who banks is beaten only by what is higher.
    """
    every, ways = holdings(), chosen(other)
    rows = np.arange(ways.size)
    theirs = Theirs.of(sign * every.high[rows, ways], sign * every.low[rows, ways])
    return theirs.lower(
        np.searchsorted(theirs.highs, sign * every.high), np.searchsorted(theirs.lows, sign * every.low)
    )


def chances_against(other: HouseWay) -> tuple[Numbers, Numbers]:
    """Of the hands that the other side may hold, how many have a lower high hand and how many a lower low hand."""
    high, low, _ = _lower(other, 1)
    return high, low


class Theirs(NamedTuple):
    """The hands of the other side by the places of their high and low hand among all that they set."""

    highs: Numbers  # in order
    lows: Numbers
    high_at: Numbers  # of each hand that looks different
    low_at: Numbers
    tables: tuple[Numbers, ...]  # hands with none, one or two given tiles: how many rank below a high and a low place

    @classmethod
    def of(cls, high: Numbers, low: Numbers) -> Theirs:
        highs, high_at = np.unique(high, return_inverse=True)
        lows, low_at = np.unique(low, return_inverse=True)
        fours = _all_fours()
        hands = hand_of(KIND_OF[fours])
        cells = high_at[hands] * lows.size + low_at[hands]
        tables = tuple(_table(cells, (highs.size, lows.size), _subsets(fours, size)) for size in range(3))
        return cls(highs, lows, high_at, low_at, tables)

    def lower(self, high: Numbers, low: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Of the hands without any of one's own tiles: how many have the high hand below a place, the low one, both.

        Places by hand and way to set it.
        """
        own = _tiles_of(holdings().kinds)
        counts = np.zeros((3, *high.shape), np.int64)
        for size, table in enumerate(self.tables):
            for some in _subsets(own, size):
                place = some[:, None]
                found = table[place, high, -1], table[place, -1, low], table[place, high, low]
                counts += (-1) ** size * np.stack(found)
        for three in combinations(range(FOUR), 3):
            for fourth in range(len(TILES)):
                other = (own[:, three] != fourth).all(axis=1)
                counts -= self._below(_completed(own[other][:, three], fourth), high, low, other)
        counts += self._below(np.arange(len(own)), high, low, np.ones(len(own), bool))  # with all four
        return counts[0], counts[1], counts[2]

    def _below(self, hands: Numbers, high: Numbers, low: Numbers, of: NDArray[np.bool_]) -> Numbers:
        """Whether one hand of the other side beside each of some own hands ranks below."""
        counts = np.zeros((3, *high.shape), np.int64)
        below_high = self.high_at[hands, None] < high[of]
        below_low = self.low_at[hands, None] < low[of]
        counts[:, of] = np.stack((below_high, below_low, below_high & below_low))
        return counts


def _completed(three: Numbers, fourth: int) -> Numbers:
    """The hands of three tiles and a fourth."""
    kinds = np.column_stack((KIND_OF[three], np.full(len(three), KIND_OF[fourth])))
    return hand_of(np.sort(kinds, axis=1))


def _table(cells: Numbers, shape: tuple[int, int], subsets: list[Numbers]) -> Numbers:
    """By the tiles that hands hold: how many of them rank below each high and low place."""
    most, size = 1 + max(int(some.max()) for some in subsets), shape[0] * shape[1]
    counts = np.bincount(np.concatenate([some * size + cells for some in subsets]), minlength=most * size)
    table = np.zeros((most, shape[0] + 1, shape[1] + 1), np.int64)
    table[:, 1:, 1:] = counts.reshape(most, *shape).cumsum(axis=1).cumsum(axis=2)
    return table


def _subsets(tiles: Numbers, size: int) -> list[Numbers]:
    """Every choice of so many of a hand's tiles, each as one number: none, a tile, or two of them."""
    if not size:
        return [np.zeros(len(tiles), np.int64)]
    if size == 1:
        return [tiles[:, at] for at in range(FOUR)]
    return [tiles[:, b] * (tiles[:, b] - 1) // 2 + tiles[:, a] for a, b in combinations(range(FOUR), 2)]


def _all_fours() -> Numbers:
    return np.array(list(combinations(range(len(TILES)), FOUR)), np.int64)


def _tiles_of(kinds: Numbers) -> Numbers:
    """Tiles for hands that are given by kinds: the second of two alike is the next one."""
    first: Numbers = FIRST_TILE[kinds]
    first[:, 1:] += kinds[:, 1:] == kinds[:, :-1]
    return first


@cache
def index_by_kinds() -> Numbers:
    """Which of the hands that look different four kinds in order are, by one number for the four."""
    index = np.zeros(len(KINDS) ** FOUR, np.int64)
    index[_number(holdings().kinds)] = np.arange(len(holdings().kinds))
    return index


def _number(kinds: Numbers) -> Numbers:
    number: Numbers = kinds @ (len(KINDS) ** np.arange(FOUR))
    return number


def hand_of(kinds: Numbers) -> Numbers:
    """Which of the hands that look different four kinds are, given in order."""
    hands: Numbers = index_by_kinds()[_number(kinds)]
    return hands


def best_ways(counted: Counted, won: int, lost: int) -> Numbers:
    """The best way to set each hand, where a win brings and a loss costs so much."""
    ways: Numbers = (counted.win * won - counted.lose * lost).argmax(axis=1)
    return ways
