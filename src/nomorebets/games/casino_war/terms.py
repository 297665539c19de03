"""What the house may choose at casino war, and under what it is offered (19:47-22)."""

from __future__ import annotations

from msgspec.structs import replace

from nomorebets.errors import HouseRuleError
from nomorebets.regulation import choice, cite, house_option, reading, switch
from nomorebets.regulation.options import Idle, idle_where, option
from nomorebets.table import House
from nomorebets.table.game import Terms
from nomorebets.table.variation import TERM

TIE_PAYS = 10  # to 1, at least
BURNED_BEFORE_WAR = 3

DECKS = house_option(
    "decks",
    "22.2",
    "How many decks are dealt from; six at a table, other numbers for analysis.",
    {str(n): choice("22.2", read=reading("R-22.2-decks"), analysis=n != 6) for n in range(1, 9)},
    "6",
    makes_the_odds=True,
)
TIE_OFFERED = switch(
    "tie-wager-offered",
    cite("22.6"),
    "Whether the tie wager is offered.",
    on=choice("22.6", read=reading("R-22.6-tie-offered")),
    off=choice("22.6"),
    default="on",
)
WAR_TIE_BONUS = house_option(
    "war-tie-bonus",
    "22.8",
    "What an equal war card earns beside the war wager.",
    {
        "initial-x1": choice("22.8", read=reading("R-22.8-war-tie-bonus")),
        "none": choice("22.8", read=reading("R-22.8-war-tie-bonus")),
    },
    "initial-x1",
)


def _tie_odds(text: str) -> str:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) >= TIE_PAYS):
        raise HouseRuleError(
            f"a tie wager at {text[:20]} to 1", reading("R-22.9-least"), accepts=f"{TIE_PAYS} or more, to 1"
        )
    return str(int(text))


TIE_ODDS = house_option(
    "tie-odds",
    "22.9",
    "What the tie wager pays, to 1.",
    {str(TIE_PAYS): choice("22.9", read=reading("R-22.9-least"))},
    str(TIE_PAYS),
    parse=_tie_odds,
)
WAR_BURN = house_option(
    "war-burn",
    "22.8",
    "When three cards are burned for a war.",
    {
        "3-once": choice("22.8", read=reading("R-22.8-burn")),
        "3-before-each-card": choice("22.8", read=reading("R-22.8-burn")),
    },
    "3-once",
)
SURRENDER = house_option(
    "surrender",
    "22.8",
    "Whether a tied player may surrender; the choice is the essence of the game.",
    {"available": choice("22.8", read=reading("R-22.8-choice"))},
    "available",
)
AT_ONCE = ("push", "half-lost", "lost")  # a tie is over without a war
# terms that only a game file sets; a table of the chapter does not have them
TIE_RULE = option(
    "tie-rule",
    TERM,
    "What becomes of the initial wager when the first cards tie: war or surrender, or it is over at once.",
    ["war-or-surrender", *AT_ONCE],
)
WAR_TIE = replace(
    option("war-tie", TERM, "What becomes of the war wager when the war cards tie.", ["won", "push", "lost"]),
    idle=Idle(beside={TIE_RULE.id: AT_ONCE}),
)
SHUFFLE_METHOD = house_option(
    "shuffle-method",
    "22.5",
    "How the cards are shuffled.",
    {"manual": choice("22.5"), "automated": choice("22.5")},
    "manual",
)
POSITIONS_PER_PLAYER = house_option(
    "positions-per-player",
    "22.6",
    "How many positions side by side a player may take; each is a seat of its own.",
    {"1": choice("22.6"), "2": choice("22.6", read=reading("R-22.6-two-positions"))},
    "1",
)
PLAYERS = house_option(
    "players",
    "22.2",
    "How many players the table seats.",
    {str(number): choice("22.2", read=reading("R-22.2-positions")) for number in range(1, 10)},
    "7",
)
TERMS = Terms(
    options=idle_where(
        (
            DECKS,
            TIE_OFFERED,
            WAR_TIE_BONUS,
            TIE_ODDS,
            WAR_BURN,
            SURRENDER,
            SHUFFLE_METHOD,
            POSITIONS_PER_PLAYER,
            PLAYERS,
        ),
        {
            TIE_ODDS.id: Idle(without=("tie",), rows=("tie",)),
            **dict.fromkeys((WAR_TIE_BONUS.id, WAR_BURN.id, SURRENDER.id), Idle(beside={TIE_RULE.id: AT_ONCE})),
        },
    ),
    dealt_by=cite("22.8"),
    late_by=reading("R-22.6-closing"),
    to_not_for=reading("R-22.9-printing"),
    seats=lambda house: int(house[PLAYERS]),
)


def ends_at_tie(house: House) -> bool:
    """Whether a tie is over at once, without a war and without a choice."""
    return house.get(TIE_RULE) in AT_ONCE
