"""How the table of mini-dice looks."""

from __future__ import annotations

from nomorebets.drawing.dice import dice
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.places import Board, Cell, grid, rows, sheet
from nomorebets.drawing.svg import RED, SHADE
from nomorebets.games.craps.felt import NUMBERS, field_words
from nomorebets.games.craps.wagers import BOX


def layout(board: Board) -> str:
    """Six numbers and four areas."""
    plan: list[tuple[float, list[Cell]]] = [
        (
            64,
            [
                Cell("under-7", "UNDER 7", size=20),
                Cell("any-7", "7", size=34, fill=RED, span=0.7),
                Cell("over-7", "OVER 7", size=20),
            ],
        ),
        (72, [Cell(f"place-{n}", NUMBERS[n], size=18 if n == 9 else 25, fill=SHADE) for n in BOX]),
        (54, [Cell("field", "", "", lie=(-88.0, 12.0))]),
    ]
    drawn, y = rows(board, plan)
    return sheet(y + 4, drawn + field_words(board, y - 54), "alone") + grid(board, board.left())


FELT = GameFelt(emblem=dice(2, 5), board=layout)
