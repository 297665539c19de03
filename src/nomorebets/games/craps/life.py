"""A wager of dice from the roll it is made before to the roll that decides it, as a line of the odds.

It is a small Markov chain: its states are what of the table matters to it, and each roll is settled as the live table
settles it. How often each state is visited is one linear system in fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from nomorebets.equipment.dice import Roll, rolls, ways
from nomorebets.exact.linear import expected_visits
from nomorebets.pricing.lines import Ending
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.table import Result

State = Hashable
WAYS = 36


@dataclass(frozen=True)
class Life:
    """A wager from making to deciding: every end with its probability, and how many rolls it takes."""

    ends: Mapping[Ending, Fraction]
    rolls: Fraction  # on which it could be decided
    rolls_on_table: Fraction  # all that were thrown meanwhile

    @property
    def resolved(self) -> Fraction:
        """How likely it is that the wager wins or loses, and is not void."""
        return sum((p for end, p in self.ends.items() if end.name in ("win", "lose")), Fraction(0))


def live(
    start: Mapping[State, Fraction],
    step: Callable[[State, Roll], tuple[Ending | None, State]],
    is_active: Callable[[State], bool],
) -> Life:
    """Follow a wager through every roll until it ends."""
    moves: dict[State, dict[State, Fraction]] = {}
    ends_at: dict[State, dict[Ending, Fraction]] = {}
    todo = list(start)
    while todo:
        state = todo.pop()
        if state in moves:
            continue
        onward: defaultdict[State, Fraction] = defaultdict(Fraction)
        ended: defaultdict[Ending, Fraction] = defaultdict(Fraction)
        for roll in rolls(2):
            end, after = step(state, roll)
            if end is None:
                onward[after] += Fraction(ways(roll), WAYS)
            else:
                ended[end] += Fraction(ways(roll), WAYS)
        moves[state], ends_at[state] = dict(onward), dict(ended)
        todo += onward
    visits = expected_visits(start, moves)
    ends: defaultdict[Ending, Fraction] = defaultdict(Fraction)
    for state, ends_here in ends_at.items():
        for end, probability in ends_here.items():
            ends[end] += visits[state] * probability
    active = sum((visits[state] for state in moves if is_active(state)), Fraction(0))
    return Life(ends, active, sum(visits.values(), Fraction(0)))


def end_of(result: Result) -> Ending:
    """A result as an end of its wager."""
    return Ending(result.outcome, Fraction(result.net, result.wager.amount), result.by)


def outcomes_of(ends: Mapping[Ending, Fraction]) -> tuple[Outcome, ...]:
    in_order = sorted(ends.items(), key=lambda e: (-e[0].net, e[0].name, e[0].by))
    return tuple(Outcome(end.name, end.net, p, end.by) for end, p in in_order)


def with_figures(line: Line, life: Life) -> Line:
    """A line with the figures that only wagers of many rolls have."""
    return replace(
        line,
        extra={
            "edge_per_resolved": line.edge / life.resolved,
            "edge_per_roll": line.edge / life.rolls,
            "expected_rolls": life.rolls,
            "expected_rolls_on_table": life.rolls_on_table,
        },
    )
