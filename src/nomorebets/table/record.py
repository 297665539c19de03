"""The record of a round: JSON Lines, hash-chained, self-contained.

Line 1 is the header, then one line per entry, and the last closes the round with its rulings and postings. Every line
carries the hash of the line before it and its own, so a changed character is noticed and the line is named.
"""

from __future__ import annotations

import hashlib
import re
from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, Union

import msgspec

from nomorebets.errors import RecordError, RulesError, listed, one_line, shown
from nomorebets.games import is_written, open_table, packages_of
from nomorebets.regulation import Citation, law
from nomorebets.table.acceptance import MOST_SEATS
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.game import Table
from nomorebets.table.house import Settings
from nomorebets.table.ledger import Posting, seat_of, spot
from nomorebets.table.memory import read_opening
from nomorebets.table.money import MOST, cents, show
from nomorebets.table.play import Entry, Play
from nomorebets.table.requests import Answer, Request
from nomorebets.table.round import Round
from nomorebets.table.wagers import Ruling
from nomorebets.untrusted import RECORDS, is_deep

FORMAT = 1
START = "0" * 64
_LONGEST_LINE = 4_000_000
_EXPECTED = "JSON Lines as written by nomorebets deal --record"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a reader must know to rebuild the round: game, edition, house, seats, and the table as it stood."""

    format: int
    game: str
    chapter: str
    as_of: date
    house: HouseLines
    seats: dict[str, str]
    opening: Opening
    procedure: int = 1  # of the script, where it has been put right since
    seal: SealLines | None = None  # of its chance, where it was sealed
    training: bool = False  # dealt at a table where help is given for the asking (8.1)


class SealLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was published of a round's chance before its first wager, and the words that were mixed in."""

    commitment: str
    series: str = ""  # what was published of all rounds that were sealed with it
    words: dict[str, str] = {}  # by seat


class HouseLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All options, odds and limits in force, as they are written down."""

    options: dict[str, str]
    pays: dict[str, str]
    limits: dict[str, dict[str, str]]


@dataclass
class Record:
    """A round as it was recorded."""

    header: Header
    entries: list[Entry]
    rulings: list[Ruling] = field(default_factory=list)
    postings: list[Posting] = field(default_factory=list)

    @property
    def as_of(self) -> date:
        return self.header.as_of

    def felt(self, after: int | None = None) -> Felt:
        """The felt after an entry (the last, if none is named), rebuilt without running the script."""
        felt = Felt.opened(self.header.opening)
        for entry in self.entries[:after]:
            entry.request.apply(felt, entry.answer)
        if after is None:
            felt.close()
        return felt


def house_lines(table: Table) -> HouseLines:
    house = table.house
    later = {option.id: option.default for option in table.game.terms.all_options if option.came_later}
    options = {name: value for name, value in house.options.items() if later.get(name) != value}
    limits = {
        kind: {name: show(amount) for name in limit.__struct_fields__ if (amount := getattr(limit, name))}
        for kind, limit in house.limits.items()
    }
    return HouseLines(options, {k: str(odds) for k, odds in house.pays.items()}, limits)


def reopened(game: str, as_of: date, house: HouseLines) -> Table:
    """The table of which these lines were written."""
    return open_table(game, as_of, Settings(dict(house.options), dict(house.pays), dict(house.limits)))


def record_of(play: Play, seal: SealLines | None = None) -> Record:
    """The record of a round that was played to its end."""
    if not play.over:
        raise RecordError("the round is not over: it cannot be closed yet")
    return Record(header_of(play, seal), play.entries, play.rulings, play.table.felt.ledger.postings)


def header_of(play: Play, seal: SealLines | None = None, training: bool = False) -> Header:
    """The header of a round, which is known when it begins."""
    table = play.table
    return Header(
        FORMAT,
        table.game.id,
        law.chapter_on(table.as_of).number,
        table.as_of,
        house_lines(table.table),
        {spot(*who): show(stake) for who, stake in sorted([*_sitting(table.seats), *table.behind.items()])},
        play.opening,
        table.procedure,
        seal,
        training,
    )


def _sitting(seats: dict[int, int]) -> list[tuple[tuple[int, str], int]]:
    return [((seat, ""), stake) for seat, stake in seats.items()]


# --- writing ---------------------------------------------------------------------------------------------------------


def plain(value: object, day: date) -> Any:
    def hook(thing: object) -> object:
        if isinstance(thing, Citation):
            return thing.full(day)
        raise TypeError(f"cannot write a {type(thing).__name__}")

    return msgspec.to_builtins(value, enc_hook=hook)


def _bodies(record: Record) -> list[dict[str, Any]]:
    entries = [_entry_body(number, entry, record.as_of) for number, entry in enumerate(record.entries, 1)]
    return [_header_body(record.header), *entries, _closing_body(record)]


def _header_body(header: Header) -> dict[str, Any]:
    return {"line": "header", **plain(header, header.as_of)}


def _entry_body(number: int, entry: Entry, day: date) -> dict[str, Any]:
    request = plain(entry.request, day)
    by = request.pop("by")
    return {"line": "entry", "n": number, "request": request, "answer": plain(entry.answer, day), "cite": by}


def _closing_body(record: Record) -> dict[str, Any]:
    closing = {"rulings": plain(record.rulings, record.as_of), "postings": plain(record.postings, record.as_of)}
    return {"line": "close", "n": len(record.entries) + 1, **closing}


def _sealed(body: dict[str, Any], previous: str) -> tuple[bytes, str]:
    chained = {**body, "previous": previous}
    seal = hashlib.sha256(msgspec.json.encode(chained)).hexdigest()
    return msgspec.json.encode({**chained, "hash": seal}), seal


def write(record: Record) -> bytes:
    """The record as JSON Lines."""
    lines, previous = [], START
    for body in _bodies(record):
        line, previous = _sealed(body, previous)
        lines.append(line)
    return b"\n".join(lines) + b"\n"


class RecordBegun:
    """The record of a round in progress: each line is written once, when its entry has happened."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.lines: int = 0
        self.last = START  # the hash of the last line

    def _next(self, body: dict[str, Any]) -> bytes:
        line, self.last = _sealed(body, self.last)
        self.lines += 1
        return line

    def go_on(self, play: Play) -> list[bytes]:
        """The lines that were not written yet: the header first, entries as they came, the closing line at the end."""
        lines = [] if self.lines else [self._next(_header_body(self.header))]
        for number in range(self.lines, len(play.entries) + 1):
            lines.append(self._next(_entry_body(number, play.entries[number - 1], self.header.as_of)))
        if play.over and self.lines == len(play.entries) + 1:
            record = Record(self.header, play.entries, play.rulings, play.table.felt.ledger.postings)
            lines.append(self._next(_closing_body(record)))
        return lines


# --- reading ---------------------------------------------------------------------------------------------------------


def is_record(content: bytes) -> bool:
    """Whether a file is meant as a record, and not as a transcript: TOML never begins with a brace.

    >>> is_record(b'{"line": "header"}'), is_record(b"game = 'roulette'")
    (True, False)
    """
    return content.removeprefix(BOM_UTF8).lstrip()[:1] == b"{"


def read_all(content: bytes) -> list[Record]:
    """Every round in a file; a line that was altered, lost or moved is refused by name."""
    content = content.removeprefix(BOM_UTF8)  # which some programs put before all they save
    if len(content) > RECORDS:
        raise RecordError(f"the record has {len(content):,} bytes", accepts=f"at most {RECORDS:,} bytes")
    lines = content.split(b"\n")
    if lines and lines[-1] == b"":
        lines.pop()
    if not lines:
        raise RecordError("the record is empty", accepts=_EXPECTED)
    records: list[Record] = []
    bodies: list[dict[str, Any]] = []
    previous = START
    for number, line in enumerate(lines, 1):
        body, previous = _linked(line, bodies, number, previous)
        bodies.append(body)
        if body["line"] == "close":
            records.append(_record(bodies))
            bodies, previous = [], START
    if bodies:
        raise RecordError(f"the record breaks off after {_name(bodies[:-1], len(lines))}: the round is not closed")
    return records


def read(content: bytes) -> Record:
    """The only round of a file."""
    records = read_all(content)
    if len(records) != 1:
        raise RecordError(f"the file holds {len(records)} rounds, not one", accepts="--round N picks one")
    return records[0]


def read_begun(lines: list[bytes]) -> tuple[RecordBegun, list[Entry]]:
    """A round that is not over yet: what goes on with its record, and its entries so far."""
    bodies: list[dict[str, Any]] = []
    previous = START
    for number, line in enumerate(lines, 1):
        body, previous = _linked(line, bodies, number, previous)
        bodies.append(body)
    if not bodies:
        raise RecordError("the record is empty", accepts=_EXPECTED)
    if bodies[-1]["line"] == "close":
        raise RecordError("the round is over: its record is closed")
    begun = RecordBegun(_header(bodies[0]))
    begun.lines, begun.last = len(bodies), previous
    return begun, _entries(begun.header, bodies[1:])


def _linked(line: bytes, before: list[dict[str, Any]], number: int, previous: str) -> tuple[dict[str, Any], str]:
    """One line, whose hash must fit it and the line before; and its own hash."""
    where = _name(before, number)
    body = _body(line, where)
    claimed = body.pop("hash", None)
    expected, seal = _sealed({k: v for k, v in body.items() if k != "previous"}, str(body.get("previous")))
    if claimed != seal or expected != line:
        raise RecordError(f"{where} was altered: its hash does not fit it")
    if body.pop("previous") != previous:
        raise RecordError(f"{where} does not follow the line before it: a line was lost, added or moved")
    _in_turn(body, before, where)
    return body, seal


def _name(before: list[dict[str, Any]], number: int) -> str:
    return f"line {number} (the header)" if not before else f"entry {len(before)} (line {number})"


def _body(line: bytes, where: str) -> dict[str, Any]:
    if len(line) > _LONGEST_LINE:
        raise RecordError(f"{where} is {len(line)} bytes long", accepts=f"lines of at most {_LONGEST_LINE} bytes")
    if is_deep(line):
        raise RecordError(f"{where} is nested too deeply", accepts=_EXPECTED)
    try:
        body = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RecordError(f"{where} is not JSON", accepts=_EXPECTED) from None
    if not isinstance(body, dict):
        raise RecordError(f"{where} is not a JSON object", accepts=_EXPECTED)
    return body


def _in_turn(body: dict[str, Any], before: list[dict[str, Any]], where: str) -> None:
    kind = body.get("line")
    if (kind == "header") == bool(before) or kind not in ("header", "entry", "close"):
        raise RecordError(f"{where} is a {shown(kind, 20)} line, which does not belong here")
    if before and body.get("n") != len(before):
        raise RecordError(f"{where} is numbered {shown(body.get('n'), 20)}", accepts=str(len(before)))


def _convert(value: object, kind: Any, where: str) -> Any:
    def hook(wanted: type, raw: object) -> object:
        if wanted is Citation and isinstance(raw, str):
            return Citation.parse(raw)
        raise TypeError

    try:
        return msgspec.convert(value, kind, dec_hook=hook)
    except (msgspec.ValidationError, RulesError, TypeError) as fault:
        raise RecordError(f"{where} cannot be understood: {one_line(fault, 300)}") from None


def _header(body: dict[str, Any]) -> Header:
    head = {k: v for k, v in body.items() if k != "line"}
    header: Header = _convert(head, Header, "the header")
    if header.format != FORMAT:
        raise RecordError(f"the header says format {shown(header.format, 20)}", accepts=f"format {FORMAT}")
    return header


def _entries(header: Header, bodies: list[dict[str, Any]]) -> list[Entry]:
    entries = []
    kinds = request_kinds(packages_of(header.game) if is_written(header.game) else frozenset())
    for number, body in enumerate(bodies, 1):
        where = f"entry {number}"
        asked = body.get("request")
        request = _convert({**asked, "by": body.get("cite")} if isinstance(asked, dict) else asked, kinds, where)
        entries.append(Entry(request, _convert(body.get("answer"), request.answer, where)))
    return entries


def _record(bodies: list[dict[str, Any]]) -> Record:
    header = _header(bodies[0])
    entries = _entries(header, bodies[1:-1])
    closing = bodies[-1]
    rulings = _convert(closing.get("rulings"), list[Ruling], "the closing line")
    postings = _convert(closing.get("postings"), list[Posting], "the closing line")
    record = Record(header, entries, rulings, postings)
    for number, (said, expected) in enumerate(zip(bodies, _bodies(record), strict=True)):
        if msgspec.json.encode(said) != msgspec.json.encode(expected):
            where = "the header" if not number else f"entry {number}" if number <= len(entries) else "the closing line"
            raise RecordError(f"{where} says something that a record does not say, or says it in another way")
    return record


SHARED = ("nomorebets.table", "nomorebets.procedures")  # whose requests every game may make


@lru_cache(maxsize=256)
def request_kinds(packages: frozenset[str]) -> Any:
    """The requests that a game made of these packages may make, as one type; those of other games are not among them.

    A game that nobody knows is refused when its table is opened; until then its record has the shared requests.
    """
    known = {*SHARED, *packages}
    kinds = [kind for kind in kinds_of(Request) if kind.__module__.rpartition(".")[0] in known]
    return Union[tuple(kinds)]  # noqa: UP007  # a union made at run time


def kinds_of(of: type[Request]) -> list[type[Request]]:
    """Every kind of a request that is known so far."""
    return [kind for direct in of.__subclasses__() for kind in (direct, *kinds_of(direct))]


# --- running the script over a record --------------------------------------------------------------------------------


def table_of(record: Record) -> Table:
    """The table a record was made at."""
    try:
        table = reopened(record.header.game, record.as_of, record.header.house)
    except RulesError as fault:
        raise RecordError(f"the header names a table that cannot be: {fault}") from None
    chapter = law.chapter_on(record.as_of).number
    if record.header.chapter != chapter:
        said = shown(record.header.chapter, 20)
        raise RecordError(f"the header says chapter {said}; on {record.as_of} it was {chapter}")
    return table


def reproduce(
    record: Record,
    differs: Callable[[int, Request, Entry], bool] | None = None,
    before: Callable[[Request, Round, Answer], object] | None = None,
) -> Play:
    """Run the script over a record's answers: it must ask what the record says it asked, and end as it ended.

    ``differs`` may accept a departure and go on with what the script asks (a dispute does, for the dealer's acts);
    whoever gives it compares the ends. ``before`` sees each answer before it is applied.
    """
    game = rerun(record, differs, before=before)
    if game.request is not None:
        raise RecordError(f"the record ends where the script asks {_asked(game.request)}")
    if differs is None:
        require_same_end(record, game)
    return game


def require_same_end(record: Record, game: Play) -> None:
    """Refuse a record that closes otherwise than the script ends."""
    if record.rulings != game.rulings:
        raise RecordError("the closing line rules otherwise than the script", accepts=_rulings(game.rulings))
    if record.postings != game.table.felt.ledger.postings:
        raise RecordError("the closing line posts otherwise than the entries move the chips")


def rerun(
    record: Record,
    differs: Callable[[int, Request, Entry], bool] | None = None,
    table: Table | None = None,
    before: Callable[[Request, Round, Answer], object] | None = None,
) -> Play:
    """The script run over the answers of a record as far as it goes; ``before`` sees each before it is applied."""
    game = Play(opened(record, table))
    for number, entry in enumerate(record.entries, 1):
        if game.request is None:
            raise RecordError(f"entry {number}: the round is over, the record goes on with {entry.request.name}")
        if game.request != entry.request and not (differs and differs(number, game.request, entry)):
            raise RecordError(
                f"entry {number}: the script asks {_asked(game.request)}, the record has {_asked(entry.request)}"
            )
        try:
            if before is not None:
                before(game.request, game.table, entry.answer)
            game.answer(entry.answer)
        except RulesError as fault:
            raise RecordError(f"entry {number}: {fault}") from None
    return game


def opened(record: Record, table: Table | None = None) -> Round:
    """The table, where it is not known already, and the felt a recorded round began with."""
    table, opening = table or table_of(record), record.header.opening
    if read_opening(table.game, opening.state) != opening.state:
        raise RecordError("the header opens the round with money that is not in cents")
    seats, behind = seats_of(record.header)
    for wager in opening.wagers:
        if not table.has_place(wager.on) or not (1 <= wager.seat <= MOST_SEATS and 0 < wager.amount <= MOST):
            raise RecordError(f"the header opens the round with {shown(wager, 120)}, which cannot stand")
    newest = table.game.terms.procedure
    if not 1 <= record.header.procedure <= newest:
        said = shown(record.header.procedure, 20)
        raise RecordError(f"the header names procedure {said} of {table.game.id}", accepts=f"1 to {newest}")
    return Round(table, Felt.opened(opening), seats, record.header.procedure, behind)


def seats_of(header: Header) -> tuple[dict[int, int], dict[tuple[int, str], int]]:
    """The chips of those who sit, by seat, and of those who wager behind them, by seat and player."""
    seats: dict[int, int] = {}
    behind: dict[tuple[int, str], int] = {}
    for who, stake in header.seats.items():
        if not re.fullmatch(r"([1-9]\d?|100)(:[A-Z])?", who, re.ASCII):
            raise RecordError(f"the header names a seat {shown(who, 20)}", accepts=f"seats 1 to {MOST_SEATS}")
        try:
            chips = cents(stake)
        except RulesError as fault:
            raise RecordError(f"the header gives seat {who} no stake: {fault}") from None
        player = who.partition(":")[2]
        if player:
            behind[seat_of(who), player] = chips
        else:
            seats[seat_of(who)] = chips
    return seats, behind


def _rulings(rulings: list[Ruling]) -> str:
    return listed(" ".join((f"seat {r.seat}", r.wager, r.result, show(r.net))) for r in rulings) or "no ruling"


def _asked(request: Request) -> str:
    fields = {k: v for k, v in plain(request, law.newest()).items() if k not in ("by", "ask")}
    return f"{request.name}({', '.join(f'{k}={shown(v, 60)}' for k, v in fields.items())})"
