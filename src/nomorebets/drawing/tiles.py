"""Tiles: dominoes with red and white pips."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from nomorebets.drawing.dice import PIPS
from nomorebets.drawing.svg import standalone, svg, tag
from nomorebets.equipment.dice import FACES
from nomorebets.equipment.tiles import NAMES, read_tile
from nomorebets.errors import UnknownName
from nomorebets.table.areas import HIDDEN

WIDTH, HEIGHT = 40, 90
_RED, _WHITE = "#d8303c", "#fdfaf0"
_RED_NUMBERS = (1, 4)  # as on Chinese dice
_WRITTEN = re.compile(r"([1-6])-([1-6])", re.ASCII)


def name_of(tile: str | None) -> str:
    """A tile as it is said.

    >>> name_of("6-5"), name_of(None)
    ('foo, 6-5', 'a tile face down')
    """
    return "a tile face down" if tile is None or tile == HIDDEN else f"{NAMES[read_tile(tile)]}, {tile}"


def tile(tile: str | None) -> str:
    """One tile: its face, written as its two ends (``6-5``), or its back where it is None."""
    tile = None if tile == HIDDEN else tile
    return svg(WIDTH, HEIGHT, _drawn(tile), says=name_of(tile), class_="domino", data_card=tile or "back")


@cache
def _drawn(tile: str | None) -> str:
    face = tag("rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, rx=5, fill="#17191c", stroke="#00000080")
    rim = tag("rect", x=2.5, y=2.5, width=WIDTH - 5, height=HEIGHT - 5, rx=3.5, fill="none", stroke="#ffffff2e")
    return face + rim + (_back() if tile is None else _pips(tile))


def tiles(tiles: Iterable[str | None], says: str = "") -> str:
    """Tiles side by side."""
    lying = list(tiles)
    spoken = (f"{says}: " if says else "") + (", ".join(map(name_of, lying)) or "no tiles")
    return tag("span", *(tile(t) for t in lying), class_="hand tiles", role="group", aria_label=spoken)


def tiles_sprite() -> str:
    """Every tile and the back as symbols of one file: ``<use href="/art/tiles.svg#t6-5"/>``."""
    every = [f"{top}-{foot}" for top in FACES for foot in FACES]  # either end may lie above
    symbols = [
        tag("symbol", _drawn(code), id=f"t{code}" if code else "back", viewBox=f"0 0 {WIDTH} {HEIGHT}")
        for code in (None, *every)
    ]
    return standalone(tag("svg", *symbols))


def _pips(code: str) -> str:
    ends = _WRITTEN.fullmatch(code)
    if ends is None:
        raise UnknownName(f"{code[:20]!r} is not a tile", accepts="two numbers of pips 1 to 6, as in 6-5")
    top, foot = int(ends[1]), int(ends[2])
    both_sixes = top == foot == 6  # the one tile whose sixes are half red
    out = ""
    for face, middle, side in ((top, 23, -1), (foot, 67, 1)):
        for x, y in PIPS[face]:
            red = x == side if both_sixes else face in _RED_NUMBERS
            size = 4.4 if face == 1 else 3.4
            out += tag("circle", cx=20 + 10 * x, cy=middle + 12 * y, r=size, fill=_RED if red else _WHITE)
    return out


def _back() -> str:
    """The back: plain, with a lattice of the house's gold."""
    lines = "".join(f"M6 {y}L34 {y + 14}M34 {y}L6 {y + 14}" for y in (8, 23, 38, 53, 68))
    return tag("path", d=lines, stroke="#e3b448", stroke_opacity=0.6, stroke_width=1, fill="none")
