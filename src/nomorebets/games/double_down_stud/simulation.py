"""Double down stud, simulated."""

from nomorebets.games.double_down_stud.odds import simulator_of
from nomorebets.sim.facet import GameSimulation

SIMULATION = GameSimulation(simulator=simulator_of)
