"""Blackjack switch simulated: shoe after shoe by a compiled loop, settled as at the table.

The rounds counted are the first so many of each shoe, of which every shoe has enough: so none is left out because of
the cards it used, and what is counted is what the exact odds price.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.blackjack_switch.hand_machine import RANK_ORDER
from nomorebets.games.blackjack_switch.loop import NO_GAINS, ends_of, kernel_of, spot_kernel_of
from nomorebets.games.blackjack_switch.named import priced, spot_play
from nomorebets.games.blackjack_switch.odds import asked_for, ending_of, match_ending
from nomorebets.games.blackjack_switch.play import MATCH
from nomorebets.games.blackjack_switch.spot_cards import spot_kernel
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
from nomorebets.sim.plans import PlanSimulator
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

if TYPE_CHECKING:
    from nomorebets.games.twenty_one.kernels import Count

# four ranks with so many pairs of like cards among them: no two alike, a pair, two pair, three, four of a kind
LIKE = {0: "2345", 1: "2234", 2: "2233", 3: "2223", 6: "2222"}


def shoe_kernel(
    table: Table, way: str, spots: int = 1, count: Count | None = None, gains: NDArray[np.int64] = NO_GAINS
) -> Kernel:
    """The kernel of a table where every spot is played by a named way; with a count, that of a plan."""
    spot = spot_rules_of(table.house)
    ranks = fresh_shoe(spot.rules.decks).rank
    shoe = [ranks[rank] for rank in RANK_ORDER]
    if spots == 1 and count is None:
        return spot_kernel_of(spot, spot_play(spot, way), shoe)
    return kernel_of(spot, spot_play(spot, way), shoe, cards_behind(BEHIND, sum(shoe)), spots, count, gains)


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


def plan_simulator(table: Table, source: bytes) -> PlanSimulator:
    """Wagers and insurance by a count of the cards; the switch and both hands are played by a named way."""
    from nomorebets.games.blackjack_switch.kernels import ENDS
    from nomorebets.games.twenty_one.count_file import PlanError, read_plan
    from nomorebets.games.twenty_one.counting import count_of, insured_gains, parts_for, report_of

    spot = spot_rules_of(table.house)
    plan = read_plan(table, source, spot.rules, NAMES)
    if plan.indices:
        text = f"{plan.indices[0].hand} against {plan.indices[0].against}: two hands of a spot have no plays by a count"
        raise PlanError(text, accepts="index plays of insurance, and wagers")
    insured = insured_gains(table, spot.rules)
    gains = [ending_of(table, end).net for end, _ in ends_of([1] * ENDS)]
    parts = parts_for(*gains, *insured)
    count, whole = count_of(plan, spot.rules, insured, parts), [int(parts * gain) for gain in gains]
    kernel = shoe_kernel(table, plan.way, plan.boxes, count, np.array(whole, np.int64))
    return PlanSimulator(plan.name, kernel, report_of(plan, parts, lambda: priced(spot, plan.way).mean))


SIMULATION = GameSimulation(simulator=simulator, plan=plan_simulator, added=spot_kernel)
