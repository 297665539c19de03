"""Scoreboards: the bead plate and the big road, both six rows deep, as they stand beside a baccarat table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.text import Text

DEPTH = 6
COLOURS = {"P": "blue", "B": "red", "T": "green"}
SIGNS = {
    "P": "the Player's Hand won",
    "B": "the Banker's Hand won",
    "T": "tie",
    "*": "with a natural",
    "/": "a tie after it",
}


@dataclass(frozen=True)
class Bead:
    """One cell of the big road: who won, whether with a natural, and the ties that followed."""

    winner: str  # empty where only ties have come so far
    natural: bool = False
    ties: int = 0

    def __str__(self) -> str:
        ties = "/" * (self.ties == 1) or (f"/{self.ties}" if self.ties else "")
        return self.winner + "*" * self.natural + ties


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
    cells: dict[tuple[int, int], Bead] = {}
    row, column, start = 0, 0, -1
    for mark in marks:
        if mark[0] == "T":
            last = cells.get((row, column), Bead(""))
            cells[row, column] = Bead(last.winner, last.natural, last.ties + 1)
            continue
        here = cells.get((row, column))
        if here is None or not here.winner:  # the first decision; ties before it stay in its cell
            start = 0
        elif here.winner != mark[0]:
            start = next(c for c in range(start + 1, len(cells) + 2) if (0, c) not in cells)
            row, column = 0, start
        elif row + 1 < DEPTH and (row + 1, column) not in cells:
            row += 1
        else:
            column += 1
        before = cells.get((row, column), Bead(""))
        cells[row, column] = Bead(mark[0], mark.endswith("*"), before.ties)
    width = 1 + max((c for _, c in cells), default=-1)
    return [[str(cells.get((r, c), "")) for c in range(width)] for r in range(DEPTH)]


def scoreboard_dict(marks: list[str]) -> dict[str, Any]:
    """Both boards as plain values."""
    return {"marks": marks, "bead_plate": bead_plate(marks), "big_road": big_road(marks)}


def drawn(title: str, rows: list[list[str]], room: int) -> Text:
    """A board for the terminal: in one strip, or in several below each other where it is wider than the room."""
    from rich.text import Text

    width = 1 + max((len(cell) for row in rows for cell in row), default=1)
    strip = max(1, room // width)
    board = Text(f"{title}\n")
    for first in range(0, max(1, len(rows[0])), strip):
        board.append("\n" if first else "")
        for row in rows:
            for cell in row[first : first + strip]:
                board.append((cell or "·").ljust(width), style=COLOURS.get(cell[:1], "dim"))
            board.append("\n")
    return board


def show_scoreboard(marks: list[str]) -> None:
    """Draw both boards, and say what the signs mean."""
    from nomorebets.cli.common import console

    out = console()
    out.print(drawn("bead plate", bead_plate(marks), out.width))
    out.print(drawn("big road", big_road(marks), out.width))
    totals = ", ".join(
        f"{name} {sum(m[0] == sign for m in marks)}" for sign, name in (("P", "player"), ("B", "banker"), ("T", "tie"))
    )
    out.print(f"{len(marks)} rounds: {totals}")
    out.print("; ".join(f"{sign} {says}" for sign, says in SIGNS.items()), markup=False)
