"""Pokette, simulated: spin after spin, the hand remembered from one to the next. Imports numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK
from nomorebets.equipment.wheels import JACER
from nomorebets.games.pokette.hand import completing, next_hand
from nomorebets.games.pokette.odds import end_of, opening_hands, priced, rests_on
from nomorebets.games.pokette.settlement import Spin
from nomorebets.games.pokette.terms import HANDS, JACER_IN_HAND, wheel_of
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.lines import line_of
from nomorebets.sim.dealing import stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, draw_rule, fair_word, umulh
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import House, Place, Table
from nomorebets.table.wheels import wheel

FACES = (*DECK, JACER)
ZERO, ONE, TABLES = np.uint64(0), np.uint64(1), np.uint64(8)


@compiled
def _spin_rounds(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    sections: NDArray[np.uint64],
    opened: NDArray[np.uint64],
    wins: NDArray[np.uint64],
    after: NDArray[np.uint16],
    kinds: Word,
) -> NDArray[np.int64]:
    """Count sections, and for each poker hand wager how often it was open and how often it won.

    A hand is a number: 0 with no card, 1 to 52 with one, and behind them two. ``opened[hand]`` has a bit for each
    wager, ``wins[hand, section]`` for each that then wins. Some tables spin in turn, for each spin waits for the hand
    that the one before it left.
    """
    state = stream_of(seed, block)
    size, faces = np.uint64(sections.size), np.uint64(wins.shape[1])
    counts = np.zeros(faces + kinds + kinds, np.int64)
    pairs = np.zeros((opened.size, faces), np.uint32)  # a block has fewer rounds
    hands, table, left = np.zeros(TABLES, np.uint16), ZERO, rounds
    while left != ZERO:
        word, state = fair_word(state, rule)
        now = min(rule.draws, left)
        for _ in range(now):
            face = sections[umulh(word, size)]
            word *= size
            hand = hands[table % TABLES]
            pairs[hand, face] += ONE
            hands[table % TABLES] = after[hand, face]
            table += ONE
        left -= now
    for at in range(np.uint64(opened.size)):
        for face in range(faces):
            times = np.int64(pairs[at, face])
            if times == 0:
                continue
            counts[face] += times
            for kind in range(kinds):
                bit = ONE << kind
                if opened[at] & bit:
                    counts[faces + kind] += times
                    if wins[at, face] & bit:
                        counts[faces + kinds + kind] += times
    return counts


def hands_of() -> list[tuple[str, ...]]:
    """Every hand before a spin, by its number."""
    return [(), *((card,) for card in DECK), *((first, second) for first in DECK for second in DECK)]


def tables_of(house: House) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint16]]:
    """What each hand opens, what wins with each section, and the hand that it leaves."""
    number = {hand: at for at, hand in enumerate(hands_of())}
    opened = np.zeros(len(number), np.uint64)
    wins = np.zeros((len(number), len(FACES)), np.uint64)
    after = np.zeros((len(number), len(FACES)), np.uint16)
    wild = {JACER} if house[JACER_IN_HAND] == "wild" else set()
    for hand, at in number.items():
        for kind, cards in completing(house, hand).items():
            bit = np.uint64(1 << HANDS.index(kind))
            opened[at] |= bit
            wins[at, [FACES.index(face) for face in cards | wild]] |= bit
        after[at] = [number[next_hand(house, hand, face)] for face in FACES]
    return opened, wins, after


def pokette_simulator(table: Table, pricing: Pricing) -> Simulator:
    """All wagers over the same spins."""
    ring = wheel(wheel_of(table.house))
    sections = np.array([FACES.index(face) for face in ring], np.uint64)
    opened, wins, after = tables_of(table.house)
    rule, kinds = draw_rule(len(ring)), np.uint64(len(HANDS))

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _spin_rounds(*words, rule, sections, opened, wins, after, kinds)

    wagers = priced(table, pricing)
    return Simulator(kernel, lambda counts, rounds: [_estimate(table, *wager, counts) for wager in wagers.items()])


def _estimate(table: Table, name: str, place: Place, counts: list[int]) -> Simulated:
    """What the counts say of a wager: cards by the sections that came, poker hands by the spins that decided them."""
    if place.kind in HANDS:
        at = len(FACES) + HANDS.index(place.kind)
        (hand, *_) = opening_hands(table.house, place.kind)
        completes = completing(table.house, hand)[place.kind]
        won, lost = (next(c for c in DECK if (c in completes) == wins) for wins in (True, False))
        times = {Spin(won, hand): counts[at + len(HANDS)], Spin(lost, hand): counts[at] - counts[at + len(HANDS)]}
    else:
        times = {Spin(face): counts[at] for at, face in enumerate(FACES)}
    decided = sum(times.values())
    ends = [(end_of(table, place, spin), n) for spin, n in times.items()]
    return estimate_of(line_of(table, name, ends, max(decided, 1), rests_on=rests_on(place)), decided)


SIMULATION = GameSimulation(simulator=pokette_simulator)
