"""How the table of blackjack switch looks."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(
    emblem=hand(("As", "Js")),
    seats=SeatPlan(
        rows=(("match",), ("insurance",), ("switch-hand-1", "switch-hand-2"), ("double", "split")),
        boxes=("switch-hand-1", "switch-hand-2"),
        reads=True,
        letters={"switch-hand-1": "1", "switch-hand-2": "2"},
    ),
)
