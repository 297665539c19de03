"""The games: each is found by its id and its facets by their names. The only place that imports by name.

A game is a folder of this package, or a package of its own that the entry-point group ``nomorebets.games`` names; its
module ``game`` has a ``GAME``. What else it knows are facets, each imported when it is asked for: ``odds``,
``simulation``, ``strategies``, ``felt``.
"""

from __future__ import annotations

import importlib
import sys
from datetime import date, datetime
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import TypeVar

from nomorebets.errors import EditionError, ScriptError, UnknownName, shown, unknown
from nomorebets.regulation import law
from nomorebets.regulation.law import entries, subchapter_of
from nomorebets.table.game import Game, Table
from nomorebets.table.house import Settings, open_house

__all__ = [
    "can_be_dealt",
    "entries",
    "facet",
    "first_game",
    "game",
    "game_ids",
    "open_table",
    "packages_of",
    "subchapter_of",
]

F = TypeVar("F")


@cache
def _package_of(game_id: str) -> str:
    """The package a game lives in."""
    return law.installed_games().get(game_id) or f"{__name__}.{game_id.replace('-', '_')}"


@cache
def can_be_dealt(game_id: str) -> bool:
    package = _package_of(game_id)
    return find_spec(package) is not None and find_spec(f"{package}.game") is not None


def game_ids() -> list[str]:
    """The ids of the games that can be dealt."""
    return [game_id for game_id in entries() if can_be_dealt(game_id)]


def first_game() -> str:
    """The game that a newcomer is shown first."""
    return next(entry.id for entry in entries().values() if entry.first)


@cache
def game(game_id: str) -> Game:
    """A game that can be dealt, by its id."""
    if game_id not in entries():
        raise unknown("game", game_id, entries())
    if not can_be_dealt(game_id):
        why = entries()[game_id].unknown or "its script is not written yet"
        raise UnknownName(f"{game_id} cannot be dealt: {why}", accepts=", ".join(game_ids()))
    defined = importlib.import_module(f"{_package_of(game_id)}.game").GAME
    if not isinstance(defined, Game):
        raise ScriptError(f"{game_id}: GAME is not a Game")
    return defined


@cache
def packages_of(game_id: str) -> frozenset[str]:
    """The packages a game is made of: its own, and those of its family that it imports."""
    return made_of(_package_of(game_id), game(game_id).script.__module__)


def made_of(package: str, *modules: str) -> frozenset[str]:
    """A package and its neighbours that its modules, and those named, import from; all are loaded."""
    beside = f"{__name__}." if package.startswith(f"{__name__}.") else f"{package.partition('.')[0]}."
    packages: set[str] = set()
    todo = {package, *(name.rpartition(".")[0] for name in modules)}
    while todo:
        packages |= todo
        loaded = [module for name, module in list(sys.modules.items()) if name.rpartition(".")[0] in todo]
        sources = {_source(thing) for module in loaded for thing in list(vars(module).values())}
        todo = {name.rpartition(".")[0] for name in sources if name.startswith(beside)} - packages - {__name__}
    return frozenset(packages)


def _source(thing: object) -> str:
    """The module that something comes from."""
    name = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", "")
    return name if isinstance(name, str) else ""


@cache
def _facet(game_id: str, name: str) -> object:
    package = _package_of(game_id)
    module = f"{package}.{name}"
    if find_spec(package) is None or find_spec(module) is None:
        return None
    return getattr(importlib.import_module(module), name.upper())


def facet(game_id: str, name: str, kind: type[F]) -> F | None:
    """What a game knows beyond dealing: ``ODDS`` of its module ``odds``, of the type that such a facet has."""
    defined = _facet(game_id, name)
    if defined is not None and not isinstance(defined, kind):
        raise ScriptError(f"{game_id}: {name.upper()} is not a {kind.__name__}")
    return defined


def open_table(game_id: str, as_of: date | None = None, settings: Settings | None = None) -> Table:
    """Open a table as of a date; without one, under the newest text known.

    >>> table = open_table("roulette", date(1998, 11, 16), Settings(options={"even-money-on-zero": "whole"}))
    >>> table.place("corner:1-2-4-5").where
    'the common corner of 1, 2, 4, 5'
    """
    day = law.newest() if as_of is None else _day(as_of)
    law.chapter_on(day)
    if not isinstance(game_id, str):
        raise unknown("game", game_id, entries())
    if game_id in entries():
        _require_listed(game_id, day)
    dealt = game(game_id)
    house = open_house(dealt, day, settings)
    return Table(dealt, house, dealt.betting.layout(house))


def _day(given: object) -> date:
    """A date; the time of day of a datetime is dropped."""
    if isinstance(given, datetime):
        return given.date()
    if not isinstance(given, date):
        raise EditionError(f"{shown(given, 40)} is not a date", accepts="a date, like date(1998, 11, 16)")
    return given


def _require_listed(game_id: str, day: date) -> None:
    number = subchapter_of(game_id)
    first = law.subchapter_since(number)
    if day < first:
        known = law.subchapter(number).first_day() is not None
        raise EditionError(
            f"{game_id} {'was not yet authorized' if known else 'is not known to have been authorized'} on {day}: "
            f"subchapter {number} is {'effective' if known else 'first seen'} {first}",
            accepts=f"dates from {first} on",
        )
