"""How the table of pokette looks: ranks and suits as a grid of cards, the areas around it, and the hand so far."""

from __future__ import annotations

from collections.abc import Callable

from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.places import Board, Cell, box, grid, hit, rect, sheet
from nomorebets.drawing.svg import COLOURS, GOLD, INK, LINE, SHADE, label, tag
from nomorebets.drawing.wheels import UprightWheel, along, small_wheel
from nomorebets.equipment.cards import SUIT_SIGNS
from nomorebets.equipment.packs import printed
from nomorebets.equipment.wheels import JACER
from nomorebets.games.pokette.hand import CARDS_OF_A_HAND, HAND, completing
from nomorebets.games.pokette.layout import COLOURS as SUITS_OF
from nomorebets.games.pokette.layout import ROWS, SUIT_NAMES
from nomorebets.games.pokette.terms import GROUPS, HANDS, wheel_of
from nomorebets.table import Table
from nomorebets.table.wagers import Place
from nomorebets.table.wheels import wheel as sections_of

EDGE, GROUP, RANK, COLUMN, ROW = 4.0, 54.0, 42.0, 58.0, 40.0
LEFT, TOP = EDGE + GROUP + RANK, EDGE + ROW
BELOW = TOP + ROW * len(ROWS)
WIDTH = LEFT + 4 * COLUMN + EDGE
_LINE, _CORNER = 18.0, 22.0
NAMES = {kind: kind.replace("-", " ").capitalize() for kind in HANDS}


def across(x: float) -> float:
    """Columns of the grid from the left; the ranks and the groups stand before them."""
    return LEFT + COLUMN * x if x >= 0 else LEFT + RANK * x if x >= -1 else EDGE + GROUP * (x + 2)


def down(y: float) -> float:
    return TOP + ROW * y


def colour(section: str) -> str:
    """The colour of a card, or of the jacer."""
    return "green" if section == JACER else "red" if section[1] in SUITS_OF["red"] else "black"


def rank_of(card: str) -> str:
    return {"T": "10"}.get(card[0], card[0])


def face_of(card: str) -> str:
    """A card as the layout prints it: ``10♥``."""
    return rank_of(card) + SUIT_SIGNS[card[1]]


def layout(board: Board) -> str:
    """The hand with its wagers, and beside it the grid of cards with what surrounds it."""
    return _hand(board) + _grid(board) + grid(board, board.left())


def _grid(board: Board) -> str:
    every = (place for place in board.table.layout.values() if place.kind not in HANDS)
    places = [place for place in every if place.at is not None]  # others a game file has added
    over = [place for place in places if place.kind in ("split", "corner", "double-rank")]
    out = box(board, Cell(JACER, "JACER", fill=COLOURS["green"], size=17), LEFT, EDGE, 4 * COLUMN, ROW)
    for place in places:
        if place not in over and place.id != JACER:
            out += DRAWN.get(place.kind, _area)(board, place)
    # lines and corners lie over the boxes
    for place in sorted(over, key=lambda place: place.kind == "corner"):
        x, y = place.at or (0, 0)
        wide, high = (_CORNER, _CORNER) if place.kind == "corner" else _line(place)
        out += board.place(place.id, across(x), down(y), hit(wide, high, 3))
    return sheet(BELOW + 2 * ROW + EDGE, out, "beside", WIDTH)


def _line(place: Place) -> tuple[float, float]:
    if place.kind == "double-rank":
        return RANK - 8, _LINE
    x, _ = place.at or (0, 0)
    return (_LINE, ROW - _LINE) if x % 1 == 0 else (COLUMN - _CORNER, _LINE)


def _card(board: Board, place: Place) -> str:
    (face,) = place.covers
    x, y = place.at or (0, 0)
    shape = rect(COLUMN, ROW, 2, fill=COLOURS[colour(face)], class_="line")
    words = label(-10, 0, face_of(face), 18)
    return board.place(place.id, across(x), down(y), hit(COLUMN, ROW), 9.5, shape, words, lie=(18, 0))


def _rank(board: Board, place: Place) -> str:
    x, y = place.at or (0, 0)
    rank = place.id.partition(":")[2]
    words = label(-10, 0, rank_of(rank), 18, fill=GOLD)
    shape = rect(RANK, ROW, 2, fill="none", class_="line")
    return board.place(place.id, across(x), down(y), hit(RANK, ROW), 9.5, shape, words, lie=(10.5, 0))


def _area(board: Board, place: Place) -> str:
    """A group of ranks, a suit, or a colour."""
    x, y = place.at or (0, 0)
    if place.kind in GROUPS:
        ranks = " ".join(map(rank_of, GROUPS[place.kind]))
        top = down(y) - 1.5 * ROW
        return box(board, Cell(place.id, ranks, size=15, lie=(0, -34)), EDGE, top, GROUP, 3 * ROW)
    if place.kind == "suit":
        suit = next(letter for letter, name in SUIT_NAMES.items() if place.id.endswith(name))
        cell = Cell(place.id, SUIT_SIGNS[suit], fill=SHADE, size=22, lie=(19, -8))
        return box(board, cell, across(x) - COLUMN / 2, BELOW, COLUMN, ROW)
    cell = Cell(place.id, place.kind.upper(), fill=COLOURS[place.kind], size=17)
    return box(board, cell, across(x) - COLUMN, BELOW + ROW, 2 * COLUMN, ROW)


DRAWN: dict[str, Callable[[Board, Place], str]] = {"card": _card, "rank": _rank}


def _hand(board: Board) -> str:
    """The cards of the last spins, and the wagers on the next; those that are not open are faint."""
    if not any(kind in board.table.layout for kind in HANDS):
        return ""
    cards = tuple(board.marks.get(HAND, "").split())
    opened = completing(board.table.house, cards)
    out = label(WIDTH / 2, 16, "THE HAND", 14, fill=GOLD)
    for at in range(CARDS_OF_A_HAND):
        x = WIDTH / 2 + (at - 1) * 62
        is_shown = at < len(cards)
        shape = {"fill": "#fffdf6", "stroke": "#00000055"} if is_shown else {"fill": "none", "class_": "line"}
        out += tag("rect", x=x - 24, y=28, width=48, height=67, rx=4, **shape)
        ink = COLOURS[colour(cards[at])] if is_shown else LINE
        out += label(x, 62, face_of(cards[at]) if is_shown else at + 1, 20 if is_shown else 17, fill=ink)
    wide, top = (WIDTH - 2 * EDGE) / 2, 104.0
    for at, kind in enumerate(HANDS):
        x, y = EDGE + (at % 2) * wide, top + (at // 2) * 44
        drawn = box(board, Cell(kind, NAMES[kind], ink=INK, size=14), x, y, wide, 44)
        out += drawn if kind in opened else tag("g", drawn, class_="closed", opacity=0.4)
    return sheet(top + 44 * ((len(HANDS) + 1) // 2) + EDGE, out, width=WIDTH)


def wheel(table: Table) -> UprightWheel:
    """The wheel of a table, section by section."""
    return UprightWheel(sections_of(wheel_of(table.house)), lambda section: COLOURS[colour(section)], _mark, _says)


def _says(shows: str) -> str:
    return f"the pokette wheel shows {printed(shows)}" if shows else "the pokette wheel"


def _mark(section: str) -> str:
    if section == JACER:
        return along(JACER, fill=GOLD)
    return along(face_of(section), fill="#fff")


FELT = GameFelt(
    emblem=small_wheel(("#15181b", "#b3202d"), parts=26),
    board=layout,
    wheel=wheel,
    colour_of=colour,
)
