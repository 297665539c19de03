"""A transcript while it is being told: how far the round has come, what it asks, what the dealer has to settle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import cache
from typing import Any, Literal, NamedTuple, get_origin

import msgspec
from msgspec.structs import replace

from nomorebets.equipment.packs import pack
from nomorebets.errors import RulesError, TranscriptError
from nomorebets.rulings.comparison import Key, names_of, shown_hand, told_key
from nomorebets.rulings.dispute import Verdict, rounds_of, rule_on
from nomorebets.rulings.driver import Question, TranscriptDriver, Undecided
from nomorebets.rulings.leftovers import leftover
from nomorebets.rulings.transcript import HANDS, LATE, Transcript
from nomorebets.table import Play, Table
from nomorebets.table.cards import Drawn
from nomorebets.table.game import BEFORE, Irregularity
from nomorebets.table.record import kinds_of
from nomorebets.table.requests import Request
from nomorebets.table.wagers import seat_words


class Draft(NamedTuple):
    """How far a round has come by what is told of it so far."""

    table: Table
    play: Play | None
    questions: list[Question]  # decisions that were not told: those that are assumed, and the one that is waited for
    verdict: Verdict | None  # where all is told that is needed
    fault: RulesError | None  # why there is no ruling yet

    @property
    def waits_for(self) -> Request | None:
        """What the script asks of chance or of people, where the transcript ends before the round."""
        return self.play.request if self.play is not None and self.verdict is None else None


def draft(transcript: Transcript) -> Draft:
    """Play as much as is told."""
    table = transcript.table()
    verdict: Verdict | None = None
    fault: RulesError | None = None
    try:
        verdict = rule_on(replace(transcript, done=[]))
        rule_on(transcript)
    except RulesError as stops:
        fault = stops
    burned = [not transcript.hands, *([bool(transcript.hands)] if verdict is not None else [])]
    ways = (True, False) if transcript.irregularities else (True,)
    tries = [_as_far_as_told(transcript, table, takes, listed) for listed in burned for takes in ways]
    farthest = max(tries, key=lambda tried: tried.reached)
    return Draft(table, farthest.play, farthest.questions, verdict, fault)


def used_up(transcript: Transcript, at: Draft) -> list[str]:
    """The cards or tiles that are told as often as there are any: nobody can be dealt one of them again."""
    if at.play is None:
        return []
    came = Counter(entry.answer.card for entry in at.play.entries if isinstance(entry.answer, Drawn))
    there = Counter(at.play.table.felt.shoe) + came
    if there.total() < len(pack(at.table.game.chance.pack)):  # what the shoe holds is not known
        return []
    told: Counter[object] = Counter()
    for token in (*transcript.outcomes, *(token for hand in transcript.hands.values() for token in hand)):
        with suppress(RulesError):
            told[at.table.game.chance.read(token, at.table)["card"]] += 1
    return sorted(piece for piece, number in there.items() if told[piece] >= number)


class _Tried(NamedTuple):
    play: Play | None
    questions: list[Question]
    is_whole: bool = False  # nothing that is told is left over: so it is ruled on

    @property
    def reached(self) -> tuple[bool, int]:
        return self.is_whole, len(self.play.entries) if self.play is not None else 0


def _as_far_as_told(transcript: Transcript, table: Table, takes: bool, burned: bool) -> _Tried:
    play = None
    questions: list[Question] = []
    try:
        driver = TranscriptDriver(transcript, table, takes, rules_on_refused=True, burned=burned)
        questions = driver.assumed
        for round_of_play in rounds_of(transcript, table, driver):
            play = round_of_play
        return _Tried(play, questions, leftover(driver) is None)
    except Undecided as waits:
        return _Tried(play, [*questions, waits.question])
    except RulesError:
        return _Tried(play, questions)


class Row(NamedTuple):
    """A wager that the dealer settles, and which line of what was done tells of it."""

    key: Key
    name: str
    staked: int
    line: int  # -1: none

    @property
    def whose(self) -> str:
        return seat_words(self.key.seat, self.key.player) + (f", hand {self.key.hand}" if self.key.hand else "")


def rows_to_settle(at: Draft, transcript: Transcript) -> list[Row]:
    """What the dealer has something to do about: every wager that is ruled on, or else every wager that lies."""
    rows: dict[Key, tuple[str, int]] = {}
    called: dict[Key, Key] = {}  # what a row may be told as
    if at.verdict is not None:
        for ruled in at.verdict.required:
            key = Key(ruled.seat, ruled.wager, shown_hand(ruled, at.verdict.required), ruled.player)
            rows[key] = ruled.name, ruled.amount
            called |= dict.fromkeys((*names_of(ruled), key), key)
        for h in at.verdict.moves:
            key = Key(h.seat, h.wager)
            if all(other[:2] != key[:2] for other in called):  # vigorish
                rows[key], called[key] = (h.wager, h.collected + h.marked), key
    elif at.play is not None:
        rows = {Key(w.seat, w.on, 0, w.player): (w.on, w.amount) for w in at.play.table.wagers}
        called = {key: key for key in rows}
    lines: dict[Key, int] = {}
    for number, line in enumerate(transcript.done):
        with suppress(TranscriptError):
            lines.setdefault(called[told_key(line, at.table, called)], number)
    return [Row(key, name, staked, lines.get(key, -1)) for key, (name, staked) in rows.items()]


def told_parts(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A transcript's parts in their plainest form: outcomes and hands as text, every hand under its name."""
    told = {name: value.isoformat() if isinstance(value, date) else value for name, value in raw.items()}
    for name in BEFORE:
        if name in told:
            told[name] = _spaced(told[name])
    hands = told.get("hands", {})
    own = {name: told.pop(name) for name in HANDS if name in told}
    if isinstance(hands, dict) and (hands or own):
        told["hands"] = {name: _spaced(cards) for name, cards in {**hands, **own}.items()}
    return told


def _spaced(value: object) -> str:
    every = value if isinstance(value, list) else [value]
    return " ".join(word for words in every for word in str(words).replace(",", " ").split())


# --- the facts of something that went wrong ------------------------------------------------------------------------

FactKind = Literal["number", "yes-no", "numbers", "text"]
_LATE_FACTS: dict[str, FactKind] = {"seat": "number", "wager": "text", "amount": "text", "confirmed": "yes-no"}


def facts_of(what: str, cause: Irregularity | None) -> dict[str, FactKind]:
    """What may be reported further of an incident, and what kind of thing each is."""
    if what == LATE or cause is None:
        return dict(_LATE_FACTS)
    fields = {field.name: field.type for kind in _asked_as(str(cause.ask)) for field in msgspec.structs.fields(kind)}
    return {name: _kind(fields.get(name, str)) for name in cause.more}


@cache
def _asked_as(names: str) -> tuple[Any, ...]:
    return tuple(kind.answer for kind in kinds_of(Request) if kind.__struct_config__.tag in names.split())


def _kind(of: Any) -> FactKind:
    if of is bool:
        return "yes-no"
    if of is int:
        return "number"
    return "numbers" if get_origin(of) is tuple else "text"
