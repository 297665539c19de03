"""Card games: the dealer's side of the felt, and in front of each seat its betting areas and its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nomorebets.drawing.cards import discard_rack, hand, shoe
from nomorebets.drawing.places import Board, fit, hit, rect, sheet, title
from nomorebets.drawing.svg import GOLD, INK, LINE, RED, SHADE, arched, label, number, svg, tag, words
from nomorebets.table.areas import owner_of, seat_area

SEAT = 160  # the width of what lies in front of one seat
USUAL_SEATS = 7
# where the cards lie that belong to nobody's seat
COMMON: Mapping[str, tuple[str, ...]] = {
    "punto-banco": ("player", "banker"),
    "minibaccarat": ("player", "banker"),
    "chemin-de-fer": (),
    "red-dog": ("first", "third", "second"),
    "let-it-ride": ("community",),
}
BACCARAT = ("punto-banco", "minibaccarat", "chemin-de-fer")
NO_CARDS = ("punto-banco", "minibaccarat", "red-dog")  # no seat has a hand of its own
# the areas of a seat, from the dealer's side to the patron's; what is not named follows, two to a row
ROWS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "caribbean-stud": (("progressive-payout",), ("ante",), ("bet",)),
    "three-card-poker": (("six-card-bonus", "pair-plus"), ("ante",), ("play",)),
    "let-it-ride": (("three-card-bonus", "bonus"), ("bet-1", "bet-2", "bet-3")),
    "casino-war": (("tie",), ("initial", "war")),
    "double-down-stud": (("original", "double-down"),),
    "red-dog": (("raise",), ("bet",)),
    "chemin-de-fer": (("bank",), ("banco", "banco-suivi"), ("avec-la-table", "punt")),
}
_LETTERS = {"bet-1": "1", "bet-2": "2", "bet-3": "$", "progressive-payout": "$1", "pair-plus": "pair plus"}
_BOXES = ("ante", "original", "initial")  # the rest are circles
_SLOTS = ("progressive-payout",)  # a slot beside the felt, with a light


def layout(
    board: Board,
    seats: Iterable[int] | None = None,
    cards: Mapping[str, Sequence[str]] | None = None,
    four_colour: bool = False,
) -> str:
    """The whole felt: the dealer's cards above, the seats from the dealer's left to right below."""
    lying = dict(cards or {})
    numbers = list(seats) if seats is not None else list(range(1, seats_at(board) + 1))
    numbers = sorted({*numbers, *(seat for seat, _ in board.lying if seat is not None)})  # nobody's chips are left out
    common = COMMON.get(board.table.game.id, ("dealer",))
    known = {*common, *(seat_area(n) for n in numbers)}
    aside = [area for area in lying if area not in known and not owner_of(area)]  # burned cards and the like
    spots = [_spot(area, lying.get(area, ()), four_colour, "spot") for area in common]
    spots += [_spot(area, lying[area], four_colour, "spot aside") for area in aside]
    name = board.table.game.id.replace("-", " ").upper()
    arch = svg(
        620,
        92,
        tag("g", arched(name, 1100, 38, fill=LINE), transform="translate(310 -1036)"),
        class_="arch",
        font_weight="700",
    )
    dealer = tag("div", discard_rack(), tag("div", *spots, class_="spots"), shoe(), class_="dealer-side") + arch
    in_front = [_seat(board, n, lying, four_colour) for n in numbers]
    return dealer + tag("div", *in_front, class_="seats", data_count=len(numbers))


def seats_at(board: Board) -> int:
    """How many seats a table has: as its house says, or the usual seven."""
    options = board.table.house.options
    known = next((options[name] for name in ("positions", "players") if options.get(name, "").isdigit()), "")
    return int(known) if known else USUAL_SEATS


def _spot(area: str, cards: Sequence[str], four_colour: bool, named: str = "") -> str:
    """Where cards lie; before a seat it needs no name."""
    says = area.replace(":", " ").replace("-", " ")
    name = tag("span", words(says), class_="spot-name") if named else ""
    lying = hand([None if c == "??" else c for c in cards], four_colour, says) if cards else tag("span", class_="hand")
    return tag("div", name, lying, class_=named or "spot", data_area=area)


def _seat(board: Board, n: int, lying: Mapping[str, Sequence[str]], four_colour: bool) -> str:
    mine = n == board.seat
    own = sorted(area for area in lying if owner_of(area) == n) or [seat_area(n)]
    if board.table.game.id in NO_CARDS and seat_area(n) not in lying:
        own = []
    spots = "".join(_spot(area, lying.get(area, ()), four_colour) for area in own)
    plate = tag("span", f"seat {n}" + (", yours" if mine else ""), class_="seat-plate")
    areas = sheet(*_areas(board, n), class_="seat-areas", width=SEAT)
    return tag(
        "div",
        areas,
        spots,
        plate,
        class_="seat mine" if mine else "seat",
        data_seat=n,
        role="group",
        aria_label=f"seat {n}",
    )


def _areas(board: Board, n: int) -> tuple[float, str]:
    """Height and content of a seat's areas."""
    if {"player", "banker", "tie"} <= set(board.table.layout):
        return _bands(board, n)
    lines = [board.has(*line) for line in ROWS.get(board.table.game.id, ())]
    placed = {id for line in lines for id in line}
    rest = [id for id in board.table.layout if id not in placed]
    lines = [line for line in lines if line] + [rest[at : at + 2] for at in range(0, len(rest), 2)]
    out, y = "", 4.0
    for line in lines:
        slots = all(id in _SLOTS for id in line)
        high = 30 if slots else 52 if len(line) > 2 else 62
        wide = (SEAT - 8) / len(line)
        for at, id in enumerate(line):
            out += _area(board, id, n, 4 + wide * (at + 0.5), y + high / 2, min(wide - 6, 92), high - 6)
        y += high
    return y + 4, out


def _area(board: Board, id: str, n: int, x: float, y: float, wide: float, high: float) -> str:
    place = board.table.layout[id]
    text = _LETTERS.get(place.kind, title(place))
    if place.kind in _SLOTS:
        shape = rect(46, 20, 10, fill="#14171a", class_="line") + rect(26, 3.4, 1.7, fill=GOLD)
        light = tag("circle", cx=34, r=5, fill=RED, class_="line acceptor-light")
        return board.place(id, x, y, hit(92, 26, 10), 10, shape + light, seat=n)
    if place.kind in _BOXES:
        shape = rect(wide, high, 5, fill=SHADE, class_="line")
    else:
        wide = high = min(wide, high)
        shape = rect(wide, high, high / 2, fill=SHADE, class_="line")
    apart = len(text) > 2  # the name above, the chips below it
    letters = tag(
        "g",
        _lines(text.upper(), wide - 9),
        class_="name",
        fill=INK,
        transform=f"translate(0 {number(-high * 0.21)})" if apart else None,
    )
    over = hit(wide, high, 5 if place.kind in _BOXES else high / 2)
    radius, lie = (high * 0.26, (0.0, high * 0.2)) if apart else (high * 0.36, (0.0, 0.0))
    return board.place(id, x, y, over, radius, shape + letters, seat=n, lie=lie)


def _lines(text: str, wide: float) -> str:
    """A name in one line, or in two where it has several words."""
    parts = text.split()
    lines = (
        [text]
        if len(parts) == 1 or len(text) < 7
        else [" ".join(parts[: len(parts) // 2]), " ".join(parts[len(parts) // 2 :])]
    )
    most = 20 if len(text) <= 2 else 13.5 if len(lines) == 1 else 10
    size = min(fit(line, wide, most, 0.8) for line in lines)
    return "".join(label(0, (at - (len(lines) - 1) / 2) * size * 1.1, line, size) for at, line in enumerate(lines))


def _band(half: float, high: float, bow: float) -> str:
    """A strip around the origin that bends towards the patron."""
    n, top, foot = number, -high - bow / 2, high - bow / 2
    bent = f"Q0 {n(high + bow)} {n(-half)} {n(foot)}Z"
    return f"M{n(-half)} {n(top)}Q0 {n(bow - high)} {n(half)} {n(top)}V{n(foot)}" + bent


def _bands(board: Board, n: int) -> tuple[float, str]:
    """Baccarat: the spaces of tie, Banker and Player, one before the other, as arcs around the dealer."""
    main = [("tie", "TIE", 34.0, "none"), ("banker", "BANKER", 44.0, SHADE), ("player", "PLAYER", 48.0, "none")]
    extra = [id for id in board.table.layout if id not in ("tie", "banker", "player")]
    out, y = "", 6.0
    for at in range(0, len(extra), 2):
        line = extra[at : at + 2]
        wide = (SEAT - 8) / len(line)
        for i, id in enumerate(line):
            shape = rect(wide - 4, 28, 14, fill="none", class_="line")
            letters = label(
                0, 0, title(board.table.layout[id]), fit(title(board.table.layout[id]), wide - 12, 11), fill=LINE
            )
            out += board.place(id, 4 + wide * (i + 0.5), y + 14, hit(wide - 4, 28, 14), 10, shape + letters, seat=n)
        y += 32
    for id, text, high, fill in main:
        d = _band(SEAT / 2 - 4, high / 2, 7)
        shape = tag("path", d=d, fill=fill, class_="line")
        over = tag("path", d=d, class_="hit")
        ink = {"tie": GOLD, "banker": INK, "player": INK}[id]
        letters = label(0, -1, text, 17 if id != "tie" else 14, fill=ink, class_="name")
        pays = label(0, high / 2 - 7, board.odds(id), 8.5, fill=LINE, class_="pays") if id != "tie" else ""
        if id == "tie":
            letters = label(0, -1, f"TIE  {board.odds(id)}", 13, fill=ink, class_="name")
        out += board.place(id, SEAT / 2, y + high / 2 + 2, over, 14, shape + letters + pays, seat=n, lie=(-54, 0))
        y += high
    return y + 8, out
