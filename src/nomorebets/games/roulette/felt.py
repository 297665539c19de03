"""How the table of roulette looks: the layout with every place of 5.1(e) and (f), the wheel and its replica."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nomorebets.drawing.chips import crown_mark
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.places import Board, grid, hit, sheet
from nomorebets.drawing.svg import COLOURS, GOLD, INK, LINE, label, number, point, sector, tag
from nomorebets.drawing.wheels import LevelWheel, small_wheel
from nomorebets.equipment.wheels import ZEROS, colour
from nomorebets.games.roulette.layout import SEVEN, boxes
from nomorebets.games.roulette.terms import EVEN_MONEY, wheel_of
from nomorebets.table import Table
from nomorebets.table.wagers import Place
from nomorebets.table.wheels import wheel as compartments_of

MARGIN, EVEN, DOZEN, COLUMN = 8, 38, 38, 64
HEAD, ROW = 50, 44
LEFT = MARGIN + EVEN + DOZEN
TOP = MARGIN
WIDTH, HEIGHT = LEFT + 3 * COLUMN + MARGIN, TOP + HEAD + 13 * ROW + MARGIN
SIDE = 52  # for the area of seven numbers
_LETTERS = {"low": "1 to 18", "high": "19 to 36", "even": "EVEN", "odd": "ODD"}
# chips lie beside the lettering
_LIES = {
    "straight": (19.0, 0.0),
    "column": (21.0, 0.0),
    "dozen": (0.0, -52.0),
    "seven-numbers": (0.0, -77.0),
} | dict.fromkeys(_LETTERS, (0.0, 28.0))
# how large a hit area is: lines and corners lie over the boxes, and a finger finds each of them
_LINE, _CORNER = 22.0, (26.0, 22.0)
_CROWDED = (15.0, 26.0)  # between the zeros and the 2 five places share one box's width


def across(x: float) -> float:
    """Columns of the layout from the left, in units of the drawing: the outside boxes are narrower."""
    if x >= 0:
        return LEFT + COLUMN * min(x, 3) + max(x - 3, 0) * SIDE / 2
    return MARGIN + (EVEN + DOZEN * (x + 1) if x >= -1 else EVEN * (x + 2))


def down(y: float) -> float:
    """Rows from the head; the row of the zeros is higher."""
    return TOP + (HEAD * y if y <= 1 else HEAD + ROW * (y - 1))


def layout(board: Board) -> str:
    """The layout, which turns on its side where the screen is wide, and the replica below it."""
    places = board.table.layout
    with_side = "seven-numbers" in places
    on_board = [p for p in places.values() if p.at is not None]
    on_board.sort(key=_under)  # boxes first, then lines, then corners: what is smaller lies over what is larger
    drawn = _boxes(board) + "".join(_place(board, p) for p in on_board) + _crown(board)
    turning = "turning with-side" if with_side else "turning"
    main = tag("div", sheet(HEIGHT, drawn, width=WIDTH + (SIDE if with_side else 0)), class_=turning)
    return main + _replica(board) + grid(board, board.left())


def _under(place: Place) -> int:
    return (len(place.covers) > 1) + (place.kind in ("three-numbers", "four-numbers", "six-numbers", "first-five"))


def _boxes(board: Board) -> str:
    double_zero = "straight:00" in board.table.layout
    out = ""
    for b in boxes(double_zero):
        x, y = across(b.left / 2), down(b.row)
        wide, high = across(b.right / 2) - x, down(b.row + 1) - y
        shade = COLOURS[colour(b.number)]
        out += tag("rect", x=x, y=y, width=wide, height=high, fill=shade, class_="box", data_number=b.number)
        out += label(x + wide / 2, y + high / 2, b.number, 19, class_="up")
    for p in board.table.layout.values():
        if p.kind == "column":
            out += _frame(across(int(p.id[-1]) - 1), down(13), COLUMN, ROW)
            out += label(across(int(p.id[-1]) - 0.5), down(13.5), board.odds(p.id), 13, class_="up")
        elif p.kind == "dozen":
            d = int(p.id[-1])
            out += _frame(across(-1), down(4 * d - 3), DOZEN, 4 * ROW)
            out += _sideways(across(-0.5), down(4 * d - 1), ("1st 12", "2nd 12", "3rd 12")[d - 1], 17)
        elif p.kind in EVEN_MONEY and p.at is not None:
            out += _frame(across(-2), down(p.at[1] - 1), EVEN, 2 * ROW)
            out += _even_money(p, across(p.at[0]), down(p.at[1]))
        elif p.kind == "seven-numbers":
            out += _seven()
    return out


def _frame(x: float, y: float, width: float, height: float) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, class_="line", fill="none")


def _sideways(x: float, y: float, text: str, size: float) -> str:
    """Lettering along the layout; upright when the layout lies on its side."""
    return tag("g", label(0, 0, text, size), transform=f"translate({number(x)} {number(y)})rotate(90)")


def _even_money(place: Place, x: float, y: float) -> str:
    if place.kind in ("red", "black"):
        d = f"M{number(x)} {number(y - 27)}l12.5 27-12.5 27-12.5-27Z"
        return tag("path", d=d, fill=COLOURS[place.kind], class_="line diamond", data_colour=place.kind)
    return _sideways(x, y, _LETTERS[place.kind], 15)


def _seven() -> str:
    x, y = across(4), down(5)
    pill = tag("rect", x=x - 17, y=y - 92, width=34, height=184, rx=17, fill="none", class_="line")
    out = pill + label(x, y - 77, "7", 15, class_="up", fill=GOLD)
    return out + "".join(label(x, y - 52 + 21 * at, n, 12.5, class_="up") for at, n in enumerate(SEVEN))


def _place(board: Board, place: Place) -> str:
    x, y = place.at or (0, 0)
    return board.place(place.id, across(x), down(y), hit(*_area(place), 3), lie=_LIES.get(place.kind, (0, 0)))


def _area(place: Place) -> tuple[float, float]:
    """Width and height of a hit area."""
    x, y = place.at or (0, 0)
    if place.kind == "straight":
        zero = place.covers[0] in ("0", "00")
        return (COLUMN * (3 if x == 1.5 else 1.5) if zero else COLUMN), HEAD if zero else ROW
    sizes: dict[str, tuple[float, float]] = {
        "column": (COLUMN, ROW),
        "dozen": (DOZEN, 4 * ROW),
        "seven-numbers": (36, 186),
        "four-numbers": _CORNER,
        "six-numbers": _CORNER,
        "first-five": _CORNER,
    }
    if place.kind in sizes:
        return sizes[place.kind]
    if place.kind in EVEN_MONEY:
        return EVEN, 2 * ROW
    if place.kind == "three-numbers":
        if x == 0:
            return _LINE, ROW - _LINE
        return _CROWDED if x == 1.5 else _CORNER
    if x < 0:  # the second place of 0-00
        return DOZEN - 10, _LINE
    if y % 1:
        return _LINE, (HEAD if y < 1 else ROW) - _LINE
    return _CROWDED if y == 1 and x in (1.25, 1.75) else (COLUMN - _CORNER[0], _LINE)


def _crown(board: Board) -> str:
    won = f"straight:{board.marks.get('crown', '')}"
    place = board.table.layout.get(won)
    if place is None or place.at is None:
        return ""
    x, y = across(place.at[0]), down(place.at[1])
    mark = tag("g", crown_mark(), class_="up")
    wide, high = _area(place)
    around = tag("rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, fill="none", class_="won over")
    return around + tag("g", mark, class_="crown over", transform=f"translate({number(x - 20)} {number(y)})")


def _replica(board: Board) -> str:
    """The replica of the wheel, on which five adjacent numbers are wagered by the one in the middle."""
    places = [p for p in board.table.layout.values() if p.kind == "five-adjacent"]
    if not places:
        return ""
    order = _order(board.table)
    width = 360 / len(order)
    ring, piece = sector(98, 142, width), sector(98, 142, width * 0.94)
    out = ""
    for at, n in enumerate(order):
        turn = f"rotate({number(width * at)})"
        x, y = point(124, width * at)
        out += tag("path", d=ring, fill=COLOURS[colour(n)], class_="box", data_number=n, transform=turn)
        out += label(x, y, n, 14)
    for p in places:
        at = order.index(p.id.split(":")[1])
        x, y = point(124, width * at)
        back = f"translate({number(-x)} {number(-y)})rotate({number(width * at)})"
        over = tag("path", d=piece, class_="hit", transform=back)
        out += board.place(p.id, x, y, over)
    words = label(0, -26, "FIVE", 22, fill=INK) + label(0, 0, "ADJACENT", 22, fill=INK)
    words += label(0, 27, "five equal wagers", 11, fill=LINE) + label(0, 42, board.odds(places[0].id), 11, fill=LINE)
    inner = tag("circle", r=98, fill="none", class_="line")
    moved = tag("g", out, inner, words, transform="translate(150 150)")
    return sheet(300, moved, "replica", 300)


# --- the wheel -------------------------------------------------------------------------------------------------------


def wheel(table: Table) -> LevelWheel:
    """The wheel of a table, pocket by pocket; one that is used as a single zero wheel keeps its 00."""
    return LevelWheel(order := _order(table), lambda pocket: COLOURS[colour(pocket)], lambda shows: _says(order, shows))


def _order(table: Table) -> tuple[str, ...]:
    return compartments_of(wheel_of(table.house))


def _says(order: tuple[str, ...], shows: str) -> str:
    if shows:
        return f"the wheel: the ball is in {shows}, {colour(shows)}"
    return "a double zero wheel" if set(order) >= ZEROS else "a single zero wheel"


def tally(results: Sequence[str]) -> str:
    """How often each colour came in the spins that are kept, and which numbers came most.

    >>> tally(["17", "17", "0", "4"])
    'The last 4 spins: black 3, green 1. Most often: 17, 2 times'
    >>> tally(["9"])
    'One spin so far: red'
    """
    if len(results) == 1:
        return f"One spin so far: {colour(results[0])}"
    colours, numbers = Counter(map(colour, results)), Counter(results)
    most = [n for n, times in numbers.items() if times == max(numbers.values()) > 1]
    told = [f"The last {len(results)} spins: {', '.join(f'{name} {times}' for name, times in colours.most_common())}"]
    told += [f"Most often: {', '.join(most[:3])}, {numbers[most[0]]} times"] if most else []
    return ". ".join(told)


FELT = GameFelt(
    tally=tally,
    emblem=small_wheel(("#15181b", "#b3202d"), parts=36, ball=True),
    board=layout,
    wheel=wheel,
    colour_of=colour,
)
