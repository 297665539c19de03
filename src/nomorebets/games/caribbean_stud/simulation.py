"""Caribbean stud simulated: rounds dealt by a compiled loop, settled as the exact odds are. Imports numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.caribbean_stud import odds, solver
from nomorebets.games.stud.rounds import (
    FIVE,
    FOLD,
    ONE,
    THREE,
    TWO,
    kernel_of,
    new_deck,
    place_of_end,
)
from nomorebets.games.stud.showdown import ENDS
from nomorebets.games.stud.side_by_side import against_dealer
from nomorebets.hands.compiled import Tables, five_card_number, tables
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES
from nomorebets.hands.ranks import FIVE_CARD_HANDS, FIVE_CARD_PLACE
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.dealing import deal, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word
from nomorebets.sim.side_by_side import ByTables
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

COUNTED = tuple((category, end) for category in FIVE_CARD_CATEGORIES for end in ENDS)
ALL_BITS = np.uint32(0xFFFFFFFF)


@compiled
def _in_suit(deck: NDArray[np.uint64]) -> Word:
    """Which ranks of the first five cards are held in the suit of the sixth: a bit for each, the lowest first."""
    suit = deck[FIVE] & THREE
    ranks, held = np.uint64(0), np.uint64(0)
    for i in range(FIVE):
        bit = ONE << (deck[i] >> TWO)
        ranks |= bit
        if deck[i] & THREE == suit:
            held |= bit
    bits, place = np.uint64(0), np.uint64(0)
    while ranks:
        lowest = ranks & (~ranks + ONE)
        if held & lowest:
            bits |= ONE << place
        place += ONE
        ranks ^= lowest
    return bits


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    bets: NDArray[np.uint32],
    place_of: NDArray[np.uint8],
    lowest: int,
    look_up: Tables,
) -> NDArray[np.int64]:
    state, deck = stream_of(seed, block), new_deck()
    counts = np.zeros(50, np.int64)
    for _ in range(rounds):
        state = deal(state, rule, deck)
        number = np.uint64(five_card_number(deck[0], deck[1], deck[2], deck[3], deck[4], look_up))
        dealer = five_card_number(deck[5], deck[6], deck[7], deck[8], deck[9], look_up)
        decision = bets[number, deck[FIVE] >> TWO]
        end = FOLD
        if decision == ALL_BITS or (decision and decision >> _in_suit(deck) & ONE):
            end = place_of_end(number, dealer, lowest)
        counts[np.uint64(place_of[number]) * FIVE + end] += 1
    return counts


def round_kernel(played: solver.Played) -> Kernel:
    """Rounds of Caribbean stud, played by the exact solver's decisions; counts as `COUNTED` lists them."""
    bets, rule = solver.bet_table(played), deal_rule(10)
    place_of, lowest, look_up = np.array(FIVE_CARD_PLACE, np.uint8), played.situations.qualifies_from, tables()
    return kernel_of(_play, rule, bets, place_of, lowest, look_up)


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Play by a named strategy, or by the best one."""
    played = odds.played(table.house, odds.ante_of(table, pricing), pricing.strategy)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        ends = {end: count for end, count in zip(COUNTED, counts, strict=True) if count}
        return [estimate_of(line, rounds) for line in odds.lines_of(table, Ends(ends, rounds), pricing)]

    return Simulator(round_kernel(played), lines)


def side_by_side(table: Table, number: int) -> ByTables:
    """Many rounds to be decided together: the ante with its bet."""
    rows = solver.situations()
    hands = np.zeros((len(FIVE_CARD_HANDS), 5), np.int8)
    for place, hand in enumerate(FIVE_CARD_HANDS):
        hands[place, : len(hand.ranks)] = [rank + 2 for rank in hand.ranks]
    held = rows.in_suit[:, None] >> np.arange(solver.MOST_HELD) & 1
    seen = np.column_stack([rows.category, hands[rows.hand], rows.upcard + 2, held]).astype(np.int8)
    of_hand = *(f"rank {n}" for n in range(1, 6)), "dealer shows"  # the pair first, then the others
    features = "category", *of_hand, *(f"lowest {n} in its suit" for n in range(1, 6))
    net = odds.net_at(table.house, odds.USUAL_ANTE)
    return ByTables(against_dealer(rows, net, odds.USUAL_ANTE, "bet", features, seen), number)


SIMULATION = GameSimulation(simulator=simulator, side_by_side=side_by_side)
