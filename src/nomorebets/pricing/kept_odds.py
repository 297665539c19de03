"""Odds that were worked out before, kept for the next process: by the terms, what was asked, and the code."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import msgspec

from nomorebets import kept
from nomorebets.pricing.sheet import Line, OddsSheet, odds_at
from nomorebets.regulation import Citation, law
from nomorebets.table import Table


class Kept(msgspec.Struct):
    """A sheet as it is kept."""

    strategy: str
    lines: list[Line]


def kept_odds(table: Table, **asked: Any) -> OddsSheet:
    """As :func:`odds_at`. What is refused is kept nowhere; an edit of any source works it out anew."""
    about = repr((table.game.id, table.house, sorted(asked.items()))).encode()
    start = time.perf_counter()

    def find() -> bytes:
        sheet = odds_at(table, **asked)
        return msgspec.msgpack.encode(Kept(sheet.strategy, list(sheet.values())), enc_hook=_written)

    known = kept.content("odds", [about, kept.code(*law.installed_folders())], find)
    found = msgspec.msgpack.decode(known, type=Kept, dec_hook=_read)
    return OddsSheet(table, found.lines, time.perf_counter() - start, found.strategy)


def _written(value: object) -> str:
    if isinstance(value, Fraction | Citation):
        return str(value)
    raise TypeError(f"a line of odds holds no {type(value).__name__}")


def _read(kind: type, value: str) -> object:
    return Citation.parse(value) if kind is Citation else kind(value)
