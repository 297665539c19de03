"""Transcripts: what a floorperson types in a minute to have a round ruled on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from nomorebets.equipment.cards import JOKER, RANKS, read_cards
from nomorebets.equipment.tickets import read_ticket
from nomorebets.equipment.tiles import looks_like_tile, read_tile
from nomorebets.errors import TranscriptError, one_line, shown, unknown
from nomorebets.games import named, open_table
from nomorebets.regulation import law
from nomorebets.rulings.names import game_named
from nomorebets.table import Settings, Table
from nomorebets.table.areas import HIDDEN
from nomorebets.table.game import BEFORE
from nomorebets.table.handed import DEEDS
from nomorebets.table.money import MOST, NotMoney, cents, show
from nomorebets.table.wagers import DEALER
from nomorebets.untrusted import read_toml

LATE = "late-wager"
IN_HANDS = ("cards", "tiles")  # outcomes that may also be told by whose hand they are in
HANDS = ("player", "banker", "dealer", "board", "community", "burned")  # may be given beside ``hands``, or without it
DETAILS = (  # what a surveillance department files with a ruling
    "property",
    "area",
    "section",
    "table",
    "requested_by",
    "subject",
    "start",
    "end",
    "review_method",
    "camera",
    "remarks",
    "second_auditor",
    "time",
    "dealer",
    "supervisor",
)


# which of several people at a seat: a letter or a name
PlayerName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9 .'-]{0,20}$")]


class WagerLine(msgspec.Struct, rename="kebab", forbid_unknown_fields=True):
    """A wager as somebody saw it made, raised or taken down."""

    seat: int
    wager: str
    amount: Any = 0
    coupon: Any = 0
    chips: str = "value"
    verbal: Literal["", "confirmed", "unconfirmed"] = ""
    accepted: bool = False
    said: str = ""  # where the patron says it was to lie
    remove: bool = False  # with an amount: so much of it is taken down
    call: Literal["", "on", "off"] = ""  # called on or off; without an amount, a wager that lies
    button: bool = True  # whether the dealer confirmed the call with the marker
    player: PlayerName = ""  # which of several people at the seat
    before: Annotated[int, msgspec.Meta(ge=1)] = 1  # before which outcome: before_spin, before_roll, …
    called: str = ""  # a ticket by its number among those that are listed: ticket-1


class TicketLine(msgspec.Struct, forbid_unknown_fields=True):
    """A ticket as it was bought: groups of numbers, the ways that are played, the price of each."""

    seat: int
    groups: list[Any]  # each as "1 2 3"
    price: Any  # of a way in one game
    ways: str = ""  # as "1/2 2/3"; not needed where there is one group
    games: int = 1
    player: PlayerName = ""
    before: Annotated[int, msgspec.Meta(ge=1)] = 1

    def as_wager(self, number: int) -> WagerLine:
        """The same as a wager on the whole ticket."""
        groups = " / ".join(" ".join(map(str, g)) if isinstance(g, list) else str(g) for g in self.groups)
        bought = read_ticket(f"{groups}:{self.ways}:x{self.games}" if self.ways else f"{groups}:x{self.games}")
        price = show(cents(self.price) * bought.number_of_ways * bought.games)
        return WagerLine(
            self.seat, bought.name, price, player=self.player, before=self.before, called=f"ticket-{number}"
        )


class StandingLine(msgspec.Struct, forbid_unknown_fields=True):
    """A wager that stood from an earlier round; ``point`` where it has gone to a number since."""

    seat: int
    wager: str
    amount: Any
    point: Any = ""


class DoneLine(msgspec.Struct, forbid_unknown_fields=True):
    """What the dealer did with a wager."""

    seat: int
    wager: str
    paid: Any = None
    collected: Any = None
    returned: Any = None
    marked: Any = None  # vigorish kept for later
    hand: Annotated[int, msgspec.Meta(ge=0)] = 0  # which of the seat's hands; without one, all of them
    player: PlayerName = ""

    @property
    def deeds(self) -> dict[str, Any]:
        """What was done, by its word."""
        return {deed: amount for deed in DEEDS if (amount := getattr(self, deed)) is not None}


class IrregularityLine(msgspec.Struct):
    """Something that went wrong, and when."""

    what: str
    before: int  # 0: not told, where what it is says when
    more: dict[str, Any]
    counts: str = "outcome"  # whether ``before`` counts outcomes, rolls or decisions


class DecisionLine(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat decided, in the order it was asked: a choice, or cards that it set apart or discarded."""

    seat: int
    choose: str = ""
    amount: Any = 0
    to: Any = 0  # the same, where a bet is told by what it brings the player to
    hand: Annotated[int, msgspec.Meta(ge=0)] = 0  # which of its hands, where it has several
    low: Any = None  # cards set apart as the low hand
    discard: Any = None
    cards: Any = None  # cards of any other decision
    player: PlayerName = ""  # which of several people at the seat

    @property
    def message(self) -> dict[str, Any]:
        """What the seat said, as requests read it."""
        said = {"choice": self.choose, "amount": show(cents(self.amount or self.to))} if self.choose else {}
        return said | {name: cards for name, cards in self._cards.items() if cards is not None}

    @property
    def _cards(self) -> dict[str, Any]:
        return {"low": self.low, "discard": self.discard, "cards": self.cards}

    @property
    def words(self) -> str:
        """What was decided, for a sentence."""
        return repr(self.choose) if self.choose else next(n for n, cards in self._cards.items() if cards is not None)

    @property
    def is_empty(self) -> bool:
        return not self.choose and all(cards is None for cards in self._cards.values())


class Transcript(msgspec.Struct):
    """A round as a floorperson reports it."""

    game: str
    as_of: date | None
    house: dict[str, Any]
    wagers: list[WagerLine]
    outcomes: list[str]
    irregularities: list[IrregularityLine]
    done: list[DoneLine]
    decisions: list[DecisionLine] = []
    opening: dict[str, str] = {}  # what the table remembers from before: a meter, a point
    kind: str = ""  # under which name the outcomes were listed: spins, dice, cards …
    hands: dict[str, list[str]] = {}  # whose cards, or of which area, in the order they came
    standing: list[StandingLine] = []  # wagers that stood from before
    details: dict[str, str] = {}  # what a form asks for: property, table, dealer
    dice: list[str] = []  # listed beside cards or tiles: rolls that say where the deal begins
    seats: dict[int, int] = {}  # the chips in front of each seat, in cents, where they matter
    paid_time: list[int] = []  # the seats that paid for their time before the round

    def table(self) -> Table:
        groups = {name: self.house[name] for name in ("pay-table", "limits") if isinstance(self.house.get(name), dict)}
        options = {name: value for name, value in self.house.items() if name not in groups}
        settings = Settings(options, groups.get("pay-table", {}), groups.get("limits", {}))
        table = open_table(game_named(self.game), self.as_of, settings)
        words = (table.game.chance.words, *(("dice",) if table.game.chance.begins_by_roll else ()))
        if self.kind and self.kind not in words:
            raise TranscriptError(
                f"{self.kind} at {self.game}: what comes up there is listed as {table.game.chance.words}",
                on=table.as_of,
                accepts=f'{table.game.chance.words} = "…"',
            )
        return table


def under_house(transcript: Transcript, settings: Settings, day: date | None) -> Transcript:
    """A transcript at a table of a licensee: what it says itself comes before what the house file says."""
    groups = {"pay-table": settings.pay_table, "limits": settings.limits}
    house = {**settings.options, **{name: rows for name, rows in groups.items() if rows}, **transcript.house}
    return msgspec.structs.replace(transcript, house=house, as_of=transcript.as_of or day)


def at_game_file(transcript: Transcript, folder: Path) -> Transcript:
    """A transcript that names a game file as its game, whose path goes out from a folder: the game behind the file."""
    if game_named(transcript.game) in law.entries():
        return transcript
    game_id, settings = named(transcript.game, folder)
    return msgspec.structs.replace(under_house(transcript, settings, None), game=game_id)


PARTS = (
    "game",
    "as_of",
    "house",
    "wagers",
    "tickets",
    *BEFORE,
    "hands",
    *HANDS,
    "seats",
    "button",
    "paid_time",
    "decisions",
    "irregularities",
    "opening",
    "done",
    "note",
    "details",
)


_BEFORE = (*BEFORE.values(), "before_decision")
_DEEPEST = 8
MOST_CAME, MOST_WRONG = 1_000, 20  # outcomes, and irregularities: a ruling plays it all again without each of these
_EXAMPLE = 'lines like game = "roulette" and spins = "17 00"'


def read_transcript(content: bytes) -> Transcript:
    """A transcript from its TOML text."""
    from nomorebets.rulings import phh  # which makes transcripts of hands in another format

    if hands := phh.hands_in(content):
        if len(hands) > 1:
            raise TranscriptError(f"the file holds {len(hands)} hands", accepts="one; dispute rules on each of them")
        content = hands[0][1]
    raw = read_toml(content, "the transcript", TranscriptError, _EXAMPLE)
    require_shallow(raw)
    if phh.is_phh(raw):
        return phh.read_phh(raw)
    if "table" in raw and "game" not in raw:
        accepts = 'a transcript: game = "roulette", wagers, spins; nomorebets check reads houses'
        raise TranscriptError("this is a house file, and no transcript", accepts=accepts)
    for key in raw:
        if key not in PARTS:
            strange = unknown("part of a transcript", key, PARTS)
            raise TranscriptError(strange.text, accepts=strange.accepts)
    game = raw.get("game")
    if not isinstance(game, str):
        raise TranscriptError("the transcript names no game", accepts='a line like game = "roulette"')
    opening = dict(_table_of(raw, "opening"))
    if "button" in raw:  # where it lies in this round
        opening.setdefault("button", raw["button"])
    standing = _rows({"opening.wagers": opening.pop("wagers", [])}, "opening.wagers")
    return Transcript(
        game,
        _day(raw.get("as_of")),
        _table_of(raw, "house"),
        [*_tickets(raw), *(_line(row, WagerLine, f"wager {i}") for i, row in enumerate(_rows(raw, "wagers"), 1))],
        _outcomes(raw),
        [_irregularity(row, i) for i, row in enumerate(_rows(raw, "irregularities"), 1)],
        [_line(row, DoneLine, f"line {i} of done") for i, row in enumerate(_rows(raw, "done"), 1)],
        [_decision(row, i) for i, row in enumerate(_rows(raw, "decisions"), 1)],
        {name: str(value) for name, value in opening.items()},
        next(iter(_kinds(raw)), ""),
        _hands(raw),
        [_line(row, StandingLine, f"wager {i} of opening") for i, row in enumerate(standing, 1)],
        _details(raw),
        [*(_words(raw["dice"]) if "dice" in raw else ()), *(w for w in _listed(raw) if _THREE_DICE.fullmatch(w))],
        _seats(raw),
        _paid_time(raw),
    )


def require_short(told: Transcript) -> None:
    """Refuse what would take minutes to rule on; it may still be dealt."""
    came = max(len(told.outcomes), len(told.dice)) + sum(map(len, told.hands.values()))
    if came > MOST_CAME:
        text = f"the transcript lists {came:,} outcomes"
        raise TranscriptError(text, accepts=f"at most {MOST_CAME:,}: what led to the dispute")
    if len(told.irregularities) > MOST_WRONG:
        text = f"the transcript lists {len(told.irregularities):,} irregularities"
        raise TranscriptError(text, accepts=f"at most {MOST_WRONG}: those of the rounds in dispute")


def _seats(raw: Mapping[str, object]) -> dict[int, int]:
    """The chips in front of each seat."""
    seats = {}
    for seat, chips in _table_of(raw, "seats").items():
        if not _SEAT.fullmatch(str(seat)):
            raise TranscriptError(f"seats: {shown(seat, 20)} is no seat", accepts='seats = { 1 = "200.00" }')
        try:
            seats[int(seat)] = cents(chips)
        except NotMoney as fault:
            raise TranscriptError(f"seats: seat {seat}: {fault.text}", accepts=fault.accepts) from None
        if seats[int(seat)] < 1:
            text = f"seats: seat {seat} has no chips in front of it"
            raise TranscriptError(text, accepts="only the seats that play, each with its chips")
    return seats


def _paid_time(raw: Mapping[str, object]) -> list[int]:
    seats = raw.get("paid_time", [])
    if not isinstance(seats, list) or any(type(seat) is not int for seat in seats):
        raise TranscriptError(f"paid_time = {shown(seats, 40)} lists no seats", accepts="paid_time = [1, 2, 3]")
    return seats


def require_shallow(raw: Mapping[str, Any]) -> None:
    """Refuse nesting and numbers that no transcript needs, before anything of it has to be shown."""
    level: list[object] = [raw]
    for _ in range(_DEEPEST):
        if any(isinstance(value, int) and abs(value) > MOST for value in level):
            raise TranscriptError("the transcript has a number that is too large", accepts=f"at most {MOST}")
        inside = (v.values() if isinstance(v, dict) else v for v in level if isinstance(v, dict | list))
        level = [value for values in inside for value in values]
        if not level:
            return
    raise TranscriptError("the transcript is nested too deeply", accepts=_EXAMPLE)


def _day(value: object) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if value is None or isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise TranscriptError(f"as_of = {shown(value, 40)} is not a date", accepts='a form like "1998-11-16"') from None


def _table_of(raw: Mapping[str, object], key: str) -> dict[str, Any]:
    value = raw.get(key, {})
    if not isinstance(value, dict):
        raise TranscriptError(
            f"{key} = {shown(value, 40)} is not a set of options", accepts=f'{key} = {{ option = "value" }}'
        )
    return value


def _rows(raw: Mapping[str, object], key: str) -> list[dict[str, Any]]:
    value = raw.get(key, [])
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise TranscriptError(f"{key} is not a list", accepts=f"{key} = [ {{ … }}, {{ … }} ]")
    return value


def _outcomes(raw: Mapping[str, object]) -> list[str]:
    """What came up, as one string or as a list; cards may be written together, as AsTd."""
    given = _kinds(raw)
    if len(given) > 1:
        text = "the transcript lists outcomes of more than one kind"
        raise TranscriptError(text, accepts=f"one of {', '.join(BEFORE)}")
    words = [word for word in _listed(raw) if not _THREE_DICE.fullmatch(word)] or (
        _words(raw[given[0]]) if given == ["dice"] else []
    )
    if given == ["cards"]:
        return [card for word in words for card in cards_in(word)]
    return words


_SEAT = re.compile(r"[1-9]\d?", re.ASCII)
_THREE_DICE = re.compile(r"[1-6]-[1-6]-[1-6]", re.ASCII)


def _listed(raw: Mapping[str, object]) -> list[str]:
    """What is listed as an outcome; a roll before cards or tiles may stand among them."""
    given = [kind for kind in _kinds(raw) if kind != "dice"]
    return _words(raw[given[0]]) if given else []


def _kinds(raw: Mapping[str, object]) -> list[str]:
    """The kinds of outcomes that are listed; dice beside cards or tiles are no outcome but say where the deal began."""
    given = [key for key in BEFORE if key in raw]
    return [key for key in given if key != "dice"] if {*IN_HANDS} & set(given) else given


def _words(value: object) -> list[str]:
    every = value if isinstance(value, list) else [value]
    return [word for words in every for word in str(words).replace(",", " ").split()]


_RANK = re.compile(rf"(10|[{RANKS}])", re.IGNORECASE)
_RANKS_ALONE = re.compile(rf"(?:(?:10|[{RANKS}])\??)+", re.IGNORECASE)


def cards_in(word: str) -> list[str]:
    """The cards of a word: ``AsTd``; ``9`` where only the rank is known, ``??`` for a card that nobody saw.

    >>> cards_in("AsTd"), cards_in("9"), cards_in("10K"), cards_in("??"), cards_in("Jk"), cards_in("JK")
    (['As', 'Td'], ['9?'], ['T?', 'K?'], ['??'], ['Jk'], ['J?', 'K?'])
    >>> cards_in("4-2")
    ['2-4']
    """
    if set(word) == {"?"}:
        return [HIDDEN] * max(1, len(word) // 2)
    if looks_like_tile(word):
        return [read_tile(word)]
    if word != JOKER and _RANKS_ALONE.fullmatch(word):
        return [f"{rank.upper().replace('10', 'T')}?" for rank in _RANK.findall(word)]
    return list(read_cards(word))


def _hands(raw: Mapping[str, object]) -> dict[str, list[str]]:
    """Hands by the seat or the name of whoever has them."""
    given = {str(name): cards for name, cards in _table_of(raw, "hands").items()}
    for name in HANDS:
        if name in raw and name in given:
            raise TranscriptError(f"the cards of {name} are given twice", accepts=f"{name} once")
        if name in raw:
            given[name] = raw[name]
    hands = {}
    for name, cards in given.items():
        words = cards if isinstance(cards, list) else str(cards).replace(",", " ").split()
        if isinstance(cards, dict) or not all(isinstance(word, str) for word in words):
            raise TranscriptError(f"the cards of {shown(name, 40)} cannot be read", accepts=f'{name} = "As Kd"')
        key = "community" if name.strip().lower() == "board" else name.strip().lower()
        hands[key] = [card for word in words for card in cards_in(word)]
    return hands


def _details(raw: Mapping[str, object]) -> dict[str, str]:
    details = _table_of(raw, "details")
    for name in details:
        if name not in DETAILS:
            strange = unknown("field of the form", name, DETAILS)
            raise TranscriptError(f"details: {strange.text}", accepts=strange.accepts)
    return {name: one_line(value, 500) for name, value in details.items()}


def _line(row: dict[str, Any], kind: type[Any], where: str) -> Any:
    names = [name for name in kind.__struct_fields__ if name not in ("before", "called")]
    when = [key for key in _BEFORE if key in row] if "before" in kind.__struct_fields__ else []
    if len(when) > 1:
        raise TranscriptError(f"{where} says {' and '.join(when)}", accepts="one of them")
    for key in row:
        if key not in (*names, *when):
            raise TranscriptError(f"{where}: {unknown('part of it', key, names).text}", accepts=", ".join(names))
    if row.get("seat") == DEALER:  # whose own wager it is, against a player who banks
        row = {**row, "seat": 0}
    try:
        return msgspec.convert({("before" if key in when else key): value for key, value in row.items()}, kind)
    except msgspec.ValidationError as fault:
        raise TranscriptError(f"{where}: {wrong_kind(fault)}", accepts=_SHOWN[kind]) from None


def _tickets(raw: Mapping[str, object]) -> list[WagerLine]:
    """Tickets, numbered as they are listed."""
    lines = [_line(row, TicketLine, f"ticket {i}") for i, row in enumerate(_rows(raw, "tickets"), 1)]
    return [line.as_wager(number) for number, line in enumerate(lines, 1)]


def _decision(row: dict[str, Any], number: int) -> DecisionLine:
    line: DecisionLine = _line(row, DecisionLine, f"decision {number}")
    if line.is_empty:
        raise TranscriptError(f"decision {number}: choose is missing", accepts=_SHOWN[DecisionLine])
    return line


_SHOWN: dict[type[Any], str] = {
    WagerLine: '{ seat = 1, wager = "red", amount = "10.00" }',
    DoneLine: '{ seat = 1, wager = "red", paid = "10.00" }',
    DecisionLine: '{ seat = 1, choose = "fold" }',
    StandingLine: '{ seat = 1, wager = "…", amount = "10.00" }',
    TicketLine: '{ seat = 1, groups = ["1 2 3", "4 5"], ways = "1/2 1/3", price = "1.00" }',
}
_KIND = {"int": "a whole number", "str": "text", "bool": "true or false", "float": "a decimal", "array": "a list"}


def wrong_kind(fault: msgspec.ValidationError) -> str:
    """What a value of the wrong kind is: "seat must be a whole number, not text"."""
    missing = re.fullmatch(r"Object missing required field `(\w+)`.*", str(fault))
    if missing:
        return f"{missing[1]} is missing"
    kinds = re.fullmatch(r"Expected `(\w+)`, got `(\w+)` - at `\$\.(\w+)`", str(fault))
    if kinds:
        wanted, given, name = kinds.groups()
        return f"{name} must be {_KIND.get(wanted, wanted)}, not {_KIND.get(given, given)}"
    if "matching regex" in str(fault):
        return "player must be a letter or a short name: at most 20 letters and figures"
    return one_line(fault)


def _irregularity(row: dict[str, Any], number: int) -> IrregularityLine:
    row = dict(row)
    when = [key for key in row if key in _BEFORE]
    before = row.pop(when[0]) if len(when) == 1 else None
    what = row.pop("what", None)
    if isinstance(what, str) and not when:
        return IrregularityLine(what, 0, row)
    if not isinstance(what, str) or type(before) is not int or before < 1:
        raise TranscriptError(
            f"irregularity {number} must say what went wrong, and before which outcome",
            accepts='{ before_spin = 1, what = "…" }',
        )
    counts = {"before_decision": "decision", "before_roll": "roll"}.get(when[0], "outcome")
    return IrregularityLine(what, before, row, counts)
