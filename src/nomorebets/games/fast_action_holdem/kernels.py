"""The compiled loops of fast action hold'em: every hand against every other, board by board. Imports numba.

A card is its index in the deck; on a board, a card that is left has a place among those that are left. How many
dealers' hands beside a player's three cards are beaten is counted without going through them all: of all hands, less
those with one of the cards, plus those with two of them, less the one with all three.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.hands.compiled import ONE, Tables, Word, five_card_number

PACK, SUITS = 52, 4
WAYS, ENDS = 3, 3
HIGH_FIRST, LOW_FIRST, BEST = range(WAYS)
LOWS = 91  # hands of two cards
NOTHING = np.uint64(0)


class Look(NamedTuple):
    """What a hand is worth, as numbers: a higher hand is a higher number, copies are equal."""

    five: Tables
    order: NDArray[np.int64]  # of the numbers of five cards: where the house ranks them
    three: NDArray[np.int16]  # by three cards
    two: NDArray[np.int16]  # by two cards
    highest_low: NDArray[np.int64]  # by high hand: the highest low hand that may stand in front of it


class Counts(NamedTuple):
    """Numbers of cards, and by what the dealer sets and wins."""

    own: int
    apart: int
    fills_high: int
    fills_low: int
    way: int  # the dealer's: HIGH_FIRST or LOW_FIRST
    copies: int  # 1 where equal hands are the player's


class Board(NamedTuple):
    """What own cards make beside the community cards; a single card x stands at x, x."""

    high: NDArray[np.int64]
    low: NDArray[np.int64]


class Dealers(NamedTuple):
    """Every hand as it is set, by its place; and how many dealers' hands lie below a high and a low hand."""

    ways: NDArray[np.uint8]  # the setting by each way
    set_as: NDArray[np.int64]  # the dealer's high and low hand, each as the number of different lower ones
    below_high: NDArray[np.int64]  # by number: how many different high hands of dealers are lower
    below_low: NDArray[np.int64]
    sums: NDArray[np.int32]  # of all hands, and of those with each card; one after the other
    pairs: NDArray[np.uint8]  # of those with each two cards, where hands have three


class Rows(NamedTuple):
    """Where the sums of hands with each card, and with each two cards, begin."""

    x: Word
    y: Word
    z: Word
    xy: Word
    xz: Word
    yz: Word


@compiled
def high_value(x: int, y: int, board: NDArray[np.int64], fills: int, look: Look) -> int:
    """The best high hand of one or two own cards (x twice: one)."""
    best = -1
    if fills == 3:
        a, b, c = np.uint64(board[0]), np.uint64(board[1]), np.uint64(board[2])
        best = look.order[five_card_number(np.uint64(x), np.uint64(y), a, b, c, look.five)]
    elif fills == 1:
        for card in board:
            best = max(best, look.three[x, y, card])
    else:
        for at in range(board.size):
            for other in range(at):
                best = max(best, look.three[x, board[at], board[other]])
    return int(best)


@compiled
def low_value(x: int, y: int, board: NDArray[np.int64], fills: int, look: Look) -> int:
    """The best low hand of one or two own cards."""
    if not fills:
        return int(look.two[x, y])
    best = -1
    for card in board:
        best = max(best, look.two[x, card])
    return best


@compiled
def beside(board: NDArray[np.int64], left: NDArray[np.int64], counts: Counts, look: Look) -> Board:
    """What each own card, or each two, make."""
    n, pairs_high = left.size, counts.own - counts.apart == 2
    high, low = np.full((n, n), -1, np.int64), np.full((n, n), -1, np.int64)
    for x in range(n):
        for y in range(x + 1):
            if (x != y) == pairs_high:
                high[x, y] = high[y, x] = high_value(left[x], left[y], board, counts.fills_high, look)
            if (x != y) == (counts.apart == 2):
                low[x, y] = low[y, x] = low_value(left[x], left[y], board, counts.fills_low, look)
    return Board(high, low)


@compiled
def setting(number: int, x: int, y: int, z: int, counts: Counts, made: Board) -> tuple[int, int]:
    """One way to set own cards: the card of this number alone in one of the hands, the others in the other."""
    alone, a, b = x, y, z
    if number == 1:
        alone, a = y, x
    elif number == 2:
        alone, a, b = z, x, y
    if counts.own == 2:
        b = a
    if counts.apart == 2:
        return int(made.high[alone, alone]), int(made.low[a, b])
    return int(made.high[a, b]), int(made.low[alone, alone])


@compiled
def set_by(way: int, x: int, y: int, z: int, counts: Counts, made: Board, highest_low: NDArray[np.int64]) -> int:
    """The number of the setting by a way; only what may stand is looked at, unless nothing may."""
    chosen, first, second, stands = 0, -1, -1, False
    for number in range(counts.own):
        high, low = setting(number, x, y, z, counts, made)
        legal = low <= highest_low[high]
        a, b = (high, low) if way == HIGH_FIRST else (low, high)
        if (legal and not stands) or (legal == stands and (a > first or (a == first and b > second))):
            chosen, first, second, stands = number, a, b, legal
    return chosen


@compiled
def place_of(x: int, y: int, z: int, own: int) -> int:
    """The place of a hand among all of its size, its cards ascending."""
    place = y * (y - 1) // 2 + x
    return place + z * (z - 1) * (z - 2) // 6 if own == 3 else place


@compiled
def _below(present: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many numbers that are there are lower than each number."""
    below = np.zeros(present.size + 1, np.int64)
    for number in range(present.size):
        below[number + 1] = below[number] + present[number]
    return below


@compiled
def _add_up(sums: NDArray[Any]) -> None:
    """From how many lie at each pair of hands to how many lie below it."""
    for some in sums:
        for high in range(1, some.shape[0]):
            row = 0
            for low in range(1, some.shape[1]):
                row += some[high, low]
                some[high, low] = some[high - 1, low] + row


@compiled
def dealers_of(n: int, counts: Counts, made: Board, highest_low: NDArray[np.int64]) -> Dealers:
    """Set every hand both ways, and add up how many of the dealer's lie below each pair of hands."""
    own = counts.own
    hands = n * (n - 1) * (n - 2) // 6 if own == 3 else n * (n - 1) // 2
    ways, set_as = np.zeros((hands, 2), np.uint8), np.zeros((hands, 2), np.int64)
    highs, lows = np.zeros(highest_low.size, np.bool_), np.zeros(LOWS, np.bool_)
    for x in range(n):
        for y in range(x + 1, n):
            for z in range(y + 1, n) if own == 3 else range(1):
                at = place_of(x, y, z, own)
                ways[at, HIGH_FIRST] = set_by(HIGH_FIRST, x, y, z, counts, made, highest_low)
                ways[at, LOW_FIRST] = set_by(LOW_FIRST, x, y, z, counts, made, highest_low)
                high, low = setting(ways[at, counts.way], x, y, z, counts, made)
                set_as[at, 0], set_as[at, 1] = high, low
                highs[high], lows[low] = True, True
    below_high, below_low = _below(highs), _below(lows)
    size = below_high[-1] + 1, below_low[-1] + 1
    sums = np.zeros((n + 1, size[0], size[1]), np.int32)
    pairs = np.zeros((n * (n - 1) // 2 if own == 3 else 0, size[0], size[1]), np.uint8)
    for x in range(n):
        for y in range(x + 1, n):
            for z in range(y + 1, n) if own == 3 else range(1):
                at = place_of(x, y, z, own)
                h, low = below_high[set_as[at, 0]], below_low[set_as[at, 1]]
                set_as[at, 0], set_as[at, 1] = h, low
                sums[0, h + 1, low + 1] += 1
                sums[x + 1, h + 1, low + 1] += 1
                sums[y + 1, h + 1, low + 1] += 1
                if own == 3:
                    sums[z + 1, h + 1, low + 1] += 1
                    pairs[place_of(x, y, 0, 2), h + 1, low + 1] += 1
                    pairs[place_of(x, z, 0, 2), h + 1, low + 1] += 1
                    pairs[place_of(y, z, 0, 2), h + 1, low + 1] += 1
    _add_up(sums)
    _add_up(pairs)
    return Dealers(ways, set_as, below_high, below_low, sums.reshape(-1), pairs.reshape(-1))


@compiled
def rows_of(x: int, y: int, z: int, own: int, step: Word) -> Rows:
    """Where the sums of a hand's cards begin."""
    x1, y1 = np.uint64(x + 1), np.uint64(y + 1)
    if own == 2:
        return Rows(x1 * step, y1 * step, NOTHING, NOTHING, NOTHING, NOTHING)
    xy, xz, yz = place_of(x, y, 0, 2), place_of(x, z, 0, 2), place_of(y, z, 0, 2)
    z1 = np.uint64(z + 1)
    return Rows(x1 * step, y1 * step, z1 * step, np.uint64(xy) * step, np.uint64(xz) * step, np.uint64(yz) * step)


@compiled
def _below_beside(at: Word, rows: Rows, own: int, sums: NDArray[np.int32], pairs: NDArray[np.uint8]) -> int:
    """How many dealers' hands lie below, of those with none of a hand's cards, but for the hand itself."""
    number = np.int64(sums[at]) - sums[rows.x + at] - sums[rows.y + at]
    if own == 3:
        number -= sums[rows.z + at]
        number += np.int64(pairs[rows.xy + at]) + np.int64(pairs[rows.xz + at]) + np.int64(pairs[rows.yz + at])
    return int(number)


@compiled
def ends_of(
    high: Word,
    low: Word,
    itself: tuple[Word, Word],
    rows: Rows,
    own: int,
    sums: NDArray[np.int32],
    pairs: NDArray[np.uint8],
    size: tuple[Word, Word],
    total: int,
) -> tuple[int, int, int]:
    """Against how many dealers' hands a setting wins two hands, one and none; ``itself``: the hand as a dealer's."""
    wide, sign = size[1] + ONE, 1 if own == 2 else -1
    both = _below_beside(high * wide + low, rows, own, sums, pairs)
    high_won = _below_beside(high * wide + size[1], rows, own, sums, pairs)
    low_won = _below_beside(size[0] * wide + low, rows, own, sums, pairs)
    if itself[0] < high:
        high_won += sign
    if itself[1] < low:
        low_won += sign
        if itself[0] < high:
            both += sign
    return both, high_won + low_won - 2 * both, total - high_won - low_won + both


@compiled
def left_of(board: NDArray[np.int64], gone: NDArray[np.int64]) -> NDArray[np.int64]:
    """The cards that a board leaves, some having left the deck."""
    left = np.empty(PACK - board.size - gone.size, np.int64)
    at = 0
    for card in range(PACK):
        if not (board == card).any() and not (gone == card).any():
            left[at] = card
            at += 1
    return left


@compiled
def count_boards(
    boards: NDArray[np.int64],
    times: NDArray[np.int64],
    counts: Counts,
    pays: NDArray[np.int64],
    total: int,
    look: Look,
    best: NDArray[np.uint8],
    gone: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Ends by each way to set, of all deals; ``best`` takes the best setting of every hand, board by board.

    ``best`` may have one row for all boards, where nobody asks for the settings.
    """
    ends = np.zeros((WAYS, ENDS), np.int64)
    for at in range(len(boards)):
        left = left_of(boards[at], gone)
        made = beside(boards[at], left, counts, look)
        dealers = dealers_of(left.size, counts, made, look.highest_low)
        ends += times[at] * _count(
            left.size, counts, made, dealers, pays, total, look.highest_low, best[at % len(best)]
        )
    return ends


@compiled
def _count(
    n: int,
    counts: Counts,
    made: Board,
    dealers: Dealers,
    pays: NDArray[np.int64],
    total: int,
    highest_low: NDArray[np.int64],
    best: NDArray[np.uint8],
) -> NDArray[np.int64]:
    ends, each = np.zeros((WAYS, ENDS), np.int64), np.zeros((3, ENDS), np.int64)
    for x in range(n):
        for y in range(x + 1, n):
            for z in range(y + 1, n) if counts.own == 3 else range(1):
                at = place_of(x, y, z, counts.own)
                settings_of(x, y, z, counts, made, dealers, total, each)
                chosen = dealers.ways[at, counts.way]  # of equals, the house's way
                most = each[chosen, 0] * pays[0] + each[chosen, 1] * pays[1] + each[chosen, 2] * pays[2]
                for number in range(counts.own):
                    worth = each[number, 0] * pays[0] + each[number, 1] * pays[1] + each[number, 2] * pays[2]
                    if worth > most:
                        high, low = setting(number, x, y, z, counts, made)
                        if low <= highest_low[high]:
                            chosen, most = number, worth
                best[at] = chosen
                first, second = dealers.ways[at, HIGH_FIRST], dealers.ways[at, LOW_FIRST]
                for end in range(ENDS):
                    ends[HIGH_FIRST, end] += each[first, end]
                    ends[LOW_FIRST, end] += each[second, end]
                    ends[BEST, end] += each[chosen, end]
    return ends


@compiled
def settings_of(
    x: int, y: int, z: int, counts: Counts, made: Board, dealers: Dealers, total: int, ends: NDArray[np.int64]
) -> None:
    """The ends of each setting of a hand."""
    own, size = counts.own, (np.uint64(dealers.below_high[-1]), np.uint64(dealers.below_low[-1]))
    rows, at = rows_of(x, y, z, own, (size[0] + ONE) * (size[1] + ONE)), place_of(x, y, z, own)
    itself = np.uint64(dealers.set_as[at, 0]), np.uint64(dealers.set_as[at, 1])
    for number in range(own):
        high, low = setting(number, x, y, z, counts, made)
        above_high = np.uint64(dealers.below_high[high + counts.copies])
        above_low = np.uint64(dealers.below_low[low + counts.copies])
        won = ends_of(above_high, above_low, itself, rows, own, dealers.sums, dealers.pairs, size, total)
        ends[number, 0], ends[number, 1], ends[number, 2] = won


@compiled
def ends_on(board: NDArray[np.int64], hand: NDArray[np.int64], counts: Counts, total: int, look: Look) -> Any:
    """The ends of each setting of one hand on one board; its cards ascending, as places among those left."""
    left = left_of(board, board[:0])
    made = beside(board, left, counts, look)
    dealers = dealers_of(left.size, counts, made, look.highest_low)
    ends = np.zeros((counts.own, ENDS), np.int64)
    settings_of(hand[0], hand[1], hand[2], counts, made, dealers, total, ends)
    return ends
