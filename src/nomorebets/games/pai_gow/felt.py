"""How the table of pai gow looks."""

from __future__ import annotations

from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan, bank_marker
from nomorebets.drawing.tiles import tiles
from nomorebets.games.pai_gow.script import in_words
from nomorebets.games.pai_gow.settlement import PAI_GOW
from nomorebets.procedures.setting import low_area
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.table import Round
from nomorebets.table.wagers import DEALER


def judge(high: tuple[str, ...], low: tuple[str, ...], table: Round) -> tuple[str, str, str]:
    """No setting is wrong: whichever way the tiles are laid, the higher hand is the high hand."""
    return (*in_words(HandsInTwo(high, low), table.house), "")


FELT = GameFelt(
    emblem=tiles(("6-6", "4-5")),
    judge=judge,
    seats=SeatPlan(
        common=(DEALER, low_area(DEALER)),
        rows=((PAI_GOW,),),
        in_two=True,
        reads=True,
        marker=bank_marker(PAI_GOW),
    ),
)
