"""Mini-dice, simulated."""

from nomorebets.games.craps.simulation import mini_dice_simulator
from nomorebets.sim.facet import GameSimulation

SIMULATION = GameSimulation(simulator=mini_dice_simulator)
