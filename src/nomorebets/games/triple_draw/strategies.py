"""Simple ways to play it."""

from nomorebets.games.poker_room.strategies import strategies_for
from nomorebets.games.triple_draw.game import VARIANT

STRATEGIES = strategies_for(VARIANT)
