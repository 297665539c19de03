"""Blackjack by a count of the cards: what the loop of the family needs of a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from nomorebets.games.blackjack.odds import ending_of, even_stake
from nomorebets.games.blackjack.simulation import buried
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.automaton import dealer_machine, machine_of
from nomorebets.games.twenty_one.count_file import read_plan
from nomorebets.games.twenty_one.counting import count_of, insured_gains, parts_for, report_of
from nomorebets.games.twenty_one.loop import ends_of, loop_of, moves_of
from nomorebets.sim.plans import PlanSimulator
from nomorebets.table import Table

MOST_HANDS = 4


def gains_at(table: Table) -> list[Fraction]:
    """What each end of a box brings per unit, by the table's own settlement."""
    from nomorebets.games.twenty_one.kernels import ENDS

    stake = even_stake(table.house)
    return [
        ending_of(table, end, stake).net if 1 <= len(end) <= MOST_HANDS else Fraction(0)
        for end, _ in ends_of([1] * ENDS)
    ]


def simulator(table: Table, source: bytes) -> PlanSimulator:
    """Rounds of a plan, shoe after shoe to the cutting card."""
    from nomorebets.games.twenty_one import kernels

    rules = rules_of(table.house)
    plan = read_plan(table, source, rules)
    plays, gains, insured = plan.plays(rules), gains_at(table), insured_gains(table, rules)
    parts, machine = parts_for(*gains, *insured), machine_of(rules, *plays)
    by_count = kernels.Plays(
        acts=machine.act,
        splits=np.stack([moves_of(machine, play).splits for play in plays]),
        gains=np.array([int(parts * gain) for gain in gains], np.int64),
    )
    count = count_of(plan, rules, insured, parts)
    moves, dealer = moves_of(machine), moves_of(dealer_machine(rules.hit_soft_17))
    loop = loop_of(rules, buried(table.house, sum(rules.shoe)), plan.boxes)
    shoe = kernels.shoe_of(rules.shoe, plan.boxes)

    def kernel(seed: int, block: int, rounds: int) -> Any:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return kernels.play_by_count(*words, shoe.copy(), loop, moves, dealer, count, by_count)

    return PlanSimulator(plan.name, kernel, report_of(plan, parts, lambda: price(rules, plays[0]).mean))
