"""The 32 tiles of pai gow, written by their pips: ``"6-6"``, ``"2-3"``. How they rank is the game's affair.

>>> len(TILES), pips("2-4"), read_tile("4-2"), read_tile("6/6")
(32, 6, '2-4', '6-6')
"""

from __future__ import annotations

import re
from functools import lru_cache

from nomorebets.errors import UnknownName

ACCEPTED = "two numbers of pips, as in 6-6 or 2-3"

IDENTICAL = tuple("6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5".split())
"""Tiles of which the set has two alike."""

MIXED = (("2-4", "1-2"), ("3-6", "4-5"), ("2-6", "3-5"), ("2-5", "3-4"), ("1-4", "2-3"))
"""Tiles that come once, beside the other tile of their pair."""

PAIRS = (*((tile, tile) for tile in IDENTICAL), *MIXED)
TILES = tuple(tile for pair in PAIRS for tile in pair)

KINDS = tuple(dict.fromkeys(TILES))
"""The 21 different tiles."""

NAMES = {
    **dict(zip(IDENTICAL, "teen day yun gor mooy chong bon foo ping tit look".split(), strict=True)),
    **{tile: name for pair, name in zip(MIXED[1:], "gow bot chit ng".split(), strict=True) for tile in pair},
    "2-4": "gee joon six",
    "1-2": "gee joon three",
}
"""What each tile is called at the table; the two of a mixed pair share a name."""

_TILE = re.compile(r"([1-6])[-/:]([1-6])", re.ASCII)
_TWO_NUMBERS = re.compile(r"\d+[-/:]\d+", re.ASCII)


def looks_like_tile(word: str) -> bool:
    """Whether somebody who writes this means a tile, if perhaps one that is none."""
    return _TWO_NUMBERS.fullmatch(word) is not None


@lru_cache(1 << 8)
def pips(tile: str) -> int:
    """How many pips a tile has."""
    low, high = read_tile(tile).split("-")
    return int(low) + int(high)


@lru_cache(1 << 8)  # the same few words again and again
def read_tile(text: str) -> str:
    """A tile as somebody writes it, its ends in either order."""
    ends = _TILE.fullmatch(text.strip())
    tile = "-".join(sorted(ends.groups())) if ends else ""
    if tile not in TILES:
        raise UnknownName(f"{text[:20]!r} is not a tile", accepts=ACCEPTED)
    return tile
