"""How the table of big six looks: the upright wheel, and an area for each symbol in the colours of the wheel."""

from __future__ import annotations

from nomorebets.drawing.cards import cap_mark
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.places import Board, Cell, grid, rows, sheet
from nomorebets.drawing.svg import number, tag
from nomorebets.drawing.wheels import UprightWheel, along, small_wheel
from nomorebets.games.big_six.terms import WHEEL
from nomorebets.table import Table
from nomorebets.table.wheels import wheel as sections_of

SECTIONS = {  # the face and the lettering of a section
    "$1": ("#f3ead2", "#1b1c1f"),
    "$2": ("#1f5fa3", "#ffffff"),
    "$5": ("#a81f2d", "#ffffff"),
    "$10": ("#146c43", "#ffffff"),
    "$20": ("#5d3590", "#ffffff"),
    "joker": ("#d9951a", "#1b1c1f"),
    "flag": ("#14171a", "#f4d37e"),
}


def layout(board: Board) -> str:
    """Seven areas: the bills, and below them the joker and the flag."""
    symbols = [place for place in board.table.layout.values() if place.covers]  # others a game file has added
    places = sorted(symbols, key=lambda p: p.at or (0, 0))
    bills = [p for p in places if p.covers[0].startswith("$")]
    others = [p for p in places if p not in bills]
    plan: list[tuple[float, list[Cell]]] = [
        (92, [_cell(p.id, p.covers[0], p.covers[0]) for p in bills]),
        (78, [_cell(p.id, p.covers[0], "", tag("g", symbol_mark(p.covers[0], 1.9), stroke="none")) for p in others]),
    ]
    drawn, y = rows(board, plan)
    return sheet(y + 4, drawn, "alone") + grid(board, board.left())


def _cell(id: str, symbol: str, text: str, art: str = "") -> Cell:
    fill, ink = SECTIONS.get(symbol, ("none", "#fff"))
    return Cell(id, text, art=art, fill=fill, ink=ink, size=30)


def wheel(table: Table) -> UprightWheel:
    """The wheel of a table, section by section."""
    return UprightWheel(sections_of(table.house[WHEEL]), lambda symbol: SECTIONS[symbol][0], _symbol, _says)


def _says(shows: str) -> str:
    return f"the big six wheel shows {shows}" if shows else "the big six wheel"


def _symbol(symbol: str) -> str:
    ink = SECTIONS[symbol][1]
    if symbol.startswith("$"):
        return along(symbol, fill=ink)
    return tag("g", symbol_mark(symbol, 0.62), transform="translate(0 -110)")


def symbol_mark(symbol: str, scale: float) -> str:
    """The joker's cap or the flag, around the origin, twenty units wide."""
    if symbol == "joker":
        art = cap_mark()
    else:
        art = tag("path", d="M-10-7H10V7H-10Z", fill="#fdfaf0", stroke="#00000066", stroke_width=0.5)
        art += tag("path", d="M-10-6H10M-10-2H10M-10 2H10M-10 6H10", stroke="#a81f2d", stroke_width=2)
        art += tag("path", d="M-10-7H-1V1H-10Z", fill="#1f4d8f")
    return tag("g", art, transform=f"scale({number(scale)})" if scale != 1 else None, stroke="none")


FELT = GameFelt(
    emblem=small_wheel(("#f3ead2", "#1d5fae", "#b3202d", "#12723f", "#6b3fa0", "#15181b"), parts=30),
    board=layout,
    wheel=wheel,
)
