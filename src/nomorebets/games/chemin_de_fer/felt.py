"""How the table of chemin de fer looks."""

from dataclasses import replace

from nomorebets.drawing.cards import hand
from nomorebets.drawing.seats import SeatPlan
from nomorebets.games.baccarat.felt import FELT as BACCARAT

FELT = replace(
    BACCARAT,
    emblem=hand(("8h", "Kd")),
    seats=SeatPlan(common=(), rows=(("bank",), ("banco", "banco-suivi"), ("avec-la-table", "punt"))),
)
