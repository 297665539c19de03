"""Mini-dice, simulated: all wagers over the same shakes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from nomorebets.equipment.dice import Roll
from nomorebets.games.craps.simulation import Net, Walk, walk_simulator
from nomorebets.games.mini_dice.odds import wagers_at
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulator
from nomorebets.table import Table, Wager


def mini_dice_simulator(table: Table, pricing: Pricing) -> Simulator:
    """No wager depends on what was shaken before: an automaton of one state."""
    lines = {wager.on: _net_of(table, wager) for wager in wagers_at(table, pricing)}
    return walk_simulator([Walk([0], lambda state, roll: 0, lines)])


def _net_of(table: Table, wager: Wager) -> Net:
    @cache
    def net(state: int, roll: Roll) -> Fraction | None:
        result = table.result_of(wager, roll)
        return None if result is None else Fraction(result.net, wager.amount)

    return net


SIMULATION = GameSimulation(simulator=mini_dice_simulator)
