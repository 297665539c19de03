"""Four shoes dealt side by side, and hands that are played with their cards one after the other. Imports numba.

What a hand does next is looked up, and the look-up takes longer than the rest of its work: a card of each shoe in turn,
and none waits for another. The first cards of all rounds are dealt at once; of a shoe in random order it does not
matter who has his cards first. All that moves is on one felt, a single row of memory whose parts begin at places known
when the loop is compiled: a pointer to each of them would not fit the registers of a processor.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.twenty_one.round_machine import END
from nomorebets.sim.kernels import State, Word, digit, fair_word_below
from nomorebets.sim.shuffling import SHOES, A, B, C, D, shuffle_sixes

ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX = (np.uint64(n) for n in range(7))
MOST = 512  # cards of a shoe, and hands that are played with them
# the parts of the felt: cards, a place of every shoe in turn; of each shoe the hands to be played, as the state in
# which one begins and its number; of each the ends of hands, by their numbers; and where the cards lead
HANDS, ENDS, THEN = (np.uint64(n * SHOES * MOST) for n in (1, 3, 5))
# the same of a felt that is seen as words of two places: the lower half is the first
HANDS_BY_TWO, ENDS_BY_TWO = HANDS // TWO, ENDS // TWO
OF_A_SHOE = np.uint64(MOST)  # such words
NUMBER = np.uint64(16)  # where the number of a hand begins, beside its state
NOBODY = OF_A_SHOE - ONE << NUMBER  # a number that no hand has
SYMBOL, CARD = np.uint64(255), np.uint64(8)  # what the machines see of a card is in its lower byte, above which it is
OVER = np.uint64(END.bit_length() - 1)  # the bit that every end has, and no other state

Felt = NDArray[np.uint16]


def felt_for(then: NDArray[np.uint16], cards: int, hands: int) -> Felt:
    """A felt for shoes of so many cards, with which so many hands are played at the most by a machine."""
    if max(cards, hands + 1) > MOST:
        raise ValueError(f"{cards} cards and {hands} hands of a shoe: there is room for {MOST}")
    return np.concatenate((np.zeros(int(THEN), np.uint16), then))


@compiled
def by_two(felt: Felt) -> NDArray[np.uint32]:
    """The hands and ends of a felt as words."""
    return felt[:THEN].view(np.uint32)


@compiled
def deal_first(
    state: State, felt: Felt, shoes: NDArray[np.uint16], number: Word, products: NDArray[np.uint64]
) -> State:  # fmt: skip
    """Bring so many cards of new shoes, or a few more, into a random order: they lie behind the others."""
    for i in range(shoes.size):
        felt[i] = shoes[i]
    return shuffle_sixes(state, felt, np.uint64(shoes.size) // FOUR, (number + FIVE) // SIX, products)


@compiled
def draw(felt: Felt, shoe: Word, left: Word, word: Word) -> tuple[Word, Word]:
    """Draw a card, to whose place the last one goes: what a machine sees of it; and what is left of the word."""
    at, word = digit(word, left)
    card = np.uint64(felt[FOUR * at + shoe]) & SYMBOL
    felt[FOUR * at + shoe] = felt[FOUR * left - FOUR + shoe]
    return card, word


@compiled
def step(felt: Felt, shoe: Word, left: Word, word: Word, now: Word, at: Word) -> tuple[Word, Word, Word]:
    """A card for the hand whose turn it is: the state after it, or of the next hand; whose turn it is; and the word.

    Every state is written down; one that is no end is written over by the next.
    """
    card, word = draw(felt, shoe, left, word)
    now = np.uint64(felt[THEN + now + card])
    here = TWO * OF_A_SHOE * shoe
    felt[ENDS + here + np.uint64(felt[HANDS + here + TWO * at + ONE])] = now
    following = np.uint64(felt[HANDS + here + TWO * at + TWO])
    is_over = now >> OVER
    return following if is_over else now, at + is_over, word


@compiled
def play_hands(
    state: State, felt: Felt, shoes: NDArray[np.uint16], left: Word, products: NDArray[np.uint64],
    hands: NDArray[np.uint64],
) -> tuple[State, Word]:  # fmt: skip
    """Play the hands of each of the four shoes, so many, to their ends; behind the last is one that nothing moves.

    The cards that are then left; more than before if a shoe had to begin anew.
    """
    here = TWO * OF_A_SHOE
    now_a, now_b = np.uint64(felt[HANDS]), np.uint64(felt[HANDS + here])
    now_c, now_d = np.uint64(felt[HANDS + TWO * here]), np.uint64(felt[HANDS + THREE * here])
    hands_a, hands_b, hands_c, hands_d = hands[0], hands[1], hands[2], hands[3]
    at_a, at_b, at_c, at_d = ZERO, ZERO, ZERO, ZERO
    while at_a < hands_a or at_b < hands_b or at_c < hands_c or at_d < hands_d:
        if left < SIX:
            left = np.uint64(shoes.size) // FOUR
            for i in range(shoes.size):
                felt[i] = shoes[i]
        product = products[left]
        word_a, state = fair_word_below(state, product)
        word_b, state = fair_word_below(state, product)
        word_c, state = fair_word_below(state, product)
        word_d, state = fair_word_below(state, product)
        for _ in range(SIX):
            now_a, at_a, word_a = step(felt, A, left, word_a, now_a, at_a)
            now_b, at_b, word_b = step(felt, B, left, word_b, now_b, at_b)
            now_c, at_c, word_c = step(felt, C, left, word_c, now_c, at_c)
            now_d, at_d, word_d = step(felt, D, left, word_d, now_d, at_d)
            left -= ONE
    return state, left


@compiled
def play_hand(
    state: State, felt: Felt, shoes: NDArray[np.uint16], shoe: Word, left: Word, now: Word
) -> tuple[Word, State, Word]:  # fmt: skip
    """One hand by itself, to its end; if all cards are out the shoe begins anew."""
    while not now >> OVER:
        if left == ZERO:
            left = np.uint64(shoes.size) // FOUR
            for i in range(left):
                felt[FOUR * i + shoe] = shoes[FOUR * i + shoe]
        word, state = fair_word_below(state, left)
        card, _ = draw(felt, shoe, left, word)
        now = np.uint64(felt[THEN + now + card])
        left -= ONE
    return now, state, left
