"""Four shoes of equally many cards, shuffled side by side. Imports numba.

Where a card changes places with another, the next one may have to wait for it: a card of each shoe in turn, and none
waits long. Their cards lie in one array, a place of every shoe in turn. Six cards come from one random word (each from
a word of its own where a shoe is very large, or nearly empty), and a word is thrown away where it would favour some
rows of cards (see `kernels`).
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.sim.kernels import State, Word, digit, fair_word_below

SHOES = 4
MOST_IN_ONE_WORD = 1600  # cards of a shoe from which one word can give six
ZERO, ONE, FOUR, FIVE, SIX = (np.uint64(n) for n in (0, 1, 4, 5, 6))
A, B, C, D = (np.uint64(shoe) for shoe in range(SHOES))

Cards: TypeAlias = "NDArray[Any]"


def products_of(size: int) -> NDArray[np.uint64]:
    """The ways of six cards, by how many are left; 0 where one word cannot give them."""
    in_one_word = size <= MOST_IN_ONE_WORD
    return np.array([math.perm(left, 6) if in_one_word else 0 for left in range(size + 1)], np.uint64)


@compiled
def swap(cards: Cards, shoe: Word, left: Word, word: Word) -> Word:
    """Draw a card, which changes places with the last of those that are left; and what is left of the word."""
    at, word = digit(word, left)
    card = cards[FOUR * at + shoe]
    cards[FOUR * at + shoe] = cards[FOUR * left - FOUR + shoe]
    cards[FOUR * left - FOUR + shoe] = card
    return word


@compiled
def shuffle_sixes(state: State, cards: Cards, left: Word, sixes: Word, products: NDArray[np.uint64]) -> State:
    """Bring so many times six cards of each shoe into a random order: the last of those that are left."""
    for _ in range(sixes):
        product = products[left]
        word_a, state = fair_word_below(state, product)
        word_b, state = fair_word_below(state, product)
        word_c, state = fair_word_below(state, product)
        word_d, state = fair_word_below(state, product)
        for _ in range(SIX):
            word_a, word_b = swap(cards, A, left, word_a), swap(cards, B, left, word_b)
            word_c, word_d = swap(cards, C, left, word_c), swap(cards, D, left, word_d)
            left -= ONE
    return state


@compiled
def shuffle_last(state: State, cards: Cards, left: Word, number: Word, products: NDArray[np.uint64]) -> State:
    """The same of so many cards, or a few more; of very large shoes and the last cards of small ones, one by one."""
    upto = left - number
    sixes = min((number + FIVE) // SIX, left // SIX) if products[left] != ZERO else ZERO
    state = shuffle_sixes(state, cards, left, sixes, products)
    left -= SIX * sixes
    while left > upto:
        for shoe in range(FOUR):
            word, state = fair_word_below(state, left)
            swap(cards, np.uint64(shoe), left, word)
        left -= ONE
    return state
