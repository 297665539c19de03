"""Blackjack switch: exact odds of the match wager and of insurance. The two hands are not priced yet."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement

from nomorebets.equipment.cards import RANKS
from nomorebets.errors import unknown
from nomorebets.games.blackjack_switch.match import FourCards
from nomorebets.games.blackjack_switch.play import MATCH
from nomorebets.games.blackjack_switch.terms import rules_of
from nomorebets.games.twenty_one.lines import EVEN_CENTS, insurance_line
from nomorebets.games.twenty_one.shoe_counts import fresh_shoe
from nomorebets.pricing.facet import GameOdds, Pricing
from nomorebets.pricing.lines import ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import reading
from nomorebets.table import Table, Wager

FOUR = 4
INSURANCE = "insurance"


def ways_of_four(ranks: Mapping[str, int]) -> dict[str, int]:
    """Every four ranks, in how many ways they can be dealt from a shoe.

    >>> sum(ways_of_four(dict.fromkeys(RANKS, 24)).values()) == math.comb(312, 4)
    True
    """
    return {
        "".join(four): math.prod(math.comb(ranks[rank], n) for rank, n in Counter(four).items())
        for four in combinations_with_replacement(RANKS, FOUR)
    }


def match_line(table: Table, pricing: Pricing) -> Line:
    """The match wager, by the table's own settlement of every four ranks."""
    rules = rules_of(table.house)
    ways = ways_of_four(fresh_shoe(rules.decks).without(pricing.removed).rank)
    counted = []
    for four, count in ways.items():
        results = table.game.settle(
            [Wager(1, MATCH, EVEN_CENTS)], FourCards(tuple(f"{rank}s" for rank in four)), table.house
        )
        pays = results[0].net // EVEN_CENTS
        name = f"win: {pays} to 1" if pays > 0 else results[0].outcome
        counted.append((ending(name, results, EVEN_CENTS), count))
    return line_of(table, MATCH, counted, sum(ways.values()), rests_on=(reading("R-2A.2-decks"),))


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The lines that are known exactly."""
    insured = insurance_line(table, rules_of(table.house).without(pricing.removed))
    offered = {INSURANCE: insured} | ({MATCH: match_line(table, pricing)} if MATCH in table.layout else {})
    if pricing.wager is not None and pricing.wager not in offered:
        raise unknown("wager", pricing.wager, offered, table.as_of)
    return [line for wager, line in offered.items() if line is not None and pricing.wager in (None, wager)]


def edges_to_check(table: Table) -> Mapping[str, Fraction]:
    """The edges that a house's own pay table may turn in the patrons' favour."""
    return {MATCH: match_line(table, Pricing()).edge} if MATCH in table.layout else {}


ODDS = GameOdds(lines=lines, takes_removed=True, to_check=edges_to_check)
