"""How a game is simulated, where it is not a wheel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from nomorebets.games import facet
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.plans import PlanSimulator
from nomorebets.sim.simulate import Simulator
from nomorebets.table import Game, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nomorebets.sim.blocks import Kernel


class SideBySide(Protocol):
    """Many rounds that wait for their decisions at once; a step answers all, and deals anew where a round ends.

    The arrays have a row for each round and are the same from step to step: whoever keeps one copies it.
    """

    seen: NDArray[np.int8]  # a column for each feature
    mask: NDArray[np.int8]  # a column for each action
    rewards: NDArray[np.float64]  # of rounds that ended with this step, in units of the first wager
    over: NDArray[np.bool_]
    passed: NDArray[np.float64]  # how many rounds had nothing to decide and were passed over, and what they brought
    actions: tuple[str, ...]
    features: tuple[str, ...]

    def begin(self, seed: int) -> None: ...

    def step(self, actions: NDArray[np.int64]) -> None: ...


# a kernel, how many counts it makes, and what they say of each thing that may come up
AddedKernel = Callable[[Table], "tuple[Kernel, int, Callable[[list[int]], Mapping[Any, int]]]"]


@dataclass(frozen=True, kw_only=True)
class GameSimulation:
    """The facet ``simulation`` of a game."""

    simulator: Callable[[Table, Pricing], Simulator]
    # play and wagers that follow what has been seen, from the text of a file
    plan: Callable[[Table, bytes], PlanSimulator] | None = None
    added: AddedKernel | None = None  # the event that a game file adds wagers on, where it is no wheel
    side_by_side: Callable[[Table, int], SideBySide] | None = None  # many rounds that are stepped together


def simulation_of(game: Game) -> GameSimulation | None:
    """How a game is simulated, where it is not a wheel."""
    return facet(game.id, "simulation", GameSimulation)
