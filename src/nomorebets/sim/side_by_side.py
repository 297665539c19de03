"""Many rounds at once of games whose decisions are few: dealt from exact tables of what may follow, in whole numbers.

What is drawn is not a card but what the cards come to: what a player sees at a decision, and what follows each choice.
Both come as often as the cards would make them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ways: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Decisions:
    """A game as tables. A state is what is seen at a decision; the last axis of the tables is what may follow it."""

    actions: tuple[str, ...]
    features: tuple[str, ...]
    seen: NDArray[np.int8]  # by state and feature
    begins: Ways  # how many ways lead to each state at the beginning of a round
    ways: Ways  # by action, state and what follows
    net: NDArray[np.float64]  # of a round that is over with it, in units of the first wager
    then: NDArray[np.int64] | None = None  # the state it leads to, -1 where the round is over; None: it always is
    passed: tuple[tuple[int, float], ...] = ()  # rounds without a decision: their ways, and what they bring


class ByTables:
    """So many rounds side by side, after tables. Arrays are the same from step to step: whoever keeps one copies it."""

    def __init__(self, game: Decisions, number: int) -> None:
        self.actions: tuple[str, ...] = game.actions
        self.features: tuple[str, ...] = game.features
        self.seen: NDArray[np.int8] = np.zeros((number, len(game.features)), np.int8)
        self.mask: NDArray[np.int8] = np.ones((number, len(game.actions)), np.int8)
        self.rewards: NDArray[np.float64] = np.zeros(number, np.float64)
        self.over: NDArray[np.bool_] = np.zeros(number, np.bool_)
        self.passed: NDArray[np.float64] = np.zeros(2, np.float64)
        self._game, self._state = game, np.zeros(number, np.int64)
        self._upto = game.ways.cumsum(axis=2)
        self._begins = np.concatenate([game.begins, [ways for ways, _ in game.passed]]).cumsum().astype(np.int64)
        self._brought = np.array([brings for _, brings in game.passed], np.float64)
        self._random = np.random.default_rng(0)

    def begin(self, seed: int) -> None:
        """Deal a round to every row; the same seed deals the same."""
        self._random = np.random.default_rng(seed)
        self.passed[:] = 0
        self._deal(np.arange(len(self.over)))

    def step(self, actions: NDArray[np.int64]) -> None:
        """Answer every row, and deal anew where a round is over."""
        game, state = self._game, self._state
        upto = self._upto[actions, state]
        drawn = self._random.integers(0, upto[:, -1])
        follows = (upto <= drawn[:, None]).sum(axis=1)
        then = np.full_like(state, -1) if game.then is None else game.then[actions, state, follows]
        self.over[:] = then < 0
        self.rewards[:] = np.where(self.over, game.net[actions, state, follows], 0)
        self._state = then
        self._deal(np.flatnonzero(self.over))

    def _deal(self, rows: NDArray[np.int64]) -> None:
        """Rounds in which nothing is decided are passed over."""
        states = len(self._game.begins)
        while len(rows):
            drawn = self._random.integers(0, self._begins[-1], len(rows))
            at = np.searchsorted(self._begins, drawn, side="right")
            decided = at < states
            self._state[rows[decided]] = at[decided]
            gone = at[~decided] - states
            self.passed += len(gone), self._brought[gone].sum()
            rows = rows[~decided]
        self.seen[:] = self._game.seen[self._state]
