"""The look of the table."""

from nomorebets.drawing.facet import GameFelt
from nomorebets.games.baccarat.coup import score

FELT = GameFelt(score=score)
