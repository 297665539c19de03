"""Gymnasium environments: one seat at a table, one round an episode.

Importing this module registers them, for Gymnasium looks for no packages by itself; then
``gymnasium.make("nomorebets/Blackjack-v0")``. ``nomorebets.environments.gym:nomorebets/Blackjack-v0`` does both.

A round in which nothing is decided (a natural, say) is no episode: it is passed over when the next one begins, and
``info`` says how many there were and what they brought. An action that is not offered counts as saying nothing: the
table does what it does for a patron who does not answer in time, and ``info`` says so.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from nomorebets.errors import package_missing

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as _fault:
    raise (package_missing(_fault) or _fault) from None

from nomorebets.drivers.facet import strategies_of
from nomorebets.drivers.position import Position
from nomorebets.environments.spaces import Spaces
from nomorebets.games import can_be_dealt, entries, game, open_table
from nomorebets.table import Settings

MOST_PASSED_OVER = 10_000


class TableEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat at a table of its own; the reward is what the round brings, in units of the first wagers."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium's own form

    def __init__(
        self,
        game: str,
        *,
        as_of: date | None = None,
        options: dict[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.spaces: Spaces = Spaces(open_table(game, as_of, Settings(dict(options or {}))))
        self.spaces.seated(1)
        self.render_mode = render_mode
        kinds, actions = len(self.spaces.kinds), len(self.spaces.actions)
        self.action_space: spaces.Space[Any] = spaces.Discrete(actions)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "own": spaces.Box(0, 100, (kinds,), np.int8),
                "open": spaces.Box(0, 100, (kinds,), np.int8),
                "hand": spaces.Box(1, 100, (1,), np.int8),
                "staked": spaces.Box(0, 1000, (1,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.at: Position | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        passed, brought = 0, 0
        for _ in range(MOST_PASSED_OVER):
            self.at = self.spaces.begun(1, int(self.np_random.integers(2**62)))
            if not self.at.over:
                break
            passed, brought = passed + 1, brought + self.at.net.get(1, 0)
        return self._seen({"passed_over": passed, "they_brought": brought / self.spaces.unit})

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self.at is None or self.at.over:
            raise gymnasium.error.ResetNeeded("the round is over: call reset()")
        legal = self.spaces.legal(self.at.view())
        told: dict[str, Any] = {}
        if int(action) in legal:
            self.at.act(legal[int(action)])
        else:
            said = ", ".join(f"{number} ({words})" for number, words in legal.items())
            told = {"refused": f"action {int(action)} is not offered here; accepted: {said}"}
            self.at.say_nothing()
        reward = self.at.net.get(1, 0) / self.spaces.unit if self.at.over else 0.0
        seen, info = self._seen(told)
        return seen, reward, self.at.over, False, info

    def _seen(self, info: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        assert self.at is not None
        seen = self.at.view(1)
        legal = self.spaces.legal(seen)
        observed = self.spaces.observation(seen, legal)
        return observed, {**info, "action_mask": observed["action_mask"], "legal": legal, "question": seen.question}

    def render(self) -> str | None:
        return repr(self.at) if self.render_mode == "ansi" else None


def name_of(game_id: str) -> str:
    """The name of a game's environment.

    >>> name_of("pai-gow-poker")
    'nomorebets/PaiGowPoker-v0'
    """
    return f"nomorebets/{''.join(word.capitalize() for word in game_id.split('-'))}-v0"


def playable() -> list[str]:
    """The games that one seat can play against the house and has something to decide in."""
    written = [game_id for game_id in entries() if can_be_dealt(game_id)]
    alone = (game_id for game_id in written if not game(game_id).terms.why_not_alone)
    against_house = (g for g in alone if all(bet.bank != "pot" for bet in game(g).bets))
    return [game_id for game_id in against_house if strategies_of(game(game_id)).named]


def register() -> None:
    """Every such game in Gymnasium's registry."""
    for game_id in playable():
        if name_of(game_id) in gymnasium.registry:
            continue
        gymnasium.register(
            id=name_of(game_id),
            entry_point="nomorebets.environments.gym:TableEnv",
            vector_entry_point="nomorebets.environments.vector:TablesEnv",
            kwargs={"game": game_id},
        )


register()
