"""Blackjack switch simulated: shoe after shoe by a compiled loop, settled as at the table.

The rounds counted are the first so many of each shoe, of which every shoe has enough: so none is left out because of
the cards it used, and what is counted is what the exact odds price.
"""

from __future__ import annotations

from fractions import Fraction

from nomorebets.games.blackjack_switch.loop import RANK_ORDER, ends_of, kernel_of
from nomorebets.games.blackjack_switch.named import spot_play
from nomorebets.games.blackjack_switch.odds import asked_for, ending_of, match_ending
from nomorebets.games.blackjack_switch.play import MATCH
from nomorebets.games.blackjack_switch.strategies import NAMES
from nomorebets.games.blackjack_switch.terms import BOTH, spot_rules_of
from nomorebets.games.twenty_one.cutting import cards_behind
from nomorebets.games.twenty_one.lines import insurance_line
from nomorebets.games.twenty_one.shoe import BEHIND
from nomorebets.games.twenty_one.shoe_counts import fresh_shoe
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.lines import line_of
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

# four ranks with so many pairs of like cards among them: no two alike, a pair, two pair, three, four of a kind
LIKE = {0: "2345", 1: "2234", 2: "2233", 3: "2223", 6: "2222"}


def shoe_kernel(table: Table, way: str, spots: int = 1) -> Kernel:
    """The kernel of a table where every spot is played by a named way."""
    spot = spot_rules_of(table.house)
    ranks = fresh_shoe(spot.rules.decks).rank
    shoe = [ranks[rank] for rank in RANK_ORDER]
    return kernel_of(spot, spot_play(spot, way), shoe, cards_behind(BEHIND, sum(shoe)), spots)


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """One spot, shoe after shoe, played by a named strategy."""
    wanted = asked_for(table, pricing)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        from nomorebets.games.blackjack_switch import kernels

        ended = [(ending_of(table, end), count) for end, count in ends_of(counts)]
        every = [estimate_of(line_of(table, BOTH, ended, rounds), rounds)]
        if aces := counts[kernels.ACES]:
            insured = insurance_line(table, spot_rules_of(table.house).rules, Fraction(counts[kernels.ACES_TEN], aces))
            every += [estimate_of(insured, aces)] if insured is not None else []
        if MATCH in table.layout:
            matched = [(match_ending(table, four), counts[kernels.LIKE + like]) for like, four in LIKE.items()]
            every.append(estimate_of(line_of(table, MATCH, matched, rounds), rounds))
        return [line for line in every if wanted in (None, line.wager)]

    return Simulator(shoe_kernel(table, pricing.strategy or NAMES[0]), lines)


SIMULATION = GameSimulation(simulator=simulator)
