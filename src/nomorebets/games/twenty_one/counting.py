"""Play by a count, simulated: what the loops of the family need of a plan, and what came of it, count by count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm, sqrt
from typing import TYPE_CHECKING

import numpy as np

from nomorebets.games.twenty_one.count_file import CountPlan
from nomorebets.games.twenty_one.lines import insurance_line
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.sim.plans import PlanReport, PlanRow
from nomorebets.table import Table

if TYPE_CHECKING:
    from nomorebets.games.twenty_one.kernels import Count

HALF = Fraction(1, 2)  # of the wager: the most that insurance may be


def insured_gains(table: Table, rules: Rules) -> list[Fraction]:
    """What insurance brings beside a unit: lost, and won."""
    line = insurance_line(table, rules)
    assert line is not None
    return [HALF * net for net in sorted(outcome.net for outcome in line.outcomes)]


def parts_for(*gains: Fraction) -> int:
    """The parts of a unit in which all of these are whole."""
    return lcm(*(gain.denominator for gain in gains))


def count_of(plan: CountPlan, rules: Rules, insured: Sequence[Fraction], parts: int) -> Count:
    """A plan for the compiled loops."""
    from nomorebets.games.twenty_one.kernels import Count

    tags = np.zeros(16, np.int64)
    tags[1 : 1 + len(plan.tags)] = plan.tags
    return Count(
        tags=tags,
        start=plan.start,
        per_deck=np.bool_(plan.per_deck),
        deck=sum(rules.shoe) // rules.decks,
        lowest=plan.lowest,
        wagers=np.array(plan.wagers, np.int64),
        insures=np.array(plan.insures, np.bool_),
        insured=np.array([int(parts * gain) for gain in insured], np.int64),
    )


def report_of(plan: CountPlan, parts: int, exact: Callable[[], Fraction]) -> Callable[[list[int], int], PlanReport]:
    """What the figures of a loop say; ``exact`` is the mean of a unit where all counts are played alike."""

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
        if not plan.follows_the_count:
            figures["flat_edge_exact"] = -float(exact())
            figures["cutting_card_effect"] = float(exact()) - flat
        return PlanReport("count", tuple(rows), figures)

    return report
