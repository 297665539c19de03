"""Scoreboards: the bead plate and the big road, both six rows deep, as they stand beside a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from nomorebets.drawing.scores import DEPTH, Bead, Side, road
from nomorebets.errors import counted

if TYPE_CHECKING:
    from rich.text import Text

SIGNS = {"*": "with a natural", "/": "a tie after it"}


def bead_plate(marks: Iterable[str]) -> list[list[str]]:
    """Every round in its order, down one column after the other.

    >>> bead_plate(["P", "B*", "T", "B", "B", "P", "P"])[0]
    ['P', 'P']
    """
    all_marks = list(marks)
    columns = -(-len(all_marks) // DEPTH)
    cells = [all_marks[at] if at < len(all_marks) else "" for at in range(columns * DEPTH)]
    return [[cells[column * DEPTH + row] for column in range(columns)] for row in range(DEPTH)]


def big_road(marks: Iterable[str]) -> list[list[str]]:
    """Winning streaks: down a column while one side wins, to the right where there is no room, ties on the last cell.

    >>> [row[0] for row in big_road(["T", "P", "P", "T", "T", "B*"])[:2]], big_road(["P", "B"])[0]
    (['P/', 'P/2'], ['P', 'B'])
    """
    cells = road(marks)
    width = 1 + max((column for column, _ in cells), default=-1)
    return [[_written(cells.get((c, r), Bead(""))) for c in range(width)] for r in range(DEPTH)]


def _written(bead: Bead) -> str:
    ties = "/" * (bead.ties == 1) or (f"/{bead.ties}" if bead.ties else "")
    return bead.winner + "*" * bead.natural + ties


def scoreboard_dict(marks: list[str]) -> dict[str, Any]:
    """Both boards as plain values."""
    return {"marks": marks, "bead_plate": bead_plate(marks), "big_road": big_road(marks)}


def drawn(title: str, rows: list[list[str]], room: int, sides: Mapping[str, Side] = {}) -> Text:
    """A board for the terminal: in one strip, or in several below each other where it is wider than the room."""
    from rich.text import Text

    width = 1 + max((len(cell) for row in rows for cell in row), default=1)
    strip = max(1, room // width)
    board = Text(f"{title}\n")
    for first in range(0, max(1, len(rows[0])), strip):
        board.append("\n" if first else "")
        for row in rows:
            for cell in row[first : first + strip]:
                board.append((cell or "·").ljust(width), style=sides[cell[0]].ink if cell[:1] in sides else "dim")
            board.append("\n")
    return board


def show_scoreboard(marks: list[str], sides: Mapping[str, Side]) -> None:
    """Draw both boards, and say what the signs mean."""
    from nomorebets.cli.common import console

    out = console()
    out.print(drawn("bead plate", bead_plate(marks), out.width, sides))
    out.print(drawn("big road", big_road(marks), out.width, sides))
    totals = ", ".join(f"{side.name.lower()} {sum(m[0] == mark for m in marks)}" for mark, side in sides.items())
    out.print(f"{counted(len(marks), 'round')}: {totals}")
    says = {mark: side.says for mark, side in sides.items()} | SIGNS
    out.print("; ".join(f"{sign} {words}" for sign, words in says.items()), markup=False)
