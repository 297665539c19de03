"""What supervisors do at open tables, as the floor log keeps it: changes of rules with their notices (8.3), exceptions
for one player (8.2), and who is taken out of a tournament (8.6). The rules of a table are those it was opened with and
the changes that took effect.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

import msgspec

from nomorebets.compliance.change import Act, Change, Judged, judge_at
from nomorebets.games import open_table
from nomorebets.server.book.rows import TableRow
from nomorebets.table import Settings, Table

_ACTS: dict[Act, str] = {"posted": "posted", "announced": "announced", "regulator told": "regulator_notified"}


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="did", kw_only=True):
    """Something that was done; ``number`` is that of the change or of the exception at its table."""

    number: int
    at: datetime
    who: str = ""  # the patron id of the supervisor; nobody's where the table does it by itself
    name: str = ""  # and the name he goes by


class Drafted(Entry, frozen=True, tag="drafted"):
    """A change that somebody means to make."""

    option: str = ""
    value: str | int | bool | None = None
    pay_table: dict[str, Any] = {}
    limits: dict[str, Any] = {}

    def change(self, table_id: str) -> Change:
        return Change("", table_id, self.option, self.value, dict(self.pay_table), dict(self.limits))


class Noticed(Entry, frozen=True, tag="noticed"):
    """One of the acts by which notice is given: what the sign says, what was announced, what the regulator was sent."""

    act: Act
    words: str


class TookEffect(Entry, frozen=True, tag="took effect"):
    """A change that holds from a round on, and what was otherwise before."""

    round: int
    changes: list[dict[str, str | None]]
    closed: bool = False  # nobody played there


class Withdrawn(Entry, frozen=True, tag="withdrawn"):
    """A change that is not made."""


class Allowed(Entry, frozen=True, tag="allowed"):
    """One player may wager outside the limits, and who allowed it."""

    patron: str
    player: str
    wager: str
    limits: dict[str, str]


class NoLonger(Entry, frozen=True, tag="no longer allowed"):
    """An exception that has ended."""


class Disqualified(Entry, frozen=True, tag="disqualified"):
    """An entrant of a tournament whom a supervisor takes out, and why (8.6(e))."""

    patron: str
    player: str
    why: str


AnyEntry = Drafted | Noticed | TookEffect | Withdrawn | Allowed | NoLonger | Disqualified


def written(entry: AnyEntry) -> str:
    return msgspec.json.encode(entry).decode()


def read(text: str) -> AnyEntry:
    entry: AnyEntry = msgspec.json.decode(text, type=AnyEntry)
    return entry


@dataclass
class Floor:
    """A table's floor log, followed: which changes are under way, which took effect, and who may do what."""

    table_id: str
    game: str
    day: date
    settings: Settings  # in force
    changes: dict[int, Change] = field(default_factory=dict)  # under way
    exceptions: dict[int, Allowed] = field(default_factory=dict)
    disqualified: dict[str, str] = field(default_factory=dict)  # patrons, and why
    number: int = 0  # of the last change or exception
    took_effect: list[TookEffect] = field(default_factory=list)

    def follow(self, entry: AnyEntry) -> None:
        match entry:
            case Drafted():
                self.changes[entry.number] = entry.change(self.table_id)
            case Noticed():
                given = {_ACTS[entry.act]: entry.at}
                self.changes[entry.number] = msgspec.structs.replace(self.changes[entry.number], **given)
            case TookEffect():
                self.settings = self.changes.pop(entry.number).settings.over(self.settings)
                self.took_effect.append(entry)
            case Withdrawn():
                del self.changes[entry.number]
            case Allowed():
                self.exceptions[entry.number] = entry
            case NoLonger():
                del self.exceptions[entry.number]
            case Disqualified():
                self.disqualified[entry.patron] = entry.why
        self.number = max(self.number, entry.number)

    def judge(self, change: Change, closed: bool, effective: datetime | None = None) -> Judged:
        """How far a change has come, and what is missing."""
        asked = msgspec.structs.replace(change, closed=closed, effective=effective)
        return judge_at(asked, self.table_id, self.game, self.day, self.settings)


def floor_of(row: TableRow) -> Floor:
    """The floor of a table as the book has it."""
    return followed(row.id, row.game, row.as_of, row.house, map(read, row.floor))


def followed(table_id: str, game: str, as_of: str, house: dict[str, Any], entries: Iterable[AnyEntry]) -> Floor:
    floor = Floor(table_id, game, date.fromisoformat(as_of), Settings(**house))
    for entry in entries:
        floor.follow(entry)
    return floor


def table_of(row: TableRow) -> Table:
    """A table under the rules that are in force there."""
    return open_table(row.game, date.fromisoformat(row.as_of), floor_of(row).settings)
