"""How fast the simulator is, always as a ratio to a peer measured in the same minute.

A module of this folder is a benchmark if it has a function `measure() -> list[Line]`.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import clock_gettime, thread_time


@dataclass(frozen=True)
class Line:
    """One line of the table: how many times as fast as the peer our work is."""

    work: str
    peer: str
    ratio: float
    goal: float | None  # none where nothing was promised

    @property
    def met(self) -> bool:
        return self.goal is None or self.ratio >= self.goal


def times_as_fast(
    work: Callable[[], object],
    peer: Callable[[], object],
    rounds: int = 15,
    clock: Callable[[], float] = thread_time,
) -> float:
    """How many times as fast `work` is as `peer`, which must do the same amount.

    The two take turns, the ratio is taken within a turn, and the median of the turns is the answer: a machine
    that changes speed meanwhile changes both sides alike. A first turn, which may compile, does not count. The
    clock is that of the processor, on which other programs do not count; work on several threads needs another.
    """
    work()
    peer()
    ratios = []
    for turn in range(rounds):
        if turn % 2:
            ours, theirs = _seconds(work, clock), _seconds(peer, clock)
        else:
            theirs, ours = _seconds(peer, clock), _seconds(work, clock)
        ratios.append(theirs / ours)
    return statistics.median(ratios)


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    started = clock()
    work()
    return clock() - started


def seconds_of(pid: int) -> float:
    """Of a processor, used by all threads of another process until now; Linux numbers such clocks by the process."""
    return clock_gettime(~pid << 3 | 2)
