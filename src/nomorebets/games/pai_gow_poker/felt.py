"""How the table of pai gow poker looks."""

from __future__ import annotations

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.pay_signs import PaySign, added_signs, pay_sign
from nomorebets.drawing.seats import SeatPlan, bank_marker
from nomorebets.games.pai_gow_poker.game import BETS
from nomorebets.games.pai_gow_poker.script import MAIN, in_words
from nomorebets.games.pai_gow_poker.settlement import is_foul
from nomorebets.games.pai_gow_poker.terms import METER_PERCENT, PART_OF_METER, WHOLE_METER
from nomorebets.procedures.setting import low_area
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.table import Round, Table
from nomorebets.table.wagers import DEALER


def judge(high: tuple[str, ...], low: tuple[str, ...], table: Round) -> tuple[str, str, str]:
    """Both hands as the dealer would read them, and whether they would be a foul."""
    hand = HandsInTwo(high, low)
    wrong = "foul: the two cards outrank the five, and the wager would lose" if is_foul(hand, table.house) else ""
    return (*in_words(hand, table.house), wrong)


def pay_signs(table: Table) -> tuple[PaySign, ...]:
    """The pay tables of the bonus wagers that the house offers."""
    of_meter = [(row.replace("-", " "), "the meter") for row in WHOLE_METER]
    of_meter.append((PART_OF_METER.replace("-", " "), f"{METER_PERCENT}% of the meter"))
    signs = (
        pay_sign(table, bet.kind.replace("-", " "), (bet.kind,), first=of_meter if bet.kind == "progressive" else ())
        for bet in BETS
        if bet.kind != MAIN
    )
    return (*(sign for sign in signs if sign is not None), *added_signs(table))


FELT = GameFelt(
    judge=judge,
    pay_signs=pay_signs,
    emblem=hand(("Jk", "As")),
    seats=SeatPlan(
        common=(DEALER, low_area(DEALER)),
        rows=(
            ("bonus", "insurance"),
            ("three-card", "seven-card"),
            ("imperial", "progressive"),
            ("dynasty", "protection"),
            ("red-black:red", "red-black:black", "queens-dragon"),
            ("dragons-eye", MAIN),
        ),
        boxes=(MAIN,),
        in_two=True,
        reads=True,
        marker=bank_marker(MAIN),
    ),
)
