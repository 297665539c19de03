"""How a game is simulated, where it is not a wheel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nomorebets.games import facet
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.plans import PlanSimulator
from nomorebets.sim.simulate import Simulator
from nomorebets.table import Game, Table


@dataclass(frozen=True, kw_only=True)
class GameSimulation:
    """The facet ``simulation`` of a game."""

    simulator: Callable[[Table, Pricing], Simulator]
    # play and wagers that follow what has been seen, from the text of a file
    plan: Callable[[Table, bytes], PlanSimulator] | None = None


def simulation_of(game: Game) -> GameSimulation | None:
    """How a game is simulated, where it is not a wheel."""
    return facet(game.id, "simulation", GameSimulation)
