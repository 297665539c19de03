"""Let it ride, exactly: three cards and bet one, a fourth and bet two, a fifth that settles what rides (18.10).

What is won may depend on how many bets ride, for a payout limit covers the bets of a hand together (18.11(c)). So the
two decisions are solved together, the last one first.

>>> def net(hand, first_rides, second_rides):  # a game that pays 1 to 1 on anything from a pair of tens up
...     return (1 + first_rides + second_rides) * (-1 if hand == "lower" else 1)
>>> played = solve(net)
>>> played.rides_first("Ts Td 2c"), played.rides_second("9s 9d 2c 3c", first_rides=False)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, SUITS, read_cards
from nomorebets.games.stud.holdings import Holdings, as_cards, holdings, pay_classes
from nomorebets.pricing.ends import Ends

CLASSES = pay_classes("lower", tens_or_better="T")
"""The hands as 18.11(b) tells them apart; everything below a pair of tens is `lower`."""

Net: TypeAlias = Callable[[str, bool, bool], int]
"""What a player gains: `net(hand, first_rides, second_rides)`, in whole units (cents, say) for all three bets."""

Cards: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Strategy:
    """Which bets to let ride, by the cards held. The cards come in the order of the deck, the lowest first."""

    first: Callable[[Cards], bool]  # three cards
    second: Callable[[Cards, bool], bool]  # four cards, and whether the first bet rides


@dataclass(frozen=True)
class Played:
    """All rounds under one way of playing."""

    ends: Ends  # by (hand, first_rides, second_rides), out of every three cards, then one, then one
    deck: Holdings
    first: NDArray[np.bool_]  # by row of deck.threes
    second: NDArray[np.bool_]  # by whether the first bet rides, and row of deck.fours

    def rides_first(self, cards: str | Sequence[str]) -> bool:
        """Whether the first bet rides on these three cards."""
        return bool(self.first[self.deck.row_of(read_cards(cards))])

    def rides_second(self, cards: str | Sequence[str], first_rides: bool) -> bool:
        """Whether the second bet rides on these four cards."""
        return bool(self.second[int(first_rides), self.deck.row_of(read_cards(cards))])

    def first_decisions(self) -> list[tuple[Cards, int, bool]]:
        """One of each kind of three cards, how many there are of the kind, and whether the bet rides."""
        rows = zip(self.deck.threes, self.deck.ways_of_3, self.first, strict=True)
        return [(as_cards(row), int(ways), bool(rides)) for row, ways, rides in rows]

    def second_decisions(self, first_rides: bool) -> list[tuple[Cards, int, bool]]:
        """The same of four cards."""
        rows = zip(self.deck.fours, self.deck.ways_of_4, self.second[int(first_rides)], strict=True)
        return [(as_cards(row), int(ways), bool(rides)) for row, ways, rides in rows]


def solve(
    net: Net, strategy: Strategy | None = None, ranks: str = RANKS, suits: str = SUITS, gone: tuple[str, ...] = ()
) -> Played:
    """Play every round by a strategy; without one, so that the mean of `net` is the greatest.

    Where a bet is worth nothing either way it is taken back: less is put at risk for the same.
    """
    deck = holdings(ranks, suits, gone)
    last = deck.last_cards(CLASSES)
    nets = np.array(
        [[[net(hand, one, two) for hand in CLASSES.names] for two in (False, True)] for one in (False, True)]
    )
    value = nets.astype(np.int64) @ last.T  # by first, second, row of fours: sums over the last card
    if strategy is None:
        second = value[:, 1] > value[:, 0]
        after = np.where(second, value[:, 1], value[:, 0])
        worth = after[:, deck.then].sum(axis=2)
        first = worth[1] > worth[0]
    else:
        held = [as_cards(row) for row in deck.fours]
        second = np.array([[strategy.second(cards, one) for cards in held] for one in (False, True)], np.bool_)
        first = np.array([strategy.first(as_cards(row)) for row in deck.threes], np.bool_)
    return Played(_ends(deck, last, first, second), deck, first, second)


def _ends(deck: Holdings, last: NDArray[np.int64], first: NDArray[np.bool_], second: NDArray[np.bool_]) -> Ends:
    counts: dict[tuple[str, bool, bool], int] = {}
    for one in (False, True):
        rows = deck.then[first == one]
        ways = np.broadcast_to(deck.ways_of_3[first == one][:, None], rows.shape)
        by_four = np.zeros(len(last), np.int64)  # how often each four cards are reached
        np.add.at(by_four, rows, ways)
        for two in (False, True):
            chosen = second[int(one)] == two
            by_class = by_four[chosen] @ last[chosen]
            counts |= {(hand, one, two): int(n) for hand, n in zip(CLASSES.names, by_class, strict=True) if n}
    size = len(deck.cards)
    return Ends(counts, total=comb(size, 3) * (size - 3) * (size - 4))
