"""How often each end of a round comes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Ends:
    """Exact counts of all the ways a round may end, by what tells them apart.

    >>> coin = Ends({("heads",): 1, ("tails",): 1}, total=2)
    >>> coin.mean(lambda side: 3 if side == "heads" else -1), coin.variance(lambda side: side == "heads")
    (Fraction(1, 1), Fraction(1, 4))
    """

    counts: Mapping[Any, int]  # by tuples, whose parts tell the ends apart; none is zero
    total: int

    def probability(self, *end: Hashable) -> Fraction:
        """The probability of an end; naming only its first parts, of all ends that begin so."""
        return Fraction(sum(n for key, n in self.counts.items() if key[: len(end)] == end), self.total)

    def mean(self, net: Callable[..., Fraction | int]) -> Fraction:
        """What `net` of the parts of the end is on average."""
        return sum((n * Fraction(net(*end)) for end, n in self.counts.items()), Fraction(0)) / self.total

    def variance(self, net: Callable[..., Fraction | int]) -> Fraction:
        return self.mean(lambda *end: Fraction(net(*end)) ** 2) - self.mean(net) ** 2
