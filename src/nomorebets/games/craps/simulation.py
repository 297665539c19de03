"""Simulated dice: every wager's edge from counted throws."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from nomorebets.equipment.dice import Roll, ordered
from nomorebets.games.craps.odds import line_with_odds, price_craps, wager_at
from nomorebets.games.craps.settlement import Rolled, fire_points, next_point
from nomorebets.games.craps.wagers import BOX, COME_OUT, ODDS_BETS
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator
from nomorebets.table import Table, Wager

if TYPE_CHECKING:
    from nomorebets.games.craps.kernels import Moves

THROWS = [tuple(sorted(throw)) for throw in ordered(2)]
BESIDE_COME = ("come-odds", "dont-come-odds")
Net = Callable[[Any, Roll], Fraction | None]  # what a wager nets when a throw ends it in a state; None: it does not


@dataclass(frozen=True)
class Walk:
    """An automaton to be counted, and what each line of wagers makes of its moves."""

    states: list[Any]
    step: Callable[[Any, Roll], Any]
    lines: Mapping[str, Net]

    def table(self) -> Moves:
        import numpy as np

        at = {state: i for i, state in enumerate(self.states)}
        moves = [at[self.step(state, throw)] * len(THROWS) for state in self.states for throw in THROWS]
        if max(moves) < 2**16:
            return np.array(moves, np.uint16)  # small: it stays near the processor
        return np.array(moves, np.uint32)

    def estimates(self, counts: list[int]) -> list[Simulated]:
        estimates = []
        for name, net_of in self.lines.items():
            ends: dict[Fraction, int] = {}
            for i, state in enumerate(self.states):
                for k, throw in enumerate(THROWS):
                    count = counts[i * len(THROWS) + k]
                    net = net_of(state, throw) if count else None
                    if net is not None:
                        ends[net] = ends.get(net, 0) + count
            estimates.append(_estimate(name, ends))
        return estimates


def _estimate(name: str, ends: Mapping[Fraction, int]) -> Simulated:
    """Mean and standard error of a wager over all its ends."""
    number = sum(ends.values())
    if not number:
        return Simulated(name, 0.0, math.inf, 0)
    mean = sum((net * count for net, count in ends.items()), Fraction(0)) / number
    square = sum((net * net * count for net, count in ends.items()), Fraction(0)) / number
    variance = (square - mean**2) * Fraction(number, max(number - 1, 1))
    return Simulated(name, float(-mean), math.sqrt(float(variance / number)), number)


def walk_simulator(walks: list[Walk]) -> Simulator:
    tables = [walk.table() for walk in walks]
    sizes = [len(table) for table in tables]

    def kernel(seed: int, block: int, rounds: int) -> Any:
        import numpy as np

        from nomorebets.games.craps.kernels import move_counts

        counted = [move_counts(seed, block * len(tables) + i, rounds, t) for i, t in enumerate(tables)]
        return np.concatenate(counted)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        estimates: list[Simulated] = []
        for i, walk in enumerate(walks):
            start = sum(sizes[:i])
            estimates += walk.estimates(counts[start : start + sizes[i]])
        return estimates

    return Simulator(kernel, lines)


# --- craps -----------------------------------------------------------------------------------------------------------


def craps_simulator(table: Table, pricing: Pricing) -> Simulator:
    """All wagers of a craps table over the same throws: a come bet is made whenever none is on the table."""
    names = [line.wager for line in price_craps(table, pricing)]
    states = [(point, come) for point in (COME_OUT, *BOX) for come in (0, *BOX)]
    lines = {name: _net_of(table, _lying(table, name, pricing.stake)) for name in names if name != "fire"}
    walks = [Walk(states, _step_craps, lines)] if lines else []
    if "fire" in names:
        walks.append(_fire_walk(table))
    return walk_simulator(walks)


def _step_craps(state: tuple[int, int], roll: Roll) -> tuple[int, int]:
    (point, come), total = state, sum(roll)
    if come:
        come = 0 if total in (come, 7) else come
    elif point and total in BOX:
        come = total
    return next_point(point, total), come


def _lying(table: Table, name: str, stake: int | None) -> Callable[[int, int], tuple[Wager, ...]]:
    """The wagers of a line that lie on the table, by the point and the number of the come bet."""
    family = name.removesuffix("-with-odds")

    @cache
    def lying(point: int, come: int) -> tuple[Wager, ...]:
        if name != family:
            return line_with_odds(table, family, point)
        parent = ODDS_BETS.get(name, name)
        if parent in ("come", "dont-come") and come:
            return (wager_at(table, f"{name}:{come}", stake),)
        is_made = name not in (*ODDS_BETS, "come", "dont-come") or (point and name not in BESIDE_COME)
        return (wager_at(table, name, stake),) if is_made else ()

    return lying


def _net_of(table: Table, lying: Callable[[int, int], tuple[Wager, ...]]) -> Net:
    """What the first wager of a line nets per unit with those beside it, when a throw decides it."""

    @cache
    def net(state: tuple[int, int], roll: Roll) -> Fraction | None:
        point, come = state
        wagers = lying(point, come)
        results = [table.result_of(wager, Rolled(roll, point)) for wager in wagers]
        if not results or results[0] is None:
            return None
        return Fraction(sum(result.net for result in results if result is not None), wagers[0].amount)

    return net


def _fire_walk(table: Table) -> Walk:
    """The fire bet: the point and the points made; after six of them it waits for the loser 7."""
    sets = [frozenset(c) for size in range(len(BOX) + 1) for c in combinations(BOX, size)]
    states = [(point, made) for made in sets for point in (COME_OUT, *BOX)]

    def step(state: tuple[int, frozenset[int]], roll: Roll) -> tuple[int, frozenset[int]]:
        (point, made), total = state, sum(roll)
        after = frozenset() if point and total == 7 else fire_points(made, point, total)
        return next_point(point, total), after

    wager = wager_at(table, "fire", None)

    @cache
    def net(state: tuple[int, frozenset[int]], roll: Roll) -> Fraction | None:
        point, made = state
        over = len(made) == len(BOX)
        result = None if over else table.result_of(wager, Rolled(roll, point, made))
        return None if result is None else Fraction(result.net, wager.amount)

    return Walk(states, step, {"fire": net})


SIMULATION = GameSimulation(simulator=craps_simulator)
