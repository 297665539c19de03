"""How the table of double down stud looks."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(
    emblem=hand(("6c", "6d", None)),
    seats=SeatPlan(rows=(("original", "double-down"),), boxes=("original",)),
)
