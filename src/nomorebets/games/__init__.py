"""The games: each is found by its id and its facets by their names. The only place that imports by name.

A game is a folder of this package, or a package of its own that the entry-point group ``nomorebets.games`` names; its
module ``game`` has a ``GAME``. What else it knows are facets, each imported when it is asked for: ``odds``,
``simulation``, ``strategies``, ``felt``.

Where the chapter's text of a game is not available, a licensee's game file supplies its terms. Its path may stand
wherever the id of a game stands for whoever runs the program (:func:`named`), never for those whom a house serves: for
them there are the ids, the samples we ship, and what the house offers from its own files (:func:`offer`).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from nomorebets.errors import EditionError, ScriptError, TermsMissing, UnknownName, shown, unknown
from nomorebets.regulation import law, reading
from nomorebets.regulation.law import entries, subchapter_of
from nomorebets.table.game import Game, Table
from nomorebets.table.game_file import EQUIPMENT, FILE_OPTION, OWN, RULES_OPTION, GameFile, read_game_file, rules_from
from nomorebets.table.house import Settings, open_house
from nomorebets.table.variation import GameVariations, may_not_offer, varied
from nomorebets.untrusted import GAME_FILE, read_path

__all__ = [
    "can_be_dealt",
    "entries",
    "facet",
    "file_of",
    "first_game",
    "game",
    "game_ids",
    "game_under",
    "id_of",
    "is_written",
    "menu",
    "named",
    "offer",
    "open_table",
    "packages_of",
    "sample",
    "subchapter_of",
    "terms_of",
    "usual_options",
    "variations_of",
]

F = TypeVar("F")
SAMPLE = "sample:"
SAMPLES = Path(__file__).parent / "samples"
MAY_BE_OFFERED = "a game that is authorized, or tested until a day that is not over: status in its file"
OWN_GAMES = tuple(OWN + equipment for equipment in EQUIPMENT)  # dealt by the rules of a file alone
_offered: dict[str, GameFile] = {}  # what this process offers from a file where it is named, by its id


@cache
def _package_of(game_id: str) -> str:
    """The package a game lives in."""
    return law.installed_games().get(game_id) or f"{__name__}.{game_id.replace('-', '_')}"


# --- games whose terms a file supplies -------------------------------------------------------------------------------


def samples() -> list[str]:
    """The names of the game files that we ship to copy."""
    return sorted(file.stem for file in SAMPLES.glob("*.toml"))


def sample(game_id: str) -> bytes:
    """The game file that we ship for a game, to copy: a sample and not the law.

    >>> sample("fast-action-holdem").startswith(b"# A SAMPLE")
    True
    """
    if game_id not in samples():
        raise unknown("sample of a game file", game_id, samples())
    return (SAMPLES / f"{game_id}.toml").read_bytes()


def named(text: str | Path, beside: Path | None = None) -> tuple[str, Settings]:
    """A game as whoever runs the program names it: by its id, as a sample, or by the path of a game file.

    Returns its id, and the settings that the file says. ``beside``: the folder that a path goes out from.

    >>> named("roulette")[0], named("sample:fast-action-holdem")[0]
    ('roulette', 'fast-action-holdem')
    """
    text = str(text) if isinstance(text, Path) else text
    file = _file_of(text)
    if file is None and isinstance(text, str) and text.endswith(".toml"):
        path = (beside or Path()) / text
        file = read_game_file(read_path(path, GAME_FILE), path.name)
    return (text, Settings()) if file is None else (file.game, file.settings)


def offer(path: Path, licensee: str = "") -> str:
    """Offer a game from a file, wherever it is named in this process; its id. ``licensee``: whose house it is."""
    file = read_game_file(read_path(path, GAME_FILE), path.name)
    _open(file.game, law.newest(), file.settings)  # what is wrong with it is said now
    if file.rules is not None:
        if file.id in entries() or file.id in OWN_GAMES:
            raise UnknownName(f"{path.name}: {file.id} is a game of the chapter", accepts="another name")
        why = may_not_offer(file.rules.status, date.today(), licensee)
        if why:
            raise UnknownName(
                f"{file.rules.name} cannot be offered: {why}", reading("R-8.4-status"), law.newest(), MAY_BE_OFFERED
            )
    _offered[file.id] = file
    return file.id


def _file_of(name: object) -> GameFile | None:
    """The file behind a name that anybody may say: a sample, or what this process offers."""
    if isinstance(name, str) and name.startswith(SAMPLE):
        game_id = name.removeprefix(SAMPLE)
        return read_game_file(sample(game_id), name)
    return _offered.get(name) if isinstance(name, str) else None


def id_of(name: str) -> str:
    """The id of a game that may be named as a sample."""
    file = _file_of(name)
    return name if file is None else file.game


def terms_of(name: str, settings: Settings | None = None) -> Settings:
    """Settings of a game, over what a file says of it; those from a file of their own stand alone."""
    file, asked = _file_of(name), settings or Settings()
    return asked if file is None or FILE_OPTION in asked.options else asked.over(file.settings)


# --- finding a game --------------------------------------------------------------------------------------------------


@cache
def is_written(game_id: str) -> bool:
    """Whether a game has a script."""
    if game_id not in entries() and game_id not in OWN_GAMES:
        return False
    package = _package_of(game_id)
    return find_spec(package) is not None and find_spec(f"{package}.game") is not None


def can_be_dealt(game_id: str) -> bool:
    """Whether a game can be dealt where nothing but its name is said."""
    if game_id in _offered:
        return True
    return game_id in entries() and is_written(game_id) and not entries()[game_id].unknown


def game_ids() -> list[str]:
    """The ids of the games that can be dealt."""
    return [game_id for game_id in (*entries(), *_of_files()) if can_be_dealt(game_id)]


def _of_files() -> list[str]:
    """What is offered from files beside the games of the chapter."""
    return [name for name in _offered if name not in entries()]


def menu() -> dict[str, str]:
    """The names of the games that the chapter lists and of those offered from files, by their ids."""
    listed = {game_id: entry.name for game_id, entry in entries().items()}
    return listed | {name: game(name).entry.name for name in _of_files()}


def first_game() -> str:
    """The game that a newcomer is shown first."""
    return next(entry.id for entry in entries().values() if entry.first)


def game(name: str) -> Game:
    """A game that has a script, by its id, as a sample, or as this process offers it from a file."""
    file = _file_of(name)
    if file is None:
        return _written(name)
    return _written(file.game) if file.rules is None else _varied(file.game, file.rules.text())


def game_under(game_id: str, settings: Settings) -> Game:
    """A game as settings have it: as the rules of a file make it, where they come from one."""
    rules = settings.options.get(RULES_OPTION)
    return game(game_id) if rules is None else _varied(id_of(game_id), str(rules))


def variations_of(game_id: str) -> GameVariations:
    """What a game file may do with a game, beyond its pay tables and options."""
    return facet(game_id, "variations", GameVariations) or GameVariations()


@lru_cache(maxsize=64)
def _varied(game_id: str, rules: str) -> Game:
    """A game as the rules of a file have it."""
    return varied(_written(game_id), rules_from(rules), variations_of(game_id))


@cache
def _written(game_id: str) -> Game:
    """A game that has a script, as the chapter has it."""
    if game_id not in entries() and game_id not in OWN_GAMES:
        raise unknown("game", game_id, [*entries(), *_offered])
    if not is_written(game_id):
        why = entries()[game_id].unknown or "it is coming later"
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


def file_of(game_id: str, name: str) -> Path | None:
    """A file of data in a game's folder; None where it has none."""
    spec = find_spec(_package_of(id_of(game_id)))
    folders = spec.submodule_search_locations or () if spec is not None else ()
    return next((path for folder in folders if (path := Path(folder) / name).is_file()), None)


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
    day = law.newest() if as_of is None else as_day(as_of)
    law.chapter_on(day)
    if not isinstance(game_id, str):
        raise unknown("game", game_id, entries())
    return _open(id_of(game_id), day, terms_of(game_id, settings))


def usual_options(game_id: str, day: date) -> Mapping[str, str]:
    """The options of a table of which nothing is said; none where a game has none without a file."""
    try:
        return open_table(game_id, day).house.options
    except TermsMissing:
        return {}


def _open(game_id: str, day: date, settings: Settings) -> Table:
    dealt = game_under(game_id, settings)
    house = open_house(dealt, day, settings)
    return Table(dealt, house, dealt.betting.layout(house))


def as_day(given: object) -> date:
    """A date; the time of day of a datetime is dropped."""
    if isinstance(given, datetime):
        return given.date()
    if not isinstance(given, date):
        raise EditionError(f"{shown(given, 40)} is not a date", accepts="a date, like date(1998, 11, 16)")
    return given
