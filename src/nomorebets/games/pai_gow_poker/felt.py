"""How the table of pai gow poker looks."""

from __future__ import annotations

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan, bank_marker
from nomorebets.games.pai_gow_poker.script import MAIN, in_words
from nomorebets.games.pai_gow_poker.terms import wheel_at
from nomorebets.hands.joker import joker_hand, may_stand_behind, two_cards
from nomorebets.procedures.setting import low_area
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.table import Round
from nomorebets.table.wagers import DEALER


def judge(high: tuple[str, ...], low: tuple[str, ...], table: Round) -> tuple[str, str, str]:
    """Both hands as the dealer would read them, and whether they would be a foul."""
    foul = not may_stand_behind(joker_hand(high, wheel_at(table.house)), two_cards(low))
    wrong = "foul: the two cards outrank the five, and the wager would lose" if foul else ""
    return (*in_words(HandsInTwo(high, low), table.house), wrong)


FELT = GameFelt(
    judge=judge,
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
        reads=True,
        marker=bank_marker(MAIN),
    ),
)
