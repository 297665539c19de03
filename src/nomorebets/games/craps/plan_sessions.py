"""Strategies of craps as sessions: how much is won or lost in so many rolls, and how often a bankroll is gone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from nomorebets.equipment.dice import ordered
from nomorebets.errors import UnknownName
from nomorebets.games.craps.plans import ROLLS, Automaton, Plan
from nomorebets.pricing.facet import Pricing
from nomorebets.regulation import law
from nomorebets.sim.blocks import BLOCK_ROUNDS, Enough, Kernel, Progress
from nomorebets.sim.jobs import Job, job_at
from nomorebets.sim.running import MOST_ROUNDS, carry_out, require_number, rounds_wanted
from nomorebets.table.money import show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COLUMN = [ROLLS.index(tuple(sorted(throw))) for throw in ordered(2)]  # of an automaton, for each of the 36 throws

BINS = 4096
USUAL_SESSION = 500  # rolls
SPREAD = 9  # standard deviations on either side that the histogram reaches


@dataclass(frozen=True)
class Sessions:
    """Simulated sessions of a strategy; the same seed and rounds give it again with any number of workers."""

    plan: Plan
    seed: int
    workers: int
    length: int  # rolls of a session
    bankroll: int | None  # cents
    sessions: int
    rolls: int
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
        table = self.plan.table
        error = math.sqrt(self.risk_of_ruin * (1 - self.risk_of_ruin) / self.sessions) if self.sessions else None
        return {
            "game": table.game.id,
            "chapter": law.chapter_on(table.as_of).number,
            "as_of": table.as_of.isoformat(),
            "options": dict(table.house.options),
            "strategy": self.plan.name,
            "seed": self.seed,
            "workers": self.workers,
            "session": self.length,
            "bankroll": None if self.bankroll is None else show(self.bankroll),
            "sessions": self.sessions,
            "rounds": self.rolls,
            "resumed_rounds": self.resumed,
            "until_error": self.until_error,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 4),
            "rounds_per_second": round(max(self.rolls - self.resumed, 0) / self.seconds) if self.seconds else None,
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


def simulate_plan(
    plan: Plan,
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
    """Play a strategy for so many rolls, in sessions of equal length, each from a new shooter on.

    ``until_error``, ``resume`` and ``cluster`` as for the wagers of a table; the error is that of the mean, in dollars.
    """
    most = rounds_wanted(rounds, until_error)
    length = session or min(USUAL_SESSION, most)
    require_number("session", length, 1, BLOCK_ROUNDS)
    if most < length:
        raise UnknownName(f"{most} rounds are less than a session of {length}", accepts=f"at least {length} rounds")
    made = sessions_of(plan, length, bankroll)
    job: Job = msgspec.structs.replace(
        job_at(plan.table, Pricing()), plan=plan.source.decode(), session=length, bankroll=bankroll
    )
    enough = None if until_error is None else made.small_enough(until_error)
    run = carry_out(job, made.kernel, most, seed, workers, progress, enough, resume, cluster)
    tally = run.tally
    counted = made.figures(tally.counts)
    return Sessions(
        plan,
        seed,
        workers,
        length,
        bankroll,
        counted.sessions,
        counted.rolls,
        counted.ruined,
        counted.mean * made.dollars,
        counted.deviation * made.dollars,
        made.mean * made.dollars,
        made.low * made.unit,
        made.width * made.unit,
        counted.bins,
        tally.seconds,
        tally.interrupted,
        run.resumed,
        until_error,
    )


@dataclass(frozen=True)
class Counted:
    """What the counts of sessions say, in units."""

    sessions: int
    rolls: int
    ruined: int
    mean: float
    deviation: float
    bins: tuple[int, ...]


@dataclass(frozen=True)
class PlayedSessions:
    """How sessions of a strategy are played, and how their results are counted, in units of the automaton."""

    kernel: Kernel
    unit: int  # cents
    mean: float  # of a session that ruin does not end
    low: int
    width: int
    bins: int

    @property
    def dollars(self) -> float:
        return self.unit / 100

    def figures(self, counts: list[int]) -> Counted:
        from nomorebets.games.craps.kernels import FIGURES, HALF

        figures = counts or [0] * (FIGURES + self.bins)
        number, rolls, ruined, total = figures[:4]
        if not number:
            return Counted(0, rolls, ruined, 0.0, 0.0, tuple(figures[FIGURES:]))
        square = figures[4] + (figures[5] << HALF)
        average = Fraction(total, number)
        variance = (Fraction(square, number) - average**2) * Fraction(number, max(number - 1, 1))
        return Counted(number, rolls, ruined, float(average), math.sqrt(float(variance)), tuple(figures[FIGURES:]))

    def small_enough(self, error: float) -> Enough:
        """When the standard error of the mean, in dollars, is small enough."""

        def enough(counts: list[int], rounds: int) -> int:
            found = self.figures(counts)
            if found.sessions < 2:
                return MOST_ROUNDS
            needed = rounds * (found.deviation * self.dollars / error) ** 2 / found.sessions
            return math.ceil(needed) if needed < MOST_ROUNDS else MOST_ROUNDS

        return enough


def sessions_of(plan: Plan, length: int, bankroll: int | None) -> PlayedSessions:
    """Sessions of so many rolls; with a bankroll, one ends where what is left does not cover the next wagers."""
    machines = plan.automata()
    together = arrays(machines)
    unit, first = together.unit, sum(int(m.up[0]) * m.unit for m in machines)
    if bankroll is not None and bankroll < first:
        raise UnknownName(
            f"a bankroll of {show(bankroll)} does not cover the first wagers", accepts=f"{show(first)} or more"
        )
    found = [(moments(machine, length), machine.unit / unit) for machine in machines]
    mean = sum(mean * units for (mean, _), units in found)
    deviation = sum(deviation * units for (_, deviation), units in found)  # of all together, at most
    in_units = 2**40 if bankroll is None else bankroll // unit
    reach = int(SPREAD * deviation) + together.largest + 1
    low = max(int(mean) - reach, -in_units - together.largest)
    width = max(1, -(-(int(mean) + reach - low) // BINS))
    bins = min(BINS, -(-(int(mean) + reach - low) // width) + 1)

    def kernel(seed: int, block: int, rolls: int) -> Any:
        from nomorebets.games.craps.kernels import play_sessions

        return play_sessions(seed, block, rolls // length, length, together, in_units, low, width, bins)

    return PlayedSessions(kernel, unit, mean, low, width, bins)


class SideBySide(NamedTuple):
    """Automata as a kernel reads them, one after the other in one table of moves: 36 to a state."""

    starts: NDArray[np.uint64]
    after: NDArray[np.uint32]  # the first move of the next state
    net: NDArray[np.int32]  # in units
    need: NDArray[np.int32]  # what the next roll needs, in units
    unit: int  # cents

    @property
    def largest(self) -> int:
        """The most that one roll wins or loses, or more."""
        import numpy as np

        return int(np.abs(self.net).max(initial=1)) * len(self.starts)


def arrays(machines: list[Automaton]) -> SideBySide:
    """Automata for a kernel."""
    import numpy as np

    unit = math.gcd(*(machine.unit for machine in machines))
    starts = np.cumsum([0, *(machine.states for machine in machines)]) * len(COLUMN)
    after, net, need = [], [], []
    for start, machine in zip(starts, machines, strict=False):
        leads = machine.after[:, COLUMN].reshape(-1)
        after.append(leads * len(COLUMN) + start)
        net.append(machine.net[:, COLUMN].reshape(-1) * (machine.unit // unit))
        need.append(machine.up[leads] * (machine.unit // unit))
    return SideBySide(
        starts[:-1].astype(np.uint64),
        np.concatenate(after).astype(np.uint32),
        np.concatenate(net).astype(np.int32),
        np.concatenate(need).astype(np.int32),
        unit,
    )


def moments(machine: Automaton, length: int) -> tuple[float, float]:
    """Mean and standard deviation of a session's result in units, from the automaton's own probabilities."""
    import numpy as np

    after, net = machine.after[:, COLUMN], machine.net[:, COLUMN].astype(float)
    gain = net.mean(axis=1)
    square = (net**2).mean(axis=1)
    # value[s]: what a state still wins on average in the rolls that are left; spread[s]: the mean of its square
    value, spread = np.zeros(machine.states), np.zeros(machine.states)
    for _ in range(length):
        onward = value[after]
        spread = square + (2 * net * onward).mean(axis=1) + spread[after].mean(axis=1)
        value = gain + onward.mean(axis=1)
    return float(value[0]), math.sqrt(max(0.0, float(spread[0] - value[0] ** 2)))
