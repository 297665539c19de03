"""Steps of the vector environment beside as many of Gymnasium's own Blackjack, both standing each time."""

from __future__ import annotations

import gymnasium
import numpy as np

from benchmarks import Line, times_as_fast
from nomorebets.environments.gym import TableEnv
from nomorebets.environments.vector import TablesEnv

TABLES, STEPS, FEW = 4096, 8, 400


def measure() -> list[Line]:
    peer, alone, many = gymnasium.make("Blackjack-v1"), TableEnv("blackjack"), TablesEnv("blackjack", TABLES)
    stand, word = np.zeros(TABLES, np.int64), alone.spaces.actions.index("stand")
    many.reset(seed=1)
    peer.reset(seed=1)
    alone.reset(seed=1)

    def theirs(steps: int) -> None:
        for _ in range(steps):
            if peer.step(0)[2]:
                peer.reset()

    def ours() -> None:
        for _ in range(STEPS):
            many.step(stand)

    def by_the_script() -> None:
        for _ in range(FEW):
            if alone.step(np.int64(word))[2]:
                alone.reset()

    return [
        Line(
            f"vector environment of blackjack, {TABLES:,} tables",
            "gymnasium's Blackjack",
            times_as_fast(ours, lambda: theirs(TABLES * STEPS), rounds=5),
            50.0,
        ),
        Line(
            "environment of blackjack by the script",
            "gymnasium's Blackjack",
            times_as_fast(by_the_script, lambda: theirs(FEW), rounds=5),
            None,
        ),
    ]
