"""How the table of a dice game of one's own looks: the areas of its file, drawn by the kit."""

from nomorebets.drawing.dice import dice
from nomorebets.drawing.facet import GameFelt

FELT = GameFelt(emblem=dice(3, 5))
