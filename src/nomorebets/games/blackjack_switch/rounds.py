"""The compiled loop of one spot of blackjack switch, by the machine of its hands. Imports numba.

The two hands and the dealer of all rounds of a shoe get their two cards each; then one hand after the other is played,
and those of pairs that are split after them. Nothing is guessed but a pair that is split.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.twenty_one.four_shoes import (
    CARD,
    ENDS,
    ENDS_BY_TWO,
    FOUR,
    HANDS_BY_TWO,
    NOBODY,
    NUMBER,
    OF_A_SHOE,
    ONE,
    OVER,
    SIX,
    SYMBOL,
    THEN,
    THREE,
    TWO,
    ZERO,
    Felt,
    by_two,
    deal_first,
    play_hand,
    play_hands,
)
from nomorebets.games.twenty_one.round_machine import END as FIRST_END
from nomorebets.sim.kernels import Word, _block_state

FIVE, TEN, WIDE, HUNDRED = (np.uint64(n) for n in (5, 10, 16, 100))
HALF, END, LOWER = np.uint64(0xFFFF), np.uint64(FIRST_END), np.uint16(SYMBOL)
BOTH_ENDS = END + END  # the end of a hand and the dealer's add up
ACE, TEN_CARD = (np.uint16(rank << int(CARD) | rank) for rank in (1, 10))  # cards of a higher rank are worth ten too
NO_PAIR = 0  # what a hand that is not split begins as: an entry of no state
FROM_ONE = np.uint64(11111)  # digits of cards that count from 1
# what is counted of first cards by the places of the rounds: pairs of like ranks among the four of a spot, of which
# three alike are three and four alike six; spots that have two, three and six; an ace shown, one with a ten below; a
# dealer's blackjack, one against a single blackjack as dealt, and against two
SEEN, PLACES = 9, 4 * 64  # a shoe has room for the hands of so many rounds, eight each
LIKE_PAIRS, TWO_PAIRS, THREE_ALIKE, FOUR_ALIKE, ACES, ACES_TEN, DEALERS, AGAINST_ONE, AGAINST_TWO = range(SEEN)
# where the places of each begin: known when the loop is compiled, so that it need not find out that they lie apart
PAIRS_AT, TWO_AT, THREE_AT, FOUR_AT, ACES_AT, TEN_AT, HIS_AT, ONE_AT, BOTH_AT = (
    np.uint64(kind * PLACES) for kind in range(SEEN)
)
TWO_LIKE, THREE_LIKE, SIX_LIKE = np.uint16(2), np.uint16(3), np.uint16(6)
MOST_DEALS = np.uint64((2**16 - 1) // 6)  # of four shoes, before a count of 16 bits could run over

Card = np.uint16


class Hands(NamedTuple):
    """The machine of hands, states as the places of their rows; see `hand_machine`."""

    felt: Felt  # with it
    starts: NDArray[np.uint32]  # [four values as digits, then the card shown]: both hands, the second above the first
    dealt: NDArray[np.uint16]  # [card shown * 16 + card below]
    splits: NDArray[np.uint16]  # [((start of the other * 10 + pair) * 10 + card shown) * 2 + whether no further]
    pairs: NDArray[np.uint16]  # [as starts, then which hand]: where each hand of a pair begins, or NO_PAIR
    start: NDArray[np.uint8]  # [value * 16 + value]: two cards in either order
    switches: NDArray[np.uint8]  # as starts
    ends: NDArray[np.int64]  # [end of a hand + the dealer's end]: what it adds to the code of a round
    split: Word
    again: Word  # the hand of a pair that drew a third
    dealers: Word  # the dealer's blackjack
    idle: Word


class Spot(NamedTuple):
    """What the loop must know of a table."""

    shoes: NDArray[np.uint16]  # four full ones, a card of each in turn: rank, and what the machine sees of it
    products: NDArray[np.uint64]  # the ways of six cards, by how many are left
    counted: Word  # rounds of a shoe
    most_hands: Word
    most_aces: Word


@compiled
def look_at_first(
    felt: Felt, first: Word, number: Word, digits: NDArray[np.uint32], his: NDArray[np.uint16]
) -> None:  # fmt: skip
    """The four cards of every spot with the card shown as digits; and the dealer's two."""
    for i in range(number):
        a, b, c, d, shown, hole = first_cards(felt, first + i, number)
        one, two = (a & LOWER) * TEN + (b & LOWER), (c & LOWER) * TEN + (d & LOWER)
        digits[i] = (one * HUNDRED + two) * TEN + (shown & LOWER) - FROM_ONE
        his[i] = (shown & LOWER) * WIDE + (hole & LOWER)


@compiled
def first_cards(felt: Felt, at: Word, number: Word) -> tuple[Card, Card, Card, Card, Card, Card]:
    """The first cards of a round: both of the first hand, both of the second, the card shown, and the one below."""
    d, b, c, a = at + number, at + TWO * number, at + FOUR * number, at + FIVE * number
    return felt[a], felt[b], felt[c], felt[d], felt[at + THREE * number], felt[at]


@compiled
def count_first(felt: Felt, first: Word, number: Word, counted: Word, seen: NDArray[np.uint16]) -> None:
    """Count what the first cards alone decide, by the places of the rounds: many of them at once.

    No array is cut into parts here: each part would be counted as used and let go, which takes longer than the rest.
    """
    for i in range(counted):
        a, b, c, d, _, _ = first_cards(felt, first + i, number)
        like = np.uint16(np.uint16(a == b) + np.uint16(a == c) + np.uint16(a == d))
        like = np.uint16(like + np.uint16(b == c) + np.uint16(b == d) + np.uint16(c == d))
        seen[PAIRS_AT + i] += like
        seen[TWO_AT + i] += np.uint16(like == TWO_LIKE)
        seen[THREE_AT + i] += np.uint16(like == THREE_LIKE)
        seen[FOUR_AT + i] += np.uint16(like == SIX_LIKE)
    for i in range(counted):
        a, b, c, d, shown, hole = first_cards(felt, first + i, number)
        ace, ten_below = shown == ACE, hole >= TEN_CARD
        his = (ace & ten_below) | ((shown >= TEN_CARD) & (hole == ACE))
        first_has = ((a == ACE) & (b >= TEN_CARD)) | ((a >= TEN_CARD) & (b == ACE))
        second_has = ((c == ACE) & (d >= TEN_CARD)) | ((c >= TEN_CARD) & (d == ACE))
        seen[ACES_AT + i] += np.uint16(ace)
        seen[TEN_AT + i] += np.uint16(ace & ten_below)
        seen[HIS_AT + i] += np.uint16(his)
        seen[ONE_AT + i] += np.uint16(his & (first_has != second_has))
        seen[BOTH_AT + i] += np.uint16(his & first_has & second_has)


@compiled
def add_up(seen: NDArray[np.uint16], totals: NDArray[np.int64]) -> None:
    """Add what was counted by places to the totals, and begin to count anew."""
    for kind in range(SEEN):
        for place in range(PLACES):
            totals[kind] += seen[kind * PLACES + place]
            seen[kind * PLACES + place] = 0


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
def play_spot(  # noqa: PLR0915  # one loop: a call that is given many arrays costs more than the lines
    seed: Word, block: Word, rounds: Word, spot: Spot, of: Hands, codes: Word
) -> tuple[NDArray[np.int64], NDArray[np.int64], Word]:  # fmt: skip
    """So many rounds: how often they came to each code; what was counted of first cards; and the fewest cards left.

    None are left if a shoe began anew: the tests hold that it does not come to that.
    """
    state, number, shoes, products = _block_state(seed, block), spot.counted, spot.shoes, spot.products
    size, many = np.uint64(shoes.size) // FOUR, FOUR * number
    felt, counts, fewest = of.felt.copy(), np.zeros(codes, np.int64), size
    words, deals = by_two(felt), ZERO
    seen, totals = np.zeros(SEEN * PLACES, np.uint16), np.zeros(SEEN, np.int64)
    digits, his_two = np.zeros(many, np.uint32), np.zeros(many, np.uint16)
    special, specials = np.zeros((4, number), np.uint16), np.zeros(4, np.uint64)
    hands = np.zeros(4, np.uint64)
    starts, dealt, codes_of, split, dealers = of.starts, of.dealt, of.ends, of.split, of.dealers
    start, splits, switches, pairs, again = of.start, of.splits, of.switches, of.pairs, of.again
    felt[ENDS:THEN] = END  # some end: also where no hand is played, one may be looked up
    behind, done = FOUR * (size - SIX * number), ZERO
    while done < rounds:
        state = deal_first(state, felt, shoes, SIX * number, products)
        counted = min(many, rounds - done)
        done += counted
        look_at_first(felt, behind, many, digits, his_two)
        count_first(felt, behind, many, counted, seen)
        deals += ONE
        if deals == MOST_DEALS:
            add_up(seen, totals)
            deals = ZERO
        for shoe in range(FOUR):
            to_play, here, made = HANDS_BY_TWO + OF_A_SHOE * shoe, ENDS_BY_TWO + OF_A_SHOE * shoe, ZERO
            for i in range(number):
                both = np.uint64(starts[np.uint64(digits[FOUR * i + shoe])])
                his = np.uint64(dealt[np.uint64(his_two[FOUR * i + shoe])])
                first, second, of_hand = both & HALF, both >> NUMBER, FOUR * i << NUMBER
                words[here + i + i], words[here + i + i + ONE] = both, his
                if (first == split) | (second == split):
                    special[shoe, made] = i
                    made += ONE
                words[to_play] = first | of_hand
                to_play += ONE - (first >> OVER)
                words[to_play] = second | of_hand | ONE << NUMBER
                to_play += ONE - (second >> OVER)
                words[to_play] = his | of_hand | TWO << NUMBER
                to_play += ONE - (his >> OVER)
            for k in range(made):
                where = np.uint64(special[shoe, k])
                at = FOUR * where + np.uint64(shoe)
                for which in range(TWO):  # which of the hands it is cannot be guessed
                    begins = np.uint64(pairs[TWO * np.uint64(digits[at]) + which])
                    of_pair = FOUR * (number + k) + TWO * which
                    words[to_play] = begins | of_pair << NUMBER
                    words[to_play + ONE] = begins | (of_pair + ONE) << NUMBER
                    to_play += np.uint64(begins != NO_PAIR) * TWO
            specials[shoe], hands[shoe] = made, to_play - HANDS_BY_TWO - OF_A_SHOE * shoe
            words[to_play] = of.idle | NOBODY
        state, left = play_hands(state, felt, shoes, size - SIX * number, products, hands)
        fewest = min(fewest, left) if left <= size - SIX * number else ZERO
        for shoe in range(FOUR):
            ends, upto, left_here = ENDS + TWO * OF_A_SHOE * shoe, (counted + THREE - shoe) // FOUR, left
            for i in range(upto):
                his = np.uint64(felt[ends + FOUR * i + TWO]) - BOTH_ENDS
                first, second = np.uint64(felt[ends + FOUR * i]), np.uint64(felt[ends + FOUR * i + ONE])
                counts[codes_of[first + his] + codes_of[second + his]] += 1
            for k in range(specials[shoe]):
                where = np.uint64(special[shoe, k])
                his = np.uint64(felt[ends + FOUR * where + TWO])
                if where >= upto or his == dealers:
                    continue
                his -= BOTH_ENDS
                first, second = np.uint64(felt[ends + FOUR * where]), np.uint64(felt[ends + FOUR * where + ONE])
                code, is_again = codes_of[first + his] + codes_of[second + his], False
                counts[code] -= 1  # the pair as one hand
                for which in range(TWO):
                    of_pair = ends + FOUR * (number + k) + TWO * which
                    one, other = np.uint64(felt[of_pair]), np.uint64(felt[of_pair + ONE])
                    is_split = (second if which else first) == split
                    code += (codes_of[one + his] + codes_of[other + his]) * np.int64(is_split)
                    is_again |= is_split & ((one == again) | (other == again))
                if is_again:
                    four = np.uint64(digits[FOUR * where + np.uint64(shoe)])
                    for which in range(TWO):
                        if (second if which else first) != split:
                            continue
                        of_pair = ends + FOUR * (number + k) + TWO * which
                        pair = (four // HUNDRED if which else four // (HUNDRED * HUNDRED)) % TEN
                        row = split_row(four, np.uint64(which), start, switches)
                        most_hands = spot.most_aces if pair == ZERO else spot.most_hands
                        made, waiting = TWO, ZERO
                        for one_of in range(TWO):
                            if np.uint64(felt[of_pair + one_of]) != again:
                                continue
                            if made < most_hands:
                                made += ONE
                                waiting += TWO
                                continue
                            now = np.uint64(felt[THEN + np.uint64(splits[row + ONE]) + pair + ONE])
                            now, state, left_here = play_hand(state, felt, shoes, np.uint64(shoe), left_here, now)
                            code += codes_of[now + his]
                        while waiting:
                            now = np.uint64(splits[row if made < most_hands else row + ONE])
                            now, state, left_here = play_hand(state, felt, shoes, np.uint64(shoe), left_here, now)
                            if now == again:
                                made += ONE
                                waiting += ONE
                            else:
                                waiting -= ONE
                                code += codes_of[now + his]
                counts[code] += 1
            fewest = min(fewest, left_here) if left_here <= left else ZERO
    add_up(seen, totals)
    return counts, totals, fewest
