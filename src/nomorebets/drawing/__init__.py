"""Everything a table shows, drawn as SVG from the product's own data. Pure functions: data in, text out.

>>> from nomorebets import open_table
>>> 'data-place="split:17-20"' in layout(open_table("roulette"))
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from nomorebets.drawing import big_six, dice_boards, roulette, seats
from nomorebets.drawing.cards import card, cards_sprite, cutting_card, discard_rack, hand, shoe
from nomorebets.drawing.charts import bead_plate, big_road, outcomes
from nomorebets.drawing.chips import chip, chips_sprite, crown, on_button, plaque, puck, stack
from nomorebets.drawing.dice import dice
from nomorebets.drawing.emblems import emblem
from nomorebets.drawing.history import last_results
from nomorebets.drawing.places import Board, grid, usual_pays
from nomorebets.drawing.svg import standalone, tag
from nomorebets.drawing.wheels import big_six_wheel, roulette_wheel

if TYPE_CHECKING:
    from nomorebets.table.game import Game, Table
    from nomorebets.table.wagers import Place, Wager

__all__ = [
    "bead_plate",
    "big_road",
    "big_six_wheel",
    "card",
    "cards_sprite",
    "chip",
    "chips_sprite",
    "crown",
    "cutting_card",
    "dice",
    "discard_rack",
    "emblem",
    "felt_of",
    "hand",
    "last_results",
    "layout",
    "on_button",
    "outcomes",
    "plaque",
    "puck",
    "roulette_wheel",
    "says",
    "shoe",
    "stack",
    "standalone",
    "wheel",
]

# games with a drawing of their own; every other game gets its seats, or labelled areas
BOARDS: Mapping[str, Callable[[Board], str]] = {
    "roulette": roulette.layout,
    "big-six": big_six.layout,
    "craps": dice_boards.craps,
    "mini-craps": dice_boards.craps,
    "automated-craps": dice_boards.craps,
    "sic-bo": dice_boards.sic_bo,
    "mini-dice": dice_boards.mini_dice,
}
PAYS: Mapping[str, Callable[[Table, Place], str]] = dict.fromkeys(
    ("craps", "mini-craps", "automated-craps"), dice_boards.craps_pays
)


def layout(
    table: Table,
    wagers: Iterable[Wager] = (),
    *,
    marks: Mapping[str, str] | None = None,
    seat: int | None = None,
    seats_open: Iterable[int] | None = None,
    cards: Mapping[str, Sequence[str]] | None = None,
    four_colour: bool = False,
) -> str:
    """The layout of a table with the wagers that lie on it.

    ``marks``: ``Felt.markers`` and ``Felt.state`` (crown, puck, fire); ``cards``: ``Felt.seen_by``. ``seat`` is who
    looks: at a card table only the areas of that seat are buttons. ``seats_open``: which seats are drawn.
    """
    game = table.game
    board = Board(table, tuple(wagers), marks or {}, PAYS.get(game.id, usual_pays), seat)
    if game.id in BOARDS:
        drawn = BOARDS[game.id](board)
    elif game.chance.words == "cards":
        drawn = seats.layout(board, seats_open, cards, four_colour)
    else:
        drawn = grid(board, table.layout)
    says = f"the layout of {game.id.replace('-', ' ')}"
    inside = tag("div", drawn, class_="felt-in")
    return tag("div", inside, class_=f"felt {felt_of(game)}", data_game=game.id, role="group", aria_label=says)


def felt_of(game: Game) -> str:
    """The cloth of a game: wheels green, dice blue, baccarat claret, other cards a deeper green."""
    if game.id in seats.BACCARAT:
        return "felt-baccarat"
    return {"spins": "felt-wheel", "dice": "felt-dice", "cards": "felt-cards"}.get(game.chance.words, "felt-plain")


def says(table: Table, place: Place) -> str:
    """The words by which a place is announced: its name, where it lies, what it pays."""
    return Board(table, pays=PAYS.get(table.game.id, usual_pays)).says(place)


def wheel(table: Table, shows: str = "", spinning: bool = False) -> str:
    """The wheel of a table, at rest where it shows a number or symbol; empty where a game has none."""
    from nomorebets.table.wheels import wheel as order

    name = table.house.options.get("wheel-kind") or table.house.options.get("wheel")
    if name is None:
        return ""
    if table.game.id == "big-six":
        return big_six_wheel(order(name), shows, spinning=spinning)
    return roulette_wheel(order("single-zero" if name == "single-zero" else "double-zero"), shows, spinning)
