"""All hands a player may hold without exceeding 21, by how many cards of each value they have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.hand import MOST, count
from nomorebets.games.twenty_one.rules import VALUES

Counts = tuple[int, ...]
Ints = NDArray[np.int64]

NAMES = "A23456789T"  # the values as cards of no suit, which `hand` counts like any other
NO_HAND = -1

# How many cards of a split pair may be gone besides a hand's own first one, by the number of splits: the other half of
# the pair, and those by which the chance that other hands drew none of them is told (see `splitting`).
FURTHER = {0: 0, 1: 1, 2: 3, 3: 5}


def cards_of(counts: Sequence[int]) -> str:
    """A hand as cards without suits.

    >>> cards_of((1, 0, 0, 0, 0, 0, 0, 0, 0, 2))
    'ATT'
    """
    return "".join(name * int(n) for name, n in zip(NAMES, counts, strict=True))


def counts_of(cards: str) -> Counts:
    """How many cards of each value; the inverse of :func:`cards_of`."""
    return tuple(cards.count(name) for name in NAMES)


def with_card(counts: Counts, value: int, more: int = 1) -> Counts:
    return (*counts[:value], counts[value] + more, *counts[value + 1 :])


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands in a fixed order; places count from 0."""

    counts: Ints  # [hand, value]
    place: dict[Counts, int]
    after: Ints  # [hand, value]: the hand with one card more, or NO_HAND where it exceeds 21
    total: Ints
    soft: NDArray[np.bool_]
    hard: Ints  # the total with every ace counted one
    size: Ints
    rising: Ints  # places in the order of the hard total

    def of(self, cards: str) -> int:
        """The place of a hand of cards without suits."""
        return self.place[counts_of(cards)]

    def starts(self) -> Iterator[tuple[int, int, int, int]]:
        """The two cards as dealt: the values, the place of the hand, and in how many orders it comes."""
        for first in range(VALUES):
            for second in range(first, VALUES):
                alone = tuple(int(value == first) for value in range(VALUES))
                yield first, second, self.place[with_card(alone, second)], 1 if first == second else 2


@cache
def all_hands() -> Hands:
    """Every hand, from no card at all to 21 aces."""
    rows: list[Counts] = []

    def extend(begun: Counts, points: int) -> None:
        worth = len(begun) + 1
        if worth > VALUES:
            rows.append(begun)
            return
        for n in range((MOST - points) // worth + 1):
            extend((*begun, n), points + n * worth)

    extend((), 0)
    counts = np.array(rows, np.int64)
    # a hand as one number, in which a card more is one more at its place; they rise, as the rows do
    places = (MOST + 2) ** np.arange(VALUES)[::-1]
    numbers = counts @ places
    wanted = numbers[:, None] + places
    found = np.minimum(np.searchsorted(numbers, wanted), len(rows) - 1)
    after = np.where(numbers[found] == wanted, found, NO_HAND)
    hard = counts @ np.arange(1, VALUES + 1)
    # hands of one hard total count alike, if both or neither have an ace: one of each is counted
    _, one, kind = np.unique(2 * hard + (counts[:, 0] > 0), return_index=True, return_inverse=True)
    counted = [count(cards_of(rows[at])) for at in one]
    return Hands(
        counts,
        {row: at for at, row in enumerate(rows)},
        after,
        np.array([c.total for c in counted], np.int64)[kind],
        np.array([c.soft for c in counted], np.bool_)[kind],
        hard,
        counts.sum(axis=1),
        np.argsort(hard, kind="stable"),
    )


@dataclass(frozen=True, eq=False)
class RemovalSets:
    """The sets of cards whose absence from the shoe matters: every hand, and hands of a split pair with more of it."""

    counts: Ints  # [set, value]; the hands first
    of_split: dict[tuple[int, int], Ints]  # pair and further cards of it gone: the set by hand, or NO_HAND


@cache
def removal_sets(most_splits: int, ace_splits: int) -> RemovalSets:
    """The sets for boxes that may be split so often, aces apart."""
    hands = all_hands()
    place = dict(hands.place)
    of_split: dict[tuple[int, int], Ints] = {}
    for pair in range(VALUES):
        for further in range(1, FURTHER[most_splits if pair else ace_splits] + 1):
            sets = np.full(len(hands.total), NO_HAND, np.int64)
            held = np.nonzero(hands.counts[:, pair])[0]
            gone = hands.counts[held]
            gone[:, pair] += further
            for at, cards in zip(held.tolist(), map(tuple, gone.tolist()), strict=True):
                sets[at] = place.setdefault(cards, len(place))
            of_split[pair, further] = sets
    return RemovalSets(np.array(list(place), np.int64), of_split)
