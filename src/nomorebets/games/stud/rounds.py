"""What the compiled rounds of the stud games share. Imports numba: not before a simulation starts.

Every round is dealt as `sim.dealing` deals any. Decisions come as tables, made once for a strategy.

A kernel returns its counts in one row; what they count is listed beside the kernel of each game.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.stud.showdown import ENDS
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.kernels import Word

Value = TypeVar("Value", bound=np.generic)

ONE, TWO, THREE, FOUR, FIVE, DECK_SIZE = (np.uint64(n) for n in (1, 2, 3, 4, 5, 52))
FOLD, NO_HAND, WIN, PUSH, LOSE = (np.uint64(ENDS.index(end)) for end in ENDS)


def kernel_of(play: Callable[..., NDArray[np.int64]], *tables: Any) -> Kernel:
    """A compiled loop with its tables, ready for a simulation."""

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return play(np.uint64(seed), np.uint64(block), np.uint64(rounds), *tables)

    return kernel


@compiled
def new_deck() -> NDArray[np.uint64]:
    """All cards by their index."""
    return np.arange(52).astype(np.uint64)


@compiled
def place_of_end(number: Any, dealer: Any, lowest: int) -> Word:
    """How a hand that did not fold ends against the dealer's: its place in `ENDS`."""
    if dealer < lowest:
        return NO_HAND
    if number > dealer:
        return WIN
    return PUSH if number == dealer else LOSE


@compiled
def number_of_four(deck: NDArray[np.uint64], binomials: NDArray[np.uint64]) -> Word:
    """The number of the set of the first four cards, as in the solvers."""
    a, b = min(deck[0], deck[1]), max(deck[0], deck[1])
    c, d = min(deck[2], deck[3]), max(deck[2], deck[3])
    first, last = min(a, c), max(b, d)
    x, y = max(a, c), min(b, d)
    second, third = min(x, y), max(x, y)
    number: Word = first + binomials[second, TWO] + binomials[third, THREE] + binomials[last, FOUR]
    return number


def by_three_cards(cards: NDArray[np.uint8], values: NDArray[Value]) -> NDArray[Value]:
    """Values of sets of three cards, to be looked up by the cards in any order."""
    table = np.zeros((52, 52, 52), values.dtype)
    for order in permutations(range(3)):
        table[tuple(cards[:, i] for i in order)] = values
    return table.reshape(-1)
