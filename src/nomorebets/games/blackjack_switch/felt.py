"""How the table of blackjack switch looks."""

from __future__ import annotations

from nomorebets.drawing.cards import ShoeLevel, hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.pay_signs import PaySign, added_signs, pay_sign
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.blackjack_switch.play import MATCH
from nomorebets.games.blackjack_switch.terms import DECKS, HANDS, PUSHES_AT, loses_at_22
from nomorebets.games.twenty_one import felt as family
from nomorebets.table import Round, Table

FIRST, SECOND = HANDS
INSURANCE = "insurance"


def shoe_level(table: Round) -> ShoeLevel | None:
    """How far the shoe is dealt down."""
    return family.shoe_level(table, int(table.house[DECKS]))


def pay_signs(table: Table) -> tuple[PaySign, ...]:
    """What the hands pay, with the dealer's 22, insurance, and the match wager where it is offered."""
    pushes = [] if loses_at_22(table.house) else [(f"dealer's {PUSHES_AT}, but for a blackjack", "push")]
    signs = pay_sign(table, "hands", [FIRST, INSURANCE], pushes), pay_sign(table, MATCH, [MATCH])
    return (*(sign for sign in signs if sign is not None), *added_signs(table))


FELT = GameFelt(
    emblem=hand(("As", "Js")),
    shoe=shoe_level,
    pay_signs=pay_signs,
    seats=SeatPlan(
        rows=((MATCH,), (INSURANCE,), HANDS, ("double", "split")),
        boxes=HANDS,
        hands=len(HANDS),
        reads=True,
        letters={FIRST: "1", SECOND: "2"},
    ),
)
