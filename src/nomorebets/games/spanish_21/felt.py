"""How the table of Spanish 21 looks."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(
    emblem=hand(("6s", "7s", "8s")),
    seats=SeatPlan(
        rows=(("match-dealer",), ("insurance",), ("main",), ("double", "split"), ("redouble", "redouble-2")),
        boxes=("main",),
        reads=True,
        letters={"redouble-2": "2nd"},
    ),
)
