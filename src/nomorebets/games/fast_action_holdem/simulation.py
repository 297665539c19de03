"""Fast action hold'em simulated: one player against the dealer, settled as the exact odds are. Imports numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.games.fast_action_holdem.kernels import (
    BEST,
    ENDS,
    PACK,
    SUITS,
    Board,
    Counts,
    Look,
    high_value,
    low_value,
    place_of,
    set_by,
    setting,
)
from nomorebets.games.fast_action_holdem.odds import STAKE, line_from, priced_at, solved_at, way_named
from nomorebets.games.fast_action_holdem.solver import RANK_BITS, boards, look_up
from nomorebets.games.fast_action_holdem.terms import OPTIMAL, WAYS
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.dealing import deal, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table


@compiled
def _made(hand: NDArray[np.int64], board: NDArray[np.int64], counts: Counts, look: Look, made: Board) -> None:
    """What the cards of one hand make, each card and each two of them."""
    for x in range(counts.own):
        for y in range(x + 1):
            if (x != y) == (counts.own - counts.apart == 2):
                made.high[x, y] = made.high[y, x] = high_value(hand[x], hand[y], board, counts.fills_high, look)
            if (x != y) == (counts.apart == 2):
                made.low[x, y] = made.low[y, x] = low_value(hand[x], hand[y], board, counts.fills_low, look)


@compiled
def _looked_up(
    hand: NDArray[np.int64],
    board: NDArray[np.int64],
    own: int,
    keys: NDArray[np.int64],
    best: NDArray[np.uint8],
) -> int:
    """The card that the best setting has alone: suits are named anew as the solver's boards have them."""
    ranks, named = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    for card in board:
        ranks[card % SUITS] |= 1 << card // SUITS
    order = np.argsort(ranks, kind="mergesort")
    key = 0
    for suit in range(SUITS):
        named[order[suit]] = suit
        key |= ranks[order[suit]] << RANK_BITS * suit
    places, renamed = np.zeros(3, np.int64), np.zeros(own, np.int64)
    for at in range(own):
        renamed[at] = hand[at] // SUITS * SUITS + named[hand[at] % SUITS]
        places[at] = renamed[at]
        for card in board:
            places[at] -= card // SUITS * SUITS + named[card % SUITS] < renamed[at]
    ascending = np.argsort(places[:own])
    x, y, z = places[ascending[0]], places[ascending[1]], places[ascending[own - 1]]
    return int(ascending[best[np.searchsorted(keys, key), place_of(x, y, z, own)]])


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    counts: Counts,
    way: int,
    look: Look,
    keys: NDArray[np.int64],
    best: NDArray[np.uint8],
) -> NDArray[np.int64]:
    """Rounds by how many hands the player wins: two, one, none."""
    state, pack = stream_of(seed, block), np.arange(PACK).astype(np.uint64)
    ends, own = np.zeros(ENDS, np.int64), counts.own
    mine, dealers = (
        Board(np.zeros((3, 3), np.int64), np.zeros((3, 3), np.int64)),
        Board(np.zeros((3, 3), np.int64), np.zeros((3, 3), np.int64)),
    )
    dealt = np.zeros(np.int64(rule.draws), np.int64)
    hand, against, board = dealt[:own], dealt[own : 2 * own], dealt[2 * own :]
    for _ in range(rounds):
        state = deal(state, rule, pack)
        for at in range(dealt.size):
            dealt[at] = pack[at]
        _made(hand, board, counts, look, mine)
        _made(against, board, counts, look, dealers)
        if way == BEST:
            chosen = _looked_up(hand, board, own, keys, best)
        else:
            chosen = set_by(way, 0, 1, 2, counts, mine, look.highest_low)
        theirs = setting(set_by(counts.way, 0, 1, 2, counts, dealers, look.highest_low), 0, 1, 2, counts, dealers)
        high, low = setting(chosen, 0, 1, 2, counts, mine)
        ends[2 - (high + counts.copies > theirs[0]) - (low + counts.copies > theirs[1])] += 1
    return ends


_NO_SETTINGS = np.zeros((0, 0), np.uint8)


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """One player who sets by a way, against the dealer, from a deck shuffled for every round."""
    named = way_named(table.house, pricing.strategy)
    stake, priced = pricing.stake or STAKE, priced_at(table.house)
    shape, way = priced.shape, (*WAYS, OPTIMAL).index(named)
    look, keys = look_up(shape.high, priced.wheel, priced.free), boards(shape.community)[2]
    best = solved_at(table.house, stake).best if way == BEST else _NO_SETTINGS
    rule = deal_rule(2 * shape.own + shape.community)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play(*words, rule, priced.counts, way, look, keys, best)

    def estimates(counts: list[int], rounds: int) -> list[Simulated]:
        two, one, none = counts
        return [estimate_of(line_from(table, stake, (two, one, none)), rounds)]

    return Simulator(kernel, estimates)


SIMULATION = GameSimulation(simulator=simulator)
