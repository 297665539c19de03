"""What the compiled rounds of the stud games share. Imports numba: not before a simulation starts.

A deck is a word with a bit for each card, as in `sim.dealing`; the first three cards of the player come as the number
of their set, by which rows made once for a strategy tell what is known of them.

A kernel returns its counts in one row; what they count is listed beside the kernel of each game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.stud.kernels import with_one_more
from nomorebets.hands.compiled import tables
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import BINOMIALS, sets_of
from nomorebets.sim.kernels import Word

ZERO, ONE, TWO, THREE, FIVE = (np.uint64(n) for n in (0, 1, 2, 3, 5))
DECK_BITS = np.uint64((1 << 52) - 1)


def kernel_of(play: Callable[..., NDArray[np.int64]], *tables: Any) -> Kernel:
    """A compiled loop with its tables, ready for a simulation."""

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return play(np.uint64(seed), np.uint64(block), np.uint64(rounds), *tables)

    return kernel


def own_rows(*columns: NDArray[Any]) -> NDArray[np.uint64]:
    """What is looked up by the number of the player's first three cards: the cards left, the sum of the words of the
    evaluator, and what a game adds.
    """
    threes, words = sets_of(3), tables().words
    total = np.zeros(len(threes), np.uint64)
    for card, word in enumerate(words):
        total += (threes >> np.uint64(card) & ONE) * word
    return np.ascontiguousarray(np.stack([threes ^ DECK_BITS, total, *columns], axis=1, dtype=np.uint64))


def by_set(cards: NDArray[np.uint8], values: NDArray[Any]) -> NDArray[Any]:
    """Values of hands of three cards, the lowest first, by the number of the set."""
    table = np.empty(len(values), values.dtype)
    table[sum(BINOMIALS[cards[:, i], i + 1] for i in range(3))] = values
    return table


def by_fourth(decided: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """A decision for each set of three and each place of a fourth card among the others, as bits of a word a set."""
    bits = decided.astype(np.uint64) << np.arange(decided.shape[1], dtype=np.uint64)
    return np.asarray(bits.sum(axis=1, dtype=np.uint64))


def fours_of_threes() -> NDArray[np.uint64]:
    """For each set of three and each place of a fourth card among the others, the number of the set of four."""
    cards = (sets_of(3)[:, None] >> np.arange(52, dtype=np.uint64) & ONE).nonzero()[1].reshape(-1, 3)
    return with_one_more(cards.astype(np.uint64), 52, BINOMIALS)


@compiled
def place_of_end(plays: Word, number: Word, dealer: Word, lowest: Word) -> Word:
    """How a hand ends against the dealer's: its place in `ENDS`. Without branches, which no processor could guess."""
    return plays * (
        ONE + np.uint64(dealer >= lowest) * (ONE + np.uint64(number <= dealer) + np.uint64(number < dealer))
    )
