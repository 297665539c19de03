"""Simple ways to play it."""

from nomorebets.games.poker_room.strategies import strategies_for
from nomorebets.games.seven_card_stud.game import VARIANT

STRATEGIES = strategies_for(VARIANT)
