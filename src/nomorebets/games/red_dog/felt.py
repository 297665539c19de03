"""How the table of red dog looks."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(
    emblem=hand(("4c", None, "Jh")),
    seats=SeatPlan(common=("first", "third", "second"), rows=(("raise",), ("bet",)), has_hands=False),
)
