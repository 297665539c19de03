"""Blackjack switch: the whole edge of six decks as a fraction, and rounds a second beside blackjack's.

The yardstick of the analysis is a figure, not another program: ten seconds for all decisions of both hands, beside each
of 55 other hands, and the edge. A round has two hands, so a third of blackjack's rounds a second are enough.
"""

from __future__ import annotations

from statistics import median

from benchmarks import Line
from benchmarks.blackjack import _median, _seconds
from nomorebets.games import open_table
from nomorebets.games.blackjack import simulation as of_blackjack
from nomorebets.games.blackjack_switch import exact, spots
from nomorebets.games.blackjack_switch.simulation import shoe_kernel
from nomorebets.games.blackjack_switch.terms import spot_rules_of
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.sim.blocks import BLOCK_ROUNDS

EXACT_SECONDS = 10.0
TURNS = 5


def measure() -> list[Line]:
    table = open_table("blackjack-switch")
    spot = spot_rules_of(table.house)

    def edge() -> object:
        spots.best_beside.cache_clear()
        spots.best_play.cache_clear()
        return exact.price_spot(spot, spots.best_play(spot)).edge

    house, rules = open_table("blackjack").house, Rules(decks=6, most_hands=4)
    blackjack = of_blackjack.shoe_kernel(house, rules, play_named("optimal", rules))
    switch = shoe_kernel(table, "optimal")
    for kernel in (blackjack, switch):
        kernel(0, 0, 1)
    ratios = [
        _seconds(lambda block=block: blackjack(1, block, BLOCK_ROUNDS))
        / _seconds(lambda block=block: switch(1, block, BLOCK_ROUNDS))
        for block in range(TURNS)
    ]
    return [
        Line(
            "blackjack switch, all decisions and the edge, 6 decks", "10 s", EXACT_SECONDS / _median(edge, turns=1), 1.0
        ),
        Line("rounds of blackjack switch by the best play", "rounds of blackjack", median(ratios), 1 / 3),
    ]
