"""Transcripts: what a floorperson types in a minute to have a round ruled on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal

import msgspec

from nomorebets.equipment.cards import read_cards
from nomorebets.equipment.packs import read_pieces
from nomorebets.errors import TranscriptError, one_line, shown, unknown
from nomorebets.games import open_table
from nomorebets.regulation import Citation
from nomorebets.table import Round, Settings, Table, Wager
from nomorebets.table.areas import Area, owner_of, seat_area
from nomorebets.table.game import BEFORE
from nomorebets.table.money import MOST, cents, show
from nomorebets.table.requests import Answer, Bets, PatronRequest, Request
from nomorebets.table.wagers import Change
from nomorebets.untrusted import read_toml

LATE = "late-wager"


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
    before: Annotated[int, msgspec.Meta(ge=1)] = 1  # before which outcome: before_spin, before_roll, …
    player: str = ""  # which of several people at the seat


class DoneLine(msgspec.Struct, forbid_unknown_fields=True):
    """What the dealer did with a wager."""

    seat: int
    wager: str
    paid: Any = None
    collected: Any = None
    returned: Any = None
    hand: Annotated[int, msgspec.Meta(ge=0)] = 0  # which of the seat's hands; without one, all of them
    player: str = ""


class IrregularityLine(msgspec.Struct):
    """Something that went wrong, and when."""

    what: str
    before: int
    more: dict[str, Any]
    counts: str = "outcome"  # whether ``before`` counts outcomes or decisions


class DecisionLine(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat decided, in the order it was asked: a choice, or cards that it set apart or discarded."""

    seat: int
    choose: str = ""
    amount: Any = 0
    hand: Annotated[int, msgspec.Meta(ge=0)] = 0  # which of its hands, where it has several
    low: Any = None  # cards set apart as the low hand
    discard: Any = None
    cards: Any = None  # cards of any other decision
    player: str = ""  # which of several people at the seat

    @property
    def message(self) -> dict[str, Any]:
        """What the seat said, as requests read it."""
        said = {"choice": self.choose, "amount": show(cents(self.amount))} if self.choose else {}
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
    """A round as it was told."""

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
    hands: dict[str, list[str]] = {}  # cards by the area they came to, where somebody knows hands and not their order

    def table(self) -> Table:
        groups = {name: self.house[name] for name in ("pay-table", "limits") if isinstance(self.house.get(name), dict)}
        options = {name: value for name, value in self.house.items() if name not in groups}
        settings = Settings(options, groups.get("pay-table", {}), groups.get("limits", {}))
        table = open_table(self.game, self.as_of, settings)
        if self.kind and self.kind != table.game.chance.words:
            raise TranscriptError(
                f"{self.kind} at {self.game}: what comes up there is listed as {table.game.chance.words}",
                on=table.as_of,
                accepts=f'{table.game.chance.words} = "…"',
            )
        return table


_KEYS = (
    "game",
    "as_of",
    "house",
    "wagers",
    *BEFORE,
    "hands",
    "decisions",
    "irregularities",
    "opening",
    "done",
    "note",
)


_BEFORE = (*BEFORE.values(), "before_decision")
_DEEPEST = 8
_EXAMPLE = 'lines like game = "roulette" and spins = "17 00"'


def read_transcript(content: bytes) -> Transcript:
    """A transcript from its TOML text."""
    raw = read_toml(content, "the transcript", TranscriptError, _EXAMPLE)
    _require_shallow(raw)
    for key in raw:
        if key not in _KEYS:
            strange = unknown("part of a transcript", key, _KEYS)
            raise TranscriptError(strange.text, accepts=strange.accepts)
    game = raw.get("game")
    if not isinstance(game, str):
        raise TranscriptError("the transcript names no game", accepts='a line like game = "roulette"')
    return Transcript(
        game,
        _day(raw.get("as_of")),
        _table_of(raw, "house"),
        [_line(row, WagerLine, f"wager {i}") for i, row in enumerate(_rows(raw, "wagers"), 1)],
        _outcomes(raw),
        [_irregularity(row, i) for i, row in enumerate(_rows(raw, "irregularities"), 1)],
        [_line(row, DoneLine, f"line {i} of done") for i, row in enumerate(_rows(raw, "done"), 1)],
        [_decision(row, i) for i, row in enumerate(_rows(raw, "decisions"), 1)],
        {name: str(value) for name, value in _table_of(raw, "opening").items()},
        next((key for key in BEFORE if key in raw), ""),
        _hands(raw),
    )


def _require_shallow(raw: dict[str, Any]) -> None:
    """Refuse nesting and numbers that no transcript needs, before anything of it has to be shown."""
    level: list[object] = [raw]
    for _ in range(_DEEPEST):
        if any(isinstance(value, int) and abs(value) > MOST for value in level):
            raise TranscriptError("the transcript has a number beyond any measure", accepts=f"at most {MOST}")
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
    given = [key for key in BEFORE if key in raw]
    if len(given) > 1:
        text = "the transcript lists outcomes of more than one kind"
        raise TranscriptError(text, accepts=f"one of {', '.join(BEFORE)}")
    value = raw[given[0]] if given else ""
    words = [str(token) for token in value] if isinstance(value, list) else str(value).replace(",", " ").split()
    if given == ["cards"]:
        return [card for word in words for card in ([word] if set(word) == {"?"} else read_cards(word))]
    return words


_NAMED_HANDS = {"dealer": "dealer", "board": "community", "burned": "burn"}


def _hands(raw: Mapping[str, object]) -> dict[str, list[str]]:
    """Whole hands, by the seat, or by whose cards they are otherwise."""
    hands: dict[str, list[str]] = {}
    for name, cards in _table_of(raw, "hands").items():
        area = seat_area(int(name)) if name.isascii() and name.isdigit() and len(name) < 4 else _NAMED_HANDS.get(name)
        if area is None:
            strange = unknown("hand", name, _NAMED_HANDS)
            raise TranscriptError(strange.text, accepts=f"the number of a seat, {', '.join(_NAMED_HANDS)}")
        hands[area] = list(read_pieces(cards if isinstance(cards, list) else str(cards)))
    return hands


def _line(row: dict[str, Any], kind: type[Any], where: str) -> Any:
    names = [name for name in kind.__struct_fields__ if name != "before"]
    when = [key for key in _BEFORE if key in row] if "before" in kind.__struct_fields__ else []
    if len(when) > 1:
        raise TranscriptError(f"{where} says {' and '.join(when)}", accepts="one of them")
    for key in row:
        if key not in (*names, *when):
            raise TranscriptError(f"{where}: {unknown('part of it', key, names).text}", accepts=", ".join(names))
    try:
        return msgspec.convert({("before" if key in when else key): value for key, value in row.items()}, kind)
    except msgspec.ValidationError as fault:
        raise TranscriptError(f"{where}: {_wrong(fault)}", accepts=_SHOWN[kind]) from None


def _decision(row: dict[str, Any], number: int) -> DecisionLine:
    line: DecisionLine = _line(row, DecisionLine, f"decision {number}")
    if line.is_empty:
        raise TranscriptError(f"decision {number}: choose is missing", accepts=_SHOWN[DecisionLine])
    return line


_SHOWN: dict[type[Any], str] = {
    WagerLine: '{ seat = 1, wager = "red", amount = "10.00" }',
    DoneLine: '{ seat = 1, wager = "red", paid = "10.00" }',
    DecisionLine: '{ seat = 1, choose = "fold" }',
}
_KIND = {"int": "a whole number", "str": "text", "bool": "true or false", "float": "a decimal", "array": "a list"}


def _wrong(fault: msgspec.ValidationError) -> str:
    """What a value of the wrong kind is: "seat must be a whole number, not text"."""
    missing = re.fullmatch(r"Object missing required field `(\w+)`.*", str(fault))
    if missing:
        return f"{missing[1]} is missing"
    kinds = re.fullmatch(r"Expected `(\w+)`, got `(\w+)` - at `\$\.(\w+)`", str(fault))
    if kinds:
        wanted, given, name = kinds.groups()
        return f"{name} must be {_KIND.get(wanted, wanted)}, not {_KIND.get(given, given)}"
    return one_line(fault)


def _irregularity(row: dict[str, Any], number: int) -> IrregularityLine:
    row = dict(row)
    when = [key for key in row if key in _BEFORE]
    before = row.pop(when[0]) if len(when) == 1 else None
    what = row.pop("what", None)
    if not isinstance(what, str) or type(before) is not int or before < 1:
        raise TranscriptError(
            f"irregularity {number} must say what went wrong, and before which outcome",
            accepts='{ before_spin = 1, what = "…" }',
        )
    return IrregularityLine(what, before, row, "decision" if when[0] == "before_decision" else "outcome")


# --- playing a transcript --------------------------------------------------------------------------------------------


class TranscriptDriver:
    """Answers a script with what a transcript tells, in the order it happened.

    ``irregular_takes_outcome``: whether an outcome is listed also for a spin or throw that went wrong. People write it
    both ways; whoever plays the transcript tries the one and then the other.
    """

    def __init__(self, transcript: Transcript, table: Table, irregular_takes_outcome: bool) -> None:
        self.transcript = transcript
        self.table = table
        self.takes = irregular_takes_outcome
        self.next = 1  # the outcome that comes next, counted from 1
        self.listed = 0  # how many of those that are listed have come
        self.hands = {area: list(cards) for area, cards in transcript.hands.items()}
        self.wagers = list(transcript.wagers)
        self.decisions = list(transcript.decisions)
        self.decision = 1  # the decision that comes next
        self.pending = [line for line in transcript.irregularities if line.what != LATE]
        self.late = [line for line in transcript.irregularities if line.what == LATE]
        for line in self.pending:
            if line.what not in table.game.irregularities:
                known = (*table.game.irregularities, LATE)
                strange = unknown(f"irregularity of {table.game.id}", line.what, known)
                raise TranscriptError(strange.text, accepts=strange.accepts)
            needs = table.game.irregularities[line.what].needs
            for option, value in needs.items():
                if table.house.options.get(option, value) != value:
                    raise TranscriptError(
                        f"{line.what} cannot happen at this table: {option} = {table.house.options[option]}",
                        table.game.irregularities[line.what].by,
                        table.as_of,
                        f'house = {{ {option} = "{value}" }}',
                    )

    def __call__(self, request: Request, table: Round) -> Answer:
        wrong = next((w for w in self.pending if self._is_now(w, request)), None)
        if wrong is not None:
            self.pending.remove(wrong)
        if isinstance(request, PatronRequest) and not request.takes_wagers:
            return self._decide(request, wrong)
        if request.asks == "patrons":
            return self._late_bets(table) if getattr(request, "late", False) else self._bets(table)
        if wrong is not None:
            return self._irregular(request, wrong)
        if request.asks == "chance":
            return self._answer(request, dict(self._outcome(request, "")))
        return request.usual()

    def _is_now(self, line: IrregularityLine, request: Request) -> bool:
        cause = self.table.game.irregularities[line.what]
        if not cause.comes_up_at(request):
            return False
        if cause.seat_says_when and "seat" in line.more:
            return bool(owner_of(getattr(request, "to", "")) == line.more["seat"])
        counted = self.decision if line.counts == "decision" else self.next
        # an act that is done once in a round comes when it comes; a card, roll or decision is named by its number
        return line.before == counted or (request.asks == "dealer" and line.before <= counted)

    def _decide(self, request: PatronRequest, wrong: IrregularityLine | None) -> Answer:
        """What each seat that is asked decided; what went wrong before it comes with it."""
        facts: dict[str, object] = self._facts(wrong) if wrong is not None else {}
        cause = self.table.game.irregularities[wrong.what] if wrong is not None else None
        out = facts.get("seats", ()) if cause is not None and cause.forfeits else ()
        nothing_left = cause is not None and (cause.ends_round or cause.decides)
        parts: dict[int, Answer] = {}
        for seat in request.seats() or (0,):
            forfeits = nothing_left or (isinstance(out, list) and seat in out)
            parts[seat] = request.forfeit(seat) if forfeits else self._part(request, seat)
        joined = request.join(parts)
        return self._answer(request, {**msgspec.to_builtins(joined), **facts}) if facts else joined

    def _part(self, request: PatronRequest, seat: int) -> Answer:
        """The seat's next decision; where it is not told, what is taken for granted."""
        hand, player = request.hand_of(seat), request.player_of(seat)
        own = (
            d
            for d in self.decisions
            if (d.seat == seat or not seat) and d.hand in (0, hand) and (d.player or player) == player
        )
        line, untold = next(own, None), request.untold(seat)
        if untold is not None and (line is None or not request.fits(seat, line.message)):
            return self._told_as_wager(request, seat) or untold
        if line is None:
            raise TranscriptError(
                f"the transcript ends before the round: seat {seat} is asked and decides nothing",
                request.by,
                self.table.as_of,
                request.told_as(seat),
            )
        part = request.read(seat, line.message)
        self.decisions.remove(line)
        self.decision += 1
        return part

    def _told_as_wager(self, request: PatronRequest, seat: int) -> Answer | None:
        """A decision that brings a wager may be told as that wager."""
        for line in self.wagers:
            if line.seat == seat and line.before <= self.next:
                part = request.as_wager(seat, line.wager, cents(line.amount))
                if part is not None:
                    self.wagers.remove(line)
                    return part
        return None

    def _bets(self, table: Round) -> Answer:
        due = [line for line in self.wagers if line.before <= self.next]
        self.wagers = [line for line in self.wagers if line.before > self.next]
        placed: list[Wager] = []
        removed: list[Wager] = []
        changed: list[Change] = []
        for line in due:
            lies = line.remove or bool(line.call and not line.amount)
            intended = self.table.game.betting.intended(table, line.seat, line.wager, lies)
            for place in (place.id for place in table.table.places(intended)):
                if lies:
                    own = [w for w in (*table.wagers, *placed) if (w.seat, w.on) == (line.seat, place)]
                    own = own or [Wager(line.seat, place, 0)]
                    less = cents(line.amount) if line.remove else 0
                    if line.remove and not less:
                        removed += own
                    else:
                        changed.append(Change(own[0], self._changed(table, own[0], line, less)))
                    continue
                more = {
                    "coupon": line.coupon,
                    "chips": line.chips,
                    "verbal": line.verbal,
                    "accepted": line.accepted,
                    "call": line.call,
                    "button": bool(line.call) and line.button,
                    "player": line.player,
                }
                named = line.wager if intended != line.wager else place
                placed.append(table.wager(line.seat, named, line.amount, **more))
        return Bets(tuple(placed), tuple(removed), tuple(changed))

    def _changed(self, table: Round, wager: Wager, line: WagerLine, less: int) -> Wager:
        """A wager after a part of it was taken down, or after a call."""
        amount = wager.amount - less
        fee = min(wager.fee, table.game.betting.fee(table.house, table.place_of(wager), amount))
        to = msgspec.structs.replace(wager, amount=amount, fee=fee)
        return msgspec.structs.replace(to, call=line.call, button=line.button) if line.call else to

    def _late_bets(self, table: Round) -> Answer:
        """Wagers that came while the dice rolled, and that the dealer confirmed aloud."""
        due = [line for line in self.late if line.before == self.next and line.more.get("confirmed") is True]
        self.late = [line for line in self.late if line not in due]
        placed = []
        for line in due:
            facts = {name: value for name, value in line.more.items() if name != "confirmed"}
            if set(facts) != {"seat", "wager", "amount"}:
                text = "a late wager must say whose it was, where and how much"
                raise TranscriptError(text, self.table.game.terms.late_by, self.table.as_of, "seat, wager and amount")
            placed.append(table.wager(facts["seat"], facts["wager"], facts["amount"], late="confirmed"))
        return Bets(tuple(placed))

    def _outcome(self, request: Request, fact: str) -> Mapping[str, object]:
        """The next listed outcome as facts of an answer."""
        hand = self.hands.get(getattr(request, "to", ""))
        if hand:
            self.next += 1
            facts = self.table.game.chance.read(hand.pop(0), self.table)
            return {fact or name: value for name, value in facts.items()}
        if self.listed >= len(self.transcript.outcomes):
            kind = self.table.game.chance.words
            raise TranscriptError(
                f"the transcript ends before the round: {request.name} is asked, and {kind} has no outcome {self.next}",
                request.by,
                self.table.as_of,
                f'one more in {kind} = "{" ".join(self.transcript.outcomes[-12:])} …"',
            )
        token = self.transcript.outcomes[self.listed]
        self.listed += 1
        self.next += 1
        facts = self.table.game.chance.read(token, self.table)
        return {fact or name: value for name, value in facts.items()}

    def _irregular(self, request: Request, line: IrregularityLine) -> Answer:
        cause = self.table.game.irregularities[line.what]
        facts: dict[str, object] = {}
        if cause.needs_outcome or (self.takes and cause.may_list_outcome):
            told = self._outcome(request, cause.outcome_is)
            facts.update(told if request.asks == "chance" or cause.outcome_is else {})
        return self._answer(request, {**facts, **self._facts(line)})

    def _facts(self, line: IrregularityLine) -> dict[str, object]:
        """What an irregularity means as facts of an answer, with what else was told of it."""
        cause = self.table.game.irregularities[line.what]
        for name in line.more:
            if name not in cause.more:
                raise TranscriptError(f"{line.what}: {unknown('fact', name, cause.more)}", on=self.table.as_of)
        return {**cause.facts, **line.more}

    def _answer(self, request: Request, facts: Mapping[str, object]) -> Answer:
        try:
            return msgspec.convert(dict(facts), request.answer)
        except msgspec.ValidationError as fault:
            raise TranscriptError(f"{request.name}: {_wrong(fault)}", request.by, self.table.as_of) from None

    def goes_on(self) -> bool:
        """Whether the transcript tells of another round."""
        return self.listed < len(self.transcript.outcomes)

    @property
    def untold(self) -> tuple[int, ...]:
        """How much of the transcript no round has needed yet."""
        left = len(self.transcript.outcomes) - self.listed
        return left, len(self.wagers), len(self.decisions), len(self.pending)

    @property
    def left_by(self) -> Citation | None:
        """Why a decision that is left over was none: the paragraph of the wager it would have brought."""
        if self.goes_on() or self.pending or not self.decisions:
            return None
        bet = self.table.game.bet.get(self.decisions[0].choose)
        return bet.by if bet is not None else self.table.game.terms.dealt_by

    def leftover(self) -> str:
        """What the transcript told and the round did not need."""
        if self.goes_on():
            rest = " ".join(self.transcript.outcomes[self.listed :])
            wager = f", nor was the wager on {shown(self.wagers[0].wager)} taken" if self.wagers else ""
            return f"the round is over and {shown(rest)} is left over in {self.table.game.chance.words}{wager}"
        unused = next((area for area, cards in self.hands.items() if cards), "")
        if unused:
            rest, whose = " ".join(self.hands[unused]), Area.read(unused).words
            return f"the round is over and {shown(rest)} is left over in the hand of {whose}"
        if self.pending:
            return f"the round is over and never came to the irregularity {self.pending[0].what!r}"
        if self.decisions:
            line = self.decisions[0]
            return f"the round is over and seat {line.seat} was never asked to {line.words}"
        if self.wagers:
            return f"the round is over and never came to the wager on {shown(self.wagers[0].wager)}"
        return ""
