"""Pai gow, simulated: four tiles to a player and four to the dealer, set, compared and counted. Imports numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.dice import ordered
from nomorebets.equipment.tiles import KINDS, TILES
from nomorebets.games.pai_gow.holdings import FOUR, Numbers, chosen, holdings
from nomorebets.games.pai_gow.house_ways import filed
from nomorebets.games.pai_gow.odds import ENDS, STAKE, line_from, roll_line, wanted, ways_by
from nomorebets.games.pai_gow.solver import index_by_kinds
from nomorebets.games.pai_gow.terms import DEALER_SET_METHOD, DRAGONS_EYE
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.procedures.banking import BANK
from nomorebets.procedures.dragons_eye import DICE
from nomorebets.sim.dealing import deal, deal_rule, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

BASE = np.uint64(len(KINDS))
SIDES = 2
TOTALS = DICE * 6 + 1
Tiles = NDArray[np.uint64]


@compiled
def _hand(tiles: Tiles, at: Word, index: NDArray[np.uint64]) -> Word:
    """Which hand four tiles from a place on are: their kinds are sorted, and looked up."""
    a, b, c, d = tiles[at], tiles[at + np.uint64(1)], tiles[at + np.uint64(2)], tiles[at + np.uint64(3)]
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    hand: Word = index[a + BASE * (b + BASE * (c + BASE * d))]
    return hand


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rules: tuple[DrawRule, DrawRule],
    kinds: Tiles,
    dice: Tiles,
    index: NDArray[np.uint64],
    own: NDArray[np.int64],
    theirs: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Rounds by their ends, and by the total of the dice."""
    state, tiles, totals = stream_of(seed, block), kinds.copy(), dice.copy()
    counts = np.zeros(3 + TOTALS, np.int64)
    for _ in range(rounds):
        state = deal(state, rules[0], tiles)
        player, dealer = _hand(tiles, np.uint64(0), index), _hand(tiles, np.uint64(4), index)
        better = (own[player, 0] > theirs[dealer, 0]) + (own[player, 1] > theirs[dealer, 1])
        counts[2 - better] += 1
        state = deal(state, rules[1], totals)
        counts[3 + totals[np.uint64(0)]] += 1
    return counts


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """One player against the dealer by a named strategy, from freshly mixed tiles every round."""
    every = holdings()
    names = wanted(table, pricing.wager)
    banks = names == [BANK]
    sign = -1 if banks else 1  # a bank is beaten only by what is higher
    rows = np.arange(len(every.kinds))

    def ranks(ways: Numbers) -> NDArray[np.int64]:
        return sign * np.stack((every.high[rows, ways], every.low[rows, ways]), axis=1)

    own = ranks(ways_by(table.house, pricing.strategy, banks, pricing.stake or STAKE))
    theirs = ranks(chosen(filed(table.house[DEALER_SET_METHOD])))
    kinds = np.array([KINDS.index(tile) for tile in TILES], np.uint64)
    dice = np.array([sum(roll) for roll in ordered(DICE)], np.uint64)
    rules = deal_rule(FOUR * SIDES, kinds.size), deal_rule(1, dice.size)
    index = index_by_kinds().astype(np.uint64)

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return _play(*words, rules, kinds, dice, index, own, theirs)

    def estimates(counts: list[int], rounds: int) -> list[Simulated]:
        better = list(counts[:3])
        named = dict(zip(ENDS, better[::-1] if banks else better, strict=True))
        ends = Ends({(end,): n for end, n in named.items() if n}, rounds)
        totals = Ends({(total,): n for total, n in enumerate(counts[3:]) if n}, rounds)
        return [
            estimate_of(
                roll_line(table, totals) if name == DRAGONS_EYE.id else line_from(table, name, ends, pricing.stake),
                rounds,
            )
            for name in names
        ]

    return Simulator(kernel, estimates)


SIMULATION = GameSimulation(simulator=simulator)
