"""How the table of Spanish 21 looks."""

from __future__ import annotations

from dataclasses import replace

from nomorebets.drawing.cards import ShoeLevel, hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.pay_signs import PaySign, added_signs, pay_sign
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.spanish_21.terms import MAIN, SUITED, decks_of
from nomorebets.games.twenty_one import felt as family
from nomorebets.table import Round, Table

SIGNS: dict[str, tuple[str, ...]] = {
    "21 pays": (*MAIN, "insurance"),
    "super bonus": ("super-bonus", "super-bonus-others"),
    "match the dealer": ("match-dealer",),
}


WORDS = {
    **{f"{''.join(three)} {suits}": f"{'-'.join(three)} {suits}" for three in ("678", "777") for suits in SUITED},
    "two suited": "two, both of the same suit",
    "one of each": "two, one of them of the same suit",
    "one suited": "one, of the same suit",
    "two": "two of other suits",
    "one": "one of another suit",
    "seven cards": "seven cards or more",
    "from 5": "on $5 and more",
    "from 25": "on $25 and more",
    "super bonus others": "everybody else",
}  # where the name of a row says too little


def shoe_level(table: Round) -> ShoeLevel | None:
    return family.shoe_level(table, decks_of(table.house))


def pay_signs(table: Table) -> tuple[PaySign, ...]:
    """The bonuses of 21, the super bonus and match-the-dealer, as this house pays them."""
    signs = [sign for name, kinds in SIGNS.items() if (sign := pay_sign(table, name, kinds)) is not None]
    own = (replace(sign, rows=tuple((WORDS.get(case, case), pays) for case, pays in sign.rows)) for sign in signs)
    return (*own, *added_signs(table))


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
