"""Games in OpenSpiel's form: ``pyspiel.load_game("nomorebets_three_card_poker")`` after this module is imported.

Chance is explicit: every card is a chance node with its exact probabilities. Seats that are asked together move one
after the other without hearing each other. Parameters: ``seats``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nomorebets.errors import package_missing

if TYPE_CHECKING:
    from nomorebets.environments.spaces import Untyped as Game
    from nomorebets.environments.spaces import Untyped as State

    pyspiel: Any
else:
    try:
        import pyspiel
        from pyspiel import Game, State
    except ModuleNotFoundError as _fault:
        raise (package_missing(_fault) or _fault) from None

try:
    import numpy as np  # what brings OpenSpiel brings it too
    from numpy.typing import NDArray
except ModuleNotFoundError as _fault:
    raise (package_missing(_fault) or _fault) from None

from nomorebets.drivers.facet import strategies_of
from nomorebets.drivers.position import Position
from nomorebets.drivers.seen import seen_by
from nomorebets.environments.spaces import Spaces
from nomorebets.games import can_be_dealt, entries, game, open_table
from nomorebets.table.requests import ChanceRequest

LONGEST = 2_000  # actions of chance and players in a round


class ByHand(Position):
    """A round that waits at every roll of chance that may go more than one way."""

    def _go_on(self) -> None:
        while (request := self.play.request) is not None and not self._stops_at(request):
            at = self.play.table
            self.play.answer(request.answer_at(0, at) if isinstance(request, ChanceRequest) else request.usual())

    def _stops_at(self, request: Any) -> bool:
        if isinstance(request, ChanceRequest):
            return len(request.chances(self.play.table)) > 1
        return request.asks == "patrons" and self._waits(request)

    def __repr__(self) -> str:
        return super().__repr__() if self.over or self.seat else f"<{self.table.game.id}: chance decides>"

    def chances(self) -> list[tuple[Any, int]]:
        """What may come up now, with its weight; nothing where a seat is asked."""
        request = self.play.request
        return list(request.chances(self.play.table)) if isinstance(request, ChanceRequest) else []

    def comes_up(self, number: int) -> None:
        """Chance decides."""
        self.play.answer(self.chances()[number][0])
        self._go_on()


class TableState(State):
    """A round at a table."""

    def __init__(self, table: TableGame) -> None:
        super().__init__(table)
        self.spaces: Spaces = table.spaces
        begun = table.spaces.begun(table.seats, 0, ByHand)
        assert isinstance(begun, ByHand)
        self.at = begun
        self.told: list[list[str]] = [[] for _ in range(table.seats)]  # what each seat came to know, in order
        self._tell()

    def _tell(self, act: str = "") -> None:
        for player, told in enumerate(self.told):
            seen = seen_by(player + 1, self.at.play.table)
            staked = sum(wager.amount for wager in seen.wagers)
            now = " ".join((*(area + ":" + "".join(cards) for area, cards in seen.cards.items()), f"staked:{staked}"))
            if act:
                told.append(act)
            if not told or told[-1] != now:
                told.append(now)

    def current_player(self) -> int:
        if self.at.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.at.seat - 1 if self.at.seat else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.spaces.legal(self.at.view(player + 1)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self.at.chances()
        whole = sum(weight for _, weight in chances)
        return [(number, weight / whole) for number, (_, weight) in enumerate(chances)]

    def _apply_action(self, action: int) -> None:
        if not self.at.seat:
            self.at.comes_up(action)
            self._tell()
            return
        seat, said = self.at.seat, self.spaces.legal(self.at.view())[action]
        asked = self.at.play.asked
        together = asked is not None and len(asked.seats()) > 1
        self.at.act(said)
        if together:
            self.told[seat - 1].append(said)  # nobody else hears it
            self._tell()
        else:
            self._tell(f"seat {seat}: {said}")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.spaces.actions[action]

    def is_terminal(self) -> bool:
        return self.at.over

    def returns(self) -> list[float]:
        won = self.at.net if self.at.over else {}
        return [won.get(seat, 0) / self.spaces.unit for seat in range(1, len(self.told) + 1)]

    def __str__(self) -> str:
        return f"{self.at!r} {self.at.play.table.felt.seen_by(None)}"


class Watcher:
    """What a seat sees, as one row of numbers: its cards, those that lie open, and what it has staked."""

    spaces: Spaces
    remembers: bool

    def __init__(self, spaces: Spaces, remembers: bool) -> None:
        kinds = len(spaces.kinds)
        self.spaces, self.remembers = spaces, remembers
        self.tensor: NDArray[np.float32] = np.zeros(2 * kinds + 1, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {
            "own": self.tensor[:kinds],
            "open": self.tensor[kinds:-1],
            "staked": self.tensor[-1:],
        }

    def set_from(self, state: TableState, player: int) -> None:
        observed = self.spaces.observation(state.at.view(player + 1), {})
        for name, part in self.dict.items():
            part[:] = observed[name]

    def string_from(self, state: TableState, player: int) -> str:
        return " / ".join(state.told[player]) if self.remembers else state.told[player][-1]


class TableGame(Game):
    """A game of the chapter; its type and size are OpenSpiel's to know before a round begins."""

    game_id = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        self.spaces: Spaces = Spaces(open_table(self.game_id))
        self.seats: int = self.spaces.seated(chosen.get("seats", 2))
        least, most = self.spaces.least_and_most(self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.spaces.actions),
            max_chance_outcomes=max(len(self.spaces.kinds), 64),
            num_players=self.seats,
            min_utility=least,
            max_utility=most,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(self.game_id), info, chosen)

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Watcher:
        return Watcher(self.spaces, iig_obs_type is not None and iig_obs_type.perfect_recall)


def type_of(game_id: str) -> Any:
    """What OpenSpiel wants to know of a game."""
    return pyspiel.GameType(
        short_name=f"nomorebets_{game_id.replace('-', '_')}",
        long_name=f"nomorebets: {entries()[game_id].name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=11,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": 2},
    )


def register() -> list[str]:
    """Every game with decisions in OpenSpiel's registry, once; their names."""
    names = []
    for game_id in entries():
        if not can_be_dealt(game_id) or not strategies_of(game(game_id)).named or game(game_id).banked:
            continue
        kind = type_of(game_id)
        names.append(kind.short_name)
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, type(f"Game_{kind.short_name}", (TableGame,), {"game_id": game_id}))
    return names


register()
