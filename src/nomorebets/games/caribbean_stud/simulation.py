"""Caribbean stud simulated: rounds dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

from nomorebets.games.caribbean_stud import odds
from nomorebets.games.stud.rounds import CARIBBEAN_STUD, caribbean_stud_kernel
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Play by a named strategy, or by the best one."""
    played = odds.played(table.house, odds.ante_of(table, pricing), pricing.strategy)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        ends = {end: count for end, count in zip(CARIBBEAN_STUD, counts, strict=True) if count}
        return [estimate_of(line, rounds) for line in odds.lines_of(table, Ends(ends, rounds), pricing)]

    return Simulator(caribbean_stud_kernel(played), lines)


SIMULATION = GameSimulation(simulator=simulator)
