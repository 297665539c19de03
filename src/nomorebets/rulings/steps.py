"""One entry of a record in words."""

from __future__ import annotations

from datetime import date
from typing import Any

from nomorebets.table.money import dollars, show
from nomorebets.table.play import Entry
from nomorebets.table.record import plain


def step(entry: Entry, day: date) -> str:
    """One entry of a record in words."""
    asked = [_short(k, v) for k, v in plain(entry.request, day).items() if k not in ("by", "ask")]
    happened = [f"{k.replace('_', ' ')} {_short(k, v)}" for k, v in plain(entry.answer, day).items()]
    text = entry.request.name + (f": {', '.join(asked)}" if asked else "")
    return text + (f" → {', '.join(happened)}" if happened else "")


def _short(name: str, value: object) -> str:
    if isinstance(value, list | tuple):
        return "; ".join(_wager(row) if isinstance(row, dict) else str(row) for row in value)
    if isinstance(value, dict):
        return _wager(value)
    return dollars(value) if name == "amount" and isinstance(value, int) else str(value)


def _wager(row: Any) -> str:
    wager = row.get("wager", row)
    words = f"seat {wager['seat']} {wager['on']} {dollars(wager['amount'])}"
    return words + (f" {row['outcome']} {show(row['net'])}" if "outcome" in row else "")
