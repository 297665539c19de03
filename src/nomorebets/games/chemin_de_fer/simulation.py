"""Chemin de fer simulated: whole shoes, both sides drawing as in equilibrium."""

from __future__ import annotations

from nomorebets.games.baccarat.simulation import coups_of, shoe_kernel
from nomorebets.games.baccarat.terms import chosen
from nomorebets.games.chemin_de_fer.odds import lines_of, solve
from nomorebets.games.chemin_de_fer.settlement import WINNERS
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Coups of the equilibrium, or of a named strategy on both sides."""
    from nomorebets.games.chemin_de_fer.equilibrium import COLUMNS, COUNTS

    solution = solve(table, pricing)
    player = [solution.player[count] for count in COUNTS]
    banker = [solution.banker[own, column] for own in COUNTS for column in COLUMNS]
    after = 1 if chosen(table.house, "last-hand-rule") == "finish-current-plus-one" else 0

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        ways = dict.fromkeys(WINNERS, 0)
        for coup, number in coups_of(counts).items():
            ways[coup.winner] += number
        return [estimate_of(line, rounds) for line in lines_of(table, pricing, ways)]

    return Simulator(shoe_kernel(table.house.options, (player, banker), after), lines)


SIMULATION = GameSimulation(simulator=simulator)
