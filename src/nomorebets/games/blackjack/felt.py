"""How the table of blackjack looks."""

from __future__ import annotations

from nomorebets.drawing.cards import ShoeLevel, hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.pay_signs import PaySign, added_signs, pay_sign
from nomorebets.drawing.places import Board
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.blackjack.side_terms import METER_PARTS, PROGRESSIVE_INITIAL, PROGRESSIVE_WAGER, STREAKS
from nomorebets.games.blackjack.side_wagers import SIDE_BETS
from nomorebets.games.blackjack.sides import marker_of
from nomorebets.games.blackjack.terms import DEALING, decks_dealt
from nomorebets.games.twenty_one import felt as family
from nomorebets.procedures.meter import METER
from nomorebets.table import Round, Table
from nomorebets.table.money import cents

TOGETHER = {"over-13": "over / under 13", "under-13": "over / under 13", **dict.fromkeys(STREAKS, "streak")}


def meter(board: Board) -> int | None:
    """What the progressive meter shows: what it begins with, until the first wager feeds it."""
    house = board.table.house
    if house.get(PROGRESSIVE_WAGER) != "on":
        return None
    return int(board.marks.get(METER) or cents(house[PROGRESSIVE_INITIAL]))


def streak_marker(board: Board, seat: int) -> tuple[str, str]:
    """The marker stands on the next win that the streak of a box needs, and tells how many it has."""
    won = board.marks.get(marker_of(seat), "")
    if not won.isdigit():  # no streak is under way
        return "", ""
    return next((kind for kind, wins in STREAKS.items() if wins > int(won)), ""), f"{won} W"


def shoe_level(table: Round) -> ShoeLevel | None:
    """How far the shoe is dealt down; cards from the hand or a continuous shuffler have no such thing."""
    if table.house[DEALING] not in ("shoe", "double-shoe"):
        return None
    return family.shoe_level(table, decks_dealt(table.house))


def pay_signs(table: Table) -> tuple[PaySign, ...]:
    """The pay tables of the side wagers that this house offers."""
    groups: dict[str, list[str]] = {}
    for bet in SIDE_BETS:
        groups.setdefault(TOGETHER.get(bet.kind, bet.kind.replace("-", " ")), []).append(bet.kind)
    parts = tuple((row.replace("-", " "), f"{100 * part}% of the meter") for row, part in METER_PARTS.items())
    signs = (
        pay_sign(table, name, kinds, first=parts if name == "progressive" else ()) for name, kinds in groups.items()
    )
    return (*(sign for sign in signs if sign is not None), *added_signs(table))


FELT = GameFelt(
    emblem=hand(("As", "Kh")),
    shoe=shoe_level,
    pay_signs=pay_signs,
    seats=SeatPlan(
        rows=(
            ("over-13", "under-13"),
            ("same-suit",),
            ("sevens",),
            ("progressive",),
            ("streak-2", "streak-3", "streak-4", "streak-5"),
            ("match-the-dealer", "in-between"),
            ("insurance",),
            ("multi-1", "multi-2", "multi-3"),
            ("blackjack",),
            ("double", "split"),
        ),
        boxes=("blackjack", "multi-1", "multi-2", "multi-3"),
        slots=("progressive",),
        reads=True,
        meter=meter,
        marker=streak_marker,
        letters={
            "over-13": "over",
            "under-13": "under",
            **{f"streak-{rounds}": str(rounds) for rounds in (2, 3, 4, 5)},
            **{f"multi-{hand}": str(hand) for hand in (1, 2, 3)},
        },
    ),
)
