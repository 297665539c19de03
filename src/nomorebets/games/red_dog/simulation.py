"""Red dog, simulated."""

from nomorebets.games.rank_games.kernels import red_dog_simulator
from nomorebets.sim.facet import GameSimulation

SIMULATION = GameSimulation(simulator=red_dog_simulator)
