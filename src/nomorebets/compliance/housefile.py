"""The house file: one licensee's tables, written in TOML by whoever is responsible for them.

Reading collects what is wrong with a table's entries instead of stopping at the first. Only a file from which no table
can be made out is refused altogether.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from nomorebets.errors import RulesError
from nomorebets.games import named
from nomorebets.regulation import law
from nomorebets.rulings.transcript import PARTS
from nomorebets.table.game_file import is_game_file
from nomorebets.table.house import Settings
from nomorebets.untrusted import HOUSE_FILE, read_toml

_DEEPEST = 16  # the deepest entry a house file has is limits.straight.min of a table
_LARGEST = 2**63  # TOML's own bound for whole numbers


class HouseFileError(RulesError):
    """A house file that cannot be read, or has no such table."""

    who = "house file"


class FileFault(msgspec.Struct, frozen=True):
    """An entry that no house file has, or that is of the wrong kind."""

    what: str
    remedy: str


class HouseTable(msgspec.Struct, frozen=True, rename="kebab"):
    """One table as the file describes it; nothing is checked against the rules yet."""

    id: str = ""
    game: str = ""
    pit: str = ""
    since: date | None = None
    options: dict[str, Any] = {}
    before: dict[str, Any] = {}  # options as they were before the last change
    pay_table: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    notices: dict[str, Any] = {}
    layout: tuple[str, ...] = ()
    offered_to: Any = None
    printed_odds: dict[str, Any] = {}
    exceptions: tuple[dict[str, Any], ...] = ()  # limits of one player, and who allowed them
    approved: date | None = None  # when this version of the table was approved
    until: date | None = None  # the first day on which a later version was in force
    guide_filed: date | None = None  # when its gaming guide was filed

    @property
    def settings(self) -> Settings:
        """What it asks for, apart from signs and print."""
        return Settings(dict(self.options), dict(self.pay_table), dict(self.limits))


class Entry(msgspec.Struct, frozen=True):
    """A table with its place in the file and what is wrong with how it is written."""

    number: int
    table: HouseTable
    faults: tuple[FileFault, ...] = ()

    @property
    def label(self) -> str:
        """Its id, or its place in the file: ``R-1``, ``#2``; of a superseded version ``R-1 until 1999-05-01``."""
        name = self.table.id or f"#{self.number}"
        return name if self.table.until is None else f"{name} until {self.table.until}"


class HouseFile(msgspec.Struct, frozen=True):
    """A licensee and its tables."""

    entries: tuple[Entry, ...]
    licensee: str | None = None
    as_of: date | None = None
    faults: tuple[FileFault, ...] = ()

    @property
    def in_force(self) -> tuple[Entry, ...]:
        """The tables as they are run now, without the versions that were superseded."""
        return tuple(entry for entry in self.entries if entry.table.until is None)

    def day(self, entry: Entry) -> date | None:
        """The date whose text a table goes by; None for the newest."""
        return entry.table.since or self.as_of


_TOP = ("licensee", "as_of", "table")
_SHOWN = {  # what an entry of a table looks like
    "id": '"R-1"',
    "game": '"roulette"',
    "pit": '"Pit 4"',
    "since": "1999-04-01",
    "options": '{ wheel-kind = "double-zero" }',
    "before": '{ payout-limit = "75000.00" }',
    "pay-table": '{ straight = "35 to 1" }',
    "limits": '{ table = { min = "5.00", max = "500.00" } }',
    "notices": '{ even-money-on-zero = "half" }',
    "layout": '["wheel-replica"]',
    "offered-to": '"everyone"',
    "printed-odds": '{ bigsix-joker = "45 to 1" }',
    "approved": "1999-03-15",
    "until": "1999-05-01",
    "guide-filed": "1999-03-15",
    "exceptions": '[{ player = "A. Smith", wager = "table", max = "2000.00", allowed-by = "J. Doe" }]',
}
_FIELDS = {field.encode_name: field for field in msgspec.structs.fields(HouseTable)}


def read_house_file(content: bytes, folder: Path | None = None) -> HouseFile:
    """Read a house file; unknown entries are collected, each with the nearest known name.

    ``folder``: where the game files lie that tables may name as their game; without it, none is read.

    >>> read_house_file(b'[[table]]\\ngame = "roulette"\\npaytable = {}').entries[0].faults[0].remedy
    'write pay-table instead of paytable'
    """
    example = 'lines like game = "roulette"'
    document = read_toml(content, "the house file", HouseFileError, example, HOUSE_FILE)
    text = content.decode("utf-8-sig")
    _require_bounded(document)
    licensee = document.get("licensee")
    if licensee is not None and not isinstance(licensee, str):
        raise _wrong_at_top(text, "licensee", 'licensee = "Boardwalk Palace"')
    try:
        as_of = msgspec.convert(document.get("as_of"), date | None)
    except msgspec.ValidationError:
        raise _wrong_at_top(text, "as_of", "as_of = 1999-03-01") from None
    tables = document.get("table", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise _wrong_at_top(text, "table", "[[table]], once for each table")
    if not tables and "game" in document and document.keys() & set(PARTS) - {"game", *_TOP}:
        accepts = "a house file, with a [[table]]; nomorebets dispute rules on a transcript"
        raise HouseFileError("this is a transcript, and no house file", accepts=accepts)
    if not tables and is_game_file(content):
        accepts = 'a house file, whose tables may name it: [[table]] with game = "my-game.toml"'
        raise HouseFileError("this is a game file, and no house file", accepts=accepts)
    if not tables:
        raise HouseFileError("the house file has no table", accepts='[[table]] with game = "roulette"')
    entries = tuple(_from_file(_entry(number, table), folder) for number, table in enumerate(tables, 1))
    return HouseFile(entries, licensee, as_of, tuple(_unknown_keys(document, _TOP, "")))


def settings_from(
    content: bytes, game_id: str, table_id: str | None, folder: Path | None = None
) -> tuple[date | None, Settings]:
    """What a house file asks for at its table of a game, and on which date: the only one, or the one with that id."""
    house = read_house_file(content, folder)
    entry = _table_named(house, game_id, table_id)
    for fault in house.faults + entry.faults:
        raise HouseFileError(fault.what, accepts=fault.remedy)
    return house.day(entry), entry.table.settings


def _table_named(house: HouseFile, game_id: str, table_id: str | None) -> Entry:
    """The only table of the game, or the one with that id; the error lists those there are."""
    if table_id is not None:
        labels = {entry.label: f"{entry.label} ({entry.table.game or 'no game'})" for entry in house.in_force}
        named = [entry for entry in house.in_force if entry.label == table_id]
        entries = [entry for entry in named if entry.table.game == game_id]
        if not named:
            raise HouseFileError(f"the house file has no table {table_id[:60]!r}", accepts=", ".join(labels.values()))
        if not entries:
            accepts = ", ".join(e.label for e in house.in_force if e.table.game == game_id) or "another house file"
            raise HouseFileError(
                f"table {table_id} is {named[0].table.game or 'of no game'}, not {game_id}", accepts=accepts
            )
    else:
        entries = [entry for entry in house.in_force if entry.table.game == game_id]
    if not entries:
        games = dict.fromkeys(entry.table.game for entry in house.in_force if entry.table.game)
        raise HouseFileError(f"the house file has no table of {game_id[:60]}", accepts=", ".join(games) or "none")
    if len(entries) > 1:
        with_id = f" with the id {table_id}" if table_id else ""
        text = f"the house file has {len(entries)} tables of {game_id}{with_id}"
        accepts = "ids that differ" if table_id else "--table " + ", ".join(entry.label for entry in entries)
        raise HouseFileError(text, accepts=accepts)
    return entries[0]


# --- reading -------------------------------------------------------------------------------------------------------


def _require_bounded(document: object) -> None:
    """Refuse what no house file has and what could not even be shown: endless nesting, endless numbers."""
    level: list[object] = [document]
    for _ in range(_DEEPEST):
        if any(isinstance(v, int) and not -_LARGEST <= v < _LARGEST for v in level):
            raise HouseFileError("the house file has a number of more than 64 bits", accepts='amounts like "500.00"')
        inside = (v.values() if isinstance(v, dict) else v for v in level if isinstance(v, dict | list))
        level = [value for values in inside for value in values]
        if not level:
            return
    raise HouseFileError("the house file is nested too deeply", accepts=_SHOWN["limits"])


def _wrong_at_top(text: str, key: str, shown: str) -> HouseFileError:
    lines = text.splitlines()
    at = next((n for n, line in enumerate(lines, 1) if re.match(rf"\s*\[*\s*{key}\b", line)), None)
    return HouseFileError((f"line {at}: " if at else "") + f"{key} is not what a house file has there", accepts=shown)


def _unknown_keys(keys: Mapping[str, object], known: tuple[str, ...], where: str) -> list[FileFault]:
    """The unknown keys, each with the nearest known one."""
    faults = []
    for key in keys:
        if key not in known:
            faults.append(FileFault(f"no entry {where}is called {key[:80]!r}", instead_of(key, known)))
    return faults


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """The known name nearest to an unknown one; none if all are far."""
    return difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)


def instead_of(name: str, known: Iterable[str]) -> str:
    """What to write instead of an unknown name: the nearest known one, or nothing."""
    names = list(known)
    for near in nearest(name, names):
        return f"write {near} instead of {name[:80]}"
    return f"leave {name[:80]} out; known: {', '.join(names) or 'none'}"


def _from_file(entry: Entry, folder: Path | None) -> Entry:
    """A table whose game is a sample or a game file: the game behind it, its own settings over those of the file."""
    table = entry.table
    if folder is None or table.game in law.entries():
        return entry
    try:
        game_id, of_file = named(table.game, folder)
    except (RulesError, OSError) as fault:
        accepts = getattr(fault, "accepts", None) or "a game file that can be read"
        text = fault.text if isinstance(fault, RulesError) else f"{table.game[:80]}: {fault.strerror}"
        return msgspec.structs.replace(entry, faults=(*entry.faults, FileFault(text, f"accepted: {accepts}")))
    own = table.settings.over(of_file)
    read = msgspec.structs.replace(table, game=game_id, options=own.options, pay_table=own.pay_table, limits=own.limits)
    return msgspec.structs.replace(entry, table=read)


def _entry(number: int, row: dict[str, Any]) -> Entry:
    """One table: what can be read of it, and a fault for everything else."""
    faults = _unknown_keys(row, tuple(_FIELDS), "of a table ")
    fields: dict[str, Any] = {}
    for key, field in _FIELDS.items():
        if key not in row:
            continue
        try:
            fields[field.name] = msgspec.convert(row[key], field.type)
        except msgspec.ValidationError:
            what = f"{key} = {str(row[key])[:60]!r} is of the wrong kind"
            faults.append(FileFault(what, f"write {key} = {_SHOWN[key]}, or the right value in that form"))
    return Entry(number, HouseTable(**fields), tuple(faults))
