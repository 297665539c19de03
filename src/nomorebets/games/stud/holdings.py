"""Three and four cards of a hand that others complete: what let it ride and double down stud have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK, RANKS, SUITS, deck_of, index, without
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES
from nomorebets.hands.ranks import FIVE_CARD_HANDS, lowest_of


@dataclass(frozen=True)
class PayClasses:
    """The hands of five cards as a pay table tells them apart, the lowest first."""

    lowest: tuple[tuple[str, int], ...]  # the id of each class and the number of its lowest hand

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.lowest)

    @cached_property
    def of_number(self) -> NDArray[np.uint8]:
        """The place of the class of every number."""
        starts = [number for _, number in self.lowest]
        return (np.searchsorted(starts, np.arange(len(FIVE_CARD_HANDS)), side="right") - 1).astype(np.uint8)


@cache
def pay_classes(lower: str, **pairs: str) -> PayClasses:
    """The categories from two pair up, and the classes of pairs by their lowest rank; all below is `lower`.

    >>> pay_classes("lower", tens_or_better="T").names[:3]
    ('lower', 'tens-or-better', 'two-pair')
    """
    lowest_pairs = [(name.replace("_", "-"), _lowest_pair_of(rank)) for name, rank in pairs.items()]
    above = [(category, lowest_of(category)) for category in FIVE_CARD_CATEGORIES[2:]]
    return PayClasses(((lower, 0), *lowest_pairs, *above))


def _lowest_pair_of(rank: str) -> int:
    return next(
        number
        for number, hand in enumerate(FIVE_CARD_HANDS)
        if hand.category == "pair" and hand.ranks[0] == RANKS.index(rank)
    )


class Holdings:
    """All holdings of three and four cards of a deck, those that differ only in the names of suits taken together."""

    threes: NDArray[np.uint64]
    ways_of_3: NDArray[np.int64]
    three_of: NDArray[np.int32]
    fours: NDArray[np.uint64]
    ways_of_4: NDArray[np.int64]
    four_of: NDArray[np.int32]

    def __init__(self, ranks: str, suits: str, gone: tuple[str, ...] = ()) -> None:
        from nomorebets.games.stud import kernels
        from nomorebets.sim.dealing import BINOMIALS

        self.cards: NDArray[np.uint64] = np.array(
            [index(card) for card in without(deck_of(ranks, suits), gone)], np.uint64
        )
        self._whole = not gone  # else no two suits are alike
        self.suits: int = len(suits)
        size, self._binomials = len(self.cards), BINOMIALS
        self.threes, self.ways_of_3, self.three_of = self._alike(3)
        self.fours, self.ways_of_4, self.four_of = self._alike(4)
        positions = np.searchsorted(self.cards, self.threes)
        sets_of_four = kernels.with_one_more(positions.astype(np.uint64), size, self._binomials)
        self.then: NDArray[np.int32] = self.four_of[sets_of_four]
        """For every row of `threes`, the row of `fours` it becomes with each of the other cards."""

    def _alike(self, number: int) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int32]]:
        """One holding of each kind, how many there are of the kind, and the kind of every set by its number."""
        from nomorebets.games.stud.kernels import representatives

        size = len(self.cards)
        alike = representatives(size, self.suits, number, self._binomials) if self._whole else range(comb(size, number))
        chosen = np.asarray(alike, np.int64)
        kinds, kind_of, ways = np.unique(chosen, return_inverse=True, return_counts=True)
        positions = np.empty((len(kinds), number), np.int64)
        left = kinds.copy()
        for i in range(number, 0, -1):  # read the number of a set back into its cards, the highest first
            column = self._binomials[:, i].astype(np.int64)
            positions[:, i - 1] = np.searchsorted(column, left, side="right") - 1
            left -= column[positions[:, i - 1]]
        return self.cards[positions], ways.astype(np.int64), kind_of.astype(np.int32)

    def row_of(self, cards: Iterable[str]) -> int:
        """The row of `threes` or `fours` that stands for these cards."""
        positions = sorted(int(np.searchsorted(self.cards, index(card))) for card in cards)
        number = sum(comb(at, i + 1) for i, at in enumerate(positions))
        return int((self.three_of if len(positions) == 3 else self.four_of)[number])

    @lru_cache(maxsize=8)  # noqa: B019  # holdings are kept as long as the process anyway
    def last_cards(self, classes: PayClasses) -> NDArray[np.int64]:
        """For every row of `fours`, how many of the other cards complete it to a hand of each class."""
        from nomorebets.games.stud.kernels import count_last_cards
        from nomorebets.hands.compiled import tables

        return count_last_cards(self.fours, self.cards, classes.of_number, len(classes.names), tables())


@lru_cache(maxsize=8)
def holdings(ranks: str = RANKS, suits: str = SUITS, gone: tuple[str, ...] = ()) -> Holdings:
    """The holdings of a deck, or of what is left of it, made at the first call."""
    return Holdings(ranks, suits, gone)


def as_cards(row: NDArray[np.uint64]) -> tuple[str, ...]:
    """The cards of a row of `threes` or `fours`."""
    return tuple(DECK[int(card)] for card in row)


FEATURES = *(f"rank {n}" for n in range(1, 5)), *(f"suit {n}" for n in range(1, 5))


def cards_seen(rows: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Three or four cards as features: ranks from 2 to 14, the lowest first, and suits from 1; 0 for none."""
    seen = np.zeros((len(rows), len(FEATURES)), np.int8)
    cards = rows.astype(np.int64)
    seen[:, : rows.shape[1]] = (cards >> 2) + 2
    seen[:, 4 : 4 + rows.shape[1]] = (cards & 3) + 1
    return seen
