"""How the table of let it ride looks."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(
    emblem=hand(("Th", "Jh", "Qh")),
    seats=SeatPlan(
        common=("community",),
        rows=(("three-card-bonus", "bonus"), ("bet-1", "bet-2", "bet-3")),
        letters={"bet-1": "1", "bet-2": "2", "bet-3": "$"},
    ),
)
