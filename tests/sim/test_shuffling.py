"""Four shoes shuffled side by side: every order equally often in each of them, and none knows of another."""

import itertools
import math
from collections import Counter
from collections.abc import Iterable

import numba
import numpy as np
import pytest

from nomorebets.sim.kernels import _block_state
from nomorebets.sim.shuffling import MOST_IN_ONE_WORD, SHOES, products_of, shuffle_last

TIMES = 100_000


@numba.njit
def shuffles(size: np.uint64, number: np.uint64, products: np.ndarray, times: np.uint64) -> np.ndarray:
    """The cards of all shoes after each of many shuffles, every one of which begins where the last one left them."""
    state = _block_state(np.uint64(1), np.uint64(0))
    cards, found = np.empty(4 * size, np.uint8), np.empty((times, 4 * size), np.uint8)
    for at in range(4 * size):
        cards[at] = at // 4
    for time in range(times):
        state = shuffle_last(state, cards, size, number, products)
        found[time] = cards
    return found


def shuffled(size: int, number: int, products: np.ndarray | None = None) -> np.ndarray:
    """By shuffle, shoe and place."""
    of_six = products_of(size) if products is None else products
    found = shuffles(np.uint64(size), np.uint64(number), of_six, np.uint64(TIMES))
    return found.reshape(TIMES, size, SHOES).transpose(0, 2, 1)


def is_even(found: Iterable[object], cells: int) -> bool:
    """Within 6 standard deviations of the chi-square of so many cells that should come equally often."""
    counts = Counter(found)
    due, freedom = counts.total() / cells, cells - 1
    missing = (cells - len(counts)) * due
    statistic = sum((number - due) ** 2 / due for number in counts.values()) + missing
    return len(counts) <= cells and abs(statistic - freedom) < 6 * math.sqrt(2 * freedom)


@pytest.mark.parametrize(("size", "number"), [(4, 4), (6, 6), (7, 7), (8, 1), (12, 6)])
def test_every_order_of_the_last_cards_comes_equally_often(size: int, number: int) -> None:
    """Six from one word, and what is left one by one."""
    for shoe in shuffled(size, number).transpose(1, 0, 2):
        assert set(shoe[0].tolist()) == set(range(size))  # no card is lost
        last = min(number, 3) if size > 7 else number
        assert is_even((row.tobytes() for row in shoe[:, size - last :]), math.perm(size, last))


def test_a_word_for_each_card_does_the_same() -> None:
    for shoe in shuffled(6, 6, np.zeros(7, np.uint64)).transpose(1, 0, 2):
        assert is_even((row.tobytes() for row in shoe), math.factorial(6))
    assert not products_of(MOST_IN_ONE_WORD + 1).any()
    assert products_of(MOST_IN_ONE_WORD)[-1] == math.perm(MOST_IN_ONE_WORD, 6)


@pytest.mark.parametrize("number", [6, 8])
def test_no_shoe_knows_of_another_or_of_the_shuffle_before(number: int) -> None:
    last = shuffled(8, number)[:, :, 8 - number]  # the last card that is drawn
    for one, other in itertools.combinations(range(SHOES), 2):
        assert is_even(zip(last[:, one], last[:, other], strict=True), 64), (one, other)
    for one, other in itertools.product(range(SHOES), repeat=2):
        assert is_even(zip(last[:-1, one], last[1:, other], strict=True), 64), (one, other)
