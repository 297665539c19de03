"""What a game knows of ways to play: named ones, and files of wagers to have on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from nomorebets.drivers.strategy_files import StrategyFile
from nomorebets.games import facet
from nomorebets.table import Game, House, Round, Table
from nomorebets.table.requests import Answer

Strategy = Callable[[Any, Round], Answer]  # what is asked, and the round; most ways to play know one kind of request


class GameStrategies(msgspec.Struct, frozen=True, kw_only=True):
    """The facet ``strategies`` of a game."""

    named: Mapping[str, Strategy] = {}  # ways to decide; the first is what a bot does
    # whether the first is found in a moment: where not, nobody at a live table waits for it
    is_at_hand: Callable[[Table], bool] = lambda table: True
    takes_long: tuple[str, ...] = ()  # those that take seconds to be worked out: no bot at a live table plays by them
    # whether a table leaves anything to decide: its house rules may take the choice away
    leaves_a_choice: Callable[[House], bool] = lambda house: True
    choices: tuple[str, ...] = ()  # every word that a seat may be asked to choose
    # what a strategy file describes, where wagers stand from round to round
    read_file: Callable[[Table, bytes], StrategyFile] | None = None


def strategies_of(game: Game) -> GameStrategies:
    """The ways to play a game; none where there is nothing to decide."""
    return facet(game.id, "strategies", GameStrategies) or GameStrategies()


def has_decisions(table: Table) -> bool:
    """Whether a seat has anything to decide at a table."""
    known = strategies_of(table.game)
    return bool(known.named) and not table.game.terms.no_decision and known.leaves_a_choice(table.house)
