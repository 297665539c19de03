"""Sessions of a strategy file: how much is won or lost in so many rounds, and how often a bankroll is gone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from nomorebets.drivers.strategy_files import FIGURES, HALF, SessionKernel, StrategyFile
from nomorebets.errors import UnknownName
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import heading_of
from nomorebets.sim.blocks import BLOCK_ROUNDS, Enough, Progress
from nomorebets.sim.jobs import Job, job_at
from nomorebets.sim.running import MOST_ROUNDS, carry_out, require_number, rounds_wanted
from nomorebets.table.money import show

USUAL_SESSION = 500  # rounds


@dataclass(frozen=True)
class Sessions:
    """Simulated sessions of a strategy; the same seed and rounds give it again with any number of workers."""

    strategy: StrategyFile
    seed: int
    workers: int
    length: int  # rounds of a session
    bankroll: int | None  # cents
    sessions: int
    rounds: int
    ruined: int
    mean: float  # dollars a session
    deviation: float
    expected: float  # what a session wins on average, exactly, where nothing ends it early
    low: int  # cents, of the first bin
    width: int
    bins: tuple[int, ...]
    seconds: float
    interrupted: bool
    resumed: int = 0  # rounds that came from a checkpoint
    until_error: float | None = None

    @property
    def standard_error(self) -> float:
        return self.deviation / math.sqrt(self.sessions) if self.sessions else math.inf

    @property
    def risk_of_ruin(self) -> float:
        return self.ruined / self.sessions if self.sessions else 0.0

    @property
    def z(self) -> float | None:
        """How many standard errors the mean is from the exact one; None where ruin ends sessions early."""
        if self.ruined or not self.sessions or not self.standard_error:
            return None
        return (self.mean - self.expected) / self.standard_error

    def quantile(self, share: float) -> float:
        """The result below which this share of sessions ended, in dollars, to the width of a bin."""
        wanted, seen = share * self.sessions, 0
        for i, count in enumerate(self.bins):
            seen += count
            if seen >= wanted and seen:
                return (self.low + i * self.width) / 100
        return (self.low + (len(self.bins) - 1) * self.width) / 100

    def bars(self, number: int = 24) -> list[tuple[float, float, int]]:
        """The histogram in a few bars: from, to (dollars), and how many sessions."""
        taken = [i for i, count in enumerate(self.bins) if count]
        if not taken:
            return []
        first, last = taken[0], taken[-1]
        step = max(1, -(-(last + 1 - first) // number))
        return [
            (
                (self.low + i * self.width) / 100,
                (self.low + (i + step) * self.width) / 100,
                sum(self.bins[i : i + step]),
            )
            for i in range(first, last + 1, step)
        ]

    def to_dict(self) -> dict[str, Any]:
        table = self.strategy.table
        error = math.sqrt(self.risk_of_ruin * (1 - self.risk_of_ruin) / self.sessions) if self.sessions else None
        return {
            **heading_of(table),
            "options": dict(table.house.options),
            "strategy": self.strategy.name,
            "seed": self.seed,
            "workers": self.workers,
            "session": self.length,
            "bankroll": None if self.bankroll is None else show(self.bankroll),
            "sessions": self.sessions,
            "rounds": self.rounds,
            "resumed_rounds": self.resumed,
            "until_error": self.until_error,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 4),
            "rounds_per_second": round(max(self.rounds - self.resumed, 0) / self.seconds) if self.seconds else None,
            "method": "simulated",
            "mean": self.mean,
            "standard_error": self.standard_error,
            "standard_deviation": self.deviation,
            "expected_exact": self.expected,
            "z": self.z,
            "risk_of_ruin": None if self.bankroll is None else self.risk_of_ruin,
            "risk_of_ruin_standard_error": None if self.bankroll is None else error,
            "quantiles": {str(q): self.quantile(q) for q in (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)},
            "histogram": [{"from": a, "to": b, "sessions": n} for a, b, n in self.bars()],
        }


def simulate_sessions(
    strategy: StrategyFile,
    rounds: int | None,
    seed: int = 0,
    workers: int = 1,
    session: int | None = None,
    bankroll: int | None = None,
    progress: Progress | None = None,
    *,
    until_error: float | None = None,
    resume: str | Path | None = None,
    cluster: str | None = None,
) -> Sessions:
    """Play a strategy for so many rounds, in sessions of equal length, each from the start.

    ``until_error``, ``resume`` and ``cluster`` as for the wagers of a table; the error is that of the mean, in dollars.
    """
    most = rounds_wanted(rounds, until_error)
    length = session or min(USUAL_SESSION, most)
    require_number("session", length, 1, BLOCK_ROUNDS)
    if most < length:
        raise UnknownName(f"{most} rounds are less than a session of {length}", accepts=f"at least {length} rounds")
    kernel = strategy.sessions(length, bankroll)
    job: Job = msgspec.structs.replace(
        job_at(strategy.table, Pricing()), plan=strategy.source.decode(), session=length, bankroll=bankroll
    )
    enough = None if until_error is None else _small_enough(kernel, until_error)
    run = carry_out(job, kernel.play, most, seed, workers, progress, enough, resume, cluster)
    counted = counted_sessions(kernel, run.tally.counts)
    dollars = kernel.unit / 100
    return Sessions(
        strategy,
        seed,
        workers,
        length,
        bankroll,
        counted.sessions,
        counted.rounds,
        counted.ruined,
        counted.mean * dollars,
        counted.deviation * dollars,
        kernel.mean * dollars,
        kernel.low * kernel.unit,
        kernel.width * kernel.unit,
        counted.bins,
        run.tally.seconds,
        run.tally.interrupted,
        run.resumed,
        until_error,
    )


@dataclass(frozen=True)
class Counted:
    """What the counts of sessions say, in units."""

    sessions: int
    rounds: int
    ruined: int
    mean: float
    deviation: float
    bins: tuple[int, ...]


def counted_sessions(kernel: SessionKernel, counts: list[int]) -> Counted:
    """The counts of a kernel as figures."""
    figures = counts or [0] * (FIGURES + kernel.bins)
    number, rounds, ruined, total = figures[:4]
    if not number:
        return Counted(0, rounds, ruined, 0.0, 0.0, tuple(figures[FIGURES:]))
    square = figures[4] + (figures[5] << HALF)
    average = Fraction(total, number)
    variance = (Fraction(square, number) - average**2) * Fraction(number, max(number - 1, 1))
    return Counted(number, rounds, ruined, float(average), math.sqrt(float(variance)), tuple(figures[FIGURES:]))


def _small_enough(kernel: SessionKernel, error: float) -> Enough:
    """When the standard error of the mean, in dollars, is small enough."""

    def enough(counts: list[int], rounds: int) -> int:
        counted = counted_sessions(kernel, counts)
        if counted.sessions < 2:
            return MOST_ROUNDS
        needed = rounds * (counted.deviation * kernel.unit / 100 / error) ** 2 / counted.sessions
        return math.ceil(needed) if needed < MOST_ROUNDS else MOST_ROUNDS

    return enough
