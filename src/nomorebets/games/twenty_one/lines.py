"""Lines of the odds that the games of the blackjack family share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from nomorebets.errors import unknown
from nomorebets.games.twenty_one.outcome import HoleCard
from nomorebets.games.twenty_one.rules import Rules, with_shoe
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts, effects_of_removal
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import law
from nomorebets.table import Table, Wager

EVEN_CENTS = 100  # so much of any stake is paid, halved and divided exactly


def insurance_line(table: Table, rules: Rules, tens: Fraction | None = None) -> Line | None:
    """Insurance, with nothing known but the dealer's ace; none where the shoe has no ace.

    ``tens``: how often the hole card counts ten, where that was counted.
    """
    left = list(rules.shoe)
    if not left[0]:
        return None
    left[0] -= 1
    tens = Fraction(left[-1], sum(left)) if tens is None else tens
    ways = {"Kd": tens, "9d": 1 - tens}
    outcomes = []
    for hole, chance in ways.items():
        (result,) = table.game.settle([Wager(1, "insurance", EVEN_CENTS)], HoleCard(hole), table.house)
        outcomes.append(Outcome(result.outcome, Fraction(result.net, EVEN_CENTS), chance, result.by))
    return plain_line(table, "insurance", outcomes, "only the dealer's ace is known")


def insurance_gain(table: Table, rules: Rules, shoe: ShoeCounts) -> Fraction:
    """What a unit of insurance gains from a shoe; nothing where it has no ace."""
    line = insurance_line(table, with_shoe(rules, shoe.by_value))
    return Fraction(0) if line is None else -line.edge


def effects_on(
    table: Table, pricing: Pricing, shoe: ShoeCounts, gains: Mapping[str, Callable[[ShoeCounts], Fraction]]
) -> Mapping[str, Mapping[str, Fraction]]:
    """What a card that has left the shoe adds to the gain of each wager, or of the one that is asked for."""
    if pricing.wager is not None and pricing.wager not in gains:
        raise unknown("wager whose cards are counted", pricing.wager, gains, table.as_of)
    return {wager: effects_of_removal(shoe, gain) for wager, gain in gains.items() if pricing.wager in (None, wager)}


def plain_line(table: Table, wager: str, outcomes: list[Outcome], note: str) -> Line:
    """A line of outcomes, the best first; those that cannot come are left out."""
    ways = tuple(sorted((o for o in outcomes if o.probability), key=lambda o: -o.net))
    return Line(wager, ways, law.weakest([law.basis(o.by, table.as_of) for o in ways]), note=note)
