"""Scoreboards: one mark for each round that is over, on a bead plate and on a big road.

A mark is a letter for who won, T for a tie, with an asterisk behind it where the hand was a natural.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from nomorebets.drawing.svg import label, svg, tag

TIE = "T"
DEPTH = 6  # rows of a board


class Side(NamedTuple):
    """What a mark stands for."""

    name: str
    says: str
    fill: str  # its colour in a drawing
    ink: str  # and on a terminal


class Bead(NamedTuple):
    """One cell of the big road: who won, whether with a natural, and the ties that followed."""

    winner: str  # empty where only ties have come so far
    natural: bool = False
    ties: int = 0


def road(marks: Iterable[str], rows: int = DEPTH) -> dict[tuple[int, int], Bead]:
    """Winning streaks by column and row: down a column while one side wins, to the right where there is no room.

    >>> road(["P", "P", "T", "B*"])
    {(0, 0): Bead(winner='P', natural=False, ties=0), (0, 1): Bead(winner='P', natural=False, ties=1), \
(1, 0): Bead(winner='B', natural=True, ties=0)}
    """
    cells: dict[tuple[int, int], Bead] = {}
    column = row = start = 0
    for mark in marks:
        here = cells.get((column, row), Bead(""))
        if mark[0] == TIE:
            cells[column, row] = here._replace(ties=here.ties + 1)
            continue
        if here.winner and here.winner != mark[0]:
            start = next(c for c in range(start + 1, len(cells) + 2) if (c, 0) not in cells)
            column, row = start, 0
        elif here.winner and row + 1 < rows and (column, row + 1) not in cells:
            row += 1
        elif here.winner:
            column += 1  # the dragon's tail
        early = cells.get((column, row), Bead("")).ties  # ties before the first winner stay in its cell
        cells[column, row] = Bead(mark[0], mark.endswith("*"), early)
    return cells


def bead_plate(marks: Iterable[str], sides: Mapping[str, Side], rows: int = DEPTH, columns: int = 12) -> str:
    """The bead plate: one bead per round, top to bottom, the newest columns kept."""
    beads = _known(marks, sides)
    kept = beads[-rows * columns :] if len(beads) <= rows * columns else beads[_start(len(beads), rows, columns) :]
    out = _lattice(rows, columns, 24)
    for at, mark in enumerate(kept):
        x, y = 24 * (at // rows) + 12, 24 * (at % rows) + 12
        out += tag("circle", cx=x, cy=y, r=9.6, fill=sides[mark[0]].fill)
        out += label(x, y, mark[0], 11, fill="#fff")
        if mark.endswith("*"):
            out += tag("circle", cx=x + 7.5, cy=y - 7.5, r=3, fill="#f0c956", stroke="#fff", stroke_width=0.8)
    return svg(24 * columns, 24 * rows, out, says=_in_words(beads, sides), class_="score bead-plate", font_weight="700")


def _known(marks: Iterable[str], sides: Mapping[str, Side]) -> list[str]:
    return [mark for mark in marks if mark and mark[0] in sides]


def _start(count: int, rows: int, columns: int) -> int:
    """The first bead of the columns that are still shown."""
    return (-(-count // rows) - columns) * rows


def big_road(marks: Iterable[str], sides: Mapping[str, Side], rows: int = DEPTH, columns: int = 24) -> str:
    """The big road: a new column whenever the winner changes, a tie as a stroke over the round before it."""
    beads = _known(marks, sides)
    cells = {at: bead for at, bead in road(beads, rows).items() if bead.winner}
    first = max(max((c for c, _ in cells), default=0) - columns + 1, 0)
    out = _lattice(rows, columns, 18)
    for (c, r), bead in cells.items():
        if c < first:
            continue
        x, y = 18 * (c - first) + 9, 18 * r + 9
        out += tag("circle", cx=x, cy=y, r=6.4, fill="none", stroke=sides[bead.winner].fill, stroke_width=2.6)
        if bead.ties:
            out += tag("path", d=f"M{x - 7} {y + 7}L{x + 7} {y - 7}", stroke=sides[TIE].fill, stroke_width=2)
            out += label(x, y, bead.ties, 9, class_="ties") if bead.ties > 1 else ""
    return svg(18 * columns, 18 * rows, out, says="big road: " + _in_words(beads, sides), class_="score big-road")


def _lattice(rows: int, columns: int, cell: int) -> str:
    lines = "".join(f"M{cell * c} 0V{cell * rows}" for c in range(columns + 1))
    lines += "".join(f"M0 {cell * r}H{cell * columns}" for r in range(rows + 1))
    face = tag("rect", width=cell * columns, height=cell * rows, class_="score-face", fill="#fffdf6")
    return face + tag("path", d=lines, class_="score-lines", stroke="#00000026", stroke_width=1)


def _in_words(beads: Sequence[str], sides: Mapping[str, Side]) -> str:
    if not beads:
        return "no coup yet"
    counts = ", ".join(f"{side.name} {sum(b[0] == mark for b in beads)}" for mark, side in sides.items())
    latest = ", ".join(sides[b[0]].name for b in beads[-6:])
    return f"{len(beads)} coups: {counts}; the latest: {latest}"
