"""Ranks for compiled loops.

Every round is dealt from a freshly shuffled shoe, so that the figures estimate the exact ones; cards burned unseen are
left out, for whatever is dealt after them is equally likely to be any of the cards not seen. The shoe lies in order and
is never touched: a card is a place in it, drawn among the places that are left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import RANKS
from nomorebets.sim.kernels import Word

ZERO, ONE, TWO, THREE = (np.uint64(i) for i in range(4))


def shoe_of_ranks(decks: int) -> NDArray[np.uint64]:
    """A shoe as the ranks of its cards."""
    return np.repeat(np.arange(len(RANKS)), 4 * decks).astype(np.uint64)


@compiled
def behind(place: Word, taken: Word) -> Word:
    """The place in the shoe that a place among the others is, one being taken; of two, the lower first."""
    return place + np.uint64(place >= taken)
