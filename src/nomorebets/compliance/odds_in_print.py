"""Odds as a wheel, a layout or a sign prints them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from nomorebets.errors import HouseRuleError
from nomorebets.regulation import Money, Odds
from nomorebets.table.house import rows_of

_PRINTED = re.compile(r"^(?:(?:wins?|pays?)\s+)?\$?(\d{1,9})\s*(to|for|wins?|:|-|/)\s*\$?(\d{1,9})$", re.IGNORECASE)
_WIN_ALONE = re.compile(r"^wins?\s+\$?(\d{1,9})(?:\.00)?$", re.IGNORECASE)  # on the wheel: "win 45", for a wager of 1


def read_printed(text: object) -> tuple[str, tuple[Odds, ...]]:
    """Odds as they are printed: the word between the figures, and every way to read them.

    >>> read_printed("46 for 1")
    ('for', (Odds(pays=45, on=1), Odds(pays=46, on=1)))
    >>> read_printed("wins 20")
    ('win', (Odds(pays=20, on=1),))
    """
    plain = str(text).replace(",", "").strip()
    alone = _WIN_ALONE.match(plain)
    if alone:
        return "win", (Odds(int(alone[1]), 1),) if int(alone[1]) else ()
    match = _PRINTED.match(plain)
    if not match:
        words = re.findall(r"\b(to|win|for)s?\b", plain.lower())
        return ("for" if "for" in words else words[0] if words else ""), ()
    first, word, second = int(match[1]), match[2].lower().removesuffix("s"), int(match[3])
    ways = {"for": ((first - second, second), (first, second)), "win": ((second, first), (first, second))}
    return word, tuple(Odds(pays, on) for pays, on in ways.get(word, ((first, second),)) if pays > 0 and on > 0)


def same_odds(pay_table: Mapping[str, Any], kind: str, text: object) -> bool:
    """Whether odds in print are those that the pay table asks for."""
    asked = rows_of(pay_table).get(kind)
    return asked is not None and bool(set(read_printed(asked)[1]) & set(read_printed(text)[1]))


def printed_sum(text: object) -> tuple[str, tuple[Money, ...]]:
    """A payout printed as a sum of money, which needs no word."""
    try:
        return "win", (Money.parse(re.sub(r"^\s*(?:wins?|pays?)\b", "", str(text).lower())),)
    except HouseRuleError:
        return read_printed(text)[0], ()
