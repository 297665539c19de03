"""Blackjack: the exact analysis of eight decks, and rounds a second shoe after shoe.

The yardsticks are figures, not other programs: half a second for all decisions and the whole edge as a fraction, and
four times the 3.6 million rounds a second of a public simulator in Rust. So the time is that of the processor, of which
other programs on the machine take no part. A plain analysis, the same walk one removal set after the other in compiled
loops, stands for an analyser that is not shipped.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import thread_time

import numpy as np

from benchmarks import Line
from nomorebets.games import open_table
from nomorebets.games.blackjack.simulation import shoe_kernel
from nomorebets.games.twenty_one.analysis import kernels, values
from nomorebets.games.twenty_one.analysis.dealer import ENDS, MOST_DRAWS, dealer_tree
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.hands import removal_sets
from nomorebets.games.twenty_one.analysis.moments import distribution
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.rules import VALUES, Rules
from nomorebets.sim.blocks import BLOCK_ROUNDS

EXACT_SECONDS = 0.5
SPREAD_SECONDS = 2.0
ROUNDS_A_SECOND = 4 * 3.6e6
TURNS = 5


def measure() -> list[Line]:
    split = Rules(decks=8, most_hands=4)
    return [
        Line("all decisions and the edge, 8 decks, split to four", "0.5 s", EXACT_SECONDS / _median(_edge(split)), 1.0),
        Line("the same, the dealer draws to soft 17", "0.5 s", EXACT_SECONDS / _median(_edge(_h17(split))), 1.0),
        Line("decisions alone", "a plain walk of each removal set", _plain(split) / _median(_decisions(split)), 1.0),
        Line("every end of a box of two hands", "2 s", SPREAD_SECONDS / _median(_spread(Rules(decks=8))), 1.0),
        rounds("rounds by the chart, 6 decks, split to four", Rules(decks=6, most_hands=4), "basic"),
        rounds("rounds by the best play", Rules(decks=6, most_hands=4), "optimal"),
    ]


def _h17(rules: Rules) -> Rules:
    return Rules(decks=rules.decks, most_hands=rules.most_hands, hit_soft_17=True)


def _decisions(rules: Rules) -> Callable[[], object]:
    def work() -> object:
        values.chances_of.cache_clear()
        return values.choose(rules)

    return work


def _edge(rules: Rules) -> Callable[[], object]:
    def work() -> object:
        values.chances_of.cache_clear()
        return price(rules, values.choose(rules).play).edge

    return work


def _spread(rules: Rules) -> Callable[[], object]:
    return lambda: distribution(rules, play_named("optimal", rules))


def _plain(rules: Rules) -> float:
    """Seconds of the dealer's walk alone for every removal set and card shown, one set after the other."""
    sets = removal_sets(rules.splits_of(9), rules.splits_of(0)).counts
    left = np.ascontiguousarray((np.array(rules.shoe) - sets).T)
    left = np.maximum(left, 1)
    pays = np.ones(ENDS, np.int64)
    sums = np.zeros((MOST_DRAWS, left.shape[1]))

    def work() -> None:
        for up in range(VALUES):
            kernels.dealer_estimates(dealer_tree(up, False), pays, left, sums)

    return _median(work, turns=2)


def rounds(work: str, rules: Rules, strategy: str) -> Line:
    kernel = shoe_kernel(open_table("blackjack").house, rules, play_named(strategy, rules))
    kernel(0, 0, 1)
    rates = [BLOCK_ROUNDS / _seconds(lambda block=block: kernel(1, block, BLOCK_ROUNDS)) for block in range(TURNS)]
    return Line(work, "4 × 3.6 million a second, one core", median(rates) / ROUNDS_A_SECOND, 1.0)


def _median(work: Callable[[], object], turns: int = TURNS) -> float:
    work()
    return median(_seconds(work) for _ in range(turns))


def _seconds(work: Callable[[], object]) -> float:
    started = thread_time()
    work()
    return thread_time() - started
