"""Rounds of card games told in a line each: ``told("casino-war", "1 initial 10", "7s 7d", "1 surrender")``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date
from typing import Any

import msgspec

from nomorebets.errors import TranscriptError
from nomorebets.rulings.dispute import Verdict, play_transcript, rule_on, verdict_of
from nomorebets.rulings.driver import TranscriptDriver
from nomorebets.rulings.transcript import Transcript, read_transcript
from nomorebets.table import Play, Round, Table, play
from nomorebets.table.decisions import Ask
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.money import show
from nomorebets.table.record import read, record_of, reproduce, write
from nomorebets.table.requests import Answer, Request


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items())} }}"
    return f'"{value}"'


def _key(key: object) -> str:
    return f'"{key}"' if "." in str(key) else str(key)


def text_of(
    game: str,
    wagers: str,
    cards: str,
    decisions: str = "",
    wrong: tuple[Mapping[str, object], ...] = (),
    as_of: str = "",
    done: tuple[Mapping[str, object], ...] = (),
    opening: Mapping[str, str] | None = None,
    **house: object,
) -> str:
    """The transcript of a round; names of options are written with underscores."""
    made = [line.split() for line in wagers.split(",") if line.strip()]
    chosen = [line.split() for line in decisions.split(",") if line.strip()]
    lines = [f'game = "{game}"']
    if as_of:
        lines.append(f'as_of = "{as_of}"')
    if house:
        lines.append(f"house = {_value({name.replace('_', '-'): v for name, v in house.items()})}")
    rows = [{"seat": int(s), "wager": w, "amount": a} for s, w, a in made]
    lines.append(f"wagers = {_value(rows)}")
    lines.append(f'cards = "{cards}"')
    decided = [{"seat": int(s), "choose": c, **({"amount": rest[0]} if rest else {})} for s, c, *rest in chosen]
    lines.append(f"decisions = {_value(decided)}")
    lines.append(f"irregularities = {_value(wrong)}")
    if opening:
        lines.append(f"opening = {_value(opening)}")
    lines.append(f"done = {_value(done)}")
    text = "\n".join(lines)
    tomllib.loads(text)
    return text


class Noticing:
    """Answers a script with what a transcript tells, but that something is noticed at one of its requests.

    ``at`` is the request's name and its paragraph or reading; without a decision left for it, the seat makes none.
    """

    def __init__(self, transcript: Transcript, table: Table, at: tuple[str, str], facts: Mapping[str, object]) -> None:
        self.told = TranscriptDriver(transcript, table, takes_outcome=False)
        self.at, self.facts = at, facts

    def __call__(self, request: Request, table: Round) -> Answer:
        if not self.facts or (request.name, request.by.reading or str(request.by)) != self.at:
            return self.told(request, table)
        if isinstance(request, Ask):
            if request.seat < self.facts.get("at_seat", 0):
                return self.told(request, table)
            try:
                usual = self.told(request, table)
            except TranscriptError:
                usual = request.forfeit(request.seat)
        else:
            usual = request.usual()
        found, self.facts = {k: v for k, v in self.facts.items() if k != "at_seat"}, {}
        return msgspec.convert({**msgspec.to_builtins(usual), **found}, request.answer)


def noticed(transcript: Transcript, at: str, by: str, **facts: object) -> Verdict:
    """The ruling where something was noticed at a request; at a decision, the first of ``at_seat`` or a later seat."""
    table = transcript.table()
    driver = Noticing(transcript, table, (at, by), facts)
    played = play(Round(table, Felt.opened(Opening(dict(transcript.opening)))), driver)
    assert not driver.facts, f"the round never came to {at} by {by}"
    reproduce(read(write(record_of(played))))
    return verdict_of(played)


class Told:
    """A round that was told, and what the rules make of it."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        play_transcript(transcript)  # what a dealer must refuse is refused; a ruling says what becomes of it
        self.verdict: Verdict = rule_on(transcript)

    @property
    def net(self) -> dict[tuple[int, str], str]:
        return {(r.seat, r.wager): show(r.net) for r in self.verdict.required}

    @property
    def result(self) -> dict[tuple[int, str], str]:
        return {(r.seat, r.wager): r.result for r in self.verdict.required}

    @property
    def cite(self) -> dict[tuple[int, str], str]:
        return {(r.seat, r.wager): r.by.reading or str(r.by) for r in self.verdict.required}

    @property
    def called(self) -> list[str]:
        return self.verdict.announcements

    @property
    def remedies(self) -> dict[str, str]:
        return {r.what: r.remedy for r in self.verdict.remedies}

    @property
    def remedied_by(self) -> dict[str, str]:
        return {r.what: r.by.reading or str(r.by) for r in self.verdict.remedies}

    @property
    def json(self) -> dict[str, Any]:
        return self.verdict.to_dict()

    @property
    def play(self) -> Play:
        return play_transcript(self.transcript)

    @property
    def asked(self) -> list[str]:
        return [entry.request.name for entry in self.play.entries]

    @property
    def day(self) -> date:
        return self.verdict.as_of


def told(game: str, wagers: str, cards: str, decisions: str = "", **more: Any) -> Told:
    """A round dealt as it is told: see :func:`text_of`."""
    return Told(read_transcript(text_of(game, wagers, cards, decisions, **more).encode()))


def total(found: Told, seat: int = 1) -> float:
    """What a seat gained, in dollars."""
    return sum(r.net for r in found.verdict.required if r.seat == seat) / 100


def areas(found: Told) -> list[str]:
    """Where each card was dealt to."""
    return [e.request.to for e in found.play.entries if e.request.name == "draw"]


def said(found: Told, area: str) -> list[str]:
    """What the dealer announced of a hand, in order."""
    return [e.request.hand for e in found.play.entries if e.request.name == "read-hand" and e.request.area == area]


def remedied(verdict: Verdict) -> list[tuple[str, str]]:
    """What went wrong, and the paragraph (or reading) of its remedy."""
    return [(r.what, r.by.reading or str(r.by)) for r in verdict.remedies]
