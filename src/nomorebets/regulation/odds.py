"""Payout odds: ratios of whole numbers, always "to", never "for"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from nomorebets.errors import HouseRuleError, shown, written
from nomorebets.regulation.citations import Citation, cite

_WHOLE = r"(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})"
_ODDS = re.compile(rf"^\s*{_WHOLE}\s*(to|for|:)\s*{_WHOLE}\s*$", re.IGNORECASE | re.ASCII)
_MONEY = re.compile(rf"^\s*\$?\s*{_WHOLE}(?:\.(\d{{1,2}}))?\s*$", re.ASCII)

LONGEST = 100_000  # to 1: a hundred times the longest odds of the chapter; the largest stake at them is 10**17 cents


class Odds(msgspec.Struct, frozen=True):
    """What a winning wager is paid: ``pays`` to ``on``.

    >>> to(35, 1).of(500)
    17500
    >>> str(to(7, 5))
    '7 to 5'
    >>> Odds.parse("3 to 2").ratio
    Fraction(3, 2)
    >>> Odds.parse(str(to(10_000)))
    Odds(pays=10000, on=1)
    """

    pays: int
    on: int = 1

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.pays, self.on)

    @property
    def size(self) -> Fraction:
        """What is compared with a minimum; larger is better for the patron."""
        return self.ratio

    def of(self, amount: int) -> int:
        """The payment on an amount in cents. A broken cent goes to the patron: the odds are a minimum."""
        return -(-amount * self.pays // self.on)

    def __str__(self) -> str:
        return f"{self.pays:,} to {self.on:,}"

    @classmethod
    def parse(cls, text: object) -> Odds:
        """Read ``35 to 1``. Odds stated with "for" are refused: nobody can tell whether the stake is in them."""
        match = _ODDS.match(written(text))
        if not match:
            raise HouseRuleError(f"{shown(text, 40)} is not payout odds", accepts='a form like "35 to 1"')
        pays, word, on = match.groups()
        first, second = int(pays.replace(",", "")), int(on.replace(",", ""))
        if first > LONGEST * max(second, 1):
            raise HouseRuleError(f"{shown(text, 40)} is beyond what any table pays", accepts=f"at most {to(LONGEST)}")
        if word.lower() == "for":
            raise OddsSayFor(
                f'the odds "{first:,} for {second:,}" are stated with "for"',
                accepts=f'"{max(first - second, 0)} to {second}", which is the same payment',
            )
        if second < 1 or first < 1:
            raise HouseRuleError(f"{shown(text, 40)} pays nothing", accepts='a form like "35 to 1"')
        return cls(first, second)


_SUM = 'a form like "$5,000", below $1,000,000,000'


class Money(msgspec.Struct, frozen=True):
    """A payout that is a sum of money, whatever the odds: the stake is not returned with it."""

    cents: int

    @property
    def size(self) -> Fraction:
        return Fraction(self.cents)

    def of(self, amount: int) -> int:
        return self.cents

    def __str__(self) -> str:
        whole, part = divmod(self.cents, 100)
        return f"${whole:,}" + (f".{part:02d}" if part else "")

    @classmethod
    def parse(cls, text: object) -> Money:
        match = _MONEY.match(written(text))
        if not match:
            raise HouseRuleError(f"{shown(text, 40)} is not a payout in dollars", accepts=_SUM)
        return cls(int(match[1].replace(",", "")) * 100 + int((match[2] or "0").ljust(2, "0")))


Pays = Odds | Money


def in_print(pays: Pays) -> str:
    """A payout in print: odds with "to", a sum of money with "win"; never "for"."""
    return f"win {pays}" if isinstance(pays, Money) else str(pays)


class OddsSayFor(HouseRuleError):
    """Odds stated with "for"; which paragraph forbids it depends on the game."""


def to(pays: int, on: int = 1) -> Odds:
    """``to(35, 1)`` is 35 to 1."""
    return Odds(pays, on)


def win(dollars: int) -> Money:
    """``win(500)`` is a payout of $500."""
    return Money(dollars * 100)


class PayTable(Mapping[str, Pays]):
    """The least that paragraphs let a licensee pay, per kind of wager, or of wager and hand: ``bet.flush``."""

    def __init__(self, rows: Mapping[str, tuple[Pays, Citation]]) -> None:
        self._rows = dict(rows)

    def __getitem__(self, row: str) -> Pays:
        return self._rows[row][0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __or__(self, other: PayTable) -> PayTable:
        """The rows of two paragraphs as one table."""
        return PayTable(self._rows | other._rows)

    def by_for(self, row: str) -> Citation:
        """The paragraph a row stands in."""
        return self._rows[row][1]

    @property
    def by(self) -> Citation:
        """The paragraph of the first row."""
        return next(by for _, by in self._rows.values())


def pay_table(paragraph: str, odds: Mapping[str, Pays]) -> PayTable:
    """The minimum odds of a paragraph, as printed there."""
    return PayTable({row: (pays, cite(paragraph)) for row, pays in odds.items()})
