"""A whole felt as one drawing that stands alone: layout, chips, cards, wheel and dice, for a picture or on paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from nomorebets.drawing import DRAWING, cloth_of, has_board, layout, on_paper
from nomorebets.drawing.cards import card
from nomorebets.drawing.svg import label, number, standalone, tag
from nomorebets.drawing.tiles import tile
from nomorebets.table.areas import Area, owner_of
from nomorebets.table.game import Table
from nomorebets.table.wagers import Wager

_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_CLOTHS = {"felt-wheel": "#0b5d3b", "felt-dice": "#123f63", "felt-cards": "#0a4632"}
_INK, _GAP, _SEAT, _HIGHEST = "#fff6dd", 16.0, 176.0, 900


def felt_picture(
    table: Table,
    wagers: Iterable[Wager],
    *,
    marks: Mapping[str, str],
    cards: Mapping[str, Sequence[str]],
    seats: Sequence[int],
    beside: Sequence[str],
    says: str,
) -> str:
    """The felt with what lies on it. ``beside``: drawings of a wheel or dice; ``says``: a line below."""
    lying = {area: codes for area, codes in cards.items() if codes}
    is_held = table.game.chance.words in ("cards", "tiles")  # numbers that are drawn light up on the board instead
    drawn = DRAWING.findall(layout(table, wagers, marks=marks, seats_open=seats, cards={} if is_held else lying))
    rows = [[_sized(one, 150) for one in beside]] if any(beside) else []
    common = [area for area in lying if is_held and not owner_of(area)]
    rows += [[_hand(lying[area], area) for area in common]] if common else []
    if has_board(table.game) or not is_held:
        rows += [[_sized(one, 720)] for one in drawn if 'class="card' not in one]
    else:
        rows += [[_sized(one, 480)] for one in drawn if 'class="arch"' in one]
        areas = [one for one in drawn if "seat-areas" in one]
        rows += [[_seat(one, seat, lying) for one, seat in zip(areas, sorted(seats), strict=False)]]
    return _stacked([row for row in rows if row], _CLOTHS.get(cloth_of(table.game), "#0b5d3b"), says)


Piece = tuple[float, float, str]  # how wide, how high, and the drawing at the origin


def _sized(drawn: str, wide: float) -> Piece:
    """A drawing so wide, or so high where it would be higher."""
    size = _SIZE.search(drawn)
    shape = float(size[2]) / float(size[1]) if size else 1.0
    wide = min(wide, _HIGHEST / shape)
    head, _, rest = on_paper(drawn).partition(">")
    bare = re.sub(r' (?:width|height)="[^"]*"', "", head)
    at = f' width="{number(wide)}" height="{number(wide * shape)}">'
    return wide, wide * shape, f"{bare}{at}{rest}"


def _hand(codes: Sequence[str], area: str = "") -> Piece:
    """Cards or tiles of an area, each over the one before it, with its name below."""
    one = tile if any("-" in code for code in codes) else card
    step, x, parts = (24.0 if len(codes) > 4 else 34.0), 0.0, ""
    for code in codes:
        *_, drawn = _sized(one(code), 50)
        parts += tag("g", drawn, transform=f"translate({number(x)} 0)")
        x += step
    across, high = x - step + 50, 50 * 90 / 64
    name = Area.read(area).words if area else ""
    parts += label(across / 2, high + 12, name, 12, fill=_INK) if name else ""
    return across, high + (22 if name else 4), parts


def _seat(areas: str, seat: int, lying: Mapping[str, Sequence[str]]) -> Piece:
    """What lies in front of one seat: its betting areas, and its hands below."""
    pieces = [_sized(areas, 160), *(_hand(codes) for area, codes in lying.items() if owner_of(area) == seat)]
    y, parts = 0.0, ""
    for wide, high, drawn in pieces:
        parts += tag("g", drawn, transform=f"translate({number((_SEAT - wide) / 2)} {number(y)})")
        y += high + 6
    return _SEAT, y + 20, parts + label(_SEAT / 2, y + 8, f"seat {seat}", 12, fill=_INK)


def _stacked(rows: Sequence[Sequence[Piece]], cloth: str, says: str) -> str:
    """Rows of drawings below each other, each in the middle."""
    across = max([sum(piece[0] + _GAP for piece in row) for row in rows] + [480.0]) + _GAP
    y, inside = _GAP, ""
    for row in rows:
        x = (across - sum(piece[0] + _GAP for piece in row) + _GAP) / 2
        for wide, _, drawn in row:
            inside += tag("g", drawn, transform=f"translate({number(x)} {number(y)})")
            x += wide + _GAP
        y += max(piece[1] for piece in row) + _GAP
    if says:
        inside += label(across / 2, y, says, 13, fill=_INK)
        y += 24
    ground = tag("rect", width=across, height=y, rx=10, fill=cloth)
    return standalone(
        f'<svg viewBox="0 0 {number(across)} {number(y)}" width="{number(across)}" height="{number(y)}" '
        f'font-family="sans-serif">{ground}{inside}</svg>'
    )
