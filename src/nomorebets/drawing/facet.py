"""What a game knows of how its table looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from nomorebets.drawing.cards import ShoeLevel
from nomorebets.drawing.pay_signs import PaySign, usual_pay_signs
from nomorebets.drawing.places import Board, Pays, usual_pays
from nomorebets.drawing.scores import Side
from nomorebets.drawing.seats import SeatPlan
from nomorebets.drawing.wheels import Wheel
from nomorebets.games import facet
from nomorebets.table import Game, Round, Table
from nomorebets.table.decisions import Ask
from nomorebets.table.felt import Felt


@dataclass(frozen=True, kw_only=True)
class GameFelt:
    """The facet ``felt`` of a game. Without one, its seats or its places are drawn as the kit draws any."""

    emblem: str = ""  # a small picture of what decides the game, drawn
    cloth: str = ""  # the class of its cloth, where what decides the game does not choose it
    board: Callable[[Board], str] | None = None  # the layout, where all seats share one
    seats: SeatPlan = field(default_factory=SeatPlan)  # what lies in front of each seat, where they do not
    wheel: Callable[[Table], Wheel] | None = None
    pays: Pays = usual_pays  # what a place pays, in words
    colour_of: Callable[[str], str] = lambda result: ""  # the class of a result in the list of the last ones
    shoe: Callable[[Round], ShoeLevel | None] | None = None  # how far the shoe is dealt down, where that is shown
    pay_signs: Callable[[Table], tuple[PaySign, ...]] = usual_pay_signs  # pay tables that stand beside the felt
    # two hands of a setting before it is laid, high and low, as the dealer would read them; and what would be wrong
    judge: Callable[[tuple[str, ...], tuple[str, ...], Round], tuple[str, str, str]] | None = None
    score: Callable[[Felt], str] | None = None  # a round that is over, as one mark of a scoreboard
    sides: Mapping[str, Side] = field(default_factory=dict)  # what each mark of the scoreboard stands for
    history: Callable[[Sequence[str]], str] | None = None  # the rounds before, where it is no such scoreboard
    tally: Callable[[Sequence[str]], str] | None = None  # a line about them below the list of the last ones
    presets: Callable[[Ask, Round], Mapping[str, int]] | None = None  # amounts of a choice that one touch sets, by name
    costs: Callable[[Ask, Round], Mapping[str, int]] | None = None  # cents that a choice puts down by itself
    outcomes: Mapping[str, str] = field(default_factory=dict)  # what patrons call an outcome of the record here
    marks_numbers: bool = False  # tickets are marked on the numbers of its board
    on_tickets: Callable[[Table], tuple[tuple[str, str], ...]] = lambda table: ()  # what the house prints on every one


def felt_of(game: Game) -> GameFelt:
    """How the table of a game looks."""
    return facet(game.id, "felt", GameFelt) or GameFelt()
