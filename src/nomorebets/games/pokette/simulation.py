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
from nomorebets.sim.kernels import DrawRule, Word, digit, draw_rule, fair_word
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import House, Place, Table
from nomorebets.table.wheels import wheel

FACES = (*DECK, JACER)
FOUR = np.uint64(4)
SPINS = np.uint64(8)  # of a word, at four tables in turn: fewer than it could give, and the same for every wheel


@compiled
def _spin(
    word: Word, hand: Word, moves: NDArray[np.uint16], came: NDArray[np.uint32], decided: NDArray[np.uint32]
) -> tuple[Word, Word]:
    """Count the section of a spin, and what it decides with the hand before it: the hand it leaves, and the word."""
    section, word = digit(word, np.uint64(came.size))
    move = np.uint64(moves[hand + section])
    kind = move & np.uint64(decided.size - 1)
    came[section] += np.uint32(1)
    decided[kind] += np.uint32(1)
    return move ^ kind, word


@compiled
def _spin_rounds(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    sections: Word,
    moves: NDArray[np.uint16],
    begins: Word,
    wide: Word,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """How often each section came, and what was decided; a block has fewer rounds than a count may have.

    A hand is the place of its row; what a spin decides stands in the bits below. Four tables spin in turn, for each
    spin waits for the hand that the one before left.
    """
    state = stream_of(seed, block)
    came, decided = np.zeros(sections, np.uint32), np.zeros(wide, np.uint32)
    a, b, c, d, left = begins, begins, begins, begins, rounds
    while left >= FOUR * SPINS:
        word_a, state = fair_word(state, rule)
        word_b, state = fair_word(state, rule)
        word_c, state = fair_word(state, rule)
        word_d, state = fair_word(state, rule)
        for _ in range(SPINS):
            a, word_a = _spin(word_a, a, moves, came, decided)
            b, word_b = _spin(word_b, b, moves, came, decided)
            c, word_c = _spin(word_c, c, moves, came, decided)
            d, word_d = _spin(word_d, d, moves, came, decided)
        left -= FOUR * SPINS
    for _ in range(left):
        word_a, state = fair_word(state, rule)
        a, word_a = _spin(word_a, a, moves, came, decided)
    return came, decided


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


def hands_alike(kinds: NDArray[np.int64], after: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of every hand, those that all spins decide and move on alike once; and one hand of each number.

    ``kinds[hand, section]`` is what a spin decides, ``after`` the hand that it leaves.
    """
    number = np.zeros(len(kinds), np.int64)
    while True:
        rows = np.concatenate((kinds, number[after]), axis=1)
        _, one, finer = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        if finer.max() == number.max():
            return finer.ravel(), one
        number = finer.ravel()


def pokette_simulator(table: Table, pricing: Pricing) -> Simulator:
    """All wagers over the same spins."""
    ring = wheel(wheel_of(table.house))
    sections = np.array([FACES.index(face) for face in ring])
    opened, wins, after = tables_of(table.house)
    cells = np.stack((np.repeat(opened, len(ring)), wins[:, sections].ravel()))
    decisions, of_cell = np.unique(cells, axis=1, return_inverse=True)
    kinds, leads = of_cell.reshape(-1, len(ring)), after[:, sections].astype(np.int64)
    number, one = hands_alike(kinds, leads)
    wide = 1 << (max(len(ring), decisions.shape[1]) - 1).bit_length()
    moves = np.zeros((len(one), wide), np.min_scalar_type(len(one) * wide))
    moves[:, : len(ring)] = number[leads[one]] * wide + kinds[one]
    begins, bits = np.uint64(number[0] * wide), np.uint64(1) << np.arange(len(HANDS), dtype=np.uint64)
    rule = draw_rule(len(ring))

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        came, decided = _spin_rounds(*words, rule, np.uint64(len(ring)), moves.ravel(), begins, np.uint64(wide))
        faces = np.bincount(sections, came, len(FACES))
        open_and_won = (decisions[:, None, :] & bits[:, None] != 0) @ decided[: decisions.shape[1]].astype(np.int64)
        return np.concatenate((faces.astype(np.int64), open_and_won.ravel()))

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
