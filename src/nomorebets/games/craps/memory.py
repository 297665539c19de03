"""What a table of craps remembers between rolls: the point, who shoots, and the hand under way."""

from __future__ import annotations

from collections.abc import Mapping

from nomorebets.games.craps.wagers import COME_OUT
from nomorebets.table import Round
from nomorebets.table.memory import Remembered

SEAT = Remembered(r"\d{0,3}", "the number of a seat, or nothing")
# what a table remembers between rolls; a table of craps, whose dice pass by hand, remembers more
PASSES = {
    "point": Remembered(r"|4|5|6|8|9|10", "4, 5, 6, 8, 9, 10, or nothing"),
    "shooter": SEAT,
    "last-shooter": SEAT,
}
HANDS = {
    "hand": Remembered(r"|under way", "under way, or nothing"),
    "fire": Remembered(r"(?:(?:4|5|6|8|9|10)(?:-(?!$)|$))*", "points made, like 4-6-9, or nothing"),
    "dice": Remembered(r"\d{0,2}", "how many dice are at the table"),
}


def point_of(table: Round) -> int:
    """The come-out point that is on; 0 before a come-out roll."""
    return point_in(table.felt.state)


def point_in(state: Mapping[str, str]) -> int:
    """The come-out point that a table remembers."""
    return int(state.get("point") or COME_OUT)


def points_made(table: Round) -> frozenset[int]:
    """The different points made in this hand, for the fire bet."""
    made = table.felt.state.get("fire")
    return frozenset(int(n) for n in made.split("-") if n) if made else frozenset()


def hand_is_new(table: Round) -> bool:
    """Whether a new shooter's first come-out roll is still to come."""
    return point_of(table) == COME_OUT and table.felt.state.get("hand") != "under way"
