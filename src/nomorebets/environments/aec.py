"""PettingZoo environments (AEC): every seat of a table an agent, in the order in which the table asks them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from nomorebets.errors import package_missing

if TYPE_CHECKING:
    from nomorebets.environments.spaces import Untyped as AECEnv
else:
    try:
        from pettingzoo import AECEnv
    except ModuleNotFoundError as _fault:
        raise (package_missing(_fault) or _fault) from None

try:
    import numpy as np  # what brings PettingZoo brings it too
    from gymnasium import spaces
except ModuleNotFoundError as _fault:
    raise (package_missing(_fault) or _fault) from None

from nomorebets.drivers.position import Position
from nomorebets.environments.spaces import Spaces
from nomorebets.errors import WagerRefused
from nomorebets.games import open_table
from nomorebets.table import Settings

MOST_PASSED_OVER = 10_000


class SeatsEnv(AECEnv):
    """Several seats at one table, a round an episode; rewards in units of a seat's first wagers, or of a buy-in."""

    seats: int
    render_mode: str | None

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "nomorebets_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        as_of: date | None = None,
        options: dict[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.spaces: Spaces = Spaces(open_table(game, as_of, Settings(dict(options or {}))))
        self.seats, self.render_mode = self.spaces.seated(seats), render_mode
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(1, self.seats + 1)]
        kinds, actions = len(self.spaces.kinds), len(self.spaces.actions)
        self._action_space = spaces.Discrete(actions)
        observed: dict[str, spaces.Space[Any]] = {
            "own": spaces.Box(0, 100, (kinds,), np.int8),
            "open": spaces.Box(0, 100, (kinds,), np.int8),
            "hand": spaces.Box(1, 100, (1,), np.int8),
            "staked": spaces.Box(0, 1000, (1,), np.float32),
        }
        # the mask stands beside the observation, as PettingZoo has it
        self._observation_space = spaces.Dict(
            {"observation": spaces.Dict(observed), "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
        )
        self.rng: np.random.Generator = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.agents: list[str] = list(self.possible_agents)
        for _ in range(MOST_PASSED_OVER):
            self.at: Position = self.spaces.begun(self.seats, int(self.rng.integers(2**62)))
            if not self.at.over:
                break
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection: str = f"seat_{self.at.seat}"

    def observe(self, agent: str) -> dict[str, Any]:
        seen = self.at.view(int(agent.removeprefix("seat_")))
        legal = self.spaces.legal(seen) if agent == self.agent_selection and not self.at.over else {}
        observed = self.spaces.observation(seen, legal)
        return {"action_mask": observed.pop("action_mask"), "observation": observed}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.spaces.legal(self.at.view())
        if action is None or int(action) not in legal:
            said = ", ".join(f"{number} ({words})" for number, words in legal.items())
            raise WagerRefused(f"{agent}: action {action} is not offered here", on=self.at.table.as_of, accepts=said)
        self._cumulative_rewards[agent] = 0.0
        self.at.act(legal[int(action)])
        self._clear_rewards()
        if self.at.over:
            won = self.at.net
            self.rewards = {a: won.get(seat, 0) / self.spaces.unit for seat, a in enumerate(self.possible_agents, 1)}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = f"seat_{self.at.seat}"
        self._accumulate_rewards()

    def render(self) -> str | None:
        return repr(self.at) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
