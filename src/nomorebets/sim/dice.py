"""Simulated dice: every wager's edge from counted throws, and whole strategies as sessions with a bankroll."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from nomorebets.equipment.dice import Roll, ordered
from nomorebets.errors import UnknownName
from nomorebets.games import mini_dice
from nomorebets.games.craps_acceptance import ceiling
from nomorebets.games.craps_settlement import on_at_come_out
from nomorebets.games.craps_wagers import BOX, COME_OUT, ODDS_BETS, fire_decision, fire_points, next_point, wagers
from nomorebets.odds import dice as exact
from nomorebets.odds.plans import Automaton, Plan
from nomorebets.regulation import Odds, law
from nomorebets.sim.blocks import BLOCK_ROUNDS, Enough, Kernel, Progress
from nomorebets.sim.jobs import Job, job_at
from nomorebets.sim.running import MOST_ROUNDS, carry_out, require_number, rounds_wanted
from nomorebets.sim.simulate import Simulated, Simulator
from nomorebets.table import Table
from nomorebets.table.game import Pricing
from nomorebets.table.money import show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

THROWS = [tuple(sorted(throw)) for throw in ordered(2)]
Settle = Callable[[Any, Roll], Fraction | None]  # what a wager nets when a throw ends it in a state; None: it does not


@dataclass(frozen=True)
class Walk:
    """An automaton to be counted, and what each line of wagers makes of its moves."""

    states: list[Any]
    step: Callable[[Any, Roll], Any]
    lines: Mapping[str, Settle]

    def table(self) -> NDArray[np.uint32]:
        import numpy as np

        at = {state: i for i, state in enumerate(self.states)}
        moves = [at[self.step(state, throw)] * len(THROWS) for state in self.states for throw in THROWS]
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

        from nomorebets.sim.dice_kernels import move_counts

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


# --- strategies ------------------------------------------------------------------------------------------------------

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
        from nomorebets.sim.dice_kernels import FIGURES, HALF

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
    machine = plan.automaton()
    if bankroll is not None and bankroll // machine.unit < machine.up[0]:
        least = show(machine.up[0] * machine.unit)
        raise UnknownName(f"a bankroll of {show(bankroll)} does not cover the first wagers", accepts=f"{least} or more")
    mean, deviation = moments(machine, length)
    after, net, need = arrays(machine)
    in_units = 2**40 if bankroll is None else bankroll // machine.unit
    reach = int(SPREAD * deviation) + max(map(abs, machine.net)) + 1
    low = max(int(mean) - reach, -in_units - max(map(abs, machine.net)))
    width = max(1, -(-(int(mean) + reach - low) // BINS))
    bins = min(BINS, -(-(int(mean) + reach - low) // width) + 1)

    def kernel(seed: int, block: int, rolls: int) -> Any:
        from nomorebets.sim.dice_kernels import play_sessions

        return play_sessions(seed, block, rolls // length, length, after, net, need, in_units, low, width, bins)

    return PlayedSessions(kernel, machine.unit, mean, low, width, bins)


def arrays(machine: Automaton) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.int32]]:
    """An automaton as a kernel reads it: the next state times 36, the net, and what the next roll needs."""
    import numpy as np

    after = np.array(machine.next_state, np.uint32)
    net = np.array(machine.net, np.int32)
    need = np.array(machine.up, np.int32)[after]
    return after * np.uint32(len(THROWS)), net, need


def moments(machine: Automaton, length: int) -> tuple[float, float]:
    """Mean and standard deviation of a session's result in units, from the automaton's own probabilities."""
    import numpy as np

    throws = len(THROWS)
    after = np.array(machine.next_state).reshape(-1, throws)
    net = np.array(machine.net, float).reshape(-1, throws)
    gain = net.mean(axis=1)
    square = (net**2).mean(axis=1)
    # value[s]: what a state still wins on average in the rolls that are left; spread[s]: the mean of its square
    value, spread = np.zeros(machine.states), np.zeros(machine.states)
    for _ in range(length):
        onward = value[after]
        spread = square + (2 * net * onward).mean(axis=1) + spread[after].mean(axis=1)
        value = gain + onward.mean(axis=1)
    return float(value[0]), math.sqrt(max(0.0, float(spread[0] - value[0] ** 2)))
