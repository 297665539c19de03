"""How the table of a wheel of one's own looks: the wheel, and the areas of its file, drawn by the kit."""

from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.wheels import small_wheel

FELT = GameFelt(emblem=small_wheel(("#f3ead2", "#1d5fae", "#b3202d", "#12723f"), parts=24))
