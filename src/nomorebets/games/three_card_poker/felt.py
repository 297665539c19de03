"""How the table of three card poker looks."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(
    emblem=hand(("Qs", "6d", "4c")),
    seats=SeatPlan(
        rows=(("six-card-bonus", "pair-plus"), ("ante",), ("play",)),
        boxes=("ante",),
    ),
)
