"""The compiled loop of the baccarat games: whole shoes, burned, dealt to the last hand. Imports numba.

A card that is drawn leaves its place to the last card that is left. Every round draws six cards and gives back, by
counting them among those left, the ones that it does not need: so nothing waits for a branch that no processor can
guess. The six come from one random word (each from a word of its own where the shoe is very large or may be nearly
empty), and a word is thrown away where it would favour some rows of cards (see `kernels`).

Cards that are burned unseen are not drawn: they are as any others among those left, of which so many more stay
behind. A shoe is looked after only when a hand leaves fewer cards than it may, and a new one is made there and then.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.hands.baccarat import CODES, NATURALS
from nomorebets.sim.kernels import State, Word, _block_state, _next_word, fair_word_below, umulh

MIXES = np.uint64(2)  # beside 0, stays, and 1, draws
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, TEN, HUNDRED, NATURAL = (
    np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 10, 100, NATURALS[0])
)
TABLES = np.uint64(4)  # dealt in turn: where the next cards lie is known only after a hand, and another need not wait
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


Drawn: TypeAlias = "NDArray[np.uint64] | None"


@compiled
def _take(cards: NDArray[np.uint8], first: Word, left: Word, word: Word) -> tuple[Word, Word]:
    """Draw one of the cards left in the shoe that begins at `first`; its value, and what is left of the word."""
    at = first + umulh(word, left)
    card = cards[at]
    cards[at] = cards[first + left - ONE]
    return np.uint64(card), word * left


@compiled
def _new_shoe(
    state: State, cards: NDArray[np.uint8], first: Word, values: NDArray[np.uint8], rules: Shoe
) -> tuple[Word, Word, State]:
    """All cards, burned by the first one; how many are left after it, and how many of those are burned unseen."""
    left = np.uint64(values.size)
    for place in range(left):
        cards[first + place] = values[place]
    if rules.continuous or not rules.burns:
        return left, ZERO, state
    word, state = fair_word_below(state, left)
    card, word = _take(cards, first, left, word)
    return left - ONE, card if card != ZERO else rules.ten_burns, state


@compiled
def _products(all_cards: Word) -> NDArray[np.uint64]:
    """The ways of six cards, by how many are left; 0 where one word cannot give them."""
    products = np.zeros(all_cards + ONE, np.uint64)
    if all_cards <= MOST_IN_ONE_WORD:
        for left in range(SIX, all_cards + ONE):
            products[left] = left * (left - ONE) * (left - TWO) * (left - THREE) * (left - FOUR) * (left - FIVE)
    return products


@compiled
def _one_by_one(state: State, cards: NDArray[np.uint8], first: Word, left: Word, drawn: NDArray[np.uint64]) -> State:
    """Draw six cards, or as many as there are, each by a word of its own; they stay in the shoe as the last ones."""
    number = min(SIX, left)
    for i in range(number):
        word, state = fair_word_below(state, left - i)
        card, _ = _take(cards, first, left - i, word)
        drawn[i] = card
    for i in range(number):
        cards[first + left - ONE - i] = drawn[i]
    return state


@compiled
def _play(  # noqa: PLR0915  # one loop: calls would cost more than the lines
    seed: Word,
    block: Word,
    rounds: Word,
    values: NDArray[np.uint8],
    rules: Shoe,
    drawing: Drawing,
    drawn: Drawn,
    continuous: Any,
) -> NDArray[np.int64]:
    """Without a place for `drawn` cards each hand has one word for six; what is `None` numba leaves out of the loop."""
    state = _block_state(seed, block)
    counts = np.zeros(CODES, np.int64)
    units = np.zeros(20, np.uint64)
    for total in range(20):
        units[total] = np.uint64(total % 10)
    all_cards = np.uint64(values.size)
    products = _products(all_cards)
    cards = np.empty(TABLES * all_cards, np.uint8)
    left, burned = np.empty(TABLES, np.uint64), np.empty(TABLES, np.uint64)
    least = np.empty(TABLES, np.uint64)  # cards that a hand may leave before its shoe is looked after
    hands_left = np.full(TABLES, rules.hands_after, np.uint64)
    for opened in range(TABLES):
        left[opened], burned[opened], state = _new_shoe(state, cards, opened * all_cards, values, rules)
        least[opened] = rules.behind + burned[opened]
    done = ZERO
    while done < rounds:
        table = done % TABLES
        first = table * all_cards
        now = left[table]
        last = first + now - ONE
        if drawn is None:
            word, state = fair_word_below(state, products[now])
            p1, word = _take(cards, first, now, word)
            b1, word = _take(cards, first, now - ONE, word)
            p2, word = _take(cards, first, now - TWO, word)
            b2, word = _take(cards, first, now - THREE, word)
            fifth, word = _take(cards, first, now - FOUR, word)
            sixth, word = _take(cards, first, now - FIVE, word)
            cards[last - FOUR] = fifth
            cards[last - FIVE] = sixth
        else:
            state = _one_by_one(state, cards, first, now, drawn)
            p1, b1, p2, b2, fifth, sixth = drawn[0], drawn[1], drawn[2], drawn[3], drawn[4], drawn[5]
        player, banker = units[p1 + p2], units[b1 + b2]
        goes_on = np.uint64(player < NATURAL) & np.uint64(banker < NATURAL)
        action = np.uint64(drawing.player[player]) * goes_on
        if action == MIXES:
            choice, state = _next_word(state)
            action = np.uint64(choice < drawing.player_mixes[player])
        cell = banker * ELEVEN + (fifth + ONE) * action
        reply = np.uint64(drawing.banker[cell]) * goes_on
        if reply == MIXES:
            choice, state = _next_word(state)
            reply = np.uint64(choice < drawing.banker_mixes[cell])
        used = FOUR + action + reply
        if drawn is not None:  # noqa: SIM102  # numba sees through this one only if it stands alone
            if now < used + burned[table]:  # the hand is void: a card is lacking
                left[table], burned[table], state = _new_shoe(state, cards, first, values, rules)
                least[table], hands_left[table] = rules.behind + burned[table], rules.hands_after
                continue
        if continuous is None:
            now -= used
            left[table] = now
        else:
            cards[last], cards[last - ONE], cards[last - TWO], cards[last - THREE] = p1, b1, p2, b2
        banker = units[banker + (fifth + (sixth - fifth) * action) * reply]
        player = units[player + fifth * action]
        counts[HUNDRED * (action + TWO * reply) + player + TEN * banker] += 1
        done += ONE
        if continuous is None:  # noqa: SIM102  # as above
            if now < least[table]:  # the cutting card is out
                if hands_left[table] > ZERO:
                    hands_left[table] -= ONE
                    least[table] = all_cards  # every further hand counts
                else:
                    left[table], burned[table], state = _new_shoe(state, cards, first, values, rules)
                    least[table], hands_left[table] = rules.behind + burned[table], rules.hands_after
    return counts


def coup_codes(
    seed: int, block: int, rounds: int, values: NDArray[np.uint8], rules: Shoe, drawing: Drawing
) -> NDArray[np.int64]:
    """How often each coup came in exactly so many rounds, dealt from shoes of these card values."""
    after_burn = len(values) - 1 - max(9, int(rules.ten_burns)) if rules.burns else len(values)
    last_begins = min(int(rules.behind), after_burn) - 6 * int(rules.hands_after)
    least_left = len(values) if rules.continuous else last_begins
    one_word = least_left >= 6 and len(values) <= MOST_IN_ONE_WORD
    drawn = None if one_word else np.zeros(6, np.uint64)
    return _play(
        np.uint64(seed),
        np.uint64(block),
        np.uint64(rounds),
        values,
        rules,
        drawing,
        drawn,
        True if rules.continuous else None,
    )
