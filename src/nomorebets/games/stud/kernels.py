"""Compiled loops over holdings of three and four cards. Imports numba.

The cards of a deck of `suits` suits are numbered by rank, then suit. A set of cards a < b < c < d has the number
C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) among the sets of its size.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.hands.compiled import Tables, five_card_number

Ints: TypeAlias = NDArray[np.int64]


@compiled
def _number_of(cards: NDArray[np.uint64], binomials: NDArray[np.uint64]) -> np.uint64:
    number = np.uint64(0)
    for i in range(np.uint64(cards.size)):
        number += binomials[cards[i], i + np.uint64(1)]
    return number


@compiled
def representatives(deck_size: int, suits: int, size: int, binomials: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """For every set of cards, by its number, the number of a set that differs from it in the names of suits only.

    The suits are named anew in the order in which they appear. Two such sets may stand for holdings that are still
    alike; that costs time, not truth.
    """
    result = np.empty(binomials[np.uint64(deck_size), np.uint64(size)], np.uint64)
    cards = np.arange(size).astype(np.uint64)
    alike = np.empty(size, np.uint64)
    name = np.empty(suits, np.int64)
    for number in range(result.size):
        name[:] = -1
        names = 0
        for i in range(size):
            rank, suit = cards[i] // np.uint64(suits), cards[i] % np.uint64(suits)
            if name[suit] < 0:
                name[suit] = names
                names += 1
            renamed = rank * np.uint64(suits) + np.uint64(name[suit])
            place = i
            while place > 0 and alike[place - 1] > renamed:
                alike[place] = alike[place - 1]
                place -= 1
            alike[place] = renamed
        result[number] = _number_of(alike, binomials)
        for i in range(size):  # the next set in the order of the numbers
            if i + 1 == size or cards[i] + np.uint64(1) < cards[i + 1]:
                cards[i] += np.uint64(1)
                for j in range(i):
                    cards[j] = np.uint64(j)
                break
    return result


@compiled
def with_one_more(threes: NDArray[np.uint64], deck_size: int, binomials: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The numbers of the sets of four that each set of three becomes with each other card."""
    result = np.empty((threes.shape[0], deck_size - 3), np.uint64)
    four = np.empty(4, np.uint64)
    for i in range(threes.shape[0]):
        to = 0
        for more in range(np.uint64(deck_size)):
            if more == threes[i, 0] or more == threes[i, 1] or more == threes[i, 2]:
                continue
            place = 0
            for j in range(3):
                if threes[i, j] < more:
                    four[j] = threes[i, j]
                    place = j + 1
                else:
                    four[j + 1] = threes[i, j]
            four[place] = more
            result[i, to] = _number_of(four, binomials)
            to += 1
    return result


@compiled
def count_last_cards(
    fours: NDArray[np.uint64], deck: NDArray[np.uint64], class_of: NDArray[np.uint8], classes: int, look_up: Tables
) -> Ints:
    """How many of the cards not held complete each four cards to a hand of each pay class; cards by their index."""
    counts = np.zeros((fours.shape[0], classes), np.int64)
    for i in range(np.uint64(fours.shape[0])):
        a, b, c, d = fours[i, 0], fours[i, 1], fours[i, 2], fours[i, 3]
        for j in range(np.uint64(deck.size)):
            e = deck[j]
            if e not in (a, b, c, d):
                counts[i, np.uint64(class_of[np.uint64(five_card_number(a, b, c, d, e, look_up))])] += 1
    return counts
