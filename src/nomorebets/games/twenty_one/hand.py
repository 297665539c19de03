"""Counting a hand of the blackjack family: values, soft totals, pairs by value. Pure functions of cards.

>>> value("Kd"), count(("As", "6d")), count(("As", "6d", "9c"))
(10, Count(total=17, soft=True), Count(total=16, soft=False))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from nomorebets.regulation import Citation

ACE = "A"
TENS = "TJQK"
_COURT = frozenset("JQK")
MOST = 21
TEN = 10


_VALUES = {ACE: 1, **dict.fromkeys(TENS, 10), **{digit: int(digit) for digit in "23456789"}}


class Count(NamedTuple):
    """What a hand counts, and whether an ace in it counts eleven."""

    total: int
    soft: bool

    @property
    def words(self) -> str:
        return f"soft {self.total}" if self.soft else str(self.total)


def value(card: str) -> int:
    """What a card counts; the ace one, for only one ace of a hand can count eleven."""
    return _VALUES[card[0]]


def count(cards: Sequence[str]) -> Count:
    """The total of a hand: an ace counts eleven unless that would exceed 21."""
    return _count(tuple(cards))


@lru_cache(1 << 14)
def _count(cards: tuple[str, ...]) -> Count:
    values = [value(card) for card in cards]
    least = sum(values)
    soft = least + 10 <= MOST and 1 in values
    return Count(least + 10 * soft, soft)


class CountedBy(msgspec.Struct, frozen=True):
    """The paragraphs by which cards count what they count."""

    ace: Citation
    court: Citation
    pip: Citation

    def of(self, cards: Sequence[str]) -> Citation:
        """The paragraph by which a hand counts what it counts."""
        ranks = [card[0] for card in cards]
        if ACE in ranks:
            return self.ace
        return self.pip if _COURT.isdisjoint(ranks) else self.court


def is_ace_and_ten(cards: Sequence[str]) -> bool:
    """An ace and a card that counts ten, and nothing else: a blackjack, where they are the first two of a hand."""
    return len(cards) == 2 and count(cards).total == MOST


def is_pair(cards: Sequence[str]) -> bool:
    """Two cards equal in value: a king and a ten are.

    >>> is_pair(("Kd", "Tc")), is_pair(("Kd", "9c"))
    (True, False)
    """
    return len(cards) == 2 and value(cards[0]) == value(cards[1])


def is_ace(card: str) -> bool:
    return card[0] == ACE


def may_be_blackjack(up: str) -> bool:
    """Whether the card that a dealer shows, an ace or a ten, may belong to a blackjack."""
    return is_ace(up) or up[0] in TENS


def dealer_draws(cards: Sequence[str], hit_soft_17: bool) -> bool:
    """Whether a dealer must draw to these cards: to 16, and to a soft 17 where the table says so."""
    total, soft = count(cards)
    return total < 17 or (hit_soft_17 and soft and total == 17)
