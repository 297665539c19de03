"""The game file: a licensee's own terms of a game, in TOML, read where the name of a game may stand.

The file comes from outside: it is bounded before it is parsed, and nothing in it is carried out. What it says are
settings of the game it names, which are checked where a table is opened, as those of a house file are. So whatever is
made at such a table, a record above all, has the terms with it and does not need the file again.

    game = "…"                                          the game of the chapter that it is about
    terms = { decks = 1, copies = "dealer" }            its terms, by the names of its options
    pay-table = { … }                                   odds, by wager
    limits = { table = { min = "5.00", max = "500.00" } }
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from nomorebets.errors import RulesError, one_line, shown, unknown
from nomorebets.regulation import law
from nomorebets.table.house import Settings
from nomorebets.untrusted import GAME_FILE, read_toml

FILE_OPTION = "game-file"  # the option under which a house names the file that its terms are from
NO_FILE = "none"
_GROUPS = ("terms", "pay-table", "limits")
_KEYS = ("game", *_GROUPS)
_EXAMPLE = "a game, and tables of terms, pay-table and limits"
_LIMITS = 'limits = { table = { min = "5.00", max = "500.00" } }'


def file_of(options: Mapping[str, str]) -> str:
    """The file that the terms of a house are from; nothing where there is none."""
    name = options.get(FILE_OPTION, NO_FILE)
    return "" if name == NO_FILE else name


class GameFileError(RulesError):
    """A game file that cannot be read, or lacks something."""

    who = "game file"


class GameFile(msgspec.Struct, frozen=True):
    """What a game file says: a game of the chapter, and the settings it is dealt under."""

    name: str  # of the file
    game: str
    settings: Settings


def read_game_file(content: bytes, name: str) -> GameFile:
    """A game file from its TOML text; what is missing or unknown is refused with what would be accepted.

    >>> read_game_file(b'term = {}', "mine.toml")
    Traceback (most recent call last):
    nomorebets.table.game_file.GameFileError: mine.toml: no entry of a game file is called 'term'; accepted: terms
    """
    name = one_line(name, 80)
    raw = read_toml(content, name, GameFileError, _EXAMPLE, GAME_FILE)
    for key in raw:
        if key not in _KEYS:
            accepts = unknown("entry", key, _KEYS).accepts
            raise GameFileError(f"{name}: no entry of a game file is called {shown(key)}", accepts=accepts)
    game = raw.get("game")
    if not isinstance(game, str):
        raise GameFileError(f"{name} does not say which game it is about", accepts='game = "…", a game of the chapter')
    if game not in law.entries():
        accepts = unknown("game", game, law.entries()).accepts
        raise GameFileError(f"{name}: no game is called {shown(game)}", accepts=accepts)
    if not law.entries()[game].unknown:
        without = ", ".join(entry.id for entry in law.entries().values() if entry.unknown)
        text = f"{name}: the text of {game} is known, and its options are set in a house file or one by one"
        raise GameFileError(text, accepts=f"a game whose text is not available: {without}")
    terms, pay_table, limits = (_group(raw, key, name) for key in _GROUPS)
    if not _are_posted(limits):
        raise GameFileError(f"{name} posts no least and no most wager", accepts=_LIMITS)
    if FILE_OPTION in terms:
        raise GameFileError(f"{name}: {FILE_OPTION} is the file's own name", accepts=f"no {FILE_OPTION}")
    return GameFile(name, game, Settings({**terms, FILE_OPTION: name}, pay_table, limits))


def _group(raw: dict[str, Any], key: str, name: str) -> dict[str, Any]:
    group = raw.get(key, {})
    if not isinstance(group, dict):
        raise GameFileError(f"{name}: {key} = {shown(group)} is no table", accepts=f"[{key}], and lines below it")
    for entry, value in group.items():
        if key == "terms" and not isinstance(value, str | int):  # a switch is an int too
            text = f"{name}: {one_line(entry, 40)} = {shown(value, 40)} is no term"
            raise GameFileError(text, accepts=f'a word or a whole number, like {one_line(entry, 40)} = "1"')
    return group


def _are_posted(limits: dict[str, Any]) -> bool:
    """Whether a least and a most wager of the table are posted; whether they are amounts is asked elsewhere."""
    table = limits.get("table")
    return isinstance(table, dict) and {"min", "max"} <= {*table}
