"""Simulated odds of a table: the same settlement as the script's, over rounds drawn by a compiled kernel."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from nomorebets.drivers.enumeration import branches, wager_once
from nomorebets.errors import UnknownName, counted
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import Line, heading_of, require_strategy, stake_at, stakes
from nomorebets.showing import InNotebooks, frame
from nomorebets.sim.blocks import Enough, Kernel, Progress
from nomorebets.sim.executors import Executor
from nomorebets.sim.jobs import job_at, simulator_at
from nomorebets.sim.running import MOST_ROUNDS, carry_out, rounds_wanted
from nomorebets.table import Table, Wager


@dataclass(frozen=True)
class Simulated:
    """One wager's edge as it came out, with its standard error."""

    wager: str
    edge: float
    standard_error: float
    rounds: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 percent interval of the edge."""
        return self.edge - 1.96 * self.standard_error, self.edge + 1.96 * self.standard_error

    def z(self, exact: Fraction) -> float:
        """How many standard errors the simulated edge is from the exact one."""
        off = self.edge - float(exact)
        return off / self.standard_error if self.standard_error else (0.0 if not off else math.inf)


@dataclass(frozen=True)
class Simulator:
    """How a game is simulated: a kernel that counts, and what its counts say of each wager."""

    kernel: Kernel
    lines: Callable[[list[int], int], list[Simulated]]  # counts and rounds in, estimates out


@dataclass(frozen=True)
class Simulation(InNotebooks):
    """The result of a simulation; the same game, rounds and seed give it again with any number of workers."""

    table: Table
    seed: int
    workers: int
    rounds: int
    seconds: float
    interrupted: bool
    lines: tuple[Simulated, ...]
    strategy: str | None = None
    resumed: int = 0  # rounds that came from a checkpoint
    until_error: float | None = None
    ran_on: str = "threads of this process"

    def __repr__(self) -> str:
        edges = ", ".join(f"{line.wager} {line.edge:+.4%} ± {line.standard_error:.4%}" for line in self.lines[:3])
        more = ", …" if len(self.lines) > 3 else ""
        return f"<simulation of {counted(self.rounds, 'round')} of {self.table.game.id}: {edges}{more}>"

    def to_frame(self) -> Any:
        """A row for each wager, in pandas or polars."""
        return frame(self.to_dict()["wagers"])

    def to_dict(self) -> dict[str, Any]:
        return {
            **heading_of(self.table),
            "options": dict(self.table.house.options),
            "strategy": self.strategy,
            "seed": self.seed,
            "workers": self.workers,
            "rounds": self.rounds,
            "resumed_rounds": self.resumed,
            "until_error": self.until_error,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 4),
            "rounds_per_second": round(max(self.rounds - self.resumed, 0) / self.seconds) if self.seconds else None,
            "ran_on": self.ran_on,
            "method": "simulated",
            "wagers": [
                {
                    "wager": line.wager,
                    "edge": line.edge,
                    "standard_error": line.standard_error,
                    "interval_95": list(line.interval),
                    "method": "simulated",
                }
                for line in self.lines
            ],
        }


@dataclass(frozen=True)
class Compartments:
    """A wheel as the kernel sees it: equally likely compartments, which of them are void, and what each wager nets."""

    void: tuple[bool, ...]
    net: dict[str, tuple[Fraction, ...]]  # wager -> net per unit in each compartment


def compartments(table: Table, wagers: tuple[Wager, ...]) -> Compartments:
    """Settle every wager by the script in every compartment of the wheel."""
    ways = list(branches(table, wager_once(wagers), ()))
    least = min(way.probability for way in ways)
    void: list[bool] = []
    net: dict[str, list[Fraction]] = {wager.on: [] for wager in wagers}
    for way in ways:
        same = way.probability / least
        if same.denominator != 1:
            raise UnknownName(f"{table.game.id} is not a wheel of equal compartments")
        void += [way.state is not None] * int(same)
        nets = {ruling.wager: Fraction(ruling.net, ruling.amount) for ruling in way.rulings}
        for wager in wagers:
            net[wager.on] += [nets.get(wager.on, Fraction(0))] * int(same)
    return Compartments(tuple(void), {name: tuple(values) for name, values in net.items()})


def simulate(
    table: Table,
    rounds: int | None,
    seed: int = 0,
    workers: int = 1,
    wager: str | None = None,
    progress: Progress | None = None,
    strategy: str | None = None,
    stake: object | None = None,
    *,
    until_error: float | None = None,
    resume: str | Path | None = None,
    cluster: str | None = None,
    executor: Executor | ModuleType | None = None,
) -> Simulation:
    """Simulate rounds at a table and estimate the edge of every wager (or of one).

    With ``until_error`` it ends when no wager's standard error is larger, after ``rounds`` at the latest. ``resume``
    names a checkpoint file, which is gone on from where it exists; ``cluster`` the address of a dask scheduler,
    ``executor`` somebody's own executor.
    """
    most = rounds_wanted(rounds, until_error)
    require_strategy(table, strategy)
    pricing = Pricing(wager, stake_at(table, stake), strategy)
    made = simulator_at(table, pricing)
    enough = None if until_error is None else _small_enough(made, until_error)
    run = carry_out(
        job_at(table, pricing), made.kernel, most, seed, workers, progress, enough, resume, cluster, executor
    )
    tally = run.tally
    lines = made.lines(tally.counts, tally.rounds) if tally.rounds else []
    return Simulation(
        table,
        seed,
        workers,
        tally.rounds,
        tally.seconds,
        tally.interrupted,
        tuple(lines),
        strategy,
        run.resumed,
        until_error,
        run.on,
    )


def _small_enough(made: Simulator, error: float) -> Enough:
    """When the largest standard error of all lines is small enough; an error goes down with the root of the rounds."""

    def enough(counts: list[int], rounds: int) -> int:
        largest = max((line.standard_error for line in made.lines(counts, rounds)), default=0.0)
        needed = rounds * (largest / error) ** 2
        return math.ceil(needed) if needed < MOST_ROUNDS else MOST_ROUNDS

    return enough


def wheel_simulator(table: Table, pricing: Pricing) -> Simulator:
    """A wheel: count compartments, and settle each by the script's own rulings."""
    shown = _representatives(table, stakes(table, pricing.wager, pricing.stake))
    wheel = compartments(table, tuple(shown.values()))
    from nomorebets.sim.kernels import valid_wheel_counts  # numba: not before it is needed

    def kernel(seed: int, block: int, rounds: int) -> Any:
        return valid_wheel_counts(seed, block, rounds, len(wheel.void), wheel.void)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        return [_estimate(name, wheel.net[on.on], wheel.void, counts, rounds) for name, on in shown.items()]

    return Simulator(kernel, lines)


def _representatives(table: Table, wagers: tuple[Wager, ...]) -> dict[str, Wager]:
    """One wager of each kind: on the first place, or on the place that was asked for."""
    if len(wagers) == 1:
        return {wagers[0].on: wagers[0]}
    shown: dict[str, Wager] = {}
    for wager in wagers:
        shown.setdefault(table.place_of(wager).kind, wager)
    return shown


def estimate_of(line: Line, rounds: int) -> Simulated:
    """The edge of a line whose probabilities are counts of simulated rounds, with its standard error."""
    variance = line.variance * Fraction(rounds, max(rounds - 1, 1))
    return Simulated(line.wager, line.edge_decimal, math.sqrt(float(variance / rounds)), rounds)


def _estimate(
    name: str, net: tuple[Fraction, ...], void: tuple[bool, ...], counts: list[int], rounds: int
) -> Simulated:
    """Mean and standard error from exact sums; only the last step is a decimal."""
    valid = [(value, count) for value, count, bad in zip(net, counts, void, strict=True) if not bad]
    mean = sum((value * count for value, count in valid), Fraction(0)) / rounds
    square = sum((value**2 * count for value, count in valid), Fraction(0)) / rounds
    variance = (square - mean**2) * Fraction(rounds, max(rounds - 1, 1))
    return Simulated(name, float(-mean), math.sqrt(float(variance / rounds)), rounds)
