"""Keno, simulated: game after game, every way of every ticket counted. Imports numba."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

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
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import bits_of, deal, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, digit, fair_word
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import House, Table

HALF = SELECTED // 2  # numbers that one random word is enough for
PLACES = np.uint64(HALF)  # a loop of a known length is written out when it is compiled
MOST_WAYS = 5_000
ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
BITS, MOST_GROUPS = np.uint64(16), 4  # of a group of tickets, and groups of a word
WITHIN = (ONE << BITS) - ONE
TOGETHER = np.uint64(1024)  # games that are settled together


class Tickets(NamedTuple):
    """Tickets whose numbers are bits of two words, and what they are paid."""

    ways: NDArray[np.uint64]  # [way]: its numbers as two words, and how many they are
    ways_from: NDArray[np.uint64]  # [ticket], and the end
    prizes: NDArray[np.int64]
    prizes_from: NDArray[np.uint64]  # [ticket], and the end
    pays: NDArray[np.int64]  # [spots, caught]


@compiled
def _place(prizes: NDArray[np.int64], left: Word, right: Word, units: np.int64) -> Word:
    """Where a prize stands among those of its ticket."""
    while right - left > ONE:
        middle = (left + right) >> ONE
        if prizes[middle] <= units:
            left = middle
        else:
            right = middle
    return left


@compiled
def _draw(word: Word, left: Word, pack: NDArray[np.uint64], place: Word | int) -> tuple[Word, Word]:
    """Exchange a place of the pack with one of those from it on: what comes there, and what is left of the word."""
    chosen, word = digit(word, left)
    drawn = pack[place + chosen]
    pack[place + chosen] = pack[place]
    pack[place] = drawn
    return drawn, word


@compiled
def _count_groups(
    seed: Word, block: Word, games: Word, first: DrawRule, second: DrawRule, marks: NDArray[np.uint64], groups: Word
) -> NDArray[np.uint32]:
    """How often each set of the numbers of a group of tickets was selected; two games are drawn side by side.

    ``marks`` has for each number its bits in the fields of the groups that it is in, and is itself what is drawn.
    """
    state = stream_of(seed, block)
    counts = np.zeros((groups, 1 << 16), np.uint32)  # a block has fewer games
    one, other, size = marks.copy(), marks.copy(), np.uint64(MOST)
    for game in range(ZERO, games, TWO):
        both = np.uint32(game + ONE < games)
        selected, too = ZERO, ZERO
        a, state = fair_word(state, first)
        b, state = fair_word(state, first)
        c, state = fair_word(state, second)
        d, state = fair_word(state, second)
        for place in range(PLACES):
            mark, a = _draw(a, size - place, one, place)
            selected |= mark
            mark, b = _draw(b, size - place, other, place)
            too |= mark
        for place in range(PLACES, PLACES + PLACES):
            mark, c = _draw(c, size - place, one, place)
            selected |= mark
            mark, d = _draw(d, size - place, other, place)
            too |= mark
        for group in range(groups):
            counts[group, (selected >> (BITS * group)) & WITHIN] += np.uint32(1)
            counts[group, (too >> (BITS * group)) & WITHIN] += both
    return counts


@compiled
def _settle(
    tickets: Tickets,
    games: NDArray[np.uint64],
    times: NDArray[np.uint32],
    number: Word,
    counts: NDArray[np.int64],
    alone: NDArray[np.int64],
) -> None:
    """Count how often tickets are paid each of their prizes in games that select so, and came so often.

    Of a ticket of one way it is counted, ``alone``, what it catches.
    """
    ways, ways_from, prizes, prizes_from = tickets.ways, tickets.ways_from, tickets.prizes, tickets.prizes_from
    for game in range(number):
        if times[game] == 0:
            continue
        low, high = games[game, 0], games[game, 1]
        for ticket in range(np.uint64(prizes_from.size) - ONE):
            way, units = ways_from[ticket], np.int64(0)
            if ways_from[ticket + ONE] - way == ONE:
                alone[ticket, bits_of(ways[way, 0] & low) + bits_of(ways[way, 1] & high)] += np.int64(times[game])
                continue
            for way in range(ways_from[ticket], ways_from[ticket + ONE]):
                caught = bits_of(ways[way, 0] & low) + bits_of(ways[way, 1] & high)
                units += tickets.pays[ways[way, 2], caught]
            counts[_place(prizes, prizes_from[ticket], prizes_from[ticket + ONE], units)] += np.int64(times[game])


@compiled
def _pay_alone(tickets: Tickets, alone: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
    """Count how often tickets of one way are paid, from what they caught."""
    for ticket in range(np.uint64(tickets.prizes_from.size) - ONE):
        begins, ends = tickets.prizes_from[ticket], tickets.prizes_from[ticket + ONE]
        pays = tickets.pays[tickets.ways[tickets.ways_from[ticket], 2]]
        for caught in range(np.uint64(pays.size)):
            counts[_place(tickets.prizes, begins, ends, pays[caught])] += alone[ticket, caught]


@compiled
def _settle_group(tickets: Tickets, times: NDArray[np.uint32]) -> NDArray[np.int64]:
    """What the tickets of a group are paid, by how often each set of its numbers was selected."""
    counts = np.zeros(tickets.prizes.size, np.int64)
    alone = np.zeros((tickets.prizes_from.size, tickets.pays.shape[1]), np.int64)
    games = np.zeros((times.size, 2), np.uint64)
    games[:, 0] = np.arange(times.size)
    _settle(tickets, games, times, np.uint64(times.size), counts, alone)
    _pay_alone(tickets, alone, counts)
    return counts


@compiled
def _play_games(
    seed: Word,
    block: Word,
    games: Word,
    first: DrawRule,
    second: DrawRule,
    bits: NDArray[np.uint64],
    tickets: Tickets,
) -> NDArray[np.int64]:
    """What tickets of any size are paid, settled game by game; ``bits`` has those of each number in two words."""
    state, pack = stream_of(seed, block), np.arange(MOST).astype(np.uint64)
    counts = np.zeros(tickets.prizes.size, np.int64)
    alone = np.zeros((tickets.prizes_from.size, tickets.pays.shape[1]), np.int64)
    played, once = np.zeros((TOGETHER, 2), np.uint64), np.ones(TOGETHER, np.uint32)
    for begun in range(ZERO, games, TOGETHER):
        now = min(TOGETHER, games - begun)
        for game in range(now):
            state = deal(state, first, pack)
            state = deal(state, second, pack[first.draws :])
            played[game] = 0
            for place in range(first.draws + second.draws):
                played[game, 0] |= bits[pack[place], 0]
                played[game, 1] |= bits[pack[place], 1]
        _settle(tickets, played, once, now, counts, alone)
    _pay_alone(tickets, alone, counts)
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


def groups_of(tickets: Mapping[str, Ticket]) -> list[tuple[list[str], list[int]]]:
    """Tickets put together that have few different numbers: their names, and those numbers."""
    groups: list[tuple[list[str], list[int]]] = []
    for name, ticket in tickets.items():
        numbers = {number for group in ticket.groups for number in group}
        for names, known in groups:
            if len(numbers.union(known)) <= BITS:
                names.append(name)
                known.extend(sorted(numbers.difference(known)))
                break
        else:
            groups.append(([name], sorted(numbers)))
    return groups


def _tickets(tickets: Sequence[Ticket], bits: Mapping[int, int], house: House) -> Tickets:
    """Tickets for the compiled loops; each number on them has a bit."""
    ways, prizes = [], []
    for ticket in tickets:
        masks = [(sum(1 << bits[number] for number in way), len(way)) for way in ways_of(ticket)]
        ways.append([(mask & (2**64 - 1), mask >> 64, spots) for mask, spots in masks])
        prizes.append(sorted(distribution(ticket, house)))
    return Tickets(
        np.array([row for of in ways for row in of], np.uint64).reshape(-1, 3),
        np.array([0, *accumulate(map(len, ways))], np.uint64),
        np.array([prize for of in prizes for prize in of], np.int64),
        np.array([0, *accumulate(map(len, prizes))], np.uint64),
        _pays(house),
    )


def _pays(house: House) -> NDArray[np.int64]:
    """What each number of spots pays for each number of catches."""
    pays = np.zeros((MOST_SPOTS + 1, SELECTED + 1), np.int64)
    for spots in range(1, MOST_SPOTS + 1):
        for catches, prize in schedule(house, spots).items():
            pays[spots, catches] = prize
    return pays


def _kernel(tickets: Mapping[str, Ticket], house: House) -> tuple[Kernel, dict[str, list[int]]]:
    """The kernel of tickets, and the prizes that it counts, ticket by ticket in turn."""
    rules = deal_rule(HALF, MOST), deal_rule(SELECTED - HALF, MOST - HALF)
    groups = groups_of(tickets)
    in_groups = len(groups) <= MOST_GROUPS and all(len(numbers) <= BITS for _, numbers in groups)
    every = list(range(1, MOST + 1))
    played = [
        _tickets([tickets[name] for name in names], {number: at for at, number in enumerate(numbers)}, house)
        for names, numbers in (groups if in_groups else [(list(tickets), every)])
    ]
    order = [name for names, _ in groups for name in names] if in_groups else list(tickets)
    marks = np.zeros(MOST, np.uint64)
    for at, (_, numbers) in enumerate(groups if in_groups else ()):
        for bit, number in enumerate(numbers):
            marks[number - 1] |= np.uint64(1 << (int(BITS) * at + bit))
    bits = np.array([((1 << at) & (2**64 - 1), (1 << at) >> 64) for at in range(MOST)], np.uint64)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        if not in_groups:
            return _play_games(*words, *rules, bits, played[0])
        selected = _count_groups(*words, *rules, marks, np.uint64(len(groups)))
        return np.concatenate([_settle_group(of, times) for of, times in zip(played, selected, strict=True)])

    return kernel, {name: sorted(distribution(tickets[name], house)) for name in order}


def keno_simulator(table: Table, pricing: Pricing) -> Simulator:
    """All tickets over the same games."""
    tickets = priced(table, pricing)
    kernel, prizes = _kernel(tickets, table.house)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        estimates, begins = {}, 0
        for name, of in prizes.items():
            counted = zip((ending(tickets[name], units) for units in of), counts[begins:], strict=False)
            line = finished(table, line_of(table, name, counted, rounds, rests_on=(BY,)))
            estimates[name] = estimate_of(line, rounds)
            begins += len(of)
        return [estimates[name] for name in tickets]

    return Simulator(kernel, lines)


SIMULATION = GameSimulation(simulator=keno_simulator)
