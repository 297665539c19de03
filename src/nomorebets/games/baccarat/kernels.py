"""The compiled loop of the baccarat games: whole shoes, burned, dealt to the last hand. Imports numba.

A card is drawn by changing places with the last card that is left; the shoe is not sorted again between shoes, which
is as good as a shuffle. The six cards of a round come from one random word (from up to three where the shoe is very
large or nearly empty), and a word is thrown away where it would favour some rows of cards (see `kernels`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.hands.baccarat import CODES, NATURALS
from nomorebets.sim.kernels import State, Word, _block_state, _next_word, umulh

STAYS, DRAWS, MIXES = 0, 1, 2
ZERO, ONE, TWO, THREE, FOUR, FIVE, TEN, HUNDRED, NATURAL = (
    np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 10, 100, NATURALS[0])
)
ELEVEN = np.uint64(11)
MOST_IN_ONE_WORD = np.uint64(1600)  # cards of a shoe from which one word can give six


class Shoe(NamedTuple):
    """How a shoe is made up, burned, and ended."""

    burns: np.bool_
    ten_burns: Word  # cards burned with a first card worth nothing
    behind: Word  # cards behind the cutting card
    hands_after: Word  # hands after the one in which it came
    continuous: np.bool_  # every round from all cards


class Drawing(NamedTuple):
    """Who draws when: actions and, where they are mixed, the words below which a card is drawn."""

    player: NDArray[np.uint8]  # [8]
    banker: NDArray[np.uint8]  # [88]
    player_mixes: NDArray[np.uint64]
    banker_mixes: NDArray[np.uint64]


@compiled
def _word_for(state: State, product: Word) -> tuple[Word, State]:
    """A word from which numbers below factors of a product can be drawn without bias."""
    word, state = _next_word(state)
    low = word * product
    if low < product:
        least = (ZERO - product) % product
        while low < least:
            word, state = _next_word(state)
            low = word * product
    return word, state


@compiled
def _take(shoe: NDArray[np.uint8], left: Word, word: Word) -> tuple[Word, Word]:
    """Draw one of the cards left; the value of the card, and what is left of the word."""
    at = umulh(word, left)
    card = shoe[at]
    shoe[at] = shoe[left - ONE]
    shoe[left - ONE] = card
    return np.uint64(card), word * left


@compiled
def _burn(state: State, shoe: NDArray[np.uint8], rules: Shoe) -> tuple[Word, State]:
    """Burn by the first card; how many cards are left after it."""
    left = np.uint64(shoe.size)
    if not rules.burns:
        return left, state
    word, state = _word_for(state, left)
    card, word = _take(shoe, left, word)
    left -= ONE
    further = card if card != ZERO else rules.ten_burns
    for _ in range(further):
        word, state = _word_for(state, left)
        card, word = _take(shoe, left, word)
        left -= ONE
    return left, state


@compiled
def _play(  # noqa: PLR0915  # one loop: calls would cost more than the lines
    seed: Word, block: Word, rounds: Word, shoe: NDArray[np.uint8], rules: Shoe, drawing: Drawing
) -> NDArray[np.int64]:
    state = _block_state(seed, block)
    counts = np.zeros(CODES, np.int64)
    units = np.zeros(20, np.uint64)
    for total in range(20):
        units[total] = np.uint64(total % 10)
    mixes = False
    for at in range(drawing.player.size):
        mixes |= drawing.player[at] == MIXES
    for at in range(drawing.banker.size):
        mixes |= drawing.banker[at] == MIXES
    all_cards = np.uint64(shoe.size)
    one_word = all_cards <= MOST_IN_ONE_WORD
    left = ZERO
    hands_left = ZERO  # of this shoe, where the cutting card is out; else a number too large to be reached
    done = ZERO
    while done < rounds:
        if rules.continuous:
            left = all_cards
        elif hands_left == ZERO:
            left, state = _burn(state, shoe, rules)
            hands_left = all_cards
        if left < FOUR:  # the hand would be void
            hands_left = ZERO
            continue
        four = left * (left - ONE) * (left - TWO) * (left - THREE)
        enough = one_word and left > FIVE
        word, state = _word_for(state, four * (left - FOUR) * (left - FIVE) if enough else four)
        p1, word = _take(shoe, left, word)
        b1, word = _take(shoe, left - ONE, word)
        p2, word = _take(shoe, left - TWO, word)
        b2, word = _take(shoe, left - THREE, word)
        left -= FOUR
        player, banker = units[p1 + p2], units[b1 + b2]
        code = ZERO
        if player < NATURAL and banker < NATURAL:
            column = ZERO
            action = drawing.player[player]
            if mixes and action == MIXES:
                choice, state = _next_word(state)
                action = np.uint8(choice < drawing.player_mixes[player])
            if action == DRAWS:
                if not enough:
                    if left < ONE:  # the hand is void
                        hands_left = ZERO
                        continue
                    word, state = _word_for(state, left)
                third, word = _take(shoe, left, word)
                left -= ONE
                player = units[player + third]
                column = third + ONE
                code = HUNDRED
            cell = banker * ELEVEN + column
            action = drawing.banker[cell]
            if mixes and action == MIXES:
                choice, state = _next_word(state)
                action = np.uint8(choice < drawing.banker_mixes[cell])
            if action == DRAWS:
                if not enough:
                    if left < ONE:
                        hands_left = ZERO
                        continue
                    word, state = _word_for(state, left)
                third, word = _take(shoe, left, word)
                left -= ONE
                banker = units[banker + third]
                code += HUNDRED + HUNDRED
        counts[code + player + TEN * banker] += 1
        done += ONE
        if hands_left < all_cards:
            hands_left -= ONE
        elif left < rules.behind:
            hands_left = rules.hands_after
    return counts


def coup_codes(
    seed: int, block: int, rounds: int, values: NDArray[np.uint8], rules: Shoe, drawing: Drawing
) -> NDArray[np.int64]:
    """How often each coup came in exactly so many rounds, dealt from shoes of these card values."""
    return _play(np.uint64(seed), np.uint64(block), np.uint64(rounds), values.copy(), rules, drawing)
