"""How the table of fast action hold'em looks."""

from __future__ import annotations

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.fast_action_holdem.script import COMMUNITY, in_words
from nomorebets.games.fast_action_holdem.settlement import MAIN, is_foul
from nomorebets.games.fast_action_holdem.terms import WRONG_SETTING
from nomorebets.procedures.setting import low_area
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.table import Round
from nomorebets.table.wagers import DEALER

COSTS = {"loses": "the wager would lose", "house-way": "the dealer would set it again by the house way"}


def judge(high: tuple[str, ...], low: tuple[str, ...], table: Round) -> tuple[str, str, str]:
    """Both hands as the dealer would read them, and whether they would be a foul."""
    setting = HandsInTwo(high, low, table.felt.hand(COMMUNITY))
    wrong = f"foul: the low hand outranks the high hand, and {COSTS[table.house[WRONG_SETTING]]}"
    return (*in_words(setting, table.house), wrong if is_foul(setting, table.house) else "")


FELT = GameFelt(
    judge=judge,
    emblem=hand(("Ah", "Kd", "9c")),
    seats=SeatPlan(common=(DEALER, low_area(DEALER), COMMUNITY), rows=((MAIN,),), in_two=True, reads=True),
)
