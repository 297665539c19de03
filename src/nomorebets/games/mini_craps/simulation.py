"""Mini-craps, simulated."""

from nomorebets.games.craps.simulation import craps_simulator
from nomorebets.sim.facet import GameSimulation

SIMULATION = GameSimulation(simulator=craps_simulator)
