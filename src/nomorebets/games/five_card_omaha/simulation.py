"""Hands of it, simulated. Imports numba."""

from nomorebets.games.five_card_omaha.game import VARIANT
from nomorebets.games.poker_room.simulation import simulation_for

SIMULATION = simulation_for(VARIANT)
