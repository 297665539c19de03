"""How the table of sic bo looks."""

from __future__ import annotations

from itertools import combinations

from nomorebets.drawing.dice import dice, small
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.places import LEAST, WIDE, Board, Cell, grid, rows, sheet
from nomorebets.drawing.svg import LINE, SHADE, label
from nomorebets.equipment.dice import FACES


def layout(board: Board) -> str:
    """Fifty places; the dice that each means are drawn on it."""
    totals = [f"total-{t}" for t in range(4, 18)]
    combos = [f"combo-{a}-{b}" for a, b in combinations(FACES, 2)]
    plan: list[tuple[float, list[Cell]]] = [
        (
            58,
            [
                Cell("small", "SMALL", f"4 to 10 · {board.odds('small')}", size=22, span=1.3),
                Cell("any-triple", "ANY TRIPLE", size=17, fill=SHADE),
                Cell("big", "BIG", f"11 to 17 · {board.odds('big')}", size=22, span=1.3),
            ],
        ),
        (46, [Cell(f"double-{n}", art=small(n, n)) for n in FACES]),
        (46, [Cell(f"triple-{n}", art=small(n, n, n, size=14), fill=SHADE) for n in FACES]),
        (50, [Cell(id, id.removeprefix("total-"), size=21) for id in totals[:7]]),
        (50, [Cell(id, id.removeprefix("total-"), size=21) for id in totals[7:]]),
        *((34.0, [Cell(id, "", "", art=_combo(id)) for id in combos[at : at + 5]]) for at in range(0, 15, 5)),
        (38, [Cell(f"single-{n}", "", "", art=small(n)) for n in FACES]),
    ]
    drawn, y = rows(board, plan)
    pays = board.table.house.pays
    singles = " · ".join(str(pays[row]) for row in ("single-1-die", "single-2-dice", "single-3-dice") if row in pays)
    for words in (f"two different dice {board.odds(combos[0])}", f"one number on 1, 2 or 3 dice {singles}"):
        drawn += label(WIDE / 2, y + 9, words, LEAST, fill=LINE, class_="pays")
        y += 15
    return sheet(y + 4, drawn, "alone") + grid(board, board.left())


def _combo(id: str) -> str:
    a, b = id.removeprefix("combo-").split("-")
    return small(int(a), int(b))


FELT = GameFelt(emblem=dice(1, 2, 6), board=layout)
