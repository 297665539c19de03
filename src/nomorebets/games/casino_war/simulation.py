"""Casino war, simulated."""

from nomorebets.games.rank_games.kernels import casino_war_simulator
from nomorebets.sim.facet import GameSimulation

SIMULATION = GameSimulation(simulator=casino_war_simulator)
