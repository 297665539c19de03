"""How the table of pai gow looks."""

from __future__ import annotations

from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan, bank_marker
from nomorebets.drawing.tiles import tiles
from nomorebets.games.pai_gow.settlement import PAI_GOW
from nomorebets.procedures.setting import low_area
from nomorebets.table.wagers import DEALER

FELT = GameFelt(
    emblem=tiles(("6-6", "4-5")),
    seats=SeatPlan(common=(DEALER, low_area(DEALER)), rows=((PAI_GOW,),), reads=True, marker=bank_marker(PAI_GOW)),
)
