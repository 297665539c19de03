"""Money in whole cents. Nothing here, or anywhere near a wager, is a float."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from nomorebets.errors import HouseRuleError, RulesError, shown, written
from nomorebets.regulation import Citation

_DOLLARS = re.compile(r"^([+-]?)\$?(\d{1,30}|\d{1,3}(?:,\d{3}){1,9})(?:\.(\d{1,2}))?$", re.ASCII)
MOST = 10**12  # ten billion dollars; a larger figure is a slip of the pen
BOOKED = 2**62  # cents: what one account of a book, which counts in 64 bits, may hold or owe


class NotMoney(RulesError):
    """An amount that is no sum of dollars and cents."""

    who = "amount"


def is_amount(amount: object) -> bool:
    """Whether something is a number of cents that may be moved: whole, not negative, and small enough for a book."""
    return type(amount) is int and 0 <= amount <= BOOKED  # True and 1.0 are no amounts


def cents(amount: object) -> int:
    """Dollars as people write them, in whole cents.

    >>> cents("25.00"), cents("$1,000"), cents(5)
    (2500, 100000, 500)
    >>> cents("a fiver")
    Traceback (most recent call last):
    nomorebets.table.money.NotMoney: 'a fiver' is not an amount of money; accepted: dollars and cents, like "25.00"
    """
    if isinstance(amount, float):  # a float has already lost what was written
        amount = repr(amount)
    return _text_in_cents(amount) if type(amount) is str else _in_cents(amount)


def _in_cents(amount: object) -> int:
    match = _DOLLARS.match(written(amount).strip()) if not isinstance(amount, bool) else None
    if not match:
        text = "no amount of money is stated" if amount is None else f"{shown(amount, 40)} is not an amount of money"
        raise NotMoney(text, accepts='dollars and cents, like "25.00"')
    sign, dollars, part = match.groups()
    value = int(dollars.replace(",", "")) * 100 + int((part or "0").ljust(2, "0"))
    if value > MOST:
        raise NotMoney(f"{shown(amount, 40)} is more than any table holds", accepts=f"at most {show(MOST)}")
    return -value if sign == "-" else value


_text_in_cents = lru_cache(1 << 12)(_in_cents)  # options of a house are the same texts in every round


def show(amount: int) -> str:
    """Cents as dollars and cents: ``25.00``, ``-2.50``."""
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def dollars(amount: int) -> str:
    """Cents for people: ``$25``, ``$2.50``, ``-$1,000``."""
    whole, part = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}${whole:,}" + (f".{part:02d}" if part else "")


def amounts_from(least: int, what: str, accepts: str, by: Citation | None = None) -> Callable[[str], str]:
    """How an option that is an amount of money is read: from so many cents on.

    >>> amounts_from(1, "a jackpot of", "an amount of money")("$25")
    '25.00'
    """

    def parse(text: str) -> str:
        if cents(text) < least:
            raise HouseRuleError(f"{what} {dollars(cents(text))}", by, accepts=accepts)
        return show(cents(text))

    return parse


def share_out(amount: int, dues: Sequence[int]) -> list[int]:
    """An amount too small for all that is due, divided in proportion; cents left over go to the first ones.

    >>> share_out(5_000_000, [2_500_000, 2_500_000, 2_500_000])
    [1666667, 1666667, 1666666]
    """
    shares = [amount * due // sum(dues) for due in dues]
    left = amount - sum(shares)
    return [share + (place < left) for place, share in enumerate(shares)]
