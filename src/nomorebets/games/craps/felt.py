"""How the table of craps looks, also of mini-craps and automated craps: the numbers and the lines, and the centre."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from nomorebets.drawing.chips import puck_mark
from nomorebets.drawing.dice import dice, small
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.places import LEAST, WIDE, Board, Cell, box, grid, row, rows, sheet, usual_pays
from nomorebets.drawing.svg import GOLD, LINE, RED, SHADE, label, number, tag
from nomorebets.equipment.dice import FACES
from nomorebets.games.craps.wagers import BARRED, BOX, HARD, TRUE_ODDS, TRUE_ODDS_AGAINST, wagers
from nomorebets.table.game import Table
from nomorebets.table.wagers import Place

NUMBERS = {4: "4", 5: "5", 6: "SIX", 8: "8", 9: "NINE", 10: "10"}


def pays_of(table: Table, place: Place) -> str:
    """What a wager of craps pays, also where the paragraph gives true odds instead of a row of a table."""
    bet = wagers().get(place.id)
    if bet is None:
        return usual_pays(table, place)
    if bet.family in ("buy", "come-odds") and bet.number:
        return str(TRUE_ODDS[bet.number])
    if bet.family in ("lay", "dont-come-odds") and bet.number:
        return str(TRUE_ODDS_AGAINST[bet.number])
    if bet.family in ("pass-odds", "dont-pass-odds"):
        return "true odds of the point"
    if bet.parts:
        return "each part at its own odds"
    if bet.family == "fire":
        rows_paid = [str(odds) for kind, odds in table.house.pays.items() if kind.startswith("fire-")]
        return " … ".join([rows_paid[0], rows_paid[-1]]) if rows_paid else ""
    return usual_pays(table, place)


def layout(board: Board) -> str:
    """The numbers and the lines, and the centre."""
    return _line_side(board) + _centre(board) + grid(board, board.left())


def _line_side(board: Board) -> str:
    wide = (WIDE - 8) / 6
    out, bottom = "", 0.0
    for at, n in enumerate(BOX):
        drawn, bottom = _number(board, n, 4 + at * wide, wide)
        out += drawn
    numbers, y = out, bottom + 5
    coming = [
        Cell("dont-come", "DON’T COME", "", size=14, span=1),
        Cell("come", "COME", "", size=30, fill=SHADE, span=2.2),
    ]
    lines, y = rows(
        board,
        [
            (50, coming),
            (52, [Cell("field", "", "", lie=(-88.0, 12.0))]),
            (
                38,
                [
                    Cell("dont-pass", "", "", art=_barred(), span=2.8),
                    Cell("dont-pass-odds", "LAY ODDS", "", size=12),
                ],
            ),
            (
                46,
                [Cell("pass", "PASS LINE", "", size=25, fill=SHADE, span=2.8), Cell("pass-odds", "ODDS", "", size=14)],
            ),
        ],
        y,
    )
    return sheet(y + 4, numbers + lines + field_words(board, bottom + 5 + 50) + _puck(board, wide))


def _barred() -> str:
    """The name of the Don't Pass line with the throw on which it neither wins nor loses."""
    letters = label(-22, 0, "DON’T PASS BAR", 16)
    return letters + tag("g", small(BARRED // 2, BARRED // 2), transform="translate(66 0)")


def _number(board: Board, n: int, x: float, wide: float) -> tuple[str, float]:
    """A box number: behind it Don't Come and lay, in it the Come bets, before it buy and place."""
    out, y = "", 36.0
    pairs: list[tuple[float, list[Cell]]] = [
        (28, [Cell(f"dont-come:{n}", "D.C.", ""), Cell(f"dont-come-odds:{n}", "odds", "")]),
        (28, [Cell(f"lay-{n}", "LAY", "", size=12), Cell(f"place-lose-{n}", "lose", "")]),
        (54, [Cell(f"come:{n}", "", "", fill=SHADE, bare=True), Cell(f"come-odds:{n}", "", "", fill=SHADE, bare=True)]),
        (26, [Cell(f"buy-{n}", "BUY", "", size=12)]),
        (28, [Cell(f"place-win-{n}", "PLACE", "", size=12)]),
    ]
    for height, cells in pairs:
        offered = board.has(*(cell.id for cell in cells))
        if not offered:
            continue
        out += row(board, cells, y, height, x, wide)
        if height == 54:
            where = f"translate({number(x + wide / 2)} {number(y + 27)})"
            letters = label(0, -4, NUMBERS[n], 18 if n == 9 else 25, data_room=round(wide - 8)) + _come_words(
                board, n, wide
            )
            out += tag("g", letters, class_="over", transform=where, fill=GOLD if n in (6, 9) else None)
            out += tag("rect", x=x, y=y, width=wide, height=height, rx=3, fill="none", class_="line over")
        y += height
    return out, y


def _come_words(board: Board, n: int, wide: float) -> str:
    """Which half of a box is whose, where the odds have one of their own."""
    halves = [(-wide / 4, "come"), (wide / 4, "odds")] if f"come-odds:{n}" in board.table.layout else [(0, "come")]
    return "".join(label(x, 19, words, LEAST, fill=LINE, class_="pays") for x, words in halves)


def field_words(board: Board, y: float) -> str:
    """The numbers of the field, and what some of them pay more."""
    if "field" not in board.table.layout:
        return ""
    pays = board.table.house.pays
    out = label(WIDE / 2, y + 35, "FIELD", 19)
    for at, n in enumerate((2, 3, 4, 9, 10, 11, 12)):
        x = 60 + at * (WIDE - 120) / 6
        special = pays.get(f"field-{n}")
        if special is not None:
            out += tag("circle", cx=x, cy=y + 15, r=12, class_="line", fill="none")
            out += label(x + (-28 if n == 2 else 28), y + 15, special, LEAST, fill=LINE, class_="pays")
        out += label(x, y + 15, n, 16)
    return tag("g", out, class_="over")


def _puck(board: Board, wide: float) -> str:
    point = board.marks.get("puck") or board.marks.get("point") or "off"
    at = BOX.index(int(point)) if point.isdigit() and int(point) in BOX else None
    x = 4 + wide * (at + 0.5) if at is not None else 21
    moved = f"translate({number(x)} 18)"
    return tag("g", puck_mark(point, 15.2), class_="puck over", data_point=point, transform=moved)


def _centre(board: Board) -> str:
    """Hardways, one-roll wagers, hops and the fire bet."""
    highs = [Cell(f"horn-high-{n}", f"high {n}", "", size=12) for n in (2, 3, 11, 12)]
    hops = [f"hop:{a}-{b}" for a, b in [*((n, n) for n in FACES), *combinations(FACES, 2)]]
    plan: list[tuple[float, list[Cell]]] = [
        (32, [Cell("any-seven", f"ANY SEVEN  {board.odds('any-seven')}", "", size=16, ink=GOLD)]),
        (48, [Cell(f"hard-{n}", art=small(*HARD[n])) for n in (6, 10, 8, 4)]),
        (48, [Cell(id, art=small(*faces)) for id, faces in _CRAPS.items()]),
        (
            34,
            [
                Cell("any-craps", f"ANY CRAPS  {board.odds('any-craps')}", "", size=14, span=2, ink=GOLD),
                Cell("c-and-e", "C & E", "", size=14),
                Cell("world", "WORLD", "", size=13),
            ],
        ),
        (34, [Cell("horn", "HORN", "", size=14), *highs]),
    ]
    drawn, y = rows(board, plan)
    offered = board.has(*hops)
    if offered:
        drawn += label(WIDE / 2, y + 10, "ON THE HOP", LEAST, fill=LINE)
        y += 20
        for at in range(0, len(offered), 7):
            line = offered[at : at + 7]
            drawn += row(board, [Cell(id, "", "", art=_pair(id)) for id in line], y, 34)
            y += 34
    if board.has("fire"):
        drawn += _fire(board, y + 6)
        y += 82
    return sheet(y + 4, drawn, "beside") if y > 4 else ""


_CRAPS = {"craps-2": (1, 1), "craps-3": (1, 2), "eleven": (5, 6), "craps-12": (6, 6)}


def _pair(id: str) -> str:
    a, b = id.removeprefix("hop:").split("-")
    return small(int(a), int(b))


def _fire(board: Board, y: float) -> str:
    """The circle of the fire bet, and the points that are made for it."""
    circle = box(board, Cell("fire", "FIRE", "", size=13, fill=RED, round=True), 4, y, 56, 56)
    made = board.marks.get("fire", "").split("-")
    out = ""
    for at, n in enumerate(BOX):
        x, on = 86 + at * 44, str(n) in made
        out += tag("circle", cx=x, cy=y + 28, r=17, class_="line", fill="#d9761b" if on else "none")
        out += label(x, y + 28, n, 15)
    pays = [
        f"{kind.removeprefix('fire-')} points {odds}"
        for kind, odds in board.table.house.pays.items()
        if kind.startswith("fire-")
    ]
    out += label(WIDE / 2, y + 68, "  ·  ".join(pays), LEAST, fill=LINE, class_="pays")
    return circle + tag("g", out, class_="over")


def tally(rolls: Sequence[str]) -> str:
    """The log of the shooter: how often he threw, the points he made, and the hands before his.

    >>> tally(["3-4", "2-4", "5-1", "3-3", "3-4", "6-5"])
    'This shooter: 1 roll, 0 points made. The one before: 5 rolls, 1 point made'
    """
    hands, point = [[0, 0]], 0  # rolls and points made of each shooter
    for total in (sum(map(int, roll.split("-"))) for roll in rolls):
        hands[-1][0] += 1
        if not point:
            point = total if total in BOX else 0
        elif total == point:
            hands[-1][1] += 1
            point = 0
        elif total == 7:
            hands.append([0, 0])
            point = 0
    said = [f"{n} roll{'s' * (n != 1)}, {made} point{'s' * (made != 1)} made" for n, made in hands[-2:]]
    told = [f"This shooter: {said[-1]}", *(f"The one before: {before}" for before in said[:-1])]
    return ". ".join(told)


FELT = GameFelt(emblem=dice(3, 4), board=layout, pays=pays_of, tally=tally)
