"""The game file: a game varied, or one of somebody's own, in TOML, read where the name of a game may stand.

The file comes from outside: it is bounded before it is parsed, and nothing in it is carried out. What it says becomes
settings of the game it names: its terms are options, and what no option can say is one option more, ``game-rules``,
the rest of the file as JSON. So whatever is made at such a table, a record above all, has the rules with it and does
not need the file again. What the rules mean is read where a table is opened (:mod:`nomorebets.table.variation`).

    game = "…"                                          the game of the chapter that it varies; or
    equipment = "cards"                                 what a game of one's own is played with
    name = "…"                                          what the game is called
    status = { is = "test", until = …, at = "…" }       what may be done with it: proposed, if nothing is said
    terms = { decks = 1, copies = "dealer" }            terms, by the names of options
    pay-table = { … }                                   odds, by wager
    limits = { table = { min = "5.00", max = "500.00" } }
    without = ["…"]                                     wagers that it leaves out
    [[wager]]                                           wagers that it adds
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from nomorebets.errors import RulesError, one_line, shown, unknown
from nomorebets.regulation import law
from nomorebets.table.house import NO_LIMIT, Settings, rows_of
from nomorebets.untrusted import GAME_FILE, is_deep, read_toml

if TYPE_CHECKING:
    from nomorebets.table.game import Game

FILE_OPTION = "game-file"  # the option under which a house names the file that its terms are from
RULES_OPTION = "game-rules"  # and the one that holds what no other option can say
NO_FILE = "none"
MOST_WAGERS = 40
EQUIPMENT = ("cards", "dice", "wheel")
OWN = "own-"  # before the equipment: the id of a game that is all the file's
_GROUPS = ("terms", "pay-table", "limits")
_VARIES = ("without", "wager")
_COMMON = ("game", "equipment", "name", "status", *_GROUPS)
_EXAMPLE = "a game, its name, and tables of terms, pay-table and limits"
_LIMITS = 'limits = { table = { min = "5.00", max = "500.00" } }'
_SLUG = re.compile(r"[^a-z0-9]+")

State = Literal["proposed", "test", "authorized", "repealed"]
STATES: tuple[State, ...] = get_args(State)


class GameFileError(RulesError):
    """A game file that cannot be read, or lacks something."""

    who = "game file"


class Status(msgspec.Struct, frozen=True):
    """What the regulator has said of a game: nothing yet, a test at one licensee until a day, yes, or no more."""

    state: State = "proposed"
    until: date | None = None  # the last day of a test
    at: str = ""  # the licensee that tests it
    since: date | None = None  # the day of the approval, or of the repeal


class Rules(msgspec.Struct, frozen=True):
    """What a game file says beyond settings."""

    name: str
    status: Status = Status()
    terms: Mapping[str, str] = {}
    pay_table: Mapping[str, str] = {}
    without: tuple[str, ...] = ()
    wager: tuple[Mapping[str, Any], ...] = ()
    own: Mapping[str, Any] = {}  # of a game that is all the file's: its equipment, and how it is played

    def text(self) -> str:
        """As the option holds it."""
        return msgspec.json.encode(self).decode()


class GameFile(msgspec.Struct, frozen=True):
    """What a game file says: a game, and the settings it is dealt under."""

    name: str  # of the file
    game: str
    settings: Settings
    rules: Rules | None = None  # none where there is nothing but terms that the chapter's text would have

    @property
    def id(self) -> str:
        """What the game is called where there are ids."""
        return self.game if self.rules is None else slug(self.rules.name)


def file_of(options: Mapping[str, str]) -> str:
    """The file that the terms of a house are from; nothing where there is none."""
    name = options.get(FILE_OPTION, NO_FILE)
    return "" if name == NO_FILE else name


def rules_of(options: Mapping[str, object]) -> Rules | None:
    """The rules that settings or a house have from a file; None where they have none."""
    text = options.get(RULES_OPTION)
    return None if text is None else rules_from(str(text))


def shown_options(options: Mapping[str, str]) -> dict[str, str]:
    """Options as they are told to people: without the rules of a file, which are read elsewhere."""
    return {name: value for name, value in options.items() if name != RULES_OPTION}


def rules_from(text: str) -> Rules:
    """Rules as an option holds them; they may come from a record that somebody sends."""
    content = text.encode()
    if len(content) > 2 * GAME_FILE or is_deep(content):
        raise GameFileError(
            f"{RULES_OPTION} of {len(content):,} bytes is too large", accepts="the rules of a game file"
        )
    try:
        return msgspec.json.decode(content, type=Rules)
    except msgspec.MsgspecError as fault:
        text = f"{RULES_OPTION} cannot be read: {one_line(fault)}"
        raise GameFileError(text, accepts="what a game file was read as") from None


def slug(name: str) -> str:
    """A name as an id.

    >>> slug("Royal Pairs (21)")
    'royal-pairs-21'
    """
    return _SLUG.sub("-", name.lower()).strip("-")


def called(game: Game) -> str:
    """What a game is called where there are ids: its own, or the name that its file gives it."""
    return slug(game.name) or game.id


# --- reading ---------------------------------------------------------------------------------------------------------


def is_game_file(content: bytes) -> bool:
    """Whether a file says of itself that it is of a game; one that cannot be read is said to be of none."""
    try:
        raw = read_toml(content, "", GameFileError, _EXAMPLE, len(content))
    except GameFileError:
        return False
    return "game" in raw or "equipment" in raw


def read_game_file(content: bytes, name: str) -> GameFile:
    """A game file from its TOML text; what is missing or unknown is refused with what would be accepted.

    >>> read_game_file(b'game = "roulette"', "mine.toml")
    Traceback (most recent call last):
    nomorebets.table.game_file.GameFileError: mine.toml: roulette is an authorized game, and nothing says what this \
variation of it is called; accepted: name = "…"
    """
    name = one_line(name, 80)
    raw = read_toml(content, name, GameFileError, _EXAMPLE, GAME_FILE)
    game = _game(raw, name)
    is_own = "equipment" in raw
    if not is_own:  # what a game of one's own has besides, its folder knows
        _require_known(name, "game file", raw, (*_COMMON, *_VARIES))
    is_plain = not is_own and bool(law.entries()[game].unknown) and not {*raw} & {"name", "status", *_VARIES}
    if not is_own and not is_plain and "name" not in raw:
        text = f"{name}: {game} is an authorized game, and nothing says what this variation of it is called"
        raise GameFileError(text, accepts='name = "…"')
    terms, pay_table, limits = (_group(raw, key, name) for key in _GROUPS)
    if not _are_posted(limits):
        raise GameFileError(f"{name} posts no least and no most wager", accepts=_LIMITS)
    for own in (FILE_OPTION, RULES_OPTION):
        if own in terms:
            raise GameFileError(f"{name}: {own} is the file's own name or text", accepts=f"no {own}")
    options = {**terms, FILE_OPTION: name}
    if is_plain:
        return GameFile(name, game, Settings(options, pay_table, limits))
    rules = Rules(
        _words(raw, "name", name),
        _status(raw.get("status", {}), name),
        {key: _term(value) for key, value in terms.items()},
        {row: str(pays) for row, pays in rows_of(pay_table).items()},
        tuple(_listed(raw, "without", str, name)),
        tuple(_listed(raw, "wager", dict, name)),
        {key: value for key, value in raw.items() if key not in (*_COMMON, *_VARIES)} if is_own else {},
    )
    return GameFile(name, game, Settings({**options, RULES_OPTION: rules.text()}, {}, limits), rules)


def _game(raw: Mapping[str, Any], name: str) -> str:
    """The id of the game that a file is about."""
    if "equipment" in raw:
        if "game" in raw:
            text = f"{name} names a game of the chapter and equipment of its own"
            raise GameFileError(text, accepts="game, to vary it, or equipment, for a game of its own")
        if raw["equipment"] not in EQUIPMENT:
            text = f"{name}: equipment = {shown(raw['equipment'], 40)} is not known here"
            raise GameFileError(text, accepts=", ".join(f'"{known}"' for known in EQUIPMENT))
        return OWN + str(raw["equipment"])
    game = raw.get("game")
    if game is None and not {"cards", "dice", "sections"} & {*raw}:  # of a game of its own
        _require_known(name, "game file", raw, (*_COMMON, *_VARIES))
    if game is not None and not isinstance(game, str):
        text = "[game] begins a table of entries" if isinstance(game, dict | list) else f"game = {shown(game, 40)}"
        raise GameFileError(
            f"{name}: {text}, and names no game", accepts='one line, game = "…", at the head of the file'
        )
    if game is None:
        accepts = 'game = "…", a game of the chapter, or equipment = "cards", "dice" or "wheel"'
        raise GameFileError(f"{name} does not say which game it is about", accepts=accepts)
    if game not in law.entries():
        near = unknown("game", game, law.entries()).accepts
        raise GameFileError(f"{name}: no game is called {shown(game)}", accepts=near)
    return game


def _require_known(name: str, what: str, raw: Mapping[str, Any], known: Iterable[str]) -> None:
    for key in raw:
        if key not in known:
            accepts = unknown("entry", key, known).accepts
            raise GameFileError(f"{name}: no entry of a {what} is called {shown(key)}", accepts=accepts)


def _words(raw: Mapping[str, Any], key: str, name: str) -> str:
    words = raw.get(key)
    if not isinstance(words, str) or not words.isprintable() or not 2 <= len(words) <= 60 or not slug(words):
        raise GameFileError(
            f"{name}: {key} = {shown(words, 70)} is no name", accepts="2 to 60 letters, in quotation marks"
        )
    return words


def _term(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _group(raw: Mapping[str, Any], key: str, name: str) -> dict[str, Any]:
    group = raw.get(key, {})
    if not isinstance(group, dict):
        raise GameFileError(f"{name}: {key} = {shown(group)} is no table", accepts=f"[{key}], and lines below it")
    for entry, value in group.items():
        if key == "terms" and not isinstance(value, str | int):  # a switch is an int too
            text = f"{name}: {one_line(entry, 40)} = {shown(value, 40)} is no term"
            raise GameFileError(text, accepts=f'a word or a whole number, like {one_line(entry, 40)} = "1"')
    return group


def _listed(raw: Mapping[str, Any], key: str, kind: type, name: str) -> list[Any]:
    every = raw.get(key, [])
    if not isinstance(every, list) or not all(isinstance(one, kind) for one in every):
        accepts = f'{key} = ["…"]' if kind is str else f"[[{key}]], and lines below it"
        raise GameFileError(f"{name}: {key} = {shown(every, 40)} is no list of them", accepts=accepts)
    if kind is dict and len(every) > MOST_WAGERS:
        raise GameFileError(f"{name}: {len(every)} times [[{key}]]", accepts=f"at most {MOST_WAGERS}")
    return every


def _status(raw: object, name: str) -> Status:
    """A status, with all that it needs."""
    if not isinstance(raw, dict):
        raise GameFileError(f"{name}: status = {shown(raw, 40)} is no table", accepts='status = { is = "proposed" }')
    _require_known(name, "status", raw, ("is", "until", "at", "since"))
    state = raw.get("is", "proposed")
    if state not in STATES:
        raise GameFileError(f"{name}: status.is = {shown(state, 40)}", accepts=", ".join(STATES))
    for key, form in (("until", date), ("since", date), ("at", str)):
        if key in raw and type(raw[key]) is not form:  # a time of day is no date
            accepts = "a date, like 2026-12-31, without quotation marks" if form is date else "the licensee's name"
            raise GameFileError(f"{name}: status.{key} = {shown(raw[key], 40)}", accepts=accepts)
    for key in {"test": ("until", "at"), "authorized": ("since",), "repealed": ("since",)}.get(state, ()):
        if not raw.get(key):
            text = f"{name}: a game whose status is {state} says {'where' if key == 'at' else key}"
            raise GameFileError(text, accepts=f"status.{key} = {chr(34) + '…' + chr(34) if key == 'at' else 'a date'}")
    return Status(state, raw.get("until"), raw.get("at", ""), raw.get("since"))


def _are_posted(limits: dict[str, Any]) -> bool:
    """Whether a least and a most wager of the table are posted; whether they are amounts is asked elsewhere."""
    table = limits.get("table")
    return isinstance(table, dict) and {"min", "max"} <= {end for end, amount in table.items() if amount != NO_LIMIT}
