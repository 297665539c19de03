"""Double down stud, exactly: four cards are seen, the hole card makes the hand, the wager may be doubled before (17.8).

The player's own card and the three shared ones that are face up count alike.

>>> def net(hand, doubled):  # a game that pays 1 to 1 on anything from a pair of jacks up
...     return (1 + doubled) * {"lower": -1, "sixes-to-tens": 0}.get(hand, 1)
>>> played = solve(net)
>>> played.doubles("6s 6d 9c 2c"), played.doubles("5s 5d 9c 2c")
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, SUITS, read_cards
from nomorebets.games.stud.holdings import Holdings, as_cards, holdings, pay_classes
from nomorebets.pricing.ends import Ends

CLASSES = pay_classes("lower", sixes_to_tens="6", jacks_or_better="J")
"""The hands as 17.9 and 17.10(b) tell them apart: lower loses, sixes to tens push, the others win."""

Net: TypeAlias = Callable[[str, int], int]
"""What a player gains: `net(hand, doubled)`, in whole units (cents, say) for the original and the double together.

`doubled` is one of the amounts to choose from; where nothing else is said, whether the wager is doubled.
"""

Cards: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """All rounds under one way of playing."""

    ends: Ends  # by (hand, doubled), out of every four cards, then one
    deck: Holdings
    double: NDArray[np.uint8]  # by row of deck.fours: which of the amounts
    amounts: tuple[int, ...] = (False, True)

    def doubles(self, cards: str | Sequence[str]) -> int:
        """Whether the wager is doubled on these four cards, or by which of the amounts."""
        return self.amounts[int(self.double[self.deck.row_of(read_cards(cards))])]

    def decisions(self) -> list[tuple[Cards, int, int]]:
        """One of each kind of four cards, how many there are of the kind, and by what the wager is doubled."""
        rows = zip(self.deck.fours, self.deck.ways_of_4, self.double, strict=True)
        return [(as_cards(row), int(ways), self.amounts[int(chosen)]) for row, ways, chosen in rows]


def solve(
    net: Net,
    strategy: Callable[[Cards], int] | None = None,
    ranks: str = RANKS,
    suits: str = SUITS,
    amounts: Sequence[int] = (False, True),
    gone: tuple[str, ...] = (),
) -> Played:
    """Play every round by a strategy; without one, so that the mean of `net` is the greatest.

    `amounts` are what the wager may be doubled by, the least first: a payout limit may make less than all the best.
    Where more is worth nothing either way the wager stays as it is: less is put at risk for the same.
    """
    deck = holdings(ranks, suits, gone)
    last = deck.last_cards(CLASSES)
    if strategy is None:
        nets = np.array([[net(hand, doubled) for hand in CLASSES.names] for doubled in amounts], np.int64)
        chosen = (nets @ last.T).argmax(axis=0).astype(np.uint8)  # of equals the first
    else:
        chosen = np.array([amounts.index(strategy(as_cards(row))) for row in deck.fours], np.uint8)
    counts: dict[tuple[Hashable, ...], int] = {}
    for place, doubled in enumerate(amounts):
        by_class = deck.ways_of_4[chosen == place] @ last[chosen == place]
        counts |= {(hand, doubled): int(n) for hand, n in zip(CLASSES.names, by_class, strict=True) if n}
    size = len(deck.cards)
    return Played(Ends(counts, total=comb(size, 4) * (size - 4)), deck, chosen, tuple(amounts))
