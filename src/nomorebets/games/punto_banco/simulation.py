"""Whole shoes, burned, cut and dealt to the last hand."""

from nomorebets.games.baccarat.odds import simulator_with
from nomorebets.games.punto_banco.game import RULES
from nomorebets.sim.facet import GameSimulation

SIMULATION = GameSimulation(simulator=simulator_with(RULES))
