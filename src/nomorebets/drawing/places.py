"""Places of a layout while they are drawn: each once, with a name, a hit area, and the wagers that lie there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nomorebets.drawing.chips import button_mark, stakes
from nomorebets.drawing.svg import INK, fit, label, number, svg, tag
from nomorebets.equipment.tickets import PREFIX
from nomorebets.regulation import names
from nomorebets.table.game import Table
from nomorebets.table.money import dollars
from nomorebets.table.wagers import Place, Wager

USUAL_RADIUS = 9.5  # of a chip on a layout
Pays = Callable[[Table, Place], str]
WIDE = 336  # of a board that is drawn in rows: as many pixels as a narrow phone has for it
LEAST = 11.2  # of lettering on a board: nothing is printed smaller than eleven pixels


def usual_pays(table: Table, place: Place) -> str:
    """What a place pays, as the house has it."""
    return table.pays(place.id) or table.pays(place.kind)


def title(place: Place) -> str:
    """A place by its name.

    >>> from nomorebets import open_table
    >>> title(open_table("roulette").layout["split:17-20"])
    'Split 17-20'
    """
    is_ticket = place.id.startswith(PREFIX) and not place.id.startswith(place.kind)
    return place.where if is_ticket else names.wager(place.id)


@dataclass
class Board:
    """One layout being drawn."""

    table: Table
    wagers: Iterable[Wager] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    pays: Pays = usual_pays
    own: Collection[int] | None = None  # the seats of whoever looks, where places belong to a seat; None: all
    per_seat: bool = False  # every seat has places of its own
    drawn: list[tuple[int | None, str]] = field(default_factory=list)
    read: Mapping[str, str] | None = None  # what the dealer read each hand as, where the game shows that
    cards: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what lies open, by area

    def __post_init__(self) -> None:
        self.lying: dict[tuple[int | None, str], list[Wager]] = {}
        for wager in self.wagers:
            self.lying.setdefault((wager.seat if self.per_seat else None, wager.on), []).append(wager)

    def has(self, *ids: str) -> list[str]:
        """Those of some places that this table offers."""
        return [id for id in ids if id in self.table.layout]

    def named(self, id: str) -> Place:
        """A place of the layout, or a ticket."""
        return self.table.layout.get(id) or self.table.place(id)

    def tickets(self, seat: int | None = None) -> list[str]:
        """Places with wagers on them that no layout lists; of one seat, where every seat has places of its own.

        What is charged, as a fee for a hand, lies on none.
        """
        unlisted = [on for whose, on in self.lying if whose == seat and on not in self.table.layout]
        return [on for on in unlisted if self.table.has_place(on)]

    def is_own(self, seat: int | None) -> bool:
        """Whether who looks may wager on the places of a seat, or on those of nobody in particular."""
        return self.own is None or seat is None or seat in self.own

    def odds(self, id: str) -> str:
        """What a place pays, for lettering; nothing where this table does not offer it."""
        return self.pays(self.table, self.named(id)) if self.table.has_place(id) else ""

    def says(self, place: Place, seat: int | None = None) -> str:
        """The name by which a screen reader calls a place."""
        pays = self.pays(self.table, place)
        named = title(place)
        where = "" if place.where in (named, f"the {named}") else f", {place.where}"
        whose = f"seat {seat}: " if seat is not None else ""
        here = [f"seat {w.seat} has {dollars(w.amount)} here" for w in self.lying.get((seat, place.id), ())]
        return "; ".join([f"{whose}{named}{where}" + (f", pays {pays}" if pays else ""), *here])

    def place(
        self,
        id: str,
        x: float,
        y: float,
        hit: str,
        radius: float = USUAL_RADIUS,
        *art: str,
        seat: int | None = None,
        lie: tuple[float, float] = (0, 0),
    ) -> str:
        """A place with its hit area (drawn around the origin), its lettering, and its chips where they lie."""
        place = self.named(id)
        mine = self.is_own(seat)
        first = mine and not any(self.is_own(whose) for whose, _ in self.drawn)
        self.drawn.append((seat, id))
        lying = self.lying.get((seat, id), [])
        lying = sorted(lying, key=lambda w: w.seat in (self.own or ()))  # one's own chips on top
        chips = stakes([(w.seat, w.amount + w.coupon, w.chips) for w in lying], radius, lie) if lying else ""
        calls = {w.call for w in lying if w.call}
        if calls:
            lammer = button_mark(min(calls).upper(), radius * 0.62)
            beside = f"translate({number(lie[0] + radius * 0.9)} {number(lie[1] - radius * 0.8)})"
            chips += tag("g", lammer, class_="stake", transform=beside)
        where = f"{number(lie[0])} {number(lie[1])} {number(radius)}"
        return tag(
            "g",
            hit,
            *art,
            chips,
            class_="place" if mine else "place other",
            data_place=id,
            data_seat=seat,
            data_covers=" ".join(place.covers) or None,
            data_stake=place.stake.amount if place.stake else None,
            data_lie=where if where != f"0 0 {number(USUAL_RADIUS)}" else None,
            transform=f"translate({number(x)} {number(y)})",
            role="button" if mine else "img",
            tabindex=(0 if first else -1) if mine else None,
            aria_label=self.says(place, seat),
        )

    def left(self) -> list[str]:
        """Places of the layout that no drawing has a spot for."""
        drawn = {id for _, id in self.drawn}
        return [id for id in self.table.layout if id not in drawn]


def rect(width: float, height: float, corner: float, **attributes: object) -> str:
    """A rectangle around the origin."""
    return tag("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=corner or None, **attributes)


def hit(width: float, height: float, corner: float = 2) -> str:
    """The area that takes a chip: not seen until it is pointed at."""
    return rect(width, height, corner, class_="hit")


def lettered(text: str, y: float, width: float, most: float, room: float | None = None, **attributes: object) -> str:
    """Lettering within a box, no larger than fits; it says its room, for words that are longer in another language."""
    size = max(LEAST, round(fit(text, width - 4, most), 1))
    return label(0, y, text, size, data_room=round((room or width) - 4), **attributes)


@dataclass(frozen=True)
class Cell:
    """A box of a board: which place, what is written, and a picture over it."""

    id: str
    text: str = ""
    note: str | None = None  # None: what it pays
    art: str = ""
    fill: str = "none"
    ink: str = INK
    size: float = 15
    span: float = 1
    round: bool = False
    bare: bool = False  # without a line around it
    lie: tuple[float, float] | None = None  # where chips lie, where the usual spot is taken


def box(board: Board, cell: Cell, x: float, y: float, width: float, height: float) -> str:
    """One box of a board, around its middle."""
    note = board.odds(cell.id) if cell.note is None else cell.note
    edge = None if cell.bare else "line"
    shape = rect(width, height, min(width, height) / 2 if cell.round else 3, fill=cell.fill, class_=edge)
    low = 7 if note and (cell.text or cell.art) else 0
    art = tag("g", cell.art, transform=f"translate(0 {number(-low)})") if cell.art else ""
    small = lettered(note, height / 2 - 8.5 if low else 0, width, LEAST, fill=cell.ink, class_="pays") if note else ""
    over = hit(width, height)
    radius, lie = min(13, height * 0.36, width * 0.36), (0.0, 0.0)
    if cell.lie is not None:
        radius, lie = min(radius, 11), cell.lie
    elif width > 2.4 * height:
        lie = ((1.2 if cell.art else 1.6) * radius - width / 2, 0)
    elif low and not cell.round:
        radius = min(radius, 11)
        lie = (width / 2 - radius * 0.95, radius * 0.95 - height / 2)
    room = width - 2 * (width / 2 + lie[0] + radius) if lie[0] < 0 else width  # chips lie before the name, not on it
    letters = lettered(cell.text, -low, width, cell.size, room, fill=cell.ink, class_="name") if cell.text else ""
    drawn = shape + art + letters + small
    return board.place(cell.id, x + width / 2, y + height / 2, over, radius, drawn, lie=lie)


def row(board: Board, cells: Iterable[Cell], y: float, height: float, x: float = 4, width: float = WIDE - 8) -> str:
    """Boxes side by side, as wide as they span."""
    offered = [cell for cell in cells if board.table.has_place(cell.id)]
    whole = sum(cell.span for cell in offered)
    out, at = "", x
    for cell in offered:
        wide = width * cell.span / whole
        out += box(board, cell, at, y, wide, height)
        at += wide
    return out


def rows(board: Board, plan: Iterable[tuple[float, list[Cell]]], top: float = 4) -> tuple[str, float]:
    """Rows of boxes one under the other, and how far down they reach; rows without a place are left out."""
    out, y = "", top
    for height, cells in plan:
        if any(board.table.has_place(cell.id) for cell in cells):
            out += row(board, cells, y, height)
            y += height
    return out, y


def sheet(height: float, content: str, class_: str = "", width: float = WIDE) -> str:
    """One part of a board: a drawing whose places are buttons, so it is a group and not a picture.

    ``class_`` says how it stands on a wide felt: ``alone``, or ``beside`` the part before it.
    """
    return svg(
        width,
        height,
        tag("g", content, fill=INK, font_weight="700"),
        class_=f"board {class_}".strip(),
        role="presentation",
        aria_hidden=None,
    )


def grid(board: Board, ids: Iterable[str]) -> str:
    """Any places at all: at the columns and rows they name, or three to a row."""
    places = [board.named(id) for id in ids]
    if not places:
        return ""
    spots = [p.at for p in places]
    if all(at is not None for at in spots) and len(set(spots)) == len(spots) and len(places) <= 12:
        by_row: dict[float, list[Place]] = {}
        for p in sorted(places, key=lambda p: p.at[0] if p.at else 0):
            by_row.setdefault(p.at[1] if p.at else 0, []).append(p)
        lines = [by_row[y][at : at + 3] for y in sorted(by_row) for at in range(0, len(by_row[y]), 3)]
    else:
        lines = [places[at : at + 3] for at in range(0, len(places), 3)]
    plan = [(54.0, [Cell(p.id, title(p).capitalize(), size=14) for p in line]) for line in lines]
    drawn, height = rows(board, plan)
    return sheet(height + 4, drawn, "grid-board")
