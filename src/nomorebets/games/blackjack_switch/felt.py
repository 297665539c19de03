"""How the table of blackjack switch looks."""

from __future__ import annotations

from nomorebets.drawing.cards import ShoeLevel, hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.pay_signs import PaySign, pay_sign
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.blackjack_switch.play import MATCH
from nomorebets.games.blackjack_switch.terms import DECKS, HANDS
from nomorebets.games.twenty_one import felt as family
from nomorebets.table import Round, Table

FIRST, SECOND = HANDS


def shoe_level(table: Round) -> ShoeLevel | None:
    """How far the shoe is dealt down."""
    return family.shoe_level(table, int(table.house[DECKS]))


def pay_signs(table: Table) -> tuple[PaySign, ...]:
    """What the match wager pays, where it is offered."""
    sign = pay_sign(table, MATCH, [MATCH])
    return () if sign is None else (sign,)


FELT = GameFelt(
    emblem=hand(("As", "Js")),
    shoe=shoe_level,
    pay_signs=pay_signs,
    seats=SeatPlan(
        rows=((MATCH,), ("insurance",), HANDS, ("double", "split")),
        boxes=HANDS,
        hands=len(HANDS),
        reads=True,
        letters={FIRST: "1", SECOND: "2"},
    ),
)
