"""Every round that a script of the blackjack family can deal from a short pack."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.enumeration import enumerate_round
from nomorebets.drivers.facet import Strategy
from nomorebets.games.twenty_one.hand import value
from nomorebets.table import Table, Wager
from nomorebets.table.felt import Opening

STAKE = 1000


def dealt(table: Table, wager: str, strategy: Strategy, pack: str) -> tuple[Fraction, Fraction]:
    """Mean and mean square of what a unit on a box gains, dealt by the script; of several wagers, a unit of all."""
    places = [place.id for place in table.places(wager)]
    bots = BotTable(tuple(Wager(1, on, STAKE) for on in places), SeededChance(0), strategy)
    mean = square = Fraction(0)
    for probability, rulings in enumerate_round(table, bots, Opening({"pack": pack})):
        net = Fraction(sum(r.net for r in rulings), len(places) * STAKE)
        mean, square = mean + probability * net, square + probability * net**2
    return mean, square


def shoe_of(pack: str) -> list[int]:
    """How many cards of each value a pack has, the ace first."""
    counts = Counter(value(card) - 1 for card in pack.split())
    return [counts[place] for place in range(10)]
