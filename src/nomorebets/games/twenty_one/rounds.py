"""The compiled loop of one box, by the machine of its hands. Imports numba.

The box and the dealer of all rounds of a shoe get their two cards each; then one hand after the other is played, and
those of pairs that are split after them. Nothing is guessed but a pair that is split, and one that is split again.
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
    FIVE,
    FOUR,
    HANDS_BY_TWO,
    NOBODY,
    NUMBER,
    OF_A_SHOE,
    ONE,
    OVER,
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
from nomorebets.games.twenty_one.round_machine import COLUMNS as APART
from nomorebets.games.twenty_one.round_machine import DEALERS_BLACKJACK
from nomorebets.games.twenty_one.round_machine import END as FIRST_END
from nomorebets.sim.kernels import Word, _block_state

WIDE = 32  # places of a row of cards, as a machine sees them
IN_A_ROW = np.uint64(WIDE - 1)
END, ENDS_APART = np.uint64(FIRST_END), np.uint64(APART)
BOTH_ENDS = END + END  # the end of a box and the dealer's add up
# what the worth of a hand is told by: the dealer's totals from 17 on, over 21, then a blackjack of his against the
# first hand of a box, and against another
COLUMNS = np.uint64(8)
AGAINST_BLACKJACK = np.uint64(DEALERS_BLACKJACK)
# which card it is: its suit in the two lower bits, its rank above; so two of one rank differ by less than this
OF_ONE_RANK, THE_SAME = np.uint16(4 << int(CARD)), np.uint16(1 << int(CARD))
LOWER, ROW, DEALERS = np.uint16(SYMBOL), np.uint16(5), ONE << NUMBER
# three times the matches of rank, and those of suit, where there are any
MATCHED = (3, 4, 6, 7, 8)


class Hands(NamedTuple):
    """The machine of hands and where they begin; see `round_machine`. Ends are in its order."""

    felt: Felt  # with it
    idle: Word
    split: Word  # the end of a box whose pair is split
    again: Word  # the first of those where the hand of a pair got one more card of it
    cards: NDArray[np.uint8]  # which card it was
    two: NDArray[np.uint16]  # [first card * WIDE + second]: a row of the next
    dealt: NDArray[np.uint16]  # [row + card shown]
    dealer: NDArray[np.uint16]  # [card shown * WIDE + hole card]
    begun: NDArray[np.uint16]  # [whether it may be split no further, first card, card shown]
    worth: NDArray[np.int64]  # [end * COLUMNS + column]
    most: NDArray[np.uint8]  # [first card]: hands that a pair may be split into
    reader: np.bool_  # a blackjack is seen before a pair is split


@compiled
def look_at_first(
    felt: Felt, first: Word, number: Word, own: NDArray[np.uint16], his: NDArray[np.uint16]
) -> None:  # fmt: skip
    """The two cards of every box, and of every dealer: the card of a row, and the other in it."""
    hole, second = felt[first : first + number], felt[first + number : first + TWO * number]
    shown = felt[first + TWO * number : first + THREE * number]
    one = felt[first + THREE * number : first + FOUR * number]
    for i in range(number):
        own[i] = (one[i] & LOWER) << ROW | second[i] & LOWER
        his[i] = (shown[i] & LOWER) << ROW | hole[i] & LOWER


@compiled
def count_matches(felt: Felt, first: Word, number: Word, counted: Word, matched: NDArray[np.uint32]) -> None:
    """How often the two cards of a box matched the card shown in each way, by the places of the rounds.

    Places are counted apart because that is done for many of them at once; a sum or a choice would not be.
    """
    second, shown = felt[first + number : first + TWO * number], felt[first + TWO * number : first + THREE * number]
    one = felt[first + THREE * number : first + FOUR * number]
    rank, suit, ranks, rank_and_suit, suits = matched[0], matched[1], matched[2], matched[3], matched[4]
    for i in range(counted):
        a, b = one[i] ^ shown[i], second[i] ^ shown[i]
        rank_a, rank_b, suit_a, suit_b = a < OF_ONE_RANK, b < OF_ONE_RANK, a < THE_SAME, b < THE_SAME
        rank[i] += np.uint32((rank_a != rank_b) & (not (suit_a or suit_b)))
        suit[i] += np.uint32((rank_a != rank_b) & (suit_a or suit_b))
        ranks[i] += np.uint32(rank_a & rank_b & (not (suit_a or suit_b)))
        rank_and_suit[i] += np.uint32(rank_a & rank_b & (suit_a != suit_b))
        suits[i] += np.uint32(suit_a & suit_b)


@compiled
def play(  # noqa: PLR0915  # one loop: a call that is given arrays costs more than the lines
    seed: Word, block: Word, rounds: Word, shoes: NDArray[np.uint16], number: Word, products: NDArray[np.uint64],
    of: Hands, sizes: tuple[int, int], matched: NDArray[np.uint32] | None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], Word]:  # fmt: skip
    """So many rounds of a box, the first so many of each shoe.

    How often ends of a box and of the dealer came together; what the hands of split boxes were worth together, as many
    as ``sizes`` says from below nothing to above it; the same of those that met a blackjack; and the fewest cards that
    a shoe had left (none if it began anew: the tests hold that it does not come to that). ``shoes`` are four full ones,
    a card of each in turn. How the first cards matched the card shown is counted in ``matched``; what is `None` numba
    leaves out.
    """
    state, size, many = _block_state(seed, block), np.uint64(shoes.size) // FOUR, FOUR * number
    felt, half, half_met, fewest = of.felt.copy(), np.int64(sizes[0]), np.int64(sizes[1]), size
    words = by_two(felt)
    ended = np.zeros(of.split - END + ENDS_APART, np.int64)
    gained, met = np.zeros(2 * half + 1, np.int64), np.zeros(2 * half_met + 1, np.int64)
    own_two, his_two = np.zeros(many, np.uint16), np.zeros(many, np.uint16)
    splits, split_number, hands = np.zeros((4, number), np.uint16), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    firsts = np.zeros(8, np.uint64)  # cards of the hands of a pair
    two, dealt, dealer, split, begun, worth = of.two, of.dealt, of.dealer, of.split, of.begun, of.worth
    behind, done = FOUR * (size - many), ZERO
    while done < rounds:
        state = deal_first(state, felt, shoes, many, products)
        counted = min(many, rounds - done)
        done += counted
        look_at_first(felt, behind, many, own_two, his_two)
        if matched is not None:
            count_matches(felt, behind, many, counted, matched)
        for shoe in range(FOUR):
            to_play, made, here = HANDS_BY_TWO + OF_A_SHOE * shoe, ZERO, ENDS_BY_TWO + OF_A_SHOE * shoe
            for i in range(number):
                cards = np.uint64(his_two[FOUR * i + shoe])
                row = np.uint64(two[np.uint64(own_two[FOUR * i + shoe])])
                own, his = np.uint64(dealt[row + (cards >> FIVE)]), np.uint64(dealer[cards])
                words[here + i] = own | his << NUMBER
                if own == split:
                    splits[shoe, made] = i
                    made += ONE
                words[to_play] = own | (i + i) << NUMBER
                to_play += ONE - (own >> OVER)
                words[to_play] = his | (i + i) << NUMBER | DEALERS
                to_play += ONE - (his >> OVER)
            for k in range(made):
                at = FOUR * np.uint64(splits[shoe, k]) + np.uint64(shoe)
                up, both = np.uint64(his_two[at]) >> FIVE, np.uint64(own_two[at])
                for which in range(TWO):
                    first = both & IN_A_ROW if which else both >> FIVE
                    no_further = np.uint64(of.most[first] == 2)
                    words[to_play] = np.uint64(begun[no_further, first, up]) | (TWO * (number + k) + which) << NUMBER
                    to_play += ONE
            split_number[shoe], hands[shoe] = made, to_play - HANDS_BY_TWO - OF_A_SHOE * shoe
            words[to_play] = of.idle | NOBODY
        state, left = play_hands(state, felt, shoes, size - many, products, hands)
        fewest = min(fewest, left) if left <= size - many else ZERO
        for shoe in range(FOUR):
            here, upto, left_here = ENDS + TWO * OF_A_SHOE * shoe, (counted + THREE - shoe) // FOUR, left
            for i in range(upto):
                ended[np.uint64(felt[here + i + i]) + np.uint64(felt[here + i + i + ONE]) - BOTH_ENDS] += 1
            for k in range(split_number[shoe]):
                where = np.uint64(splits[shoe, k])
                his = (np.uint64(felt[here + where + where + ONE]) - END) % COLUMNS
                if where >= upto or (of.reader and his == AGAINST_BLACKJACK):
                    continue
                at = FOUR * where + np.uint64(shoe)
                up, both = np.uint64(his_two[at]) >> FIVE, np.uint64(own_two[at])
                firsts[0], firsts[1] = both >> FIVE, both & IN_A_ROW
                most, made, total, at = np.uint64(of.most[firsts[0]]), TWO, np.int64(0), ZERO
                while at < made:
                    now = np.uint64(begun[np.uint64(made == most), firsts[at], up])
                    if at < TWO:
                        now = np.uint64(felt[here + TWO * (number + k) + at])
                    else:
                        now, state, left_here = play_hand(state, felt, shoes, np.uint64(shoe), left_here, now)
                    while now >= of.again:
                        card = np.uint64(of.cards[(now - of.again) // ENDS_APART])
                        if made < most:
                            firsts[made] = card
                            made += ONE
                            now = np.uint64(begun[np.uint64(made == most), firsts[at], up])
                        else:  # another hand was the last
                            now = np.uint64(felt[THEN + np.uint64(begun[1, firsts[at], up]) + card])
                        now, state, left_here = play_hand(state, felt, shoes, np.uint64(shoe), left_here, now)
                    column = his + np.uint64(his == AGAINST_BLACKJACK and at > ZERO)
                    total += worth[(now - END) // ENDS_APART * COLUMNS + column]
                    at += ONE
                if his == AGAINST_BLACKJACK:
                    met[total + half_met] += 1
                else:
                    gained[total + half] += 1
                fewest = min(fewest, left_here) if left_here <= left else ZERO
    return ended, gained, met, fewest
