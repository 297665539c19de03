"""Scoreboards: one mark for each round that is over, on a bead plate, a big road and the three roads derived from it.

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


def bead_plate(marks: Iterable[str], sides: Mapping[str, Side], rows: int = DEPTH, columns: int = 9) -> str:
    """The bead plate: one bead per round, top to bottom, the newest columns kept."""
    beads = _known(marks, sides)
    kept = beads[-rows * columns :] if len(beads) <= rows * columns else beads[_start(len(beads), rows, columns) :]
    out = _lattice(rows, columns, 24)
    for at, mark in enumerate(kept):
        x, y = 24 * (at // rows) + 12, 24 * (at % rows) + 12
        out += tag("circle", cx=x, cy=y, r=9.6, fill=sides[mark[0]].fill)
        out += label(x, y, mark[0], 15, fill="#fff")
        if mark.endswith("*"):
            out += tag("circle", cx=x + 7.5, cy=y - 7.5, r=3, fill="#f0c956", stroke="#fff", stroke_width=0.8)
    return svg(24 * columns, 24 * rows, out, says=_in_words(beads, sides), class_="score bead-plate", font_weight="700")


def _known(marks: Iterable[str], sides: Mapping[str, Side]) -> list[str]:
    return [mark for mark in marks if mark and mark[0] in sides]


def _start(count: int, rows: int, columns: int) -> int:
    """The first bead of the columns that are still shown."""
    return (-(-count // rows) - columns) * rows


def big_road(marks: Iterable[str], sides: Mapping[str, Side], rows: int = DEPTH, columns: int = 24) -> str:
    """The big road: a new column whenever the winner changes, each tie as a stroke over the round before it."""
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
            across = min(bead.ties, 5) - 1  # side by side; of more, five
            strokes = "".join(f"M{x - 7 - across + 2 * n} {y + 7 - across + 2 * n}l14-14" for n in range(across + 1))
            out += tag("path", d=strokes, stroke=sides[TIE].fill, stroke_width=2 if not across else 1.2)
    return svg(18 * columns, 18 * rows, out, says="big road: " + _in_words(beads, sides), class_="score big-road")


# --- the roads derived from the big road ----------------------------------------------------------------------------

REPEATS, CHANGES = "R", "B"  # a derived bead: red where the big road repeats itself, blue where it does not
DERIVED = {"big eye": 1, "small": 2, "cockroach": 3}  # how many columns back each road compares


def derived(marks: Iterable[str], back: int) -> list[str]:
    """The beads of a road that compares every streak with the one so many columns before it.

    A bead that opens a column is red if the two columns before it, so far apart, are equally deep; any other is red
    if the column before has a bead beside it, or has none beside the one above it either.

    >>> derived("PPBBBPB", 1), derived("PPBBBPB", 2)
    (['R', 'B', 'B', 'B'], ['B'])
    """
    depths: list[int] = []
    beads, last = [], ""
    for mark in marks:
        if mark[0] == TIE:
            continue
        if mark[0] == last:
            depths[-1] += 1
        else:
            depths.append(1)
        last, column, row = mark[0], len(depths) - 1, depths[-1] - 1
        if row == 0 and column > back:
            beads.append(REPEATS if depths[column - 1] == depths[column - 1 - back] else CHANGES)
        elif row > 0 and column >= back:
            beads.append(CHANGES if depths[column - back] == row else REPEATS)
    return beads


def derived_road(marks: Iterable[str], sides: Mapping[str, Side], name: str, columns: int = 24) -> str:
    """One of the derived roads: rings, discs or strokes, in columns of one colour."""
    beads = derived(_known(marks, sides), DERIVED[name])
    cells = road(beads)
    first = max(max((c for c, _ in cells), default=0) - columns + 1, 0)
    out = _lattice(DEPTH, columns, 9)
    for (c, r), bead in cells.items():
        if c < first:
            continue
        x, y, ink = 9 * (c - first) + 4.5, 9 * r + 4.5, "#b11f2b" if bead.winner == REPEATS else "#2463a8"
        if name == "cockroach":
            out += tag("path", d=f"M{x - 3} {y + 3}L{x + 3} {y - 3}", stroke=ink, stroke_width=1.6)
        elif name == "small":
            out += tag("circle", cx=x, cy=y, r=3.2, fill=ink)
        else:
            out += tag("circle", cx=x, cy=y, r=2.8, fill="none", stroke=ink, stroke_width=1.4)
    red = sum(bead == REPEATS for bead in beads)
    says = f"{name} road: {red} red, {len(beads) - red} blue" if beads else f"{name} road: nothing yet"
    return svg(9 * columns, 9 * DEPTH, out, says=says, class_="score derived-road")


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
