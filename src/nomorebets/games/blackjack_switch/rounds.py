"""The compiled loop of one spot of blackjack switch, by the machine of its hands. Imports numba.

Four shoes are dealt side by side, a card of each in turn. First the two hands and the dealer of all rounds of a shoe
get their two cards each, then one hand after the other is played: of a shoe in random order it does not matter who has
his cards first. Nothing is guessed but a dealer's blackjack and a pair that is split.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.sim.kernels import State, Word, _block_state, digit, fair_word_below

ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, TEN, WIDE, HUNDRED = (np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 10, 16, 100))
HALF = np.uint64(0xFFFF)
LIKES = 7  # pairs of like ranks among four cards: up to six


class Hands(NamedTuple):
    """The machine of hands, states as the places of their rows of 16; see `hand_machine`."""

    then: NDArray[np.uint16]  # [state + rank]
    value: NDArray[np.uint8]  # [rank]: from 0, the ace
    starts: NDArray[np.uint32]  # [four values as digits, then the card shown]: both hands, the second above the first
    dealt: NDArray[np.uint16]  # [value shown * 16 + value below]
    splits: NDArray[np.uint16]  # [((start of the other * 10 + pair) * 10 + card shown) * 2 + whether no further]
    start: NDArray[np.uint8]  # [value * 16 + value]: two cards in either order
    switches: NDArray[np.uint8]  # as starts
    ends: NDArray[np.int64]  # [end of a hand + the dealer's end]: what it adds to the code of a round
    over: Word  # states below it are over
    split: Word
    again: Word  # the hand of a pair that drew a third
    dealers: Word  # the dealer's blackjack
    his: Word  # the first end of a dealer
    idle: Word


class Spot(NamedTuple):
    """What the loop must know of a table."""

    full: NDArray[np.uint8]  # the ranks of a shoe before any is dealt
    counted: Word  # rounds of a shoe
    most_hands: Word
    most_aces: Word
    reader: np.bool_
    ace_ten: Word  # the start that is a blackjack


@compiled
def draw(shoe: NDArray[np.uint8], left: Word, word: Word) -> tuple[Word, Word]:
    """Draw a card, to whose place the last one goes; and what is left of the word."""
    at, word = digit(word, left)
    card = np.uint64(shoe[at])
    shoe[at] = shoe[left - ONE]
    return card, word


@compiled
def step(
    then: NDArray[np.uint16], over: Word, shoe: NDArray[np.uint8], left: Word, word: Word, now: Word, at: Word,
    states: NDArray[np.uint16], hands: NDArray[np.uint16], ends: NDArray[np.uint16],
) -> tuple[Word, Word, Word]:  # fmt: skip
    """A card for the hand whose turn it is: the state after it, or of the next hand; whose turn it is; and the word."""
    card, word = draw(shoe, left, word)
    now = np.uint64(then[now + card])
    ends[np.uint64(hands[at])] = now
    at += np.uint64(now < over)
    following = np.uint64(states[at])
    return following if now < over else now, at, word


@compiled
def like_pairs(a: Word, b: Word, c: Word, d: Word) -> np.int64:
    """How many pairs of like ranks are among four cards."""
    return (
        np.int64(a == b) + np.int64(a == c) + np.int64(a == d) + np.int64(b == c) + np.int64(b == d) + np.int64(c == d)
    )


@compiled
def begin(
    word: Word, shoe: NDArray[np.uint8], left: Word, i: Word, number: Word, jobs: Word, over: Word,
    value: NDArray[np.uint8], starts: NDArray[np.uint32], dealt: NDArray[np.uint16],
    states: NDArray[np.uint16], hands: NDArray[np.uint16], ends: NDArray[np.uint16],
    seen: NDArray[np.int64], like: NDArray[np.int64], upto: Word, dealers: Word, split: Word,
    digits_of: NDArray[np.uint32], special: NDArray[np.uint16], specials: Word,
) -> tuple[Word, Word]:  # fmt: skip
    """Deal two cards each to the hands and the dealer: how many hands are to be played now, and rounds are special.

    The hands of a shoe's rounds lie in three parts, first hands, second hands and dealers, and behind them those of
    pairs that are split. Special are rounds with such a pair or a dealer's blackjack. Those from ``upto`` on are not
    counted.
    """
    a, word = draw(shoe, left, word)
    c, word = draw(shoe, left - ONE, word)
    up, word = draw(shoe, left - TWO, word)
    b, word = draw(shoe, left - THREE, word)
    d, word = draw(shoe, left - FOUR, word)
    hole, word = draw(shoe, left - FIVE, word)
    is_counted = np.int64(i < upto)
    like[like_pairs(a, b, c, d)] += is_counted
    up, hole = np.uint64(value[up]), np.uint64(value[hole])
    seen[up * WIDE + hole] += is_counted
    digits = np.uint64(value[a]) * TEN + np.uint64(value[b])
    digits = ((digits * TEN + np.uint64(value[c])) * TEN + np.uint64(value[d])) * TEN + up
    both, his = np.uint64(starts[digits]), np.uint64(dealt[up * WIDE + hole])
    first, second = both & HALF, both >> WIDE
    ends[i], ends[number + i], ends[number + number + i] = first, second, his
    digits_of[i], special[specials] = digits, i
    specials += np.uint64(his == dealers) | np.uint64(first == split) | np.uint64(second == split)
    states[jobs], hands[jobs] = first, i
    jobs += np.uint64(first >= over)
    states[jobs], hands[jobs] = second, number + i
    jobs += np.uint64(second >= over)
    states[jobs], hands[jobs] = his, number + number + i
    return jobs + np.uint64(his >= over), specials


@compiled
def two_of(digits: Word) -> Word:
    """The place of two values in a table with rows of 16, from their digits."""
    return digits // TEN * WIDE + digits % TEN


@compiled
def split_row(digits: Word, second: Word, start: NDArray[np.uint8], switches: NDArray[np.uint8]) -> Word:
    """Where the splits of a hand begin: the first of a spot, or the second."""
    up, four = digits % TEN, digits // TEN
    one, two = four // HUNDRED, four % HUNDRED
    if switches[digits]:
        one, two = one - one % TEN + two % TEN, two - two % TEN + one % TEN
    own, other = (two, one) if second else (one, two)
    return ((np.uint64(start[two_of(other)]) * TEN + own // TEN) * TEN + up) * TWO


@compiled
def one_card(state: State, shoe: NDArray[np.uint8], left: Word, full: NDArray[np.uint8]) -> tuple[Word, State, Word]:
    """A card by itself; if all are out the shoe begins anew."""
    if left == ZERO:  # no shoe comes to it: the tests hold how many cards are left
        left = np.uint64(full.size)
        shoe[:] = full
    word, state = fair_word_below(state, left)
    card, _ = draw(shoe, left, word)
    return card, state, left - ONE


@compiled
def play_spot(  # noqa: PLR0915  # one loop: a call that is given many arrays costs more than the lines
    seed: Word, block: Word, rounds: Word, spot: Spot, of: Hands, codes: Word
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:  # fmt: skip
    """So many rounds: how often they came to each code; the dealer's two cards; and pairs of like ranks.

    The last place of the dealer's cards says how many cards a shoe had left, at the fewest: none if it began anew.
    """
    fewest = np.uint64(spot.full.size)
    state, number, size = _block_state(seed, block), spot.counted, np.uint64(spot.full.size)
    counts, seen, like = np.zeros(codes, np.int64), np.zeros(256, np.int64), np.zeros(LIKES, np.int64)
    products = np.zeros(size + ONE, np.uint64)
    left = size
    while left >= SIX:
        products[left] = left * (left - ONE) * (left - TWO) * (left - THREE) * (left - FOUR) * (left - FIVE)
        left -= ONE
    most = np.uint64(7) * number + ONE  # if both hands of every round are pairs that are split
    cards, ends = np.empty((4, size), np.uint8), np.zeros((4, most), np.uint16)
    states, hands = np.zeros((4, most), np.uint16), np.zeros((4, most), np.uint16)
    digits, special = np.zeros((4, number + ONE), np.uint32), np.zeros((4, number + ONE), np.uint16)
    split = np.zeros((4, TWO * number), np.uint16)  # the hands that are split
    of_round, jobs, specials, splits = (
        np.zeros(number, np.int64),
        np.zeros(4, np.uint64),
        np.zeros(4, np.uint64),
        np.zeros(4, np.uint64),
    )
    a, b, c, d = cards[0], cards[1], cards[2], cards[3]
    ends_a, ends_b, ends_c, ends_d = ends[0], ends[1], ends[2], ends[3]
    states_a, states_b, states_c, states_d = states[0], states[1], states[2], states[3]
    hands_a, hands_b, hands_c, hands_d = hands[0], hands[1], hands[2], hands[3]
    digits_a, digits_b, digits_c, digits_d = digits[0], digits[1], digits[2], digits[3]
    special_a, special_b, special_c, special_d = special[0], special[1], special[2], special[3]
    then, over, done, dealers, split_state = of.then, of.over, ZERO, of.dealers, of.split
    value, starts, dealt, full, codes_of = of.value, of.starts, of.dealt, spot.full, of.ends
    start, split_starts, switches = of.start, of.splits, of.switches
    while done < rounds:
        left = size
        for i in range(size):
            a[i] = b[i] = c[i] = d[i] = full[i]
        upto_a = min(number, rounds - done)
        upto_b = min(number, rounds - done - upto_a)
        upto_c = min(number, rounds - done - upto_a - upto_b)
        upto_d = min(number, rounds - done - upto_a - upto_b - upto_c)
        jobs_a, jobs_b, jobs_c, jobs_d = ZERO, ZERO, ZERO, ZERO
        specials_a, specials_b, specials_c, specials_d = ZERO, ZERO, ZERO, ZERO
        for i in range(number):
            product = products[left]
            word_a, state = fair_word_below(state, product)
            word_b, state = fair_word_below(state, product)
            word_c, state = fair_word_below(state, product)
            word_d, state = fair_word_below(state, product)
            jobs_a, specials_a = begin(
                word_a, a, left, np.uint64(i), number, jobs_a, over, value, starts, dealt, states_a, hands_a, ends_a,
                seen, like, upto_a, dealers, split_state, digits_a, special_a, specials_a,
            )  # fmt: skip
            jobs_b, specials_b = begin(
                word_b, b, left, np.uint64(i), number, jobs_b, over, value, starts, dealt, states_b, hands_b, ends_b,
                seen, like, upto_b, dealers, split_state, digits_b, special_b, specials_b,
            )  # fmt: skip
            jobs_c, specials_c = begin(
                word_c, c, left, np.uint64(i), number, jobs_c, over, value, starts, dealt, states_c, hands_c, ends_c,
                seen, like, upto_c, dealers, split_state, digits_c, special_c, specials_c,
            )  # fmt: skip
            jobs_d, specials_d = begin(
                word_d, d, left, np.uint64(i), number, jobs_d, over, value, starts, dealt, states_d, hands_d, ends_d,
                seen, like, upto_d, dealers, split_state, digits_d, special_d, specials_d,
            )  # fmt: skip
            left -= SIX
        dealt_first = left
        jobs[0], jobs[1], jobs[2], jobs[3] = jobs_a, jobs_b, jobs_c, jobs_d
        specials[0], specials[1], specials[2], specials[3] = specials_a, specials_b, specials_c, specials_d
        for shoe in range(FOUR):
            job, made = jobs[shoe], ZERO
            for k in range(specials[shoe]):
                where = np.uint64(special[shoe, k])
                if ends[shoe, number + number + where] == dealers:
                    continue
                for at in range(TWO):
                    hand = where + number * np.uint64(at)
                    if ends[shoe, hand] == split_state:
                        split[shoe, made] = hand
                        row = split_row(np.uint64(digits[shoe, where]), np.uint64(at), start, switches)
                        for one in range(TWO):
                            states[shoe, job], hands[shoe, job] = split_starts[row], THREE * number + TWO * made + one
                            job += ONE
                        made += ONE
            jobs[shoe], splits[shoe] = job, made
            states[shoe, job], hands[shoe, job] = of.idle, most - ONE
        jobs_a, jobs_b, jobs_c, jobs_d = jobs[0], jobs[1], jobs[2], jobs[3]
        now_a, now_b = np.uint64(states_a[0]), np.uint64(states_b[0])
        now_c, now_d = np.uint64(states_c[0]), np.uint64(states_d[0])
        at_a, at_b, at_c, at_d = ZERO, ZERO, ZERO, ZERO
        while at_a < jobs_a or at_b < jobs_b or at_c < jobs_c or at_d < jobs_d:
            if left < SIX:
                left = size
                for i in range(size):
                    a[i] = b[i] = c[i] = d[i] = full[i]
            product = products[left]
            word_a, state = fair_word_below(state, product)
            word_b, state = fair_word_below(state, product)
            word_c, state = fair_word_below(state, product)
            word_d, state = fair_word_below(state, product)
            for _ in range(SIX):
                now_a, at_a, word_a = step(then, over, a, left, word_a, now_a, at_a, states_a, hands_a, ends_a)
                now_b, at_b, word_b = step(then, over, b, left, word_b, now_b, at_b, states_b, hands_b, ends_b)
                now_c, at_c, word_c = step(then, over, c, left, word_c, now_c, at_c, states_c, hands_c, ends_c)
                now_d, at_d, word_d = step(then, over, d, left, word_d, now_d, at_d, states_d, hands_d, ends_d)
                left -= ONE
        walked = left
        fewest = min(fewest, left) if left <= dealt_first else ZERO
        for shoe in range(FOUR):
            left, upto = walked, min(number, rounds - done)
            done += upto
            for i in range(number):
                his = (np.uint64(ends[shoe, number + number + i]) - of.his) >> FOUR
                first, second = np.uint64(ends[shoe, i]), np.uint64(ends[shoe, number + i])
                of_round[i] = codes_of[first + his] + codes_of[second + his]
            if spot.reader:  # a dealer's blackjack is seen before the switch
                for k in range(specials[shoe]):
                    where = np.uint64(special[shoe, k])
                    if ends[shoe, number + number + where] == dealers:
                        four = np.uint64(digits[shoe, where]) // TEN
                        first, second = start[two_of(four // HUNDRED)], start[two_of(four % HUNDRED)]
                        of_round[where] = np.int64(first != spot.ace_ten) + np.int64(second != spot.ace_ten)
            for k in range(splits[shoe]):
                where, which = np.uint64(split[shoe, k]), ZERO
                if where >= number:
                    where, which = where - number, ONE
                his = (np.uint64(ends[shoe, number + number + where]) - of.his) >> FOUR
                four = np.uint64(digits[shoe, where])
                pair = (four // HUNDRED if which else four // (HUNDRED * HUNDRED)) % TEN
                row = split_row(four, which, start, switches)
                most_hands = spot.most_aces if pair == ZERO else spot.most_hands
                made, waiting = TWO, ZERO
                for of_pair in range(TWO):
                    now = np.uint64(ends[shoe, THREE * number + TWO * k + of_pair])
                    if now == of.again:
                        if made < most_hands:
                            made += ONE
                            waiting += TWO
                            continue
                        now = np.uint64(then[np.uint64(split_starts[row + ONE]) + pair + ONE])
                        while now >= over:
                            card, state, left = one_card(state, cards[shoe], left, full)
                            now = np.uint64(then[now + card])
                    of_round[where] += codes_of[now + his]
                while waiting:
                    now = np.uint64(split_starts[row if made < most_hands else row + ONE])
                    while now >= over:
                        card, state, left = one_card(state, cards[shoe], left, full)
                        now = np.uint64(then[now + card])
                    if now == of.again:
                        made += ONE
                        waiting += ONE
                    else:
                        waiting -= ONE
                        of_round[where] += codes_of[now + his]
            for i in range(upto):
                counts[of_round[i]] += 1
            fewest = min(fewest, left) if left <= walked else ZERO
    seen[255] = fewest
    return counts, seen, like
