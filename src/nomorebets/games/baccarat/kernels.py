"""The compiled loop of the baccarat games: whole shoes, burned, dealt to the last hand. Imports numba.

Four shoes are shuffled side by side as far as they may be dealt (see `shuffling`), and then dealt a hand of each in
turn: where the next hand of a shoe begins is known only after the one before, and another shoe need not wait for it. A
hand looks at six cards and leaves those that it does not need. What four cards come to is one row of a table, and what
the fifth makes of it one entry: nothing waits for a branch that no processor can guess. Where the Player's draw may be
mixed, every hand looks at the next word of chance, and only one that mixes uses it up.

Cards that are burned unseen are not drawn: they are as any others among those left, of which so many more stay behind.
With a continuous shuffler every shoe is over after one hand.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.hands.baccarat import CODES, VALUES
from nomorebets.sim.kernels import State, Word, _block_state, _next_word
from nomorebets.sim.shuffling import SHOES, products_of, shuffle_last

ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX = (np.uint64(n) for n in range(7))
# All that a hand looks at is on one felt, whose parts begin at places known when the loop is compiled:
# the row of a hand, by the sum of the Player's two cards and, so many next to each other, of the Banker's; where the
# Player's draw is mixed, the row of one that stays
SUMS, WIDE = 2 * VALUES - 1, 32
# the entries of a row, by the fifth card: rows of both counts of two cards, the Player's Hand staying or drawing; and
# all of them once more, the Banker's Hand drawing where it mixes
THEN, ROWS = SUMS * WIDE, VALUES**2
DRAWS, REPLIES = np.uint64(ROWS * VALUES), np.uint64(2 * ROWS * VALUES)
# and the cards, before which lie some that nobody gets: the last hand of a shoe may look at more than there are
CARDS = THEN + 4 * ROWS * VALUES + 6 * SHOES
BANKERS, AFTER, FIRST_CARD, LAST_CARD = (np.uint64(n) for n in (WIDE, THEN, CARDS, CARDS - SHOES))
# An entry is where the coup is counted, before a sixth card; the cards beyond four; and whether the Banker's draw is
# mixed. Coups of six cards are counted by both counts before the sixth, and its value; all others by their codes.
OF_SIX = CODES
PLACES = OF_SIX + ROWS * VALUES
BEYOND = PLACES.bit_length()
PLACE, BEYOND_FOUR, SIXTH, MIXES = (np.uint64(n) for n in ((1 << BEYOND) - 1, BEYOND, BEYOND + 1, 1 << BEYOND + 2))
# Chance: the words below which the Player's Hand draws, by the sum of its two cards, 0 where nothing is mixed; those of
# the Banker's Hand, as the entries; and the random words that decide.
BANKER_MIXES, FIRST_WORD = np.uint64(SUMS), np.uint64(SUMS + 2 * ROWS * VALUES)


class Shoe(NamedTuple):
    """How a shoe is made up, burned, and ended."""

    burns: np.bool_
    ten_burns: Word  # cards burned with a first card worth nothing
    behind: Word  # cards behind the cutting card
    hands_after: Word  # hands after the one in which it came
    continuous: np.bool_  # every round from all cards


class Drawing(NamedTuple):
    """Who draws when, as the loop looks it up."""

    felt: NDArray[np.uint16]  # without cards
    codes: NDArray[np.int64]  # [place]: of which coup
    chance: NDArray[np.uint64] | None  # without words; none where nothing is mixed


Felt: TypeAlias = "NDArray[np.uint16]"
Chance: TypeAlias = "NDArray[np.uint64] | None"


@compiled
def _hand(
    felt: Felt, chance: Chance, shoe: Word, left: Word, at: Word, word: Word
) -> tuple[Word, Word, Word, Word]:  # fmt: skip
    """The next hand of a shoe: where it is counted, how many cards it took; where chance goes on, and its next word.

    Where nothing is mixed there is no chance; what is `None` numba leaves out of the loop.
    """
    first = FOUR * left + LAST_CARD + shoe
    player = np.uint64(felt[first]) + np.uint64(felt[first - TWO * FOUR])
    banker = np.uint64(felt[first - FOUR]) + np.uint64(felt[first - THREE * FOUR])
    cell = np.uint64(felt[player * BANKERS + banker]) + np.uint64(felt[first - FOUR * FOUR])
    if chance is not None:
        mixed = chance[player]
        cell += DRAWS * np.uint64(word < mixed)
        at += np.uint64(mixed != ZERO)
    entry = np.uint64(felt[AFTER + cell])
    if chance is not None:
        if entry >= MIXES:
            replies = np.uint64(chance[at] < chance[BANKER_MIXES + cell])
            entry = np.uint64(felt[AFTER + cell + REPLIES * replies]) % MIXES
            at += ONE
        word = chance[at]
    sixth = np.uint64(felt[first - FIVE * FOUR]) * (entry >> SIXTH)
    return (entry & PLACE) + sixth, FOUR + (entry >> BEYOND_FOUR), at, word


@compiled
def _new_words(state: State, chance: Chance, upto: Word) -> tuple[State, Word, Word]:
    """Draw the words of chance anew that were looked at; where they begin, and the first."""
    if chance is None:
        return state, ZERO, ZERO
    for i in range(FIRST_WORD, upto):
        chance[i], state = _next_word(state)
    return state, FIRST_WORD, chance[FIRST_WORD]


@compiled
def _play(
    seed: Word, block: Word, rounds: Word, shoes: Felt, shuffled: Word, products: NDArray[np.uint64],
    rules: Shoe, felt: Felt, chance: Chance, continuous: Any,
) -> NDArray[np.int64]:  # fmt: skip
    """How often each place was counted in exactly so many rounds."""
    counts = np.zeros(PLACES, np.int64)
    size, cards, done = np.uint64(shoes.size) // FOUR, felt[FIRST_CARD:], ZERO
    left, burned, least = np.full(4, size), np.zeros(4, np.uint64), np.full(4, size)
    hands_left = np.zeros(4, np.uint64)
    cards[:] = shoes
    words_end = FIRST_WORD if chance is None else np.uint64(chance.size)
    state, at, word = _new_words(_block_state(seed, block), chance, words_end)
    while done < rounds:
        if continuous is None:
            for i in range(shoes.size):
                cards[i] = shoes[i]
        state = shuffle_last(state, cards, size, shuffled, products)
        state, at, word = _new_words(state, chance, at)
        a, b, c, d, safe = size, size, size, size, max(size, SIX)
        if continuous is None:
            for shoe in range(FOUR):
                if rules.burns:
                    card = np.uint64(cards[FOUR * (size - ONE) + shoe])
                    burned[shoe] = card if card != ZERO else rules.ten_burns
                least[shoe], hands_left[shoe] = rules.behind + burned[shoe], rules.hands_after + ONE
            safe = least.max() + SIX  # from which no hand can come to the cutting card
            a = b = c = d = size - np.uint64(rules.burns)
        while (a >= safe) & (b >= safe) & (c >= safe) & (d >= safe) & (rounds - done >= FOUR):
            place, used, at, word = _hand(felt, chance, ZERO, a, at, word)
            counts[place] += 1
            a -= used
            place, used, at, word = _hand(felt, chance, ONE, b, at, word)
            counts[place] += 1
            b -= used
            place, used, at, word = _hand(felt, chance, TWO, c, at, word)
            counts[place] += 1
            c -= used
            place, used, at, word = _hand(felt, chance, THREE, d, at, word)
            counts[place] += 1
            d -= used
            done += FOUR
        if continuous is not None:
            if a != size:
                continue
            hands_left[:] = ONE
        left[0], left[1], left[2], left[3] = a, b, c, d
        while hands_left[0] | hands_left[1] | hands_left[2] | hands_left[3]:
            for shoe in range(FOUR):
                place, used, at, word = _hand(felt, chance, np.uint64(shoe), left[shoe], at, word)
                is_dealt = (
                    np.uint64(hands_left[shoe] != ZERO)
                    & np.uint64(left[shoe] >= used + burned[shoe])
                    & np.uint64(done < rounds)
                )
                left[shoe] -= used * is_dealt
                counts[place] += np.int64(is_dealt)
                done += is_dealt
                hands_left[shoe] = (hands_left[shoe] - np.uint64(left[shoe] < least[shoe])) * is_dealt
    return counts


def coup_codes(
    seed: int, block: int, rounds: int, values: NDArray[np.uint8], rules: Shoe, drawing: Drawing
) -> NDArray[np.int64]:
    """How often each coup came in exactly so many rounds, dealt from shoes of these card values."""
    size, burned = len(values), min(1, int(rules.ten_burns)) if rules.burns else 0  # at the fewest
    last_begins = min(int(rules.behind) + burned, size - int(rules.burns)) - 6 * int(rules.hands_after)
    shuffled = min(6, size) if rules.continuous else size - max(last_begins - 6, 0)
    chance = drawing.chance
    if chance is not None:
        chance = np.concatenate((chance, np.zeros(2 * SHOES * (size // 4 + 3), np.uint64)))
    counts = _play(
        np.uint64(seed),
        np.uint64(block),
        np.uint64(rounds),
        np.repeat(values, SHOES).astype(np.uint16),
        np.uint64(shuffled),
        products_of(size),
        rules,
        np.concatenate((drawing.felt, np.zeros(SHOES * size, np.uint16))),
        chance,
        True if rules.continuous else None,
    )
    by_code = np.zeros(CODES, np.int64)
    np.add.at(by_code, drawing.codes, counts)
    return by_code
