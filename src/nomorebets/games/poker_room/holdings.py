"""What two cards of a player make with a board, looked up, and who wins many showdowns at once. Imports numba.

Suits apart, a board is one of 6,188 by its ranks and two cards are one of 91: a row and a column of a table that the
ranking of five cards fills. A hand of four or five cards is the best of its pairs. Where three cards of the board are
of one suit, what they make with cards of that suit is looked up by the set of ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.hands.compiled import MIXED_SLOTS, tables
from nomorebets.hands.compiled_seven import ONE_SUIT_SLOTS, seven_tables
from nomorebets.hands.orders import Ranking
from nomorebets.hands.poker import five_card_hand
from nomorebets.hands.ranks import RANK_KEYS
from nomorebets.sim.dealing import highest_card, lowest_card, places_of

Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.uint16]

BATCH = 512
"""Hands that are dealt, and then shown, side by side."""
NEAR = np.uint64(32)
"""So many boards at a time have their rows in the nearest cache, while those of the next are fetched."""

BOARD = 5
COLUMNS = 96  # of a row: 91, up to the end of a line of the cache
ROW_SIZE, LINE = np.uint64(COLUMNS), np.uint64(32)
AT_ONCE = 8  # numbers that are compared, of which one is looked for
ONE, TWO, DECK_SIZE = (np.uint64(n) for n in (1, 2, len(DECK)))
ROW = np.uint64(0xFFFFFFFF)
FIVES, EIGHTS = np.uint64(0x5555 << 32), np.uint64(0x8888 << 32)  # five and three in the counter of a suit make eight
FIRST_EIGHT, COUNTER_BITS = np.uint64(35), TWO
FIRST_SUIT = np.uint64(sum(1 << card for card in range(0, len(DECK), 4)))  # its cards, a bit each
NONE, SIDE_BY_SIDE = np.uint16(0), np.uint64(BATCH)


class Holdings(NamedTuple):
    """What showdowns look up."""

    own: int  # cards of a hand
    rows: Words  # by place in the order of ranks, and card: a part of the number of a row, and its suit counted
    columns: NDArray[np.uint8]  # by the higher of two cards
    high: Numbers
    low: Numbers  # nothing where high hands win all
    part_starts: Numbers  # by the ranks of a suit on the board: the parts of it that a hand may use
    parts: Numbers
    used: Numbers  # by the ranks of a suit in a hand: those that it uses with such a part
    flushes: Numbers  # by ranks of one suit
    better_starts: Numbers  # by part: two ranks that make more than two higher ones do
    better: Numbers
    better_numbers: Numbers


class Shown(NamedTuple):
    """Hands dealt side by side, and what is found out about them."""

    players: int
    words: Words  # by hand: the random words that its cards are drawn from
    own: Words  # by seat, and then by hand: its cards, a bit each
    flop: Words
    turn: Words
    river: Words
    live: Numbers  # by hand: the seats that show, a bit each
    high: Numbers  # by hand: the seats with the best hand
    low: Numbers  # and with the best low hand
    row: Words
    suited: Words  # boards with three cards of a suit; then their parts: whose board it is, its suit and its ranks
    part_of: Words
    part_suit: Words
    part: Words
    numbers: Numbers  # by seat, and then by hand
    best: Numbers


def shown_by(players: int) -> Shown:
    """Room for the hands of a batch."""

    def words(*shape: int) -> Words:
        return np.zeros(shape, np.uint64)

    def numbers(*shape: int) -> Numbers:
        return np.zeros(shape, np.uint16)

    parts = BATCH * comb(BOARD, 3)  # of boards, at most
    shown = Shown(
        players,
        words=words(BATCH * len(DECK)),  # more than enough: every word gives several cards
        own=words(players * BATCH),
        flop=words(BATCH),
        turn=words(BATCH),
        river=words(BATCH),
        live=numbers(BATCH),
        high=numbers(BATCH),
        low=numbers(BATCH),
        row=words(BATCH),
        suited=words(BATCH + 1),
        part_of=words(parts),
        part_suit=words(parts),
        part=words(parts),
        numbers=numbers(players * BATCH),
        best=numbers(BATCH),
    )
    shown.own[:] = 0b11111  # any cards: those that were not dealt are looked up too
    shown.flop[:], shown.turn[:], shown.river[:] = 0b111 << 5, 1 << 8, 1 << 9
    return shown


# --- the tables ------------------------------------------------------------------------------------------------------


@cache
def holdings(own: int, two_and_three: bool, low: Ranking | None = None) -> Holdings:
    """The tables of a game with a board of five: any five cards win, or two of one's own with three of the board."""
    rows = [
        comb((card >> 2) + place, place + 1) | 1 << 32 + 4 * (card & 3)
        for place in range(BOARD)
        for card in range(len(DECK))
    ]
    every = range(ONE_SUIT_SLOTS)
    parts: list[list[int]] = [[] for _ in every]
    better: list[list[int]] = [[] for _ in every]
    for size in range(3, BOARD + 1):
        for ranks in combinations(range(len(RANKS)), size):
            uses = combinations(ranks, 3) if two_and_three else (ranks,)
            parts[_set(ranks)] = [_set(part) for part in uses]
    flushes = seven_tables().numbers[:ONE_SUIT_SLOTS]
    if two_and_three:
        flushes = tables().numbers[int(MIXED_SLOTS) :]
        for ranks in combinations(range(len(RANKS)), 3):
            better[_set(ranks)] = _better_than_higher(_set(ranks), flushes)
    used = [_set(_ranks(ranks)[-2:]) if two_and_three else ranks for ranks in every]
    numbers = [flushes[part | two] for part in every for two in better[part]]
    return Holdings(
        own,
        np.array(rows, np.uint64),
        np.array([comb((card >> 2) + 1, 2) for card in range(len(DECK))], np.uint8),
        _with_every_board(five_card_hand, two_and_three),
        np.zeros(0, np.uint16) if low is None else _with_every_board(low, two_and_three),
        *_one_after_the_other(parts),
        np.array(used, np.uint16),
        flushes.copy(),
        *_one_after_the_other(better),
        np.array(numbers, np.uint16),
    )


def _set(ranks: Iterable[int]) -> int:
    return sum(1 << rank for rank in ranks)


def _ranks(of: int) -> list[int]:
    return [rank for rank in range(len(RANKS)) if of >> rank & 1]


def _one_after_the_other(lists: Sequence[Sequence[int]]) -> tuple[Numbers, Numbers]:
    """Where each list begins, and all of them as one: 16,016 parts of boards at most, 16 bits to stay near."""
    starts = np.cumsum([0, *map(len, lists)])
    return starts.astype(np.uint16), np.array([one for few in lists for one in few], np.uint16)


def _by_place(cards: int) -> NDArray[np.int64]:
    """The ranks that so many cards may have, the lowest first, by their number as `Holdings.rows` adds it up."""
    every = np.array(list(combinations_with_replacement(range(len(RANKS)), cards)))
    number = [sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks)) for ranks in every.tolist()]
    return every[np.argsort(number)]


def _with_every_board(ranking: Ranking, two_and_three: bool) -> Numbers:
    """By board and two cards of one's own, the number of the best hand where no five cards are of one suit."""
    boards, twos = _by_place(BOARD), _by_place(2)
    keys, five = np.array(RANK_KEYS), tables(ranking).numbers
    held = np.stack([(boards == rank).sum(1) for rank in range(len(RANKS))], 1)
    low, high = twos.T
    there_are = (held.max(1) <= 4)[:, None] & (held[:, low] + 1 + (low == high) <= 4) & (held[:, high] <= 3)
    best = np.zeros((len(boards), COLUMNS), np.uint16)
    for own in (2,) if two_and_three else (0, 1, 2):
        for mine in combinations(range(2), own):
            for others in combinations(range(BOARD), BOARD - own):
                total = keys[boards[:, others]].sum(1)[:, None] + keys[twos[:, mine]].sum(1)
                made = np.where(there_are, five[np.where(there_are, total, 0)], 0)
                np.maximum(best[:, : len(twos)], made, out=best[:, : len(twos)])
    return np.append(best.ravel(), np.zeros(AT_ONCE, np.uint16))  # the last ones are read with what is behind them


def _better_than_higher(part: int, flushes: Numbers) -> list[int]:
    """Two ranks that make more with three of their suit on the board than two do of which neither is lower."""
    twos = np.array([pair for pair in combinations(range(len(RANKS)), 2) if not _set(pair) & part])
    sets = (1 << twos).sum(1)
    numbers = flushes[part | sets]
    higher = (twos[None] >= twos[:, None]).all(2)
    exceptions = (higher & (numbers[None] < numbers[:, None])).any(1)
    return [int(two) for two in sets[exceptions]]


# --- instructions that Python has no name for ------------------------------------------------------------------------


def _largest_at(typing_context: Any, numbers: Any, places: Any) -> Any:
    """The largest of the numbers at some places.

    Each is compared together with the seven behind it, which are then forgotten: that is one instruction for looking it
    up and comparing it, where the compiler makes of one number two or three, and now and then a guess.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        several = ir.VectorType(ir.IntType(16), AT_ONCE)
        larger = builder.module.declare_intrinsic("llvm.umax.v8i16", (), ir.FunctionType(several, [several, several]))
        first = context.make_array(numbers)(context, builder, arguments[0]).data
        largest = ir.Constant(several, None)
        for place in range(len(places)):
            at = builder.gep(first, [builder.extract_value(arguments[1], place)])
            there = builder.bitcast(at, several.as_pointer())
            largest = builder.call(larger, (largest, builder.load(there, align=2)))
        return builder.extract_element(largest, ir.Constant(ir.IntType(32), 0))

    return types.uint16(numbers, places), generate


largest_at: Any = intrinsic(_largest_at)


def _fetched_ahead(typing_context: Any, numbers: Any, place: Any) -> Any:
    """Tell the processor that the numbers from a place on will soon be looked up. Nothing else depends on it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        instruction = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        fetch = builder.module.declare_intrinsic("llvm.prefetch.p0", (), instruction)
        first = context.make_array(numbers)(context, builder, arguments[0]).data
        at = builder.bitcast(builder.gep(first, [arguments[1]]), byte)
        to_read, to_stay_near, numbers_not_code = (ir.Constant(word, said) for said in (0, 3, 1))
        builder.call(fetch, (at, to_read, to_stay_near, numbers_not_code))
        return context.get_dummy_value()

    return types.none(numbers, place), generate


fetch_ahead: Any = intrinsic(_fetched_ahead)


# --- showdowns -------------------------------------------------------------------------------------------------------
#
# An array that is taken out of a tuple, or a row of one, is counted as used: not in an inner loop.


@compiled
def show_hands(look_up: Holdings, shown: Shown) -> None:
    """Find the best hands, high and low, among the seats that show.

    Always of a whole batch, whether it was dealt or not: loops of a length that is known are a tenth faster.
    """
    parts = _lay_boards(look_up, shown)
    _rank_hands(look_up.own, look_up.high, look_up.columns, shown)
    _rank_flushes(parts, look_up, shown)
    _find_best(shown, shown.high, True)
    if look_up.low.size:
        _rank_hands(look_up.own, look_up.low, look_up.columns, shown)
        _find_best(shown, shown.low, False)


@compiled
def _lay_boards(look_up: Holdings, shown: Shown) -> Any:
    """The row of every board, and which cards of one suit on it may be used; how many such parts there are."""
    rows, part_starts, every_part = look_up.rows, look_up.part_starts, look_up.parts
    flop, turn, river, row, suited = shown.flop, shown.turn, shown.river, shown.row, shown.suited
    part_of, part_suit, part = shown.part_of, shown.part_suit, shown.part
    number, parts = np.uint64(0), np.uint64(0)
    for hand in range(SIDE_BY_SIDE):
        board = flop[hand] | turn[hand] | river[hand]
        word = rows[lowest_card(board)]
        board &= board - ONE
        word += rows[DECK_SIZE + lowest_card(board)]
        board &= board - ONE
        word += rows[TWO * DECK_SIZE + lowest_card(board)]
        board &= board - ONE
        word += rows[np.uint64(3) * DECK_SIZE + lowest_card(board)]
        word += rows[np.uint64(4) * DECK_SIZE + highest_card(board)]
        row[hand] = word
        suited[number] = hand  # written over by the next where no suit has three
        number += np.uint64((word + FIVES) & EIGHTS != np.uint64(0))
    for at in range(number):
        hand = suited[at]
        suit = (lowest_card((row[hand] + FIVES) & EIGHTS) - FIRST_EIGHT) >> COUNTER_BITS
        cards = FIRST_SUIT << suit
        ranks = places_of(flop[hand] | turn[hand] | river[hand], cards)
        for place in range(np.uint64(part_starts[ranks]), np.uint64(part_starts[ranks + ONE])):
            part_of[parts], part_suit[parts], part[parts] = hand, cards, every_part[place]
            parts += ONE
    for hand in range(SIDE_BY_SIDE):
        row[hand] = (row[hand] & ROW) * ROW_SIZE
    return parts


@compiled
def _best_of_four(cards: Any, row: Any, table: Numbers, columns: NDArray[np.uint8]) -> Any:
    """The best pair of four cards with a board."""
    last = row + np.uint64(columns[highest_card(cards)])
    a = lowest_card(cards) >> TWO
    cards &= cards - ONE
    b = lowest_card(cards)
    cards &= cards - ONE
    c = lowest_card(cards)
    of_b, of_c = row + np.uint64(columns[b]), row + np.uint64(columns[c])
    b, c = b >> TWO, c >> TWO
    return largest_at(table, (of_b + a, of_c + a, of_c + b, last + a, last + b, last + c))


@compiled
def _best_of_five(cards: Any, row: Any, table: Numbers, columns: NDArray[np.uint8]) -> Any:
    """The best pair of five cards with a board."""
    last = row + np.uint64(columns[highest_card(cards)])
    a = lowest_card(cards) >> TWO
    cards &= cards - ONE
    b = lowest_card(cards)
    cards &= cards - ONE
    c = lowest_card(cards)
    cards &= cards - ONE
    d = lowest_card(cards)
    of_b, of_c, of_d = row + np.uint64(columns[b]), row + np.uint64(columns[c]), row + np.uint64(columns[d])
    b, c, d = b >> TWO, c >> TWO, d >> TWO
    with_last = (last + a, last + b, last + c, last + d)
    return largest_at(table, (of_b + a, of_c + a, of_c + b, of_d + a, of_d + b, of_d + c, *with_last))


@compiled
def _rank_hands(cards: int, table: Numbers, columns: NDArray[np.uint8], shown: Shown) -> None:
    """The numbers of all hands, shown or not, by the best two of their cards, suits apart."""
    row, own, numbers = shown.row, shown.own, shown.numbers
    for begin in range(np.uint64(0), SIDE_BY_SIDE, NEAR):
        end = begin + NEAR
        for hand in range(end, min(end + NEAR, SIDE_BY_SIDE)):
            for line in range(np.uint64(0), ROW_SIZE, LINE):
                fetch_ahead(table, row[hand] + line)
        for seat in range(np.uint64(shown.players)):
            first = seat * SIDE_BY_SIDE
            if cards == 2:
                for hand in range(begin, end):
                    two = own[first + hand]
                    column = np.uint64(columns[highest_card(two)]) + (lowest_card(two) >> TWO)
                    numbers[first + hand] = table[row[hand] + column]
            elif cards == 4:
                for hand in range(begin, end):
                    numbers[first + hand] = _best_of_four(own[first + hand], row[hand], table, columns)
            else:
                for hand in range(begin, end):
                    numbers[first + hand] = _best_of_five(own[first + hand], row[hand], table, columns)


@compiled
def _rank_flushes(parts: Any, look_up: Holdings, shown: Shown) -> None:
    """What cards of one suit make, where that is more."""
    used, flushes = look_up.used, look_up.flushes
    better_starts, better, better_numbers = look_up.better_starts, look_up.better, look_up.better_numbers
    part_of, part_suit, part = shown.part_of, shown.part_suit, shown.part
    own, numbers, seats = shown.own, shown.numbers, np.uint64(shown.players)
    for seat in range(seats):
        first = seat * SIDE_BY_SIDE
        for at in range(parts):
            place = first + part_of[at]
            ranks = places_of(own[place], part_suit[at])
            numbers[place] = max(numbers[place], flushes[part[at] | used[ranks]])
    for at in range(parts):
        for exception in range(np.uint64(better_starts[part[at]]), np.uint64(better_starts[part[at] + ONE])):
            for seat in range(seats):
                place = seat * SIDE_BY_SIDE + part_of[at]
                if places_of(own[place], part_suit[at]) & better[exception] == better[exception]:
                    numbers[place] = max(numbers[place], better_numbers[exception])


@compiled
def _find_best(shown: Shown, winners: Numbers, none_counts: bool) -> None:
    """The seats that show the highest number; none at all where that is 0 and stands for no hand."""
    live, best, numbers = shown.live, shown.best, shown.numbers
    for hand in range(SIDE_BY_SIDE):
        best[hand] = winners[hand] = NONE
    for seat in range(np.uint64(shown.players)):
        first, bit = seat * SIDE_BY_SIDE, np.uint16(ONE << seat)
        for hand in range(SIDE_BY_SIDE):
            numbers[first + hand] = numbers[first + hand] if live[hand] & bit else NONE
            best[hand] = max(best[hand], numbers[first + hand])
    for seat in range(np.uint64(shown.players)):
        first, bit = seat * SIDE_BY_SIDE, np.uint16(ONE << seat)
        for hand in range(SIDE_BY_SIDE):
            winners[hand] |= bit if numbers[first + hand] == best[hand] else NONE
    for hand in range(SIDE_BY_SIDE):
        winners[hand] &= live[hand] if none_counts or best[hand] != NONE else NONE
