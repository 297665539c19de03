"""Games of cards or tiles: the dealer's side of the felt, and in front of each seat its betting areas and its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nomorebets.drawing.cards import ShoeLevel, discard_rack, hand, shoe, shoe_at
from nomorebets.drawing.chips import button_mark
from nomorebets.drawing.places import Board, hit, rect, sheet, title
from nomorebets.drawing.svg import GOLD, INK, LINE, PRINT, RED, SHADE, arched, fit, label, number, svg, tag, words
from nomorebets.drawing.tiles import tiles
from nomorebets.procedures.banking import BANK, CO_BANK, held_by
from nomorebets.procedures.setting import LOW
from nomorebets.table.areas import Area, owner_of
from nomorebets.table.money import dollars

SEAT = 160  # the width of what lies in front of one seat


@dataclass(frozen=True, kw_only=True)
class SeatPlan:
    """What lies in front of the dealer and of each seat, where every seat has betting areas of its own."""

    common: tuple[str, ...] = ("dealer",)  # where the cards lie that belong to no seat
    rows: tuple[tuple[str, ...], ...] = ()  # the areas of a seat, from the dealer's side; the rest follow in pairs
    boxes: tuple[str, ...] = ()  # areas that are boxes; the others are circles
    slots: tuple[str, ...] = ()  # slots beside the felt, each with a light
    letters: Mapping[str, str] = field(default_factory=dict)  # what is written on an area, where not its name
    has_hands: bool = True  # a seat has cards of its own
    hands: int = 1  # so many from the start
    in_two: bool = False  # the cards of a seat are set in a high and a low hand
    reads: bool = False  # what the dealer read a hand as stands beside it
    meter: Callable[[Board], int | None] = lambda board: None  # cents that a progressive meter shows
    chart: Callable[[Board], str] = lambda board: ""  # what is printed between the dealer and the seats
    # a marker that lies on an area of a seat: which area, and what is written on it; empty where there is none
    marker: Callable[[Board, int], tuple[str, str]] = lambda board, seat: ("", "")
    areas: Callable[[Board, int], tuple[float, str]] | None = None  # otherwise drawn: how high, and the drawing


def bank_marker(area: str) -> Callable[[Board, int], tuple[str, str]]:
    """The marker in front of the player who banks, on an area of the seat."""

    def marker(board: Board, seat: int) -> tuple[str, str]:
        bank, shared = held_by(board.marks)
        return (area, (CO_BANK if shared else BANK).upper()) if seat == bank else ("", "")

    return marker


def layout(
    board: Board,
    plan: SeatPlan,
    seats: Iterable[int] | None = None,
    cards: Mapping[str, Sequence[str]] | None = None,
    four_colour: bool = False,
    hands: Mapping[str, str] | None = None,
    level: ShoeLevel | None = None,
) -> str:
    """The whole felt: the dealer's cards above, the seats from the dealer's left to right below."""
    lying = dict(cards or {})
    board.read = dict(hands or {}) if plan.reads else None
    numbers = list(seats) if seats is not None else list(range(1, board.table.seats + 1))
    numbers = sorted({*numbers, *(seat for seat, _ in board.lying if seat is not None)})  # nobody's chips are left out
    # burned cards and the like
    aside = [area for area in lying if area not in plan.common and not owner_of(area)]
    spots = [_spot(board, area, lying.get(area, ()), four_colour, Area.read(area).words) for area in plan.common]
    spots += [_spot(board, area, lying[area], four_colour, Area.read(area).words, aside=True) for area in aside]
    of_tiles = board.table.game.chance.words == "tiles"  # which are stacked, in no shoe
    game = board.table.game
    name = (game.name or game.id.replace("-", " ")).upper()
    arch = svg(
        620,
        92,
        tag("g", arched(name, 1100, 38, fill=LINE), transform="translate(310 -1036)"),
        class_="arch",
        font_weight="700",
    )
    dealer = (
        tag(
            "div",
            "" if of_tiles else discard_rack(level),
            tag("div", *spots, class_="spots"),
            "" if of_tiles else shoe_at(level) if level else shoe(),
            class_="dealer-side",
        )
        + _meter(board, plan)
        + plan.chart(board)
        + arch
    )
    in_front = [_seat(board, plan, n, lying, four_colour) for n in numbers]
    return dealer + tag("div", *in_front, class_="seats", data_count=len(numbers))


def _meter(board: Board, plan: SeatPlan) -> str:
    """The progressive meter, where the table has one."""
    shows = plan.meter(board)
    if shows is None:
        return ""
    return tag("p", "Progressive meter ", tag("strong", dollars(shows)), class_="meter", data_cents=shows)


def _spot(board: Board, area: str, cards: Sequence[str], four_colour: bool, name: str = "", aside: bool = False) -> str:
    """Where cards or tiles lie; the only hand of a seat needs no name."""
    of_tiles = board.table.game.chance.words == "tiles"
    says = Area.read(area).words
    if not cards:
        lying = tag("span", class_="hand tiles" if of_tiles else "hand")
    else:
        lying = tiles(cards, says) if of_tiles else hand(cards, four_colour, says)
    named = tag("span", words(name), class_="spot-name") if name else ""
    if board.read is not None:
        lying += tag("span", words(board.read.get(area, "") if cards else ""), class_="spot-read")
    return tag("div", named, lying, class_="spot aside" if aside else "spot", data_area=area)


def _seat(board: Board, plan: SeatPlan, n: int, lying: Mapping[str, Sequence[str]], four_colour: bool) -> str:
    mine = board.own is not None and n in board.own
    plate = tag("span", f"seat {n}, yours" if mine else f"seat {n}", class_="seat-plate")
    areas = sheet(*_areas(board, plan, n), class_="seat-areas", width=SEAT)
    return tag(
        "div",
        areas,
        _hands(board, plan, n, lying, four_colour),
        plate,
        class_="seat mine" if mine else "seat",
        data_seat=n,
        role="group",
        aria_label=f"seat {n}",
    )


def _hands(board: Board, plan: SeatPlan, n: int, lying: Mapping[str, Sequence[str]], four_colour: bool) -> str:
    """The cards of a seat: one hand, or several and their parts side by side, each with its name."""
    dealt = {Area.read(area) for area in lying if owner_of(area) == n}
    if plan.hands > 1 or (not dealt and plan.has_hands):
        dealt |= {Area(n, hand=number) for number in range(1, plan.hands + 1)}
    if plan.in_two and board.own is not None and n in board.own:  # room for both, before they are set
        dealt |= {Area(n), Area(n, LOW)}
    own = sorted(dealt, key=lambda area: area[::-1])
    if len(own) < 2:
        return "".join(_spot(board, str(area), lying.get(str(area), ()), four_colour) for area in own)
    several = own[-1].hand > 1
    spots = []
    for area in own:
        part = area.name.replace("-", " ") or ("high" if plan.in_two else "")
        name = f"hand {area.hand} {part}".strip() if several else part
        spots.append(_spot(board, str(area), lying.get(str(area), ()), four_colour, name))
    return tag("div", *spots, class_="hands", data_count=own[-1].hand, data_parts=2 if plan.in_two else None)


def _areas(board: Board, plan: SeatPlan, n: int) -> tuple[float, str]:
    """Height and content of a seat's areas."""
    if plan.areas is not None:
        return plan.areas(board, n)
    lines = [board.has(*line) for line in plan.rows]
    placed = {id for line in lines for id in line}
    rest = [id for id in (*board.table.layout, *board.tickets(n)) if id not in placed]
    lines = [line for line in lines if line] + [rest[at : at + 2] for at in range(0, len(rest), 2)]
    out, y = "", 4.0
    for line in lines:
        slots = all(id in plan.slots for id in line)
        in_two = any(len(_lines(_name(board, plan, id))) > 1 for id in line)  # the chips lie below both lines
        high = 46 if slots else 76 if in_two else 52 if len(line) > 2 else 62
        wide = (SEAT - 8) / len(line)
        for at, id in enumerate(line):
            out += _area(board, plan, id, n, 4 + wide * (at + 0.5), y + high / 2, wide - 6, high - 6)
        y += high
    return y + 4, out


def _name(board: Board, plan: SeatPlan, id: str) -> str:
    """What is written on an area."""
    place = board.named(id)
    return plan.letters.get(place.kind, title(place))


def _area(board: Board, plan: SeatPlan, id: str, n: int, x: float, y: float, wide: float, high: float) -> str:
    place = board.named(id)
    text = _name(board, plan, id)
    if place.kind in plan.slots:
        shape = rect(46, 20, 10, fill="#14171a", class_="line") + rect(26, 3.4, 1.7, fill=GOLD)
        light = tag("circle", cx=34, r=5, fill=RED, class_="line acceptor-light")
        name = label(0, 19, text.upper(), PRINT, fill=INK, class_="name")
        return board.place(id, x, y - 8, hit(100, 26, 10), 10, shape + light + name, seat=n)
    lines = _lines(text.upper())
    needed = max(map(len, lines)) * PRINT * 0.74 + 10  # a circle becomes as long as its name
    corner = 5.0 if place.kind in plan.boxes else min(wide, high) / 2
    wide = min(wide, max(92.0 if place.kind in plan.boxes else min(wide, high), needed))
    shape = rect(wide, high, corner, fill=SHADE, class_="line")
    apart = len(text) > 2  # the name above, the chips below it
    letters = tag(
        "g",
        _lettering(
            lines, wide - 8, wide - (8 if place.kind in plan.boxes else 0.26 * high)
        ),  # a circle is narrow above
        class_="name",
        fill=INK,
        transform=f"translate(0 {number(-high * (0.22 if len(lines) > 1 else 0.21))})" if apart else None,
    )
    on, written = plan.marker(board, n)
    lammer = ""
    if on == id:
        where = f"translate({number(wide * 0.34)} {number(high * 0.34)})"  # under the name, beside the chips
        says = tag("title", words(f"marker of seat {n}: {written}"))
        lammer = tag("g", says, button_mark(written, 9, GOLD), class_="seat-marker", transform=where)
    over = hit(wide, high, corner)
    radius, lie = (high * 0.36, (0.0, 0.0)) if not apart else (high * 0.26, (0.0, high * 0.2))
    if len(lines) > 1:
        radius, lie = high * 0.22, (0.0, high * 0.25)
    return board.place(id, x, y, over, radius, shape + letters + lammer, seat=n, lie=lie)


def _lines(text: str) -> list[str]:
    """A name in one line, or in two where it has several words."""
    parts = text.split()
    if len(parts) == 1 or len(text) < 7:
        return [text]
    return [" ".join(parts[: len(parts) // 2]), " ".join(parts[len(parts) // 2 :])]


def _lettering(lines: list[str], wide: float, room: float) -> str:
    most = 24 if len(lines[0]) <= 2 and len(lines) == 1 else 14
    size = max(PRINT, min(fit(line, wide, most, 0.74) for line in lines))
    return "".join(
        label(0, (at - (len(lines) - 1) / 2) * size * 1.1, line, size, data_room=round(room))
        for at, line in enumerate(lines)
    )
