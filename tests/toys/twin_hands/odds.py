"""Twin hands, exactly: every pair of front cards against every card of the dealer, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import perm

from nomorebets.equipment.packs import pack
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import GameOdds, Pricing
from nomorebets.pricing.lines import ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.table import Table, Wager
from twin_hands.settlement import Showdown, value
from twin_hands.strategies import RULES_OF_PLAY

STAKE = 1000  # cents; every row of the pay table pays it exactly
DEALT = 5  # cards of a round with one stake


@cache
def showdowns(cards: tuple[str, ...]) -> Ends:
    """How often each showdown comes, of all deals of two hands and the dealer's card from a pack."""
    counts: Counter[Showdown] = Counter()
    for first, ways, left in _hands(Counter(map(value, cards))):
        for second, more, rest in _hands(left):
            for dealer, last in rest.items():
                counts[Showdown(first, second, dealer)] += ways * more * last
    return Ends(counts, perm(len(cards), DEALT))


def _hands(left: Counter[int]) -> Iterator[tuple[int, int, Counter[int]]]:
    """Every hand of two: its higher card, in how many ways it is dealt, and what is left then."""
    for low, high in combinations_with_replacement(sorted(left), 2):
        ways = left[low] * (left[low] - 1) if low == high else 2 * left[low] * left[high]
        if ways:
            yield high, ways, left - Counter((low, high))


def stake_line(table: Table, ends: Ends, strategy: str | None) -> Line:
    """A stake and the raise that a strategy makes beside it."""
    rule = RULES_OF_PLAY[strategy or "optimal"]
    counted, raised = [], 0
    for shown, count in ends.counts.items():
        wagers = [Wager(1, "stake", STAKE)]
        choice = rule(shown.first, shown.second)
        if choice != "neither":
            wagers.append(Wager(1, choice, 2 * STAKE))
            raised += count
        results = table.settle(wagers, shown)
        name = ", ".join(f"{result.wager.kind} {result.outcome}" for result in results)
        counted.append((ending(name, results, STAKE), count))
    return line_of(table, "stake", counted, ends.total, average_wager=1 + Fraction(2 * raised, ends.total))


def ticket_line(table: Table, ends: Ends, ticket: str) -> Line:
    """A ticket, which leaves nothing to decide."""
    counted = []
    for shown, count in ends.counts.items():
        (result,) = table.settle([Wager(1, ticket, STAKE)], shown)
        counted.append((ending(result.outcome, [result], STAKE), count))
    return line_of(table, ticket, counted, ends.total)


def lines_from(table: Table, pricing: Pricing, ends: Ends) -> list[Line]:
    """The wager asked for, or the stake and a ticket of each size; a raise is priced with its stake."""
    names = (pricing.wager,) if pricing.wager else table.game.betting.varied
    places = [place for name in names for place in table.places(name)]
    return [
        ticket_line(table, ends, place.id) if place.kind == "ticket" else stake_line(table, ends, pricing.strategy)
        for place in places
    ]


def lines(table: Table, pricing: Pricing) -> list[Line]:
    return lines_from(table, pricing, showdowns(pack(table.game.chance.pack)))


ODDS = GameOdds(lines=lines)
