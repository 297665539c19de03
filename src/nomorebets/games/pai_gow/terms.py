"""What a licensee may choose at pai gow."""

from __future__ import annotations

from nomorebets.games.pai_gow.house_ways import BUILT_IN, parse_method
from nomorebets.procedures.banking import bank_options
from nomorebets.procedures.dragons_eye import dragons_eye_option
from nomorebets.procedures.starting import Circle, circle
from nomorebets.procedures.vigorish import RATE, rounding_option
from nomorebets.regulation import choice, cite, house_option, reading
from nomorebets.regulation.options import Choice, option, option_as_read, whole_number
from nomorebets.table import House

STACK = 4  # tiles
POSITIONS = 8  # as many as there are stacks

PLAYER_BANK, CO_BANK = bank_options("10.8", reading("R-10.8-offer"))
DEALER_SET_METHOD = house_option(
    "dealer-set-method",
    "10.7",
    "The filed method by which the dealer sets a hand; with exceptions behind it, a filed table.",
    {name: choice("10.7", read=reading(f"R-10.7-{name}")) for name in BUILT_IN},
    "atlantic",
    parse=parse_method,
)
VIG_RATE = option(
    RATE,
    reading("R-10.7-vigorish"),
    "How many percent of a win are vigorish; without any, for analysis only.",
    {"5": reading("R-10.7-vigorish"), "0": Choice(reading("R-10.7-vigorish"), analysis=True)},
)
VIG_ROUNDING = rounding_option(reading("R-10.7-rounding"), "quarter-up", "none", sign=cite("8.3"))
TWO_AREAS = option_as_read(
    "two-areas",
    "10.10",
    "R-10.10-areas",
    "Whether a player may wager at two betting areas side by side.",
    ("on", "off"),
    "on",
    sign="8.3",
)
SEATS = option_as_read(
    "seats",
    "10.5",
    "R-10.5-areas",
    "How many betting areas the table has: with six there is a dead hand.",
    ("6", "7"),
    "6",
)
START_METHOD = option_as_read(
    "start-method",
    "10.3",
    "R-10.6-shake",
    "What decides who gets the first stack: the heading of the section knows dice alone.",
    ("dice",),
    "dice",
)
DEAD_HAND = house_option(
    "dead-hand-index",
    "10.6",
    "Which number the dead hand has in the count, the dealer being one.",
    {str(POSITIONS): choice("10.6", read=reading("R-10.6-dead-hand"))},
    str(POSITIONS),
    parse=whole_number(2, POSITIONS, "a number in the count of eight", reading("R-10.6-dead-hand")),
    counts_cards=True,
    ruled_out=lambda settings, day: reading("R-10.5-areas") if settings.get("seats") == "7" else None,
)
STACK_ORDER = option_as_read(
    "stack-order",
    "10.6",
    "R-10.6-stacks",
    "From which side the stacks are taken.",
    ("right-to-left", "left-to-right"),
    "right-to-left",
)
DRAGONS_EYE = dragons_eye_option("dragons-eye", cite("10.11"))

OPTIONS = (
    PLAYER_BANK,
    CO_BANK,
    DEALER_SET_METHOD,
    VIG_RATE,
    VIG_ROUNDING,
    TWO_AREAS,
    SEATS,
    START_METHOD,
    DEAD_HAND,
    STACK_ORDER,
    DRAGONS_EYE,
)


def seats_at(house: House) -> int:
    return int(house[SEATS])


def positions_at(house: House) -> Circle:
    """The eight positions of a table, counterclockwise from the dealer."""
    return circle(seats_at(house), int(house.options.get(DEAD_HAND.id, "0")))
