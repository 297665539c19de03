"""What a strategy of craps costs, exactly: per roll, per shooter and per wager resolved, and how far results scatter.

A cycle is play from one new shooter to the next with everything as at the start; results of cycles are independent.
Means are what a cycle adds up, divided. Variances are those of a long session, per shooter and per roll.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

from nomorebets.drivers.strategy_files import Figure
from nomorebets.equipment.dice import ways
from nomorebets.games.craps.plans import ROLLS, Automaton, Plan, PlanError
from nomorebets.table.money import show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST = 2**25  # units a roll may win, so that sums of products fit 64 bits
WEIGHTS = [ways(roll) for roll in ROLLS]
NAMES = (
    "loss_per_roll",
    "loss_per_shooter",
    "loss_per_resolved",
    "rolls_per_shooter",
    "resolved_per_shooter",
    "staked_per_shooter",
    "edge_on_resolved",
    "variance_per_shooter",
    "variance_per_roll",
)


@dataclass(frozen=True)
class PlanOdds:
    """A strategy's exact figures, in dollars and square dollars."""

    loss_per_shooter: Fraction
    rolls_per_shooter: Fraction
    resolved_per_shooter: Fraction
    staked_per_shooter: Fraction
    variance_per_shooter: Fraction
    variance_per_roll: Fraction

    @property
    def loss_per_roll(self) -> Fraction:
        return self.loss_per_shooter / self.rolls_per_shooter

    @property
    def loss_per_resolved(self) -> Fraction:
        return self.loss_per_shooter / self.resolved_per_shooter if self.resolved_per_shooter else Fraction(0)

    @property
    def edge_on_resolved(self) -> Fraction:
        """The loss per dollar of all that was decided."""
        return self.loss_per_shooter / self.staked_per_shooter if self.staked_per_shooter else Fraction(0)

    def figures(self) -> tuple[Figure, ...]:
        """What people ask for, in words."""
        return (
            Figure("expected loss per roll", self.loss_per_roll, "$"),
            Figure("expected loss per shooter", self.loss_per_shooter, "$"),
            Figure("expected loss per wager resolved", self.loss_per_resolved, "$"),
            Figure("loss per dollar resolved", self.edge_on_resolved),
            Figure("rolls per shooter", self.rolls_per_shooter),
            Figure("wagers resolved per shooter", self.resolved_per_shooter),
            Figure("variance per shooter", self.variance_per_shooter, "$²"),
            Figure("variance per roll", self.variance_per_roll, "$²"),
        )

    def to_dict(self) -> dict[str, Any]:
        exact = {name: str(getattr(self, name)) for name in NAMES}
        return {**exact, **{f"{name}_decimal": float(getattr(self, name)) for name in NAMES}}


def plan_odds(plan: Plan) -> PlanOdds:
    """The exact figures of a strategy. Independent parts are solved apart and added."""
    machines = plan.automata()
    averages = [means(machine) for machine in machines]
    net, resolved, staked = (sum((mean[i] for mean in averages), Fraction(0)) for i in (0, 2, 3))
    scatter = variances(machines[0]) if len(machines) == 1 else variances_of_pairs(plan)
    return PlanOdds(-net / 100, averages[0].rolls, resolved, staked / 100, *(v / 10_000 for v in scatter))


class Means(NamedTuple):
    """What a shooter adds up on average, in cents."""

    net: Fraction
    rolls: Fraction
    wagers: Fraction
    staked: Fraction


def means(machine: Automaton) -> Means:
    """The averages of an automaton, from what a cycle adds up."""
    import numpy as np

    cycle = cycle_of(lump(machine, "wagers", "staked"))
    one = cycle.machine
    ones, shooter = np.ones_like(one.net), one.seven_out.astype(np.int64)
    net, thrown, shooters, decided, staked = cycle.sums([one.net, ones, shooter, one.wagers, one.staked], [])
    return Means(net * one.unit / shooters, thrown / shooters, decided / shooters, staked / shooters)


def variances(machine: Automaton) -> tuple[Fraction, Fraction]:
    """The variance per shooter and per roll of a long session, in square cents.

    A cycle wins X in N rolls of S shooters. Per roll it is that of X - N E(X)/E(N), divided by E(N); so per shooter.
    """
    import numpy as np

    if int(np.abs(machine.net).max(initial=0)) > LARGEST:
        least = show(machine.unit)
        raise PlanError(
            f"a roll wins or loses more than {LARGEST:,} times {least}", accepts="smaller amounts, or rounder ones"
        )
    cycle = cycle_of(lump(machine))
    net, shooter = cycle.machine.net, cycle.machine.seven_out.astype(np.int64)
    gains = [net, np.ones_like(net), shooter]
    pairs = [(0, 0), (0, 1), (1, 1), (0, 2), (2, 2)] if cycle.lasts else [(0, 0), (0, 1), (1, 1)]
    x, n, s, xx, xn, nn, *of_shooters = cycle.sums(gains, pairs)
    xs, ss = of_shooters if cycle.lasts else (x, s)
    per_shooter = (xx - 2 * (x / s) * xs + (x / s) ** 2 * ss) / s
    per_roll = (xx - 2 * (x / n) * xn + (x / n) ** 2 * nn) / n
    return per_shooter * machine.unit**2, per_roll * machine.unit**2


def variances_of_pairs(plan: Plan) -> tuple[Fraction, Fraction]:
    """The variances of many groups of wagers from those of two at a time: Var(A+B) holds what A and B share."""
    groups = list(plan.groups.items())
    total = [Fraction(0), Fraction(0)]
    for (one, parts), (other, more) in combinations_with_replacement(groups, 2):
        of_pair = variances(plan.automaton(one | other, parts if one == other else parts + more))
        share = 2 - len(groups) if one == other else 1  # each group is in that many pairs too often
        total = [before + share * variance for before, variance in zip(total, of_pair, strict=True)]
    return total[0], total[1]


def lump(machine: Automaton, *counting: str) -> Automaton:
    """The same automaton with states put together from which the same happens equally often.

    What is won and when a hand ends is looked at, and what else is to be counted.
    """
    import numpy as np

    columns = np.repeat(np.arange(len(ROLLS)), WEIGHTS)  # the 36 throws
    seen = [machine.net, machine.seven_out, *(getattr(machine, name) for name in counting)]
    _, codes = np.unique(np.stack(seen, axis=2).reshape(-1, len(seen)), axis=0, return_inverse=True)
    codes = codes.reshape(machine.after.shape)[:, columns] * machine.states
    onward = machine.after[:, columns]
    classes, number = np.zeros(machine.states, np.int64), 0
    while True:
        happens = np.sort(codes + classes[onward], axis=1)
        _, first, classes = np.unique(happens, axis=0, return_index=True, return_inverse=True)
        classes = classes.reshape(-1)
        if len(first) == number:
            break
        number = len(first)
    rank, keep = np.argsort(np.argsort(first)), np.sort(first)  # a class comes where its first state came
    net, up, decided, staked = (f[keep] for f in (machine.net, machine.up, machine.wagers, machine.staked))
    after = rank[classes][machine.after[keep]]
    return Automaton(machine.unit, after, net, up, decided, staked, machine.seven_out[keep])


@dataclass(frozen=True)
class Cycle:
    """Play from one new shooter to a later one who finds the table the same."""

    machine: Automaton
    start: int

    @property
    def ends(self) -> NDArray[np.bool_]:
        ends: NDArray[np.bool_] = self.machine.seven_out & (self.machine.after == self.start)
        return ends

    @property
    def lasts(self) -> bool:
        """Whether it may last longer than one shooter's hand."""
        return bool((self.machine.seven_out != self.ends).any())

    def sums(self, gains: list[NDArray[np.int64]], pairs: list[tuple[int, int]]) -> list[Fraction]:
        """What a cycle adds up on average of each gain, and the average products of two such sums."""
        import numpy as np

        from nomorebets.exact.lifting import Chain

        onward = np.where(self.ends, self.machine.states, self.machine.after)
        every = np.concatenate([onward[None], *(gain[None] for gain in gains)]).reshape(-1, len(ROLLS))
        _, kept, same = np.unique(every, axis=1, return_index=True, return_inverse=True)
        weights = np.bincount(same.reshape(-1), WEIGHTS).astype(np.int64)  # rolls that do the same everywhere are one
        return Chain(onward[:, kept], weights).sums(self.start, [gain[:, kept] for gain in gains], pairs)


def cycle_of(machine: Automaton) -> Cycle:
    """A cycle that is played again and again: from the first shooter, or from one who comes up for ever."""
    import numpy as np

    for start in (0, *np.unique(machine.after[machine.seven_out]).tolist()):
        cycle = Cycle(machine, start)
        if cycle.ends.any() and _returns(machine, start):
            return cycle
    raise PlanError("the strategy never comes back to where it was", accepts="amounts that begin again")


def _returns(machine: Automaton, start: int) -> bool:
    """Whether every state that follows one leads back to it."""
    import numpy as np

    back, forth = (np.arange(machine.states) == start for _ in range(2))
    while True:
        leads = back | back[machine.after].any(axis=1)
        if (leads == back).all():
            break
        back = leads
    while True:
        follows = forth.copy()
        follows[machine.after[forth]] = True
        if (follows == forth).all():
            return bool(back[forth].all())
        forth = follows
