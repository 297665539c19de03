"""The best five of seven cards, high and low, and of omaha's cards, by the million. Imports numba.

Where fewer than five cards are of one suit a hand is a matter of its ranks, and the sum of their keys says which they
are; the sums are cut into rows, and rows laid into one another, so that the table stays small. Where five are of one
suit nothing but that suit counts: among seven cards there is then neither a full house nor four of a kind.

>>> seven_card_numbers([[51, 47, 43, 39, 35, 0, 1]]).tolist()
[7461]
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.hands.compiled import (
    EIGHTS,
    KEY_BITS,
    MIXED_SLOTS,
    THREES,
    Tables,
    five_card_number,
    rows_of,
    tables,
)
from nomorebets.hands.orders import Ranking, rank_sets
from nomorebets.hands.poker import five_card_hand
from nomorebets.hands.ranks import RANK_KEYS

Word: TypeAlias = np.uint64

RANK_KEYS_7 = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""As `RANK_KEYS`, for seven cards: no two hands of different ranks have the same sum."""

ROW_BITS = np.uint64(9)
COLUMN = np.uint64((1 << 9) - 1)
ONE_SUIT_SLOTS = 1 << len(RANKS)  # the table begins with these, by the set of ranks of one suit
RANK_SET = np.uint64(ONE_SUIT_SLOTS - 1)
SIXTEEN, THIRTY_FIVE = np.uint64(16), np.uint64(35)
FIFTEEN, BYTE, TWELVE_BITS = np.uint64(15), np.uint64(255), np.uint64(4095)


class SevenTables(NamedTuple):
    """What the evaluator of seven cards looks up."""

    words: NDArray[np.uint64]  # by card: the key of its rank, and one in the counter of its suit
    bits: NDArray[np.uint64]  # by card: sixteen bits for each suit, one for its rank in them
    rows: NDArray[np.uint64]  # where each row of sums begins
    numbers: NDArray[np.uint16]


@compiled
def _lay_rows(
    sums: NDArray[np.int64], starts: NDArray[np.int64], rows: NDArray[np.uint64], taken: NDArray[np.bool_]
) -> None:
    """Lay every row of sums, the fullest first, where it fits first between those that lie already."""
    free = 0
    for at in range(starts.size - 1):
        first, last = starts[at], starts[at + 1]
        while taken[free]:
            free += 1
        begin = free - (sums[first] & 511)
        begin = max(begin, ONE_SUIT_SLOTS)
        fits = False
        while not fits:
            fits = True
            for i in range(first, last):
                if taken[begin + (sums[i] & 511)]:
                    fits = False
                    begin += 1
                    break
        rows[sums[first] >> 9] = begin
        for i in range(first, last):
            taken[begin + (sums[i] & 511)] = True


@cache
def _layout() -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.int64]]:
    """All ranks of seven cards, where the rows begin, and the slot of each."""
    ranks = np.array(rank_sets(7), np.int64)
    sums = np.array(RANK_KEYS_7)[ranks].sum(1)
    row, size = sums >> 9, np.bincount(sums >> 9)
    order = np.lexsort((sums, row, -size[row]))
    ranks, sums, row = ranks[order], sums[order], row[order]
    starts = np.flatnonzero(np.r_[True, row[1:] != row[:-1], True])
    rows = np.zeros(size.size, np.uint64)
    _lay_rows(sums, starts, rows, np.r_[np.ones(ONE_SUIT_SLOTS, np.bool_), np.zeros(1 << 18, np.bool_)])
    return ranks, rows, rows[row].astype(np.int64) + (sums & 511)


@cache
def seven_tables(ranking: Ranking = five_card_hand) -> SevenTables:
    """The tables of the best five of seven by a ranking, laid out at the first call."""
    ranks, rows, slots = _layout()
    five, keys = tables(ranking).numbers, np.array(RANK_KEYS)
    best = np.zeros(len(ranks), np.uint16)
    for cards in combinations(range(7), 5):
        np.maximum(best, five[keys[ranks[:, cards]].sum(1)], out=best)
    numbers = np.zeros(slots.max() + 512, np.uint16)
    numbers[slots] = best
    suited = five[int(MIXED_SLOTS) :]
    sets = np.arange(ONE_SUIT_SLOTS)
    size = np.array([int(ranks).bit_count() for ranks in sets])
    numbers[sets] = np.where(size == 5, suited, 0)
    for cards_held in (6, 7):  # the best with one card less
        of = sets[size == cards_held]
        for rank in range(len(RANKS)):
            less = of[(of >> rank & 1) == 1]
            numbers[less] = np.maximum(numbers[less], numbers[less ^ 1 << rank])
    words = [RANK_KEYS_7[card >> 2] | 1 << 32 + 4 * (card & 3) for card in range(len(DECK))]
    bits = [1 << 16 * (card & 3) + (card >> 2) for card in range(len(DECK))]
    return SevenTables(np.array(words, np.uint64), np.array(bits, np.uint64), rows, numbers)


@cache
def best_five_tables(cards: int) -> SevenTables:
    """The tables of the best five of five, six or seven cards; of fewer than seven the sums lie as they are."""
    seven = seven_tables()
    if cards == 7:
        return seven
    ranks = np.array(rank_sets(cards), np.int64)
    sums = np.array(RANK_KEYS_7)[ranks].sum(1)
    five, keys = tables().numbers, np.array(RANK_KEYS)
    numbers = np.zeros(ONE_SUIT_SLOTS + int(sums.max()) + 1, np.uint16)
    numbers[:ONE_SUIT_SLOTS] = seven.numbers[:ONE_SUIT_SLOTS]
    for few in combinations(range(cards), 5):
        numbers[ONE_SUIT_SLOTS + sums] = np.maximum(numbers[ONE_SUIT_SLOTS + sums], five[keys[ranks[:, few]].sum(1)])
    rows = ONE_SUIT_SLOTS + (np.arange((int(sums.max()) >> 9) + 1, dtype=np.uint64) << ROW_BITS)
    return SevenTables(seven.words, seven.bits, rows, numbers)


@compiled
def rank_slot(total: Word, look_up: SevenTables) -> Word:
    """Where the number of seven ranks stands, from the sum of the words: for rankings that know no suits."""
    key = total & KEY_BITS
    slot: Word = look_up.rows[key >> ROW_BITS] + (key & COLUMN)
    return slot


@compiled
def seven_slot(total: Word, bits: Word, look_up: SevenTables) -> Word:
    """Where the number of seven cards stands, from the sum of their words and all their bits."""
    over = (total + THREES) & EIGHTS
    if over:
        high = over >> THIRTY_FIVE  # one bit in sixteen times the place of the suit
        suit = np.uint64(high > FIFTEEN) + np.uint64(high > BYTE) + np.uint64(high > TWELVE_BITS)
        return (bits >> (SIXTEEN * suit)) & RANK_SET
    return rank_slot(total, look_up)


@compiled
def _rank_all(hands: NDArray[np.uint8], look_up: SevenTables, suits_count: bool, numbers: NDArray[np.uint16]) -> None:
    for i in range(np.uint64(hands.shape[0])):
        total, bits = np.uint64(0), np.uint64(0)
        for j in range(np.uint64(7)):
            card = np.uint64(hands[i, j])
            total += look_up.words[card]
            bits |= look_up.bits[card]
        slot = seven_slot(total, bits, look_up) if suits_count else rank_slot(total, look_up)
        numbers[i] = look_up.numbers[slot]


def seven_card_numbers(hands: ArrayLike, ranking: Ranking = five_card_hand) -> NDArray[np.uint16]:
    """The numbers of the best five of seven cards, one row each: of high hands, or by a ranking that knows no suits."""
    rows = rows_of(hands, (7,))
    numbers = np.empty(len(rows), np.uint16)
    _rank_all(rows, seven_tables(ranking), ranking is five_card_hand, numbers)
    return numbers


@compiled
def best_of_omaha(own: Any, board: Any, look_up: Tables) -> Any:
    """The number of the best hand of two own cards and three of the board."""
    best = np.uint16(0)
    for a in range(1, own.size):
        for b in range(a):
            for c in range(2, board.size):
                for d in range(1, c):
                    for e in range(d):
                        number = five_card_number(
                            np.uint64(own[a]), np.uint64(own[b]), np.uint64(board[c]), np.uint64(board[d]),
                            np.uint64(board[e]), look_up,
                        )  # fmt: skip
                        best = max(best, number)
    return best


@compiled
def _rank_omaha(
    hands: NDArray[np.uint8], boards: NDArray[np.uint8], look_up: Tables, numbers: NDArray[np.uint16]
) -> None:
    for i in range(hands.shape[0]):
        numbers[i] = best_of_omaha(hands[i], boards[i], look_up)


def omaha_numbers(hands: ArrayLike, boards: ArrayLike, ranking: Ranking = five_card_hand) -> NDArray[np.uint16]:
    """The numbers of hands of four or five cards, two of which count, with boards of five, three of which do."""
    rows, others = rows_of(hands, (4, 5)), rows_of(boards, (5,))
    if len(rows) != len(others):
        raise ValueError(f"{len(rows)} hands have {len(others)} boards")
    numbers = np.empty(len(rows), np.uint16)
    _rank_omaha(rows, others, tables(ranking), numbers)
    return numbers
