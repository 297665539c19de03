"""How the table of Caribbean stud looks."""

from __future__ import annotations

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.caribbean_stud.terms import BET_TIMES
from nomorebets.table import Round
from nomorebets.table.decisions import Ask


def costs(asked: Ask, table: Round) -> dict[str, int]:
    """The bet wager is a multiple of the ante, which nobody chooses (16.10(a))."""
    antes = [wager.amount for wager in table.wagers if wager.seat == asked.seat and wager.kind == "ante"]
    return {"bet": BET_TIMES * sum(antes)} if "bet" in asked.choices else {}


FELT = GameFelt(
    costs=costs,
    emblem=hand(("As", "Kd", "Jc", "8h", "3h")),
    seats=SeatPlan(
        rows=(("progressive-payout",), ("ante",), ("bet",)),
        boxes=("ante",),
        slots=("progressive-payout",),
        letters={"progressive-payout": "$1"},
    ),
)
