"""Dealing ranks in compiled loops. Imports numba.

Every round is dealt from a freshly shuffled shoe, so that the figures estimate the exact ones; cards burned unseen are
left out, for whatever is dealt after them is equally likely to be any of the cards not seen.
"""

from __future__ import annotations

from math import perm

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import RANKS
from nomorebets.sim.kernels import WORD_VALUES, DrawRule, State, _fair_word, umulh

ZERO, ONE, TWO, THREE = (np.uint64(i) for i in range(4))


def deal_rule(cards: int, decks: int) -> DrawRule:
    """How the cards of a round are drawn from one word: by numbers below the size of the pack, one less, and so on."""
    product = perm(52 * decks, cards)
    return DrawRule(np.uint64(cards), np.uint64(product), np.uint64(WORD_VALUES % product))


def shoe_of_ranks(decks: int) -> NDArray[np.uint64]:
    """A shoe as the ranks of its cards."""
    return np.repeat(np.arange(len(RANKS)), 4 * decks).astype(np.uint64)


@compiled
def deal_ranks(state: State, rule: DrawRule, shoe: NDArray[np.uint64]) -> State:
    """Bring the cards of a round to the front of the shoe."""
    word, state = _fair_word(state, rule)
    size = np.uint64(shoe.size)
    for place in range(rule.draws):
        left = size - place
        chosen = place + umulh(word, left)
        word *= left
        shoe[place], shoe[chosen] = shoe[chosen], shoe[place]
    return state
