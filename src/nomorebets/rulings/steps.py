"""The steps of a round in words, with their facts and paragraphs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from nomorebets.regulation import Citation
from nomorebets.table.money import dollars, show
from nomorebets.table.play import Entry
from nomorebets.table.record import plain
from nomorebets.table.wagers import seat_words


class Step(msgspec.Struct, frozen=True):
    """One step of a round: what was asked and what happened, the facts of it, and the paragraph."""

    number: int
    what: str
    facts: dict[str, Any]
    by: Citation


def steps_of(entries: Iterable[Entry], day: date) -> list[Step]:
    """Every entry as a step, in order."""
    return [Step(n, step(e, day), plain(e.answer, day), e.request.by) for n, e in enumerate(entries, 1)]


def step(entry: Entry, day: date) -> str:
    """One entry of a record in words."""
    asked = [_short(k, v) for k, v in plain(entry.request, day).items() if k not in ("by", "ask")]
    happened = [f"{k.replace('_', ' ')} {_short(k, v)}" for k, v in plain(entry.answer, day).items()]
    text = entry.request.name + (f": {', '.join(asked)}" if asked else "")
    return text + (f" → {', '.join(happened)}" if happened else "")


def _short(name: str, value: object, between: str = "; ") -> str:
    if isinstance(value, list | tuple):
        return between.join(_short("", row, between=" ") for row in value)
    if isinstance(value, dict):
        return _row(value)
    return dollars(value) if name == "amount" and isinstance(value, int) else str(value)


def _row(row: dict[str, Any]) -> str:
    """A wager, a result, or one part of a question or an answer that has several."""
    wager = row.get("wager", row)
    if "on" not in wager:
        return " ".join(_part(name, value) for name, value in row.items())
    words = f"{seat_words(wager['seat'], wager.get('player', ''))} {wager['on']} {dollars(wager['amount'])}"
    return words + (f" {row['outcome']} {show(row['net'])}" if "outcome" in row else "")


def _part(name: str, value: object) -> str:
    """A seat, what it may choose, from which amount and to which."""
    if name == "seat":
        return f"seat {value}"
    return _short("amount" if name in ("least", "most") else name, value, between=" or ")
