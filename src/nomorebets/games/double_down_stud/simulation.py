"""Double down stud simulated: rounds dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.double_down_stud import odds, solver
from nomorebets.games.stud.holdings import FEATURES, cards_seen, holdings
from nomorebets.games.stud.rounds import (
    DECK_BITS,
    ONE,
    THREE,
    TWO,
    ZERO,
    by_fourth,
    fours_of_threes,
    kernel_of,
    own_rows,
)
from nomorebets.hands.compiled import slot_of_set, tables
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import cards_at, deck_rule, lowest_card, numbers_of_sets, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, fair_word, umulh
from nomorebets.sim.side_by_side import ByTables, Decisions
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    sets: tuple[Word, ...],
    rows: NDArray[np.uint64],
    class_of: NDArray[np.uint8],
    words: NDArray[np.uint64],
) -> NDArray[np.int64]:
    """Counts by pay class and amount; the columns of a row behind the first two are the bits of the amount."""
    state, word, left_in_word = stream_of(seed, block), ZERO, ZERO
    bits = np.uint64(rows.shape[1]) - TWO
    counts = np.zeros(np.uint64(11) << bits, np.int64)
    for _ in range(rounds):
        if left_in_word == ZERO:
            word, state = fair_word(state, rule)
            left_in_word = rule.draws
        left_in_word -= ONE
        three = umulh(word, sets[0])
        word *= sets[0]
        place = umulh(word, sets[1])
        word *= sets[1]
        left, total = rows[three, 0], rows[three, 1]
        fourth = cards_at(ONE << place, left)
        fifth = cards_at(ONE << umulh(word, sets[2]), left ^ fourth)
        word *= sets[2]
        total += words[lowest_card(fourth)] + words[lowest_card(fifth)]
        end = np.uint64(class_of[slot_of_set(total, left ^ DECK_BITS | fourth | fifth)])
        end = end * TWO + (rows[three, 2] >> place & ONE)
        for column in range(THREE, TWO + bits):  # seldom any: a loop for one bit alone costs a fifth
            end = end * TWO + (rows[three, column] >> place & ONE)
        counts[end] += 1
    return counts


def counted(played: solver.Played) -> tuple[tuple[str, int], ...]:
    """What the counts of `round_kernel` count."""
    return tuple((hand, doubled) for hand in solver.CLASSES.names for doubled in played.amounts)


def round_kernel(played: solver.Played) -> Kernel:
    """Rounds of double down stud, played by the exact solver's decisions; counts as `counted` lists them."""
    double, look_up = played.double[played.deck.four_of[fours_of_threes()]], tables()
    bits = max(1, (len(played.amounts) - 1).bit_length())
    rows = own_rows(*(by_fourth(double >> bit & 1 != 0) for bit in reversed(range(bits))))
    class_of = solver.CLASSES.of_number[look_up.numbers]
    play = kernel_of(_play, deck_rule(3, 1, 1), numbers_of_sets(3, 1, 1), rows, class_of, look_up.words)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return play(seed, block, rounds).reshape(-1, 1 << bits)[:, : len(played.amounts)].reshape(-1)

    return kernel


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Play by a named strategy, or by the best one."""
    odds.require_wager(table, pricing)
    played = odds.played(table, pricing)
    ends = counted(played)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        came = {end: count for end, count in zip(ends, counts, strict=True) if count}
        return [estimate_of(odds.original_line(table, pricing, Ends(came, rounds)), rounds)]

    return Simulator(round_kernel(played), lines)


def side_by_side(table: Table, number: int) -> ByTables:
    """Many rounds to be decided together: the original wager and its double."""
    deck, original = holdings(), odds.original_of(table, Pricing())
    last = deck.last_cards(solver.CLASSES)
    doubles = 0, original
    net = [
        [
            sum(r.net for r in odds.settled(table.house, original, row, double)) / original
            for row in solver.CLASSES.names
        ]
        for double in doubles
    ]
    game = Decisions(
        actions=("stand", "double-down"),
        features=FEATURES,
        seen=cards_seen(deck.fours),
        begins=deck.ways_of_4,
        ways=np.broadcast_to(last, (2, *last.shape)),
        net=np.broadcast_to(np.array(net)[:, None, :], (2, *last.shape)),
    )
    return ByTables(game, number)


SIMULATION = GameSimulation(simulator=simulator, side_by_side=side_by_side)
