"""Strategies of craps as sessions: the automata laid out for the compiled loop, and the histogram of its results."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from nomorebets.drivers.strategy_files import SessionKernel
from nomorebets.equipment.dice import ordered
from nomorebets.errors import UnknownName
from nomorebets.games.craps.plans import ROLLS, Automaton, Plan
from nomorebets.table.money import show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COLUMN = [ROLLS.index(tuple(sorted(throw))) for throw in ordered(2)]  # of an automaton, for each of the 36 throws

BINS = 4096
SPREAD = 9  # standard deviations on either side that the histogram reaches


def sessions_of(plan: Plan, length: int, bankroll: int | None) -> SessionKernel:
    """Sessions of so many rolls; with a bankroll, one ends where what is left does not cover the next wagers."""
    machines = plan.automata()
    together = arrays(machines)
    unit, first = together.unit, sum(int(m.up[0]) * m.unit for m in machines)
    if bankroll is not None and bankroll < first:
        raise UnknownName(
            f"a bankroll of {show(bankroll)} does not cover the first wagers", accepts=f"{show(first)} or more"
        )
    apart = [(moments(machine, length), machine.unit / unit) for machine in machines]
    mean = sum(mean * units for (mean, _), units in apart)
    deviation = sum(deviation * units for (_, deviation), units in apart)  # of all together, at most
    in_units = 2**40 if bankroll is None else bankroll // unit
    reach = int(SPREAD * deviation) + together.largest + 1
    low = max(int(mean) - reach, -in_units - together.largest)
    width = max(1, -(-(int(mean) + reach - low) // BINS))
    bins = min(BINS, -(-(int(mean) + reach - low) // width) + 1)

    def play(seed: int, block: int, rolls: int) -> NDArray[np.int64]:
        from nomorebets.games.craps.kernels import play_sessions

        return play_sessions(seed, block, rolls // length, length, together, in_units, low, width, bins)

    return SessionKernel(play, unit, mean, low, width, bins)


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
