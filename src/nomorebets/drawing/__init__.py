"""Everything a table shows, drawn as SVG from the product's own data. Pure functions: data in, text out.

>>> from nomorebets import open_table
>>> 'data-place="split:17-20"' in layout(open_table("roulette"))
True
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from nomorebets.drawing import seats
from nomorebets.drawing.balls import balls
from nomorebets.drawing.cards import ShoeLevel, card, cards_sprite, cutting_card, discard_rack, hand, shoe, shoe_at
from nomorebets.drawing.charts import outcomes
from nomorebets.drawing.chips import chip, chips_sprite, crown, on_button, plaque, puck, stack
from nomorebets.drawing.dice import dice
from nomorebets.drawing.emblems import emblem
from nomorebets.drawing.facet import GameFelt, felt_of
from nomorebets.drawing.history import last_results
from nomorebets.drawing.places import Board, grid
from nomorebets.drawing.scores import bead_plate, big_road
from nomorebets.drawing.svg import number, standalone, tag
from nomorebets.drawing.tiles import tile, tiles, tiles_sprite

if TYPE_CHECKING:
    from nomorebets.table.game import Game, Table
    from nomorebets.table.wagers import Place, Wager

__all__ = [
    "GameFelt",
    "ShoeLevel",
    "balls",
    "bead_plate",
    "big_road",
    "card",
    "cards_sprite",
    "chip",
    "chips_sprite",
    "cloth_of",
    "compartments",
    "crown",
    "cutting_card",
    "dice",
    "discard_rack",
    "emblem",
    "felt_of",
    "hand",
    "has_board",
    "last_results",
    "layout",
    "looked_at",
    "on_button",
    "outcomes",
    "plaque",
    "printed_boards",
    "printed_sample",
    "puck",
    "says",
    "shoe",
    "shoe_at",
    "stack",
    "standalone",
    "tile",
    "tiles",
    "tiles_sprite",
    "wheel",
]

# by what the outcomes of a game are
_CLOTHS = {"spins": "felt-wheel", "dice": "felt-dice", "cards": "felt-cards", "tiles": "felt-cards"}
_DEALT = ("cards", "tiles")  # of which every seat may have a hand, and betting areas before it


def layout(
    table: Table,
    wagers: Iterable[Wager] = (),
    *,
    marks: Mapping[str, str] | None = None,
    own: Collection[int] | None = None,
    seats_open: Iterable[int] | None = None,
    cards: Mapping[str, Sequence[str]] | None = None,
    four_colour: bool = False,
    hands: Mapping[str, str] | None = None,
    shoe_level: ShoeLevel | None = None,
    says_too: str = "",
) -> str:
    """The layout of a table with the wagers that lie on it.

    ``marks``: ``Felt.markers`` and ``Felt.state`` (crown, puck, fire); ``cards``: ``Felt.seen_by``. ``own``: the seats
    of whoever looks; at a card table only their areas are buttons. ``seats_open``: which seats are drawn. ``hands``:
    ``Felt.hands_read``, of hands that lie open; ``shoe_level``: how far the shoe is dealt down, where that is shown.
    ``says_too``: what this table's felt says beside what is on every layout of the game.
    """
    game, felt = table.game, felt_of(table.game)
    per_seat = felt.board is None and game.chance.words in _DEALT
    of_seats = tuple(wager for wager in wagers if wager.seat)  # the dealer's own lies in no betting area
    board = Board(table, of_seats, marks or {}, felt.pays, own, per_seat, cards=cards or {})
    if felt.board is not None:
        lying = grid(board, board.tickets())
        drawn = felt.board(board) + (_room_for_tickets(lying) if felt.marks_numbers else lying)
    elif per_seat:
        drawn = seats.layout(board, felt.seats, seats_open, cards, four_colour, hands, shoe_level)
    else:
        drawn = grid(board, (*table.layout, *board.tickets()))
    says = f"the layout of {game.name or table.game.entry.name}"
    printed = tag("p", says_too, class_="felt-says") if says_too else ""
    inside = tag("div", printed + drawn, class_="felt-in")
    return tag("div", inside, class_=f"felt {cloth_of(game)}", data_game=game.id, role="group", aria_label=says)


def _room_for_tickets(lying: str) -> str:
    """Where tickets lie that are marked on a board: as high without one, so that nothing moves when one is written."""
    inside = lying or tag("p", "No tickets yet.")
    return tag("div", inside, class_="tickets", tabindex=0, role="group", aria_label="Tickets")


DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
_BOX = re.compile(r'(<svg[^>]*viewBox="(\S+) (\S+) (\S+) (\S+)"[^>]*>)')
_FOR_A_PAGE = re.compile(r' (?:class|role|tabindex|data-[a-z-]+|aria-[a-z-]+)="[^"]*"')  # what a press needs no more
_COLOUR = re.compile(r"var\([^,()]*,([^()]*)\)")
_CLOTH = r'\1<rect x="\2" y="\3" width="\4" height="\5" rx="6" fill="#0b5d3b"/>'


_PRESSED = re.compile(r' (?:role="button"|tabindex="-?\d+"|aria-(?:label|pressed|disabled)="[^"]*")')


def looked_at(drawn: str) -> str:
    """A layout that is only looked at: nothing on it can be pressed."""
    return _PRESSED.sub("", drawn)


def printed_boards(table: Table) -> tuple[str, ...]:
    """The layout that all seats share, empty, as drawings that stand alone on paper; none where each has its own."""
    if not has_board(table.game):
        return ()
    drawn = map(on_paper, DRAWING.findall(layout(table)))
    return tuple(standalone(_BOX.sub(_CLOTH, one, count=1)) for one in drawn)


def printed_sample(shows: str) -> str:
    """Cards (``As Kd``), dice (``3 4``) or tiles (``6-5 4-4``) as one drawing that stands alone on paper.

    Groups that do not belong together have a stroke between them: ``5h 9c | 7d``.
    """
    lying: list[tuple[float, float, str]] = []  # where, how wide, drawn
    x = 0.0
    for group in shows.split("|"):
        for code in group.split():
            if code.isdigit():
                wide, step, drawn = 52.0, 52.0, dice(int(code))
            elif "-" in code:
                wide, step, drawn = 40.0, 44.0, tile(code)
            else:
                wide, step, drawn = 64.0, 26.0, card(code)
            lying.append((x, wide, drawn))
            x += step
        x = lying[-1][0] + lying[-1][1] + 14
    inside = (
        on_paper(drawn).replace("<svg", f'<svg x="{number(at)}" y="0" width="{number(wide)}" height="90"', 1)
        for at, wide, drawn in lying
    )
    across = number(x - 14)
    return standalone(f'<svg viewBox="0 0 {across} 90" font-family="sans-serif">{"".join(inside)}</svg>')


def printed_layout(table: Table) -> str:
    """The empty layout of a table as one drawing; at a card table, the name of the game and the areas of every seat."""
    if table.game.chance.words not in _DEALT or has_board(table.game):
        drawn = DRAWING.findall(layout(table))
        return standalone(_BOX.sub(_CLOTH, on_paper(max(drawn, key=len)), count=1))
    arch, *areas = [one for one in DRAWING.findall(layout(table)) if 'class="arch"' in one or "seat-areas" in one]
    sizes = [match for one in areas if (match := _BOX.search(one)) is not None]
    wide, high = max(float(size[4]) for size in sizes), max(float(size[5]) for size in sizes)
    across = wide * len(areas)
    inside = [tag("rect", width=number(across), height=number(high + 92), rx=6, fill="#0b5d3b")]
    parts = [(arch, 0.0, 0.0, across, 92.0), *((one, n * wide, 92.0, wide, high) for n, one in enumerate(areas))]
    for one, x, y, width, height in parts:
        at = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        inside.append(on_paper(one).replace("<svg", f"<svg {at}", 1))
    return standalone(
        f'<svg viewBox="0 0 {number(across)} {number(high + 92)}" font-family="sans-serif">{"".join(inside)}</svg>'
    )


def on_paper(drawn: str) -> str:
    """A drawing of a page without what a press needs."""
    return _COLOUR.sub(r"\1", _FOR_A_PAGE.sub("", drawn.replace('class="hit"', 'fill="none"')))


def has_board(game: Game) -> bool:
    """Whether all seats of a game share one layout that it draws itself."""
    return felt_of(game).board is not None


def cloth_of(game: Game) -> str:
    """The class of a game's cloth: its own, or wheels green, dice blue, cards and tiles a deeper green."""
    return felt_of(game).cloth or _CLOTHS.get(game.chance.words, "felt-plain")


def says(table: Table, place: Place) -> str:
    """The words by which a place is announced: its name, where it lies, what it pays."""
    return Board(table, pays=felt_of(table.game).pays).says(place)


def paid(table: Table, wager: str) -> str:
    """What a line of odds pays, in words; where no layout lists the wagers, as the felt says it."""
    in_pay_table = table.pays(wager)
    if in_pay_table or table.game.betting.is_listed:
        return in_pay_table
    kinds = table.kinds()
    return felt_of(table.game).pays(table, kinds[wager][0] if wager in kinds else table.place(wager))


def wheel(table: Table, shows: str = "", spinning: bool = False) -> str:
    """The wheel of a table, at rest where it shows a number or symbol; empty where a game has none."""
    of = felt_of(table.game).wheel
    return of(table).draw(shows, spinning) if of is not None else ""


def compartments(table: Table) -> tuple[str, ...]:
    """What the wheel of a table may show; nothing where a game has none."""
    of = felt_of(table.game).wheel
    return of(table).order if of is not None else ()
