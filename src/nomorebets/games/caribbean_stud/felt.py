"""How the table of Caribbean stud looks."""

from __future__ import annotations

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.pay_signs import PaySign, added_signs, pay_sign
from nomorebets.drawing.places import Board
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.caribbean_stud.settlement import from_meter
from nomorebets.games.caribbean_stud.terms import BET_TIMES, INITIAL
from nomorebets.procedures.meter import METER
from nomorebets.regulation import names
from nomorebets.table import Round, Table
from nomorebets.table.decisions import Ask
from nomorebets.table.money import cents

OF_METER = {"royal-flush": "the whole meter", "straight-flush": "10% of the meter"}
PAID = ("bet", "progressive-payout")


def costs(asked: Ask, table: Round) -> dict[str, int]:
    """The bet wager is a multiple of the ante, which nobody chooses (16.10(a))."""
    antes = [wager.amount for wager in table.wagers if wager.seat == asked.seat and wager.kind == "ante"]
    return {"bet": BET_TIMES * sum(antes)} if "bet" in asked.choices else {}


def meter(board: Board) -> int | None:
    """What the progressive meter shows: what it begins with, until the first wager feeds it."""
    if "progressive-payout" not in board.table.layout:
        return None
    return int(board.marks.get(METER) or cents(board.table.house[INITIAL]))


def pay_signs(table: Table) -> tuple[PaySign, ...]:
    """The bet, and the progressive wager with what the meter pays above its rows."""
    of_meter = [(hand.replace("-", " "), part) for hand, part in OF_METER.items() if from_meter(hand, table.house)]
    bet, progressive = (pay_sign(table, names.wager(kind), (kind,), of_meter if kind != "bet" else ()) for kind in PAID)
    return (*(sign for sign in (bet, progressive) if sign is not None), *added_signs(table))


FELT = GameFelt(
    pay_signs=pay_signs,
    outcomes={"void": "push"},  # a bet whose dealer does not qualify
    costs=costs,
    emblem=hand(("As", "Kd", "Jc", "8h", "3h")),
    seats=SeatPlan(
        rows=(("progressive-payout",), ("ante",), ("bet",)),
        boxes=("ante",),
        slots=("progressive-payout",),
        letters={"progressive-payout": "$1 progressive"},
        meter=meter,
    ),
)
