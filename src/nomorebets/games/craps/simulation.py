"""Simulated dice: every wager's edge from counted throws."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from nomorebets.equipment.dice import Roll, ordered
from nomorebets.games.craps import odds as exact
from nomorebets.games.craps.acceptance import ceiling
from nomorebets.games.craps.settlement import on_at_come_out
from nomorebets.games.craps.wagers import BOX, COME_OUT, ODDS_BETS, fire_decision, fire_points, next_point, wagers
from nomorebets.games.mini_dice import game as mini_dice
from nomorebets.pricing.facet import Pricing
from nomorebets.regulation import Odds
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator
from nomorebets.table import Table

if TYPE_CHECKING:
    from nomorebets.games.craps.kernels import Moves

THROWS = [tuple(sorted(throw)) for throw in ordered(2)]
Settle = Callable[[Any, Roll], Fraction | None]  # what a wager nets when a throw ends it in a state; None: it does not


@dataclass(frozen=True)
class Walk:
    """An automaton to be counted, and what each line of wagers makes of its moves."""

    states: list[Any]
    step: Callable[[Any, Roll], Any]
    lines: Mapping[str, Settle]

    def table(self) -> Moves:
        import numpy as np

        at = {state: i for i, state in enumerate(self.states)}
        moves = [at[self.step(state, throw)] * len(THROWS) for state in self.states for throw in THROWS]
        if max(moves) < 2**16:
            return np.array(moves, np.uint16)  # small: it stays near the processor
        return np.array(moves, np.uint32)

    def estimates(self, counts: list[int]) -> list[Simulated]:
        found = []
        for name, settle in self.lines.items():
            ends: dict[Fraction, int] = {}
            for i, state in enumerate(self.states):
                for k, throw in enumerate(THROWS):
                    count = counts[i * len(THROWS) + k]
                    net = settle(state, throw) if count else None
                    if net is not None:
                        ends[net] = ends.get(net, 0) + count
            found.append(_estimate(name, ends))
        return found


def _estimate(name: str, ends: Mapping[Fraction, int]) -> Simulated:
    """Mean and standard error of a wager over all its ends."""
    number = sum(ends.values())
    if not number:
        return Simulated(name, 0.0, math.inf, 0)
    mean = sum((net * count for net, count in ends.items()), Fraction(0)) / number
    square = sum((net * net * count for net, count in ends.items()), Fraction(0)) / number
    variance = (square - mean**2) * Fraction(number, max(number - 1, 1))
    return Simulated(name, float(-mean), math.sqrt(float(variance / number)), number)


def _simulator(walks: list[Walk]) -> Simulator:
    tables = [walk.table() for walk in walks]
    sizes = [len(table) for table in tables]

    def kernel(seed: int, block: int, rounds: int) -> Any:
        import numpy as np

        from nomorebets.games.craps.kernels import move_counts

        counted = [move_counts(seed, block * len(tables) + i, rounds, t) for i, t in enumerate(tables)]
        return np.concatenate(counted)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        found: list[Simulated] = []
        for i, walk in enumerate(walks):
            start = sum(sizes[:i])
            found += walk.estimates(counts[start : start + sizes[i]])
        return found

    return Simulator(kernel, lines)


# --- craps -----------------------------------------------------------------------------------------------------------


def craps_simulator(table: Table, pricing: Pricing) -> Simulator:
    """All wagers of a craps table over the same throws: a come bet is made whenever none is on the table."""
    names = [line.wager for line in exact.price_craps(table, pricing)]
    states = [(point, come) for point in (COME_OUT, *BOX) for come in (0, *BOX)]
    lines = {name: _settle_craps(table, name, pricing.stake) for name in names if name != "fire"}
    walks = [Walk(states, _step_craps, lines)] if lines else []
    if "fire" in names:
        walks.append(_fire_walk(table))
    return _simulator(walks)


def _step_craps(state: tuple[int, int], roll: Roll) -> tuple[int, int]:
    (point, come), total = state, sum(roll)
    if come:
        come = 0 if total in (come, 7) else come
    elif point and total in BOX:
        come = total
    return next_point(point, total), come


def _settle_craps(table: Table, name: str, stake: int | None) -> Settle:
    if name.endswith("-with-odds"):
        return _settle_with_odds(table, name.removesuffix("-with-odds"))
    family = wagers()[name].family if name in wagers() else name
    staked = {
        n: exact.staked_at(table, f"{name}:{n}" if name in ("come-odds", "dont-come-odds") else name, stake)
        for n in BOX
    }
    one = staked[4]

    def settle(state: tuple[int, int], roll: Roll) -> Fraction | None:
        point, come = state
        if family == "one-roll":
            return exact.one_roll(one, roll, None)[1]
        if family in ("come", "dont-come"):
            end = exact.come(one, come, roll, None)[0] if point or come else None
            return None if end is None else end[1]
        beside_come = family in ("come-odds", "dont-come-odds")
        if (beside_come and not come) or (family in ODDS_BETS and not beside_come and not point):
            return None
        made = staked[come] if beside_come else one
        active = point != COME_OUT or on_at_come_out(made.bet, table.house)
        end, _ = exact.standing(made, point, roll, active, None)
        return None if end is None else end[1]

    return settle


def _settle_with_odds(table: Table, family: str) -> Settle:
    line, odds = _settle_craps(table, family, None), _settle_craps(table, f"{family}-odds", None)
    bet = wagers()[f"{family}-odds"]

    def settle(state: tuple[int, int], roll: Roll) -> Fraction | None:
        net, point = line(state, roll), state[0]
        if net is None or not point:
            return net
        most = Fraction(ceiling(table.house, bet, point, 6000), 6000)
        return net + most * (odds(state, roll) or 0)

    return settle


def _fire_walk(table: Table) -> Walk:
    """The fire bet: the point and the points made; after six of them it waits for the loser 7."""
    import itertools

    sets = [frozenset(c) for size in range(len(BOX) + 1) for c in itertools.combinations(BOX, size)]
    states = [(point, made) for made in sets for point in (COME_OUT, *BOX)]

    def step(state: tuple[int, frozenset[int]], roll: Roll) -> tuple[int, frozenset[int]]:
        (point, made), total = state, sum(roll)
        after = frozenset() if point and total == 7 else fire_points(made, point, total)
        return next_point(point, total), after

    def settle(state: tuple[int, frozenset[int]], roll: Roll) -> Fraction | None:
        point, made = state
        if len(made) == len(BOX):
            return None
        outcome, points = fire_decision(made, point, sum(roll))
        if outcome == "stands":
            return None
        pays = table.house.pays.get(f"fire-{points}")
        return pays.ratio if outcome == "win" and isinstance(pays, Odds) else Fraction(-1)

    return Walk(states, step, {"fire": settle})


# --- mini-dice -------------------------------------------------------------------------------------------------------


def mini_dice_simulator(table: Table, pricing: Pricing) -> Simulator:
    """All wagers of mini-dice over the same shakes."""
    names = [line.wager for line in exact.price_mini_dice(table, pricing)]

    def settle_as(kind: str) -> Settle:
        def settle(state: int, roll: Roll) -> Fraction | None:
            outcome = mini_dice.decide(kind, roll)
            if outcome == "stands":
                return None
            return mini_dice.odds_for(kind, roll, table.house.pays).ratio if outcome == "win" else Fraction(-1)

        return settle

    return _simulator([Walk([0], lambda state, roll: 0, {name: settle_as(name) for name in names})])


SIMULATION = GameSimulation(simulator=craps_simulator)
