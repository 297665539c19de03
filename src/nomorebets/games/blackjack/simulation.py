"""Blackjack simulated: shoe after shoe by a compiled loop, settled as at the table.

The rounds counted are the first so many of each shoe, of which every shoe has enough: so none is left out because of
the cards it used, and what is counted is what the exact odds price.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from msgspec.structs import replace

from nomorebets.games.blackjack.odds import (
    asked_for,
    counted_ends,
    ending_of,
    even_money_line,
    even_stake,
)
from nomorebets.games.blackjack.side_by_side import ManyRounds
from nomorebets.games.blackjack.side_odds import COUNTED, shoe_at, streak_line
from nomorebets.games.blackjack.side_simulation import beside, side_simulator
from nomorebets.games.blackjack.side_terms import STREAKS
from nomorebets.games.blackjack.terms import CUT_DEPTH, DEALING, main_kinds, rules_of
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.automaton import dealer_machine, machine_of
from nomorebets.games.twenty_one.cutting import cards_behind
from nomorebets.games.twenty_one.lines import insurance_line
from nomorebets.games.twenty_one.loop import box_rounds, box_worth, codes_of, ends_of, loop_of, split_ends
from nomorebets.games.twenty_one.round_machine import BoxRounds
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.games.twenty_one.side_simulation import first_cards_kernel
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.lines import line_of
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.plans import PlanSimulator
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import House, Table


def buried(house: House, cards: int) -> int:
    """How many cards are never dealt: those behind the cutting card, or all but one round where there is no end."""
    return cards - 1 if house[DEALING] == "continuous" else min(cards_behind(house[CUT_DEPTH], cards), cards - 1)


def shoe_kernel(house: House, rules: Rules, play: Play) -> Kernel:
    """The kernel of a table where a box is played so."""
    loop = loop_of(rules, buried(house, sum(rules.shoe)))
    splits = play.splits & (rules.most_hands > 1)
    machines = machine_of(rules, play), splits, dealer_machine(rules.hit_soft_17)
    cards = np.repeat(np.arange(1, len(rules.shoe) + 1), rules.shoe)
    played = box_rounds(BoxRounds(rules, *machines), loop, box_worth, cards)
    codes = [codes_of(ended) for ended in played.ended]

    def kernel(seed: int, block: int, rounds: int) -> Any:
        ended, gained, met, _ = played.play(seed, block, rounds)
        counts = split_ends(gained, met, rules.busted_stay_lost)
        for at in np.flatnonzero(ended).tolist():
            counts[codes[at]] += ended[at]
        return counts

    return kernel


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """One box, shoe after shoe, played by a named strategy."""
    rules = rules_of(table.house)
    play = play_named(pricing.strategy or "optimal", rules)
    wanted = asked_for(table, pricing)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        from nomorebets.games.twenty_one.kernels import ACES, ACES_TEN, AGAINST, AGAINST_TEN, ENDS

        stake = even_stake(table.house)
        ended = [(ending_of(table, end, stake), count) for end, count in ends_of(counts)]
        every = [estimate_of(line_of(table, kind, ended, rounds), rounds) for kind in main_kinds(table.house)]
        besides = counts[ENDS:]
        for line, all_of, tens in ((insurance_line, ACES, ACES_TEN), (even_money_line, AGAINST, AGAINST_TEN)):
            if besides[all_of]:
                made = line(table, rules, Fraction(besides[tens], besides[all_of]))
                every += [estimate_of(made, besides[all_of])] if made is not None else []
        every += streak_estimates(table, list(ends_of(counts)), rounds)
        return [line for line in every if wanted in (None, line.wager)]

    main = Simulator(shoe_kernel(table.house, rules, play), lines)
    counted = any(kind in COUNTED for kind in table.layout.kinds())
    if not counted or (wanted is not None and wanted not in COUNTED):
        return main
    return beside(main, side_simulator(table, pricing if wanted is not None else replace(pricing, wager=None)))


def streak_estimates(table: Table, ends: list[tuple[tuple[str, ...], int]], rounds: int) -> list[Simulated]:
    """Streak wagers by how often rounds were won, each round from a full shoe."""
    kinds = [kind for kind in table.layout.kinds() if kind in STREAKS]
    if not kinds:
        return []
    found = counted_ends(table, rules_of(table.house), ((end, Fraction(n, rounds)) for end, n in ends))
    share, number = float(found.share_won), rounds * float(found.decided)
    estimates = []
    for kind in kinds:
        line = streak_line(table, kind, found)
        steep = STREAKS[kind] * (1 - line.edge_decimal) / share  # how the edge follows the share of rounds won
        estimates.append(Simulated(kind, line.edge_decimal, steep * (share * (1 - share) / number) ** 0.5, rounds))
    return estimates


def plan_simulator(table: Table, source: bytes) -> PlanSimulator:
    """Play and wagers by a count of the cards."""
    from nomorebets.games.blackjack import counting

    return counting.simulator(table, source)


def side_by_side(table: Table, number: int) -> ManyRounds:
    """Many rounds that are stepped together."""
    return ManyRounds(table, number)


SIMULATION = GameSimulation(
    simulator=simulator,
    plan=plan_simulator,
    added=lambda table: first_cards_kernel(shoe_at(table, Pricing())),
    side_by_side=side_by_side,
)
