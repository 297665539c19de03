"""Keno, simulated: game after game, every way of every ticket counted. Imports numba."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.balls import MOST
from nomorebets.equipment.tickets import Ticket
from nomorebets.errors import UnknownName
from nomorebets.games.keno.odds import distribution, ending, finished, priced
from nomorebets.games.keno.schedules import BY, MOST_SPOTS, SELECTED, schedule
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.lines import line_of
from nomorebets.sim.dealing import deal, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import House, Table

HALF = SELECTED // 2  # numbers that one random word is enough for
MOST_WAYS = 5_000
_EVERY = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
_TOP, _ONE, _SIX, _WITHIN = (np.uint64(n) for n in (0x0101010101010101, 1, 6, 63))


@compiled
def _bits(word: Word) -> Word:
    """How many bits of a word are set."""
    word -= (word >> _ONE) & _EVERY[0]
    word = (word & _EVERY[1]) + ((word >> np.uint64(2)) & _EVERY[1])
    word = (word + (word >> np.uint64(4))) & _EVERY[2]
    return (word * _TOP) >> np.uint64(56)


@compiled
def _place(prizes: NDArray[np.int64], left: Word, right: Word, units: np.int64) -> Word:
    """Where a prize stands among those of its ticket."""
    while right - left > _ONE:
        middle = (left + right) >> _ONE
        if prizes[middle] <= units:
            left = middle
        else:
            right = middle
    return left


@compiled
def _play_games(
    seed: Word,
    block: Word,
    games: Word,
    first: DrawRule,
    second: DrawRule,
    ways: NDArray[np.uint64],
    ends: NDArray[np.uint64],
    pays: NDArray[np.int64],
    prizes: NDArray[np.int64],
    ends_of_prizes: NDArray[np.uint64],
) -> NDArray[np.int64]:
    """Count how often each ticket is paid each of its prizes.

    ``ways`` has, for each way of each ticket in turn, its numbers as two words of bits and how many they are; ``ends``
    and ``ends_of_prizes`` say where the ways and the prizes of a ticket end. What a ticket of one way catches is
    counted, and paid when all games are over.
    """
    state = stream_of(seed, block)
    pack = np.arange(MOST).astype(np.uint64)
    counts = np.zeros(prizes.size, np.int64)
    caught_alone = np.zeros((ends.size, pays.shape[1]), np.int64)
    for _ in range(games):
        state = deal(state, first, pack)
        state = deal(state, second, pack[first.draws :])
        low, high = np.uint64(0), np.uint64(0)
        for at in range(first.draws + second.draws):
            number = pack[at]
            is_high = number >> _SIX  # without a branch, which no processor could guess
            low |= (_ONE ^ is_high) << (number & _WITHIN)
            high |= is_high << (number & _WITHIN)
        way, begins = np.uint64(0), np.uint64(0)
        for ticket in range(np.uint64(ends.size)):
            if ends[ticket] - way == _ONE:
                caught_alone[ticket, _bits(ways[way, 0] & low) + _bits(ways[way, 1] & high)] += 1
                way += _ONE
            else:
                units = np.int64(0)
                while way < ends[ticket]:
                    caught = _bits(ways[way, 0] & low) + _bits(ways[way, 1] & high)
                    units += pays[ways[way, 2], caught]
                    way += _ONE
                counts[_place(prizes, begins, ends_of_prizes[ticket], units)] += 1
            begins = ends_of_prizes[ticket]
    begins = np.uint64(0)
    for ticket in range(np.uint64(ends.size)):
        paid = pays[ways[ends[ticket] - _ONE, 2]]
        for number_caught in range(paid.size):
            place = _place(prizes, begins, ends_of_prizes[ticket], paid[number_caught])
            counts[place] += caught_alone[ticket, number_caught]
        begins = ends_of_prizes[ticket]
    return counts


def ways_of(ticket: Ticket) -> list[tuple[int, ...]]:
    """The numbers of every way of a ticket."""
    if ticket.number_of_ways > MOST_WAYS:
        text = f"ticket {ticket.words[:60]} has {ticket.number_of_ways} ways: too many to be simulated"
        raise UnknownName(text, accepts=f"at most {MOST_WAYS} ways; odds --ticket prices any")
    spots = {spots for _, spots in ticket.ways}
    unions: list[tuple[int, ...]] = [()]
    for group in ticket.groups:
        unions += [(*union, *group) for union in unions if len(union) + len(group) <= max(spots)]
    return [union for union in unions if len(union) in spots]


def _rows(ticket: Ticket) -> list[tuple[int, int, int]]:
    masks = [(sum(1 << (number - 1) for number in way), len(way)) for way in ways_of(ticket)]
    return [(mask & (2**64 - 1), mask >> 64, spots) for mask, spots in masks]


def _pays(house: House) -> NDArray[np.int64]:
    """What each number of spots pays for each number of catches."""
    pays = np.zeros((MOST_SPOTS + 1, SELECTED + 1), np.int64)
    for spots in range(1, MOST_SPOTS + 1):
        for catches, prize in schedule(house, spots).items():
            pays[spots, catches] = prize
    return pays


def keno_simulator(table: Table, pricing: Pricing) -> Simulator:
    """All tickets over the same games."""
    tickets = priced(table, pricing)
    ways = [_rows(ticket) for ticket in tickets.values()]
    prizes = [sorted(distribution(ticket, table.house)) for ticket in tickets.values()]
    rows = np.array([row for of in ways for row in of], np.uint64).reshape(-1, 3)
    ends = np.array(list(accumulate(map(len, ways))), np.uint64)
    paid = np.array([prize for of in prizes for prize in of], np.int64)
    ends_of_prizes = list(accumulate(map(len, prizes)))
    rules = deal_rule(HALF, MOST), deal_rule(SELECTED - HALF, MOST - HALF)
    pays = _pays(table.house)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play_games(*words, *rules, rows, ends, pays, paid, np.array(ends_of_prizes, np.uint64))

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        estimates, begins = [], 0
        for (name, ticket), of, end in zip(tickets.items(), prizes, ends_of_prizes, strict=True):
            counted = zip((ending(ticket, units) for units in of), counts[begins:end], strict=True)
            estimates.append(
                estimate_of(finished(table, line_of(table, name, counted, rounds, rests_on=(BY,))), rounds)
            )
            begins = end
        return estimates

    return Simulator(kernel, lines)


SIMULATION = GameSimulation(simulator=keno_simulator)
