"""How the table of a card game of one's own looks: the areas of its file, drawn by the kit."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(emblem=hand(("As", "Kh", "Qd")), seats=SeatPlan(reads=True))
