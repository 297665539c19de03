"""Many tables at once for Gymnasium, on compiled loops: for games that can be stepped side by side.

``gymnasium.make_vec("nomorebets/Blackjack-v0", num_envs=1024, vectorization_mode="vector_entry_point")``. A round that
ends is followed by the next in the same step; ``info`` has what the last step of it saw. Rounds in which nothing is
decided are passed over, as everywhere.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from nomorebets.errors import package_missing

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as _fault:
    raise (package_missing(_fault) or _fault) from None

try:
    import numpy as np  # what brings Gymnasium brings it too
    from numpy.typing import NDArray
except ModuleNotFoundError as _fault:
    raise (package_missing(_fault) or _fault) from None

from nomorebets.errors import UnknownName, one_line
from nomorebets.games import open_table
from nomorebets.sim.facet import SideBySide, simulation_of
from nomorebets.table import Settings


class TablesEnv(VectorEnv[dict[str, Any], Any, Any]):
    """So many tables, each with one seat."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # Gymnasium's own form

    def __init__(
        self, game: str, num_envs: int = 1, *, as_of: date | None = None, options: dict[str, object] | None = None
    ) -> None:
        table = open_table(game, as_of, Settings(dict(options or {})))
        known = simulation_of(table.game)
        if known is None or known.side_by_side is None:
            raise UnknownName(f"{game} is not played side by side", accepts='vectorization_mode="sync"')
        if not isinstance(num_envs, int) or num_envs < 1:
            raise UnknownName(f"num_envs = {one_line(num_envs, 20)}", accepts="a whole number from 1 on")
        self.num_envs = num_envs
        self.rounds: SideBySide = known.side_by_side(table, num_envs)
        features, actions = len(self.rounds.features), len(self.rounds.actions)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(actions)
        self.single_observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "hand": spaces.Box(0, 100, (features,), np.int8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self._is_reset = False
        self._never = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.rounds.begin(int(self.np_random.integers(2**62)))
        self._is_reset = True
        return self._seen(), self._told()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        if not self._is_reset:
            raise ResetNeeded("no round has begun: call reset()")
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):  # the compiled loops look at no lengths
            text = f"actions of shape {chosen.shape} for num_envs = {self.num_envs}"
            raise UnknownName(text, accepts="one action of each table")
        before, rounds = self._seen(), self.rounds
        rounds.step(chosen)
        told = self._told()
        if rounds.over.any():
            told |= {"final_obs": before, "_final_obs": rounds.over.copy()}
        return self._seen(), rounds.rewards.copy(), rounds.over.copy(), self._never, told

    def _seen(self) -> dict[str, Any]:
        return {"hand": self.rounds.seen.copy(), "action_mask": self.rounds.mask.copy()}

    def _told(self) -> dict[str, Any]:
        passed, brought = self.rounds.passed
        return {"action_mask": self.rounds.mask.copy(), "passed_over": int(passed), "they_brought": float(brought)}
