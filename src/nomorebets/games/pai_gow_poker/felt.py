"""How the table of pai gow poker looks."""

from __future__ import annotations

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan, bank_marker
from nomorebets.games.pai_gow_poker.script import MAIN
from nomorebets.procedures.setting import low_area
from nomorebets.table.wagers import DEALER

FELT = GameFelt(
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
