"""How the table of casino war looks."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(
    emblem=hand(("8s", "8h")),
    seats=SeatPlan(rows=(("tie",), ("initial", "war")), boxes=("initial",)),
)
