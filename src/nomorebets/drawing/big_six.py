"""The layout of the big six wheel: an area for each symbol, in the colours of the wheel."""

from __future__ import annotations

from nomorebets.drawing.places import Board, Cell, grid, rows, sheet
from nomorebets.drawing.svg import tag
from nomorebets.drawing.wheels import SECTIONS, symbol_mark


def layout(board: Board) -> str:
    """Seven areas: the bills, and below them the joker and the flag."""
    places = sorted(board.table.layout.values(), key=lambda p: p.at or (0, 0))
    bills = [p for p in places if p.covers[0].startswith("$")]
    others = [p for p in places if p not in bills]
    plan: list[tuple[float, list[Cell]]] = [
        (92, [_cell(p.id, p.covers[0], p.covers[0]) for p in bills]),
        (78, [_cell(p.id, p.covers[0], "", tag("g", symbol_mark(p.covers[0], 1.9), stroke="none")) for p in others]),
    ]
    drawn, y = rows(board, plan)
    return sheet(y + 4, drawn, "big-six") + grid(board, board.left())


def _cell(id: str, symbol: str, text: str, art: str = "") -> Cell:
    fill, ink = SECTIONS.get(symbol, ("none", "#fff"))
    return Cell(id, text, art=art, fill=fill, ink=ink, size=30)
