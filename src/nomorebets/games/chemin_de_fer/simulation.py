"""Chemin de fer, simulated."""

from nomorebets.games.chemin_de_fer.odds import simulator
from nomorebets.sim.facet import GameSimulation

SIMULATION = GameSimulation(simulator=simulator)
