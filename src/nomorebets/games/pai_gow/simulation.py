"""Pai gow, simulated: four tiles to a player and four to the dealer, set, compared and counted. Imports numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiling import compiled
from nomorebets.equipment.dice import ordered
from nomorebets.equipment.tiles import TILES
from nomorebets.games.pai_gow.holdings import FOUR, Numbers, chosen, holdings
from nomorebets.games.pai_gow.house_ways import filed
from nomorebets.games.pai_gow.odds import ENDS, STAKE, line_from, roll_line, wanted, ways_by
from nomorebets.games.pai_gow.solver import KIND_OF, hand_of
from nomorebets.games.pai_gow.terms import DEALER_SET_METHOD, DRAGONS_EYE
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Pricing
from nomorebets.procedures.banking import BANK
from nomorebets.procedures.dragons_eye import DICE
from nomorebets.sim.dealing import BINOMIALS, cards_at, number_of_set, numbers_of_sets, sets_of, stream_of
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.kernels import DrawRule, Word, draw_rule, fair_word, umulh
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

TOTALS = DICE * 6 + 1
SET_OF_TILES = np.uint64((1 << len(TILES)) - 1)


@compiled
def _play(
    seed: Word,
    block: Word,
    rounds: Word,
    rule: DrawRule,
    sets: tuple[Word, ...],
    fours: NDArray[np.uint64],
    hands: NDArray[np.uint16],
    own: NDArray[np.int64],
    theirs: NDArray[np.int64],
    dice: NDArray[np.uint64],
    binomials: NDArray[np.uint64],
) -> NDArray[np.int64]:
    """Rounds by their ends, and by the total of the dice."""
    state, rolls = stream_of(seed, block), np.uint64(dice.size)
    counts = np.zeros(3 + TOTALS, np.int64)
    for _ in range(rounds):
        word, state = fair_word(state, rule)
        four = umulh(word, sets[0])
        word *= sets[0]
        tiles = cards_at(fours[umulh(word, sets[1])], fours[four] ^ SET_OF_TILES)
        word *= sets[1]
        player, dealer = hands[four], hands[number_of_set(tiles, binomials)]
        better = np.uint64(own[player, 0] > theirs[dealer, 0]) + np.uint64(own[player, 1] > theirs[dealer, 1])
        counts[np.uint64(2) - better] += 1
        counts[np.uint64(3) + dice[umulh(word, rolls)]] += 1
    return counts


def _hands(fours: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """Which of the hands that look different each set of four tiles is."""
    tiles = (fours[:, None] >> np.arange(len(TILES), dtype=np.uint64) & np.uint64(1)).nonzero()[1].reshape(-1, FOUR)
    return hand_of(np.sort(KIND_OF[tiles], axis=1)).astype(np.uint16)


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
    dice = np.array([sum(roll) for roll in ordered(DICE)], np.uint64)
    sets, fours = numbers_of_sets(FOUR, FOUR, pack=len(TILES)), sets_of(FOUR, len(TILES))
    rule = draw_rule(int(sets[0]) * int(sets[1]) * dice.size)
    tables = sets, fours, _hands(fours), own, theirs, dice, BINOMIALS

    def kernel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return _play(np.uint64(seed), np.uint64(block), np.uint64(rounds), rule, *tables)

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
