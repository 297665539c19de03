"""How fast the simulator is, always as a ratio to a yardstick measured in the same minute.

A module of this folder is a benchmark if it has a function `measure() -> list[Line]`.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Line:
    """One line of the table: how many times as fast as the yardstick our work is."""

    work: str
    yardstick: str
    ratio: float
    goal: float

    @property
    def reached(self) -> bool:
        return self.ratio >= self.goal


def times_as_fast(work: Callable[[], object], yardstick: Callable[[], object], rounds: int = 15) -> float:
    """How many times as fast `work` is as `yardstick`, which must do the same amount.

    The two take turns, the ratio is taken within a turn, and the median of the turns is the answer: a machine
    that changes speed meanwhile changes both sides alike. A first turn, which may compile, does not count.
    """
    work()
    yardstick()
    ratios = []
    for turn in range(rounds):
        if turn % 2:
            ours, theirs = _seconds(work), _seconds(yardstick)
        else:
            theirs, ours = _seconds(yardstick), _seconds(work)
        ratios.append(theirs / ours)
    return statistics.median(ratios)


def _seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started
