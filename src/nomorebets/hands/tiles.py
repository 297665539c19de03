"""Hands of two tiles, ranked: pairs, wongs, gongs, and the value of everything else.

>>> pair, wong, nine = rank("2-4", "1-2"), rank("6-6", "4-5"), rank("6-6", "1-6")
>>> pair > wong > nine, rank("6-6", "3-4") == nine, rank("5-6", "3-6") == rank("2-2", "1-5")
(True, True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from nomorebets.equipment.tiles import IDENTICAL, KINDS, MIXED, NAMES, PAIRS, pips

Class = Literal["pair", "wong", "gong", "value"]

GEE_JOON = ("2-4", "1-2")
GEE_JOON_POINTS = (3, 6)  # away from its partner, whichever makes more of the hand
HIGHEST, NEXT = IDENTICAL[:2]  # with which a wong or a gong is made

# how a tile ranks beside others: the identical ones in their order, then those of mixed pairs, gee joon last
_SINGLES = (*((tile,) for tile in IDENTICAL), *MIXED[1:], GEE_JOON)
SINGLE_RANK = {tile: len(_SINGLES) - at for at, tiles in enumerate(_SINGLES) for tile in tiles}
PAIR_RANK = {  # the supreme pair above all others
    frozenset(pair): len(PAIRS) - at
    for at, pair in enumerate((GEE_JOON, *((tile, tile) for tile in IDENTICAL), *MIXED[1:]))
}
CLASSES: dict[Class, int] = {"pair": 12, "wong": 11, "gong": 10}  # above every value
STEP = 32  # between two classes: more than any rank within one


class TileHand(NamedTuple):
    """What two tiles are: their class, its value where it is no pair, wong or gong, and the tile that decides."""

    kind: Class
    value: int  # points of a hand of that class, 0 of a pair
    within: int  # how it ranks among hands of the same class and value
    top: str  # the tile by which it does

    @property
    def rank(self) -> int:
        """Higher beats lower; equal is a copy."""
        return CLASSES.get(self.kind, self.value) * STEP + self.within

    def __str__(self) -> str:
        if self.kind == "pair":
            return "gee joon, the supreme pair" if self.top in GEE_JOON else f"a pair of {NAMES[self.top]}"
        if self.kind == "value":
            return f"{self.value}, {NAMES[self.top]} high" if self.value else "0"
        return f"wong with {NAMES[self.top]}" if self.kind == "wong" else f"gong with {NAMES[self.top]}"


@cache
def tile_hand(one: str, other: str) -> TileHand:
    """The hand that two tiles make.

    >>> print(tile_hand("4-4", "1-1")), print(tile_hand("2-4", "4-4")), print(tile_hand("5-5", "4-6"))
    gong with day
    4, yun high
    0
    (None, None, None)
    """
    top = max(one, other, key=lambda tile: SINGLE_RANK[tile])
    pair = PAIR_RANK.get(frozenset((one, other)))
    if pair is not None:
        return TileHand("pair", 0, pair, top)
    other_tile = other if top == one else one
    if top in (HIGHEST, NEXT) and pips(other_tile) in (8, 9):
        within = 2 if top == HIGHEST else 1  # which eight or nine it is does not matter
        return TileHand("wong" if pips(other_tile) == 9 else "gong", 0, within, top)
    value = max((a + b) % 10 for a in points(one) for b in points(other))
    return TileHand("value", value, SINGLE_RANK[top] if value else 0, top)


@cache
def rank(one: str, other: str) -> int:
    """How a hand of two tiles ranks: higher beats lower, equal is a copy."""
    return tile_hand(one, other).rank


def points(tile: str) -> tuple[int, ...]:
    """What a tile may count for."""
    return GEE_JOON_POINTS if tile in GEE_JOON else (pips(tile),)


class Split(NamedTuple):
    """Four tiles set in two: the hand that ranks higher is the high hand, whichever way they are laid."""

    high: tuple[str, str]
    low: tuple[str, str]

    @property
    def high_hand(self) -> TileHand:
        return tile_hand(*self.high)

    @property
    def low_hand(self) -> TileHand:
        return tile_hand(*self.low)

    @property
    def ranks(self) -> tuple[int, int]:
        return rank(*self.high), rank(*self.low)


def split(apart: Sequence[str], rest: Sequence[str]) -> Split:
    """Two hands of two, by their rank."""
    (a, b), (c, d) = apart, rest
    return Split((a, b), (c, d)) if rank(a, b) > rank(c, d) else Split((c, d), (a, b))


def splits(tiles: Sequence[str]) -> list[Split]:
    """The ways to set four tiles, alike ones once.

    >>> len(splits("6-6 1-6 4-5 2-3".split())), len(splits("6-6 6-6 4-5 2-3".split()))
    (3, 2)
    """
    first, *others = tiles
    ways: dict[object, Split] = {}
    for at, beside in enumerate(others):
        made = split((first, beside), [tile for i, tile in enumerate(others) if i != at])
        ways.setdefault((tuple(sorted(made.high)), tuple(sorted(made.low))), made)
    return list(ways.values())


def in_order(tiles: Sequence[str]) -> tuple[str, ...]:
    """Tiles as they are listed, so that two hands of the same tiles are the same hand."""
    return tuple(sorted(tiles, key=KINDS.index))
