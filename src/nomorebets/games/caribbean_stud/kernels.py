"""The compiled loop of the solver of Caribbean stud. Imports numba.

A situation is the player's hand and the dealer's upcard. But for flushes only ranks count: for every six ranks (the
player's and the upcard) the weights of the 1,820 possible ranks of the four hole cards are found once, and for each
of the six as the upcard those are added that leave the dealer without a qualifying hand, lower or equal. The dealer's
flushes can only be in the suit of the upcard, out of the ranks the player does not hold in that suit: so for every
such set of ranks one hole is moved from the hand that its ranks make to the flush.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled

Ints: TypeAlias = NDArray[np.int64]
Pair: TypeAlias = tuple[int, int]


class Flushes(NamedTuple):
    """For every upcard the sets of five ranks it is in, a bit for each rank, the lowest first."""

    sets: Ints  # by rank of the upcard, and place
    mixed: Ints  # the number of the hand they make in mixed suits
    suited: Ints  # and in one suit
    first_qualifying: Ints  # by rank of the upcard: the place of the first set with which a dealer qualifies
    first_straight: Ints
    free: Ints  # by ranks held, rank of the upcard and kind (not qualifying, high card, straight): sets possible


class Hands(NamedTuple):
    """What the ranks of a hand are worth."""

    keys: Ints  # by rank
    mixed: Ints  # the number of a hand in mixed suits, by the sum of its keys
    suited: Ints  # the number of a hand in one suit, by its set of ranks
    with_upcard: NDArray[np.int32]  # the number of upcard and hole in mixed suits, by upcard and hole


class Landmarks(NamedTuple):
    """The numbers of the lowest hands of some categories."""

    qualifying: int
    pair: int
    straight: int
    flush: int
    full_house: int


class UpcardSuit(NamedTuple):
    """The suit that an upcard may be of, and how many suits are like it."""

    alike: int
    lacks: int  # the ranks that have left the deck in this suit, a bit for each
    beside: Ints  # how many cards of each rank the other suits have together
    others_lack: Ints  # the ranks that have left each of the other suits


class Rows(NamedTuple):
    """The situations, as `solver.Situations` explains them."""

    hand: NDArray[np.uint16]
    upcard: NDArray[np.uint8]
    in_suit: NDArray[np.uint8]
    ways: NDArray[np.int32]
    no_hand: NDArray[np.int32]
    win: NDArray[np.int32]
    push: NDArray[np.int32]


@compiled
def _free(sets: Ints, first: int, last: int, held: int) -> int:
    """How many of the sets from the first to before the last have no rank in common with those held."""
    count = 0
    for i in range(first, last):
        count += 1 if sets[i] & held == 0 else 0
    return count


@compiled
def free_sets(sets: Ints, first_qualifying: Ints, first_straight: Ints, most_held: int) -> Ints:
    """For every set of ranks held and every upcard, how many sets are free: not qualifying, high card, straight."""
    upcards, last = sets.shape
    free = np.zeros((1 << upcards, upcards, 3), np.int64)
    for held in range(1 << upcards):
        number = 0
        for rank in range(upcards):
            number += held >> rank & 1
        if number > most_held:
            continue
        for up in range(upcards):
            free[held, up, 0] = _free(sets[up], 0, first_qualifying[up], held)
            free[held, up, 1] = _free(sets[up], first_qualifying[up], first_straight[up], held)
            free[held, up, 2] = _free(sets[up], first_straight[up], last, held)
    return free


@compiled
def _sum_below(weights: NDArray[np.int32], numbers: NDArray[np.int32], number: int) -> int:
    """The weight of all hands below a number; added in 32 bits, or the loop is not vectorised."""
    below, limit = np.int32(0), np.int32(number)
    for i in range(weights.size):
        below = np.int32(below + (weights[i] if numbers[i] < limit else np.int32(0)))
    return int(below)


@compiled
def _sum_equal(weights: NDArray[np.int32], numbers: NDArray[np.int32], number: int) -> int:
    equal, wanted = np.int32(0), np.int32(number)
    for i in range(weights.size):
        equal = np.int32(equal + (weights[i] if numbers[i] == wanted else np.int32(0)))
    return int(equal)


@compiled
def _weigh_holes(left: Ints, choose: Ints, weights: NDArray[np.int32]) -> None:
    """In how many ways four hole cards can have each four ranks a <= b <= c <= d, from what is left of each rank."""
    to = 0
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                if a == c:
                    before, same = 1, 3
                elif b == c:
                    before, same = left[a], 2
                else:
                    before, same = choose[left[a], 2] if a == b else left[a] * left[b], 1
                weights[to] = before * choose[left[c], same + 1]
                to += 1
                before *= choose[left[c], same]
                for d in range(c + 1, 13):
                    weights[to] = before * left[d]
                    to += 1


@compiled
def _take_upcard(six: Ints, at: int, keys: Ints, ranks: Ints, times: Ints) -> tuple[int, int, int]:
    """Split six ranks into an upcard and the hand, and fill in the ranks of the hand, each once, and their times.

    Return how many they are, the sum of the hand's keys, and the set of its ranks, a bit for each.
    """
    different, key, bits = 0, 0, 0
    for i in range(6):
        if i == at:
            continue
        key += keys[six[i]]
        bits |= 1 << six[i]
        if different > 0 and ranks[different - 1] == six[i]:
            times[different - 1] += 1
        else:
            ranks[different] = six[i]
            times[different] = 1
            different += 1
    return different, key, bits


@compiled
def _suit_patterns(ranks: Ints, times: Ints, suit: UpcardSuit, choose: Ints, held: Ints, ways: Ints) -> None:
    """For every choice among the ranks of a hand, a bit for each: the ranks then held in the suit of the upcard, and in
    how many ways (of all suits like it) that can be so."""
    for chosen in range(1 << ranks.size):
        held[chosen], ways[chosen] = 0, suit.alike
        for i in range(ranks.size):
            if chosen >> i & 1:
                held[chosen] |= 1 << ranks[i]
                ways[chosen] *= choose[suit.beside[ranks[i]], times[i] - 1]
            else:
                ways[chosen] *= choose[suit.beside[ranks[i]], times[i]]


@compiled
def _move_flushes(hand: int, lower: int, equal: int, up: int, held: int, flushes: Flushes, low: Landmarks) -> Pair:
    """Wins and pushes of a hand in mixed suits: the dealer's flushes whose ranks seemed lower or equal are neither."""
    if hand >= low.full_house:  # which beats a flush, but not a straight flush
        return lower + flushes.free[held, up, 0] - flushes.free[held, up, 2], equal
    sets, mixed = flushes.sets[up], flushes.mixed[up]
    first, last = int(np.searchsorted(mixed, hand)), int(np.searchsorted(mixed, hand + 1))
    seemed_lower = _free(sets, flushes.first_qualifying[up], first, held)
    return lower - seemed_lower, equal - _free(sets, first, last, held)


@compiled
def _meet_flushes(hand: int, lower: int, up: int, held: int, flushes: Flushes) -> Pair:
    """Wins and pushes of a flush: all the dealer's flushes are moved to where they belong."""
    sets, suited = flushes.sets[up], flushes.suited[up]
    first, last = int(np.searchsorted(suited, hand)), int(np.searchsorted(suited, hand + 1))
    seemed_lower = flushes.free[held, up, 1] + flushes.free[held, up, 2]
    return lower - seemed_lower + _free(sets, 0, first, held), _free(sets, first, last, held)


@compiled
def fill_situations(
    sixes: Ints,  # the six ranks of hand and upcard, in order
    in_deck: Ints,  # how many cards of each rank the deck has
    suit: UpcardSuit,
    choose: Ints,
    hands: Hands,
    flushes: Flushes,
    low: Landmarks,
    rows: Rows,  # to be filled
    filled: int,  # how many are
) -> int:
    """Fill in one row for each kind of situation with an upcard of one suit; return how many are filled now."""
    weights = np.empty(hands.with_upcard.shape[1], np.int32)
    all_ranks, all_times = np.empty(5, np.int64), np.empty(5, np.int64)
    held_by_choice, ways_by_choice = np.empty(32, np.int64), np.empty(32, np.int64)
    free = flushes.free
    for x in range(sixes.shape[0]):
        left = in_deck.copy()
        for i in range(6):
            left[sixes[x, i]] -= 1
        _weigh_holes(left, choose, weights)
        for at in range(6):
            up = sixes[x, at]
            if (at > 0 and sixes[x, at - 1] == up) or suit.lacks >> up & 1:
                continue
            different, key, bits = _take_upcard(sixes[x], at, hands.keys, all_ranks, all_times)
            ranks, times = all_ranks[:different], all_times[:different]
            hand = hands.mixed[key]
            dealer = hands.with_upcard[up]
            no_hand = _sum_below(weights, dealer, low.qualifying)
            lower, equal, flush, below_flush = 0, 0, 0, 0
            if hand >= low.qualifying:
                lower = _sum_below(weights, dealer, hand) - no_hand
                equal = _sum_equal(weights, dealer, hand)
            if different == 5:
                flush = hands.suited[bits]
                below_flush = _sum_below(weights, dealer, flush) - no_hand
            _suit_patterns(ranks, times, suit, choose, held_by_choice, ways_by_choice)
            for chosen in range(1 << different):
                held, ways = held_by_choice[chosen], ways_by_choice[chosen]
                if held >> up & 1 or held & suit.lacks or ways == 0:
                    continue
                flush_ways = 0
                if different == 5 and chosen == 31:
                    flush_ways = suit.alike
                elif different == 5 and chosen == 0:
                    for lacks in suit.others_lack:
                        flush_ways += suit.alike if lacks & bits == 0 else 0
                held |= suit.lacks  # what the dealer cannot have in the suit either
                for kind, number, of_kind in ((0, hand, ways - flush_ways), (1, flush, flush_ways)):
                    if of_kind == 0:
                        continue
                    if kind == 1:
                        win, push = _meet_flushes(flush, below_flush, up, held, flushes)
                    elif hand < low.qualifying:
                        win, push = 0, 0
                    elif low.pair <= hand < low.straight:  # below it are the high cards, equal to it is no flush
                        win, push = lower - free[held, up, 1], equal
                    else:
                        win, push = _move_flushes(hand, lower, equal, up, held, flushes, low)
                    rows.hand[filled], rows.upcard[filled], rows.in_suit[filled] = number, up, chosen
                    rows.ways[filled], rows.no_hand[filled] = of_kind, no_hand - free[held, up, 0]
                    rows.win[filled], rows.push[filled] = win, push
                    filled += 1
    return filled
