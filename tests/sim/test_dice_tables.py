"""The compiled loop of dice against the same throws followed one by one."""

import numpy as np
import pytest

from nomorebets.games.craps.kernels import ROLLS_A_WORD, move_counts
from nomorebets.sim.kernels import WORD_VALUES, block_state, wheel_counts, xoshiro_words

STATES = 5
AFTER = np.array([36 * ((state * 7 + throw * throw) % STATES) for state in range(STATES) for throw in range(36)])


def followed(seed: int, block: int, rolls: int) -> list[int]:
    """Four tables, each from every fourth word; what is left over at the first of them."""
    product = 36**ROLLS_A_WORD
    words = [
        word
        for word in xoshiro_words(block_state(seed, block), rolls).tolist()
        if word * product % WORD_VALUES >= WORD_VALUES % product  # a fair one
    ]
    counts, at, left = [0] * len(AFTER), [0, 0, 0, 0], rolls
    while left:
        tables = 4 if left >= 4 * ROLLS_A_WORD else 1
        for table in range(tables):
            word = words.pop(0)
            for _ in range(min(ROLLS_A_WORD, left)):
                throw, word = divmod(word * 36, WORD_VALUES)
                counts[at[table] + throw] += 1
                at[table] = int(AFTER[at[table] + throw])
                left -= 1
    return counts


@pytest.mark.parametrize("rolls", [1, 10, 11, 12, 43, 44, 45, 88, 2000])
def test_every_move_is_counted_as_if_followed_by_hand(rolls: int) -> None:
    assert move_counts(3, 2, rolls, AFTER.astype(np.uint32)).tolist() == followed(3, 2, rolls)


def test_an_automaton_of_one_state_is_a_wheel() -> None:
    assert (move_counts(3, 2, 1000, np.zeros(36, np.uint32)) == wheel_counts(3, 2, 1000, 36)).all()
