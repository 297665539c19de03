"""The compiled loops of dice games. A layout of flat bets is a finite automaton: one look-up a roll.

Streams and draws are those of `kernels`: block and seed decide them, and a word is cut into fair throws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.drivers.strategy_files import FIGURES, HALF
from nomorebets.sim.kernels import (
    DrawRule,
    Word,
    _block_state,
    _verify_spins,
    draw_rule,
    draws_per_word,
    fair_word,
    umulh,
    wheel_counts,
)

if TYPE_CHECKING:
    from nomorebets.games.craps.plan_sessions import SideBySide

Moves: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]
"""The next state times 36, for each state and throw."""

THROWS = 36
ROLLS_A_WORD = draws_per_word(THROWS)
TABLES_ROLLS = np.uint64(4 * ROLLS_A_WORD)
MOST_ROLLS = 2**32 - 1  # that a count of 32 bits can hold
ONE = np.uint32(1)


@compiled
def _count_moves(seed: Word, block: Word, rolls: Word, rule: DrawRule, throws: Word, after: Moves) -> NDArray[np.int64]:
    """Four tables side by side, each from its own words: the next state of one is looked up while the others roll.

    A table waits for its look-up longer than a roll takes; four of them keep the processor busy. What does not fill a
    word at each is rolled at the first.
    """
    state = _block_state(seed, block)
    counts = np.zeros(after.size, np.uint32)  # half as much to keep near the processor
    at_a = at_b = at_c = at_d = np.uint64(0)
    left = rolls
    while left >= TABLES_ROLLS:
        a, state = fair_word(state, rule)
        b, state = fair_word(state, rule)
        c, state = fair_word(state, rule)
        d, state = fair_word(state, rule)
        for _ in range(ROLLS_A_WORD):  # a constant, which is worth a third of the speed
            move = at_a + umulh(a, throws)
            a *= throws
            at_a = np.uint64(after[move])
            counts[move] += ONE
            move = at_b + umulh(b, throws)
            b *= throws
            at_b = np.uint64(after[move])
            counts[move] += ONE
            move = at_c + umulh(c, throws)
            c *= throws
            at_c = np.uint64(after[move])
            counts[move] += ONE
            move = at_d + umulh(d, throws)
            d *= throws
            at_d = np.uint64(after[move])
            counts[move] += ONE
        left -= TABLES_ROLLS
    while left != np.uint64(0):
        a, state = fair_word(state, rule)
        from_this_word = min(rule.draws, left)
        for _ in range(from_this_word):
            move = at_a + umulh(a, throws)
            a *= throws
            at_a = np.uint64(after[move])
            counts[move] += ONE
        left -= from_this_word
    return counts.astype(np.int64)


@compiled
def _play_sessions(
    seed: Word,
    block: Word,
    sessions: Word,
    length: Word,
    rule: DrawRule,
    starts: NDArray[np.uint64],
    after: NDArray[np.uint32],
    net: NDArray[np.int32],
    need: NDArray[np.int32],
    bankroll: np.int64,
    low: np.int64,
    width: np.int64,
    bins: np.int64,
) -> NDArray[np.int64]:
    """Sessions of so many rolls each; one ends early when what is left does not cover the wagers of the next roll."""
    state = _block_state(seed, block)
    throws = np.uint64(THROWS)
    totals = np.zeros(FIGURES + bins, np.int64)
    others = starts[1:].copy()  # where the other automata are; the first stays in a register
    for _ in range(sessions):
        at = starts[0]
        others[:] = starts[1:]
        bank = np.int64(0)
        left = length
        ruined = False
        while left != np.uint64(0) and not ruined:
            word, state = fair_word(state, rule)
            from_this_word = min(rule.draws, left)
            played = np.uint64(0)
            for _ in range(from_this_word):
                throw = umulh(word, throws)
                word *= throws
                move = at + throw
                at = np.uint64(after[move])
                bank += np.int64(net[move])
                needed = np.int64(need[move])
                for k in range(np.uint64(others.size)):
                    move = others[k] + throw
                    others[k] = np.uint64(after[move])
                    bank += np.int64(net[move])
                    needed += np.int64(need[move])
                played += np.uint64(1)
                if bank + bankroll < needed:
                    ruined = True
                    break
            left -= played
        totals[0] += 1
        totals[1] += np.int64(length - left)
        totals[2] += np.int64(ruined)
        totals[3] += bank
        square = bank * bank
        totals[4] += square & np.int64(0xFFFFFFFF)
        totals[5] += square >> np.int64(HALF)
        place = (bank - low) // width
        totals[FIGURES + min(max(place, np.int64(0)), bins - np.int64(1))] += 1
    return totals


@compiled
def _play_through(
    seed: Word,
    block: Word,
    rolls: Word,
    rule: DrawRule,
    after: NDArray[np.uint32],
    net: NDArray[np.int32],
) -> NDArray[np.int64]:
    """One session without a limit: the bankroll's path to its end, its lowest and highest."""
    state = _block_state(seed, block)
    throws = np.uint64(THROWS)
    at = np.uint64(0)
    bank = np.int64(0)
    lowest = np.int64(0)
    highest = np.int64(0)
    for _ in range(rolls // rule.draws):
        word, state = fair_word(state, rule)
        for _ in range(rule.draws):
            move = at + umulh(word, throws)
            word *= throws
            at = np.uint64(after[move])
            bank += np.int64(net[move])
            lowest = min(lowest, bank)
            highest = max(highest, bank)
    rest = rolls % rule.draws
    if rest != np.uint64(0):
        word, state = fair_word(state, rule)
        for _ in range(rest):
            move = at + umulh(word, throws)
            word *= throws
            at = np.uint64(after[move])
            bank += np.int64(net[move])
            lowest = min(lowest, bank)
            highest = max(highest, bank)
    return np.array([bank, lowest, highest])


def move_counts(seed: int, block: int, rolls: int, after: Moves) -> NDArray[np.int64]:
    """How often each throw came up in each state of an automaton; ``after`` holds the next state times 36.

    >>> int(move_counts(1, 0, 1000, np.zeros(36, np.uint32)).sum())
    1000
    """
    _verify_spins(seed, block, rolls, THROWS)
    if rolls > MOST_ROLLS:
        raise ValueError(f"at most {MOST_ROLLS:,} rolls are counted at once, not {rolls:,}")
    if after.size == THROWS:
        return wheel_counts(seed, block, rolls, THROWS)  # one state: nothing to follow
    where = (np.uint64(seed), np.uint64(block), np.uint64(rolls))
    return _count_moves(*where, draw_rule(THROWS), np.uint64(THROWS), after)


def play_sessions(
    seed: int,
    block: int,
    sessions: int,
    length: int,
    automata: SideBySide,
    bankroll: int,
    low: int,
    width: int,
    bins: int,
) -> NDArray[np.int64]:
    """Sessions, rolls, ruined, sum and squares of the results, then a histogram from ``low`` on."""
    _verify_spins(seed, block, sessions * length, THROWS)
    where = (np.uint64(seed), np.uint64(block), np.uint64(sessions), np.uint64(length), draw_rule(THROWS))
    limits = (np.int64(bankroll), np.int64(low), np.int64(width), np.int64(bins))
    return _play_sessions(*where, automata.starts, automata.after, automata.net, automata.need, *limits)


def play_through(
    seed: int, block: int, rolls: int, after: NDArray[np.uint32], net: NDArray[np.int32]
) -> NDArray[np.int64]:
    """The bankroll after so many rolls, its lowest and its highest."""
    _verify_spins(seed, block, rolls, THROWS)
    return _play_through(np.uint64(seed), np.uint64(block), np.uint64(rolls), draw_rule(THROWS), after, net)
