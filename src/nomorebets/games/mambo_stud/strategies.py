"""Simple ways to play it."""

from nomorebets.games.mambo_stud.game import VARIANT
from nomorebets.games.poker_room.strategies import strategies_for

STRATEGIES = strategies_for(VARIANT)
