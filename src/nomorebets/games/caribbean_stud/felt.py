"""How the table of Caribbean stud looks."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(
    emblem=hand(("As", "Kd", "Jc", "8h", "3h")),
    seats=SeatPlan(
        rows=(("progressive-payout",), ("ante",), ("bet",)),
        boxes=("ante",),
        slots=("progressive-payout",),
        letters={"progressive-payout": "$1"},
    ),
)
