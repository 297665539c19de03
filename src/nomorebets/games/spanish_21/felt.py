"""How the table of Spanish 21 looks."""

from __future__ import annotations

from nomorebets.drawing.cards import ShoeLevel, hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.pay_signs import PaySign, pay_sign
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.spanish_21.terms import MAIN, decks_of
from nomorebets.games.twenty_one import felt as family
from nomorebets.table import Round, Table

SIGNS = {
    "21 pays": MAIN,
    "super bonus": ("super-bonus", "super-bonus-others"),
    "match the dealer": ("match-dealer",),
}


def shoe_level(table: Round) -> ShoeLevel | None:
    return family.shoe_level(table, decks_of(table.house))


def pay_signs(table: Table) -> tuple[PaySign, ...]:
    """The bonuses of 21, the super bonus and match-the-dealer, as this house pays them."""
    signs = (pay_sign(table, name, kinds) for name, kinds in SIGNS.items())
    return tuple(sign for sign in signs if sign is not None)


FELT = GameFelt(
    emblem=hand(("6s", "7s", "8s")),
    shoe=shoe_level,
    pay_signs=pay_signs,
    seats=SeatPlan(
        rows=(("match-dealer",), ("insurance",), ("main",), ("double", "split"), ("redouble", "redouble-2")),
        boxes=("main",),
        reads=True,
        letters={"redouble-2": "2nd"},
    ),
)
