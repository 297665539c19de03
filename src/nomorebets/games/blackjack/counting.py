"""Blackjack by a count: what it brings, count by count, and what the cutting card does to a flat wager."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, sqrt
from typing import Any

import numpy as np

from nomorebets.games.blackjack.count_file import CountPlan, plays_of, read_plan
from nomorebets.games.blackjack.odds import ending_of, even_stake
from nomorebets.games.blackjack.simulation import buried
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.automaton import dealer_machine, machine_of
from nomorebets.games.twenty_one.lines import insurance_line
from nomorebets.games.twenty_one.loop import ends_of, loop_of, moves_of
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.plans import PlanReport, PlanRow, PlanSimulator
from nomorebets.table import Table

MOST_HANDS = 4
HALF = Fraction(1, 2)  # of the wager: the most that insurance may be


def gains_at(table: Table) -> tuple[list[Fraction], list[Fraction]]:
    """What each end of a box brings per unit, by the table's own settlement; and insurance, lost and won."""
    from nomorebets.games.twenty_one.kernels import ENDS

    stake = even_stake(table.house)
    gains = [
        ending_of(table, end, stake).net if 1 <= len(end) <= MOST_HANDS else Fraction(0)
        for end, _ in ends_of([1] * ENDS)
    ]
    line = insurance_line(table, rules_of(table.house), HALF)
    assert line is not None
    nets = sorted(outcome.net for outcome in line.outcomes)
    return gains, [HALF * net for net in nets]


def simulator(table: Table, source: bytes) -> PlanSimulator:
    """Rounds of a plan, shoe after shoe to the cutting card."""
    plan = read_plan(table, source)
    gains, insured = gains_at(table)
    parts = lcm(*(gain.denominator for gain in (*gains, *insured)))
    return PlanSimulator(plan.name, _kernel(table, plan, gains, insured, parts), _report(table, plan, parts))


def _kernel(
    table: Table, plan: CountPlan, gains: Sequence[Fraction], insured: Sequence[Fraction], parts: int
) -> Kernel:
    from nomorebets.games.twenty_one import kernels

    machine = machine_of(plan.rules, *plan.plays)
    moves, dealer = moves_of(machine), moves_of(dealer_machine(plan.rules.hit_soft_17))
    tags = np.zeros(16, np.int64)
    tags[1 : 1 + len(plan.tags)] = plan.tags
    count = kernels.Count(
        tags=tags,
        start=plan.start,
        per_deck=np.bool_(plan.per_deck),
        lowest=plan.lowest,
        wagers=np.array(plan.wagers, np.int64),
        insures=np.array(plan.insures, np.bool_),
        acts=machine.act,
        splits=plays_of(plan),
        gains=np.array([int(parts * gain) for gain in gains], np.int64),
        insured=np.array([int(parts * gain) for gain in insured], np.int64),
    )
    behind = buried(table.house, sum(plan.rules.shoe))
    loop, shoe = loop_of(plan.rules, behind, plan.boxes), kernels.shoe_of(plan.rules.shoe, plan.boxes)

    def kernel(seed: int, block: int, rounds: int) -> Any:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return kernels.play_by_count(*words, shoe.copy(), loop, moves, dealer, count)

    return kernel


def _report(table: Table, plan: CountPlan, parts: int) -> Any:
    def report(counts: list[int], rounds: int) -> PlanReport:
        from nomorebets.games.twenty_one.kernels import FIGURES

        by_count = [counts[at : at + FIGURES] for at in range(0, len(counts), FIGURES)]
        rows = []
        for at, (n, gain, square, staked, _, _) in enumerate(by_count):
            if n:
                mean = gain / n / parts
                error = sqrt(max(square / n / parts**2 - mean**2, 0) / n)
                label = f"{plan.lowest + at}"
                name = f"{label} or less" if at == 0 else f"{label} or more" if at == len(by_count) - 1 else label
                rows.append(PlanRow(name, n, -mean, error, staked / n))
        n, gain, square, staked, won, won_square = (sum(row[figure] for row in by_count) for figure in range(FIGURES))
        flat = gain / n / parts
        mean = won / n / parts
        variance = max(won_square / n / parts**2 - mean**2, 0)
        exact = None if plan.has_indices else float(price(plan.rules, plan.plays[0]).mean)
        figures = {
            "average_wager": staked / n,
            "gain_per_round": mean,
            "standard_error": sqrt(variance / n),
            "standard_deviation": sqrt(variance),
            "gain_per_unit_wagered": won / parts / staked if staked else 0.0,
            "flat_edge": -flat,
            "flat_standard_error": sqrt(max(square / n / parts**2 - flat**2, 0) / n),
        }
        if mean > 0:
            figures["n0_rounds"] = variance / mean**2
        if exact is not None:
            figures["flat_edge_exact"] = -exact
            figures["cutting_card_effect"] = exact - flat
        return PlanReport("count", tuple(rows), figures)

    return report
