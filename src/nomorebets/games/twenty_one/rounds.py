"""The compiled loop of one box, by the machines of its rounds and of the hands of pairs that are split. Imports numba.

Four shoes are dealt side by side, a card of each in turn, so that none waits for another. First all rounds of a shoe
are walked; then the hands of the pairs that were split, and the dealer against them, are played one after the other
with cards that are left: of a shoe in random order it does not matter who has his cards first. Nothing is guessed but a
pair that is split again.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.sim.kernels import State, Word, _block_state, digit, fair_word_below

ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, UPS = (np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 16))
Cards: TypeAlias = NDArray[Any]
"""Cards of a shoe: what the machines see of each in the lower byte; above it, where it matters, which card it is."""

SYMBOL, CARD = np.uint64(255), np.uint64(8)
SPARE = np.uint64(12)  # cards that a walk leaves, however long it takes
MATCH_BITS = np.uint64(6)
# what the worth of a hand is told by: the dealer's totals from 17 on, over 21, then a blackjack of his against the
# first hand of a box, and against another
COLUMNS = np.uint64(8)
AGAINST_BLACKJACK = np.uint64(6)


class Walk(NamedTuple):
    """Rounds as a machine that every card moves on; see `round_machine`."""

    then: NDArray[np.uint16]  # [state + card]
    begins: Word  # states below it ended a round, or its walk
    splits_from: Word  # from here on, among those, a pair is split
    wide: Word  # of a row


class Hands(NamedTuple):
    """Hands of split pairs and the dealer's as such a machine, and the pairs that are split, in turn."""

    then: NDArray[np.uint16]  # [state + card]; ends lead to themselves
    shift: Word  # a row's number from its place
    over: Word  # states below it are ends
    his: Word  # the first of the dealer's ends, the last of which is his blackjack
    again: Word  # the first of those where the hand got one more card of its pair
    cards: NDArray[np.uint8]  # which card it was
    idle: Word  # a state that nothing moves
    begun: NDArray[np.uint16]  # [whether it may be split no further, first card, card shown]
    worth: NDArray[np.int64]  # [end * COLUMNS + column]
    first: NDArray[np.uint8]
    second: NDArray[np.uint8]
    up: NDArray[np.uint8]
    dealer: NDArray[np.uint16]  # the state of his hand
    most: NDArray[np.uint8]  # hands that a pair may be split into


class Shoes(NamedTuple):
    """Shoes that are dealt side by side, and the states in which their rounds ended."""

    full: Cards  # the cards of a shoe before any is dealt
    cards: Cards  # [shoe, place]
    ends: NDArray[np.uint16]  # [shoe, round]
    products: NDArray[np.uint64]  # the ways of six cards, by how many are left


@compiled
def products_of(size: Word) -> NDArray[np.uint64]:
    """The ways of six cards, by how many are left."""
    products = np.zeros(size + ONE, np.uint64)
    for left in range(SIX, size + ONE):
        products[left] = left * (left - ONE) * (left - TWO) * (left - THREE) * (left - FOUR) * (left - FIVE)
    return products


@compiled
def shoes_of(cards: Cards) -> Shoes:
    size = np.uint64(cards.size)
    return Shoes(cards, np.empty((FOUR, size), cards.dtype), np.zeros((FOUR, size), np.uint16), products_of(size))


@compiled
def draw(shoe: Cards, left: Word, word: Word) -> tuple[Word, Word]:
    """Draw a card, to whose place the last one goes; and what is left of the word."""
    at, word = digit(word, left)
    card = np.uint64(shoe[at])
    shoe[at] = shoe[left - ONE]
    return card, word


@compiled
def step(
    then: NDArray[np.uint16], shoe: Cards, left: Word, word: Word, now: Word, ends: NDArray[np.uint16],
    ended: Word, begins: Word, begun: NDArray[np.uint16] | None,
) -> tuple[Word, Word, Word]:  # fmt: skip
    """Draw a card, to whose place the last one goes: the state after it, the rounds that ended, what is left of a word.

    Every state is written down; one that ended no round is written over by the next.
    """
    at, word = digit(word, left)
    card = np.uint64(shoe[at])
    shoe[at] = shoe[left - ONE]
    if begun is not None:  # the card stays behind those that are left, and where the next round begins is known
        shoe[left - ONE] = card
        begun[ended + ONE] = left - ONE
    now = np.uint64(then[now + (card & SYMBOL)])
    ends[ended] = now
    return now, ended + np.uint64(now < begins), word


@compiled
def walk(
    state: State, shoes: Shoes, rounds: Word, of: Walk, begun: NDArray[np.uint16] | None
) -> tuple[State, Word, Word]:  # fmt: skip
    """Deal so many rounds or more from each of four full shoes, a card of each in turn: none waits for the others.

    The stream, the cards left in each, and how many rounds have ended in every one. ``begun[shoe, round]`` is told how
    many cards were left when a round began; what is `None` numba leaves out of the loop.
    """
    a, b, c, d = shoes.cards[0], shoes.cards[1], shoes.cards[2], shoes.cards[3]
    for i in range(np.uint64(shoes.full.size)):
        a[i] = b[i] = c[i] = d[i] = shoes.full[i]
    ends_a, ends_b, ends_c, ends_d = shoes.ends[0], shoes.ends[1], shoes.ends[2], shoes.ends[3]
    if begun is None:
        begun_a = begun_b = begun_c = begun_d = None
    else:
        begun_a, begun_b, begun_c, begun_d = begun[0], begun[1], begun[2], begun[3]
        begun[:, 0] = shoes.full.size
    now_a, now_b, now_c, now_d = ZERO, ZERO, ZERO, ZERO  # a state that ended a round begins one
    ended_a, ended_b, ended_c, ended_d = ZERO, ZERO, ZERO, ZERO
    left, ended, then, begins = np.uint64(shoes.full.size), ZERO, of.then, of.begins
    while ended < rounds and left >= SIX + SPARE:
        product = shoes.products[left]
        word_a, state = fair_word_below(state, product)
        word_b, state = fair_word_below(state, product)
        word_c, state = fair_word_below(state, product)
        word_d, state = fair_word_below(state, product)
        for _ in range(SIX):
            now_a, ended_a, word_a = step(then, a, left, word_a, now_a, ends_a, ended_a, begins, begun_a)
            now_b, ended_b, word_b = step(then, b, left, word_b, now_b, ends_b, ended_b, begins, begun_b)
            now_c, ended_c, word_c = step(then, c, left, word_c, now_c, ends_c, ended_c, begins, begun_c)
            now_d, ended_d, word_d = step(then, d, left, word_d, now_d, ends_d, ended_d, begins, begun_d)
            left -= ONE
        ended = min(ended_a, ended_b)
        ended = min(ended, min(ended_c, ended_d))  # noqa: PLW3301  # two at a time is what a processor has
    return state, left, min(ended, rounds)


@compiled
def play_step(
    then: NDArray[np.uint16], over: Word, shoe: Cards, left: Word, word: Word, now: Word, at: Word,
    starts: NDArray[np.uint16], ends: NDArray[np.uint16],
) -> tuple[Word, Word, Word]:  # fmt: skip
    """A card for the hand whose turn it is: the state after it, or of the next hand; whose turn it is; and the word."""
    card, word = draw(shoe, left, word)
    now = np.uint64(then[now + (card & SYMBOL)])
    ends[at] = now
    at += np.uint64(now < over)
    following = np.uint64(starts[at])
    return following if now < over else now, at, word


@compiled
def play_hands(
    state: State, shoes: Shoes, left: Word, then: NDArray[np.uint16], over: Word, starts: NDArray[np.uint16],
    ends: NDArray[np.uint16], number: NDArray[np.uint64],
) -> tuple[State, Word]:  # fmt: skip
    """Play the hands of each of the four shoes that begin in these states, so many, to their ends."""
    a, b, c, d = shoes.cards[0], shoes.cards[1], shoes.cards[2], shoes.cards[3]
    ends_a, ends_b, ends_c, ends_d = ends[0], ends[1], ends[2], ends[3]
    starts_a, starts_b, starts_c, starts_d = starts[0], starts[1], starts[2], starts[3]
    number_a, number_b, number_c, number_d = number[0], number[1], number[2], number[3]
    now_a, now_b = np.uint64(starts_a[0]), np.uint64(starts_b[0])
    now_c, now_d = np.uint64(starts_c[0]), np.uint64(starts_d[0])
    at_a, at_b, at_c, at_d = ZERO, ZERO, ZERO, ZERO
    while at_a < number_a or at_b < number_b or at_c < number_c or at_d < number_d:
        if left < SIX:
            left = np.uint64(shoes.full.size)
            for i in range(left):
                a[i] = b[i] = c[i] = d[i] = shoes.full[i]
        product = shoes.products[left]
        word_a, state = fair_word_below(state, product)
        word_b, state = fair_word_below(state, product)
        word_c, state = fair_word_below(state, product)
        word_d, state = fair_word_below(state, product)
        for _ in range(SIX):
            now_a, at_a, word_a = play_step(then, over, a, left, word_a, now_a, at_a, starts_a, ends_a)
            now_b, at_b, word_b = play_step(then, over, b, left, word_b, now_b, at_b, starts_b, ends_b)
            now_c, at_c, word_c = play_step(then, over, c, left, word_c, now_c, at_c, starts_c, ends_c)
            now_d, at_d, word_d = play_step(then, over, d, left, word_d, now_d, at_d, starts_d, ends_d)
            left -= ONE
    return state, left


@compiled
def play_hand(
    state: State, shoe: Cards, left: Word, full: Cards, then: NDArray[np.uint16], over: Word,
    now: Word,
) -> tuple[Word, State, Word]:  # fmt: skip
    """One hand by itself, to its end; if all cards are out the shoe begins anew."""
    while now >= over:
        if left == ZERO:
            left = np.uint64(full.size)
            shoe[:] = full
        word, state = fair_word_below(state, left)
        card, _ = draw(shoe, left, word)
        now = np.uint64(then[now + (card & SYMBOL)])
        left -= ONE
    return now, state, left


@compiled
def count_matches(
    shoe: Cards, begun: NDArray[np.uint16], rounds: Word, matches: NDArray[np.uint8], matched: NDArray[np.int64]
) -> None:
    """How the first cards of rounds match the card shown: the first, the card shown and the second lie in a row."""
    for i in range(rounds):
        first = np.uint64(begun[i]) - ONE
        shown = np.uint64(shoe[first - ONE]) >> CARD
        match = matches[np.uint64(shoe[first]) >> CARD << MATCH_BITS | shown]
        match += matches[np.uint64(shoe[first - TWO]) >> CARD << MATCH_BITS | shown]
        matched[np.uint64(match)] += 1


@compiled
def play(  # noqa: PLR0915  # one loop: a call that is given arrays costs more than the lines
    seed: Word, block: Word, rounds: Word, full: Cards, counted: Word, of: Walk, hands: Hands,
    sizes: tuple[int, int], matches: NDArray[np.uint8] | None, begun: NDArray[np.uint16] | None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:  # fmt: skip
    """So many rounds of a box, the first so many of each shoe.

    How often each state ended one; what the hands of split boxes were worth together, as many as ``sizes`` says from
    below nothing to above it; the same of those that met a blackjack; the dealer's aces among them, those with a
    ten below, and the fewest cards that a shoe had left (none if it began anew: the tests hold that it does not come to
    that); and how the first cards matched the card shown, which ``matches[card << MATCH_BITS | card shown]`` says.
    ``begun`` is room for where rounds begin; what is `None` numba leaves out.
    """
    state, fewest = _block_state(seed, block), np.uint64(full.size)
    ended, aces, matched = np.zeros(of.begins, np.int64), np.zeros(3, np.int64), np.zeros(9, np.int64)
    half, half_met = np.int64(sizes[0]), np.int64(sizes[1])
    gained, met = np.zeros(2 * half + 1, np.int64), np.zeros(2 * half_met + 1, np.int64)
    shoes, done = shoes_of(full), ZERO
    splits, starts = np.zeros((4, counted + ONE), np.uint16), np.zeros((4, THREE * counted + ONE), np.uint16)
    ends, number = np.zeros((4, THREE * counted + ONE), np.uint16), np.zeros(4, np.uint64)
    firsts = np.zeros(8, np.uint64)  # cards of the hands of a pair
    then, over, again, shift, worth = hands.then, hands.over, hands.again, hands.shift, hands.worth
    while done < rounds:
        state, left, walked = walk(state, shoes, counted, of, begun)
        for shoe in range(FOUR):
            upto, made = min(walked, rounds - done), ZERO
            done += upto
            for i in range(upto):
                end = np.uint64(shoes.ends[shoe, i])
                ended[end] += 1
                splits[shoe, made] = end
                made += np.uint64(end >= of.splits_from)
            if matches is not None:
                count_matches(shoes.cards[shoe], begun[shoe], upto, matches, matched)  # type: ignore[index]
            for k in range(made):
                which = (np.uint64(splits[shoe, k]) - of.splits_from) // of.wide
                splits[shoe, k] = which
                up, no_further = np.uint64(hands.up[which]), np.uint64(hands.most[which] == 2)
                starts[shoe, THREE * k] = hands.begun[no_further, np.uint64(hands.first[which]), up]
                starts[shoe, THREE * k + ONE] = hands.begun[no_further, np.uint64(hands.second[which]), up]
                starts[shoe, THREE * k + TWO] = hands.dealer[which]
            starts[shoe, THREE * made], number[shoe] = hands.idle, THREE * made
        before = left
        state, left = play_hands(state, shoes, left, then, over, starts, ends, number)
        fewest = min(fewest, left) if left <= before else ZERO
        for shoe in range(FOUR):
            left_here = left
            for k in range(number[shoe] // THREE):
                which = np.uint64(splits[shoe, k])
                up, most, made = np.uint64(hands.up[which]), np.uint64(hands.most[which]), TWO
                firsts[0], firsts[1] = np.uint64(hands.first[which]), np.uint64(hands.second[which])
                his = (np.uint64(ends[shoe, THREE * k + TWO]) - hands.his) >> shift
                total, at = np.int64(0), ZERO
                while at < made:
                    now = np.uint64(hands.begun[np.uint64(made == most), firsts[at], up])
                    if at < TWO:
                        now = np.uint64(ends[shoe, THREE * k + at])
                    else:
                        now, state, left_here = play_hand(state, shoes.cards[shoe], left_here, full, then, over, now)
                    while now >= again:
                        card = np.uint64(hands.cards[(now - again) >> shift])
                        if made < most:
                            firsts[made] = card
                            made += ONE
                            now = np.uint64(hands.begun[np.uint64(made == most), firsts[at], up])
                        else:  # another hand was the last
                            now = np.uint64(then[np.uint64(hands.begun[1, firsts[at], up]) + card])
                        now, state, left_here = play_hand(state, shoes.cards[shoe], left_here, full, then, over, now)
                    column = his + np.uint64(his == AGAINST_BLACKJACK and at > ZERO)
                    total += worth[(now >> shift) * COLUMNS + column]
                    at += ONE
                if his == AGAINST_BLACKJACK:
                    met[total + half_met] += 1
                else:
                    gained[total + half] += 1
                fewest = min(fewest, left_here) if left_here <= left else ZERO
                if up == ONE:
                    aces[0] += 1
                    aces[1] += np.int64(his == AGAINST_BLACKJACK)
    aces[2] = fewest
    return ended[: of.splits_from : of.wide], gained, met, aces, matched
