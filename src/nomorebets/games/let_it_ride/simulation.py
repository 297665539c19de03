"""Let it ride, simulated."""

from nomorebets.games.let_it_ride.odds import simulator_of
from nomorebets.sim.facet import GameSimulation

SIMULATION = GameSimulation(simulator=simulator_of)
