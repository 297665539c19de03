"""Exact odds of wagers with the house, over all orderings of the shoe or of what is left of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from nomorebets.errors import unknown
from nomorebets.games.baccarat.drawing_terms import drawing_table_at
from nomorebets.games.baccarat.terms import chosen
from nomorebets.pricing.facet import GameOdds, Pricing
from nomorebets.procedures.vigorish import QUARTER, rate_at
from nomorebets.table import Table, Wager

if TYPE_CHECKING:
    from nomorebets.pricing.sheet import Line


def wagers_priced(table: Table, pricing: Pricing) -> list[Wager]:
    """One wager of each kind asked for; without a stake, one on which vigorish needs no rounding."""
    if pricing.wager is not None and pricing.wager not in table.layout:
        raise unknown("wager", pricing.wager, table.layout)
    even = QUARTER * 100 // math.gcd(QUARTER * 100, rate_at(table.house))
    units = (table.game.betting.unit(table.house, place) for place in table.layout.values())
    stake = pricing.stake or math.lcm(even, *units)
    return [Wager(1, place, stake) for place in table.layout if pricing.wager in (None, place)]


def price(table: Table, pricing: Pricing) -> list[Line]:
    """A line for every wager of the table."""
    from nomorebets.games.baccarat.coups import count_codes
    from nomorebets.games.baccarat.deals import count_deals, shoe_values
    from nomorebets.games.baccarat.endings import lines_of

    deals = count_deals(shoe_values(int(chosen(table.house, "decks")), pricing.removed))
    return lines_of(table, count_codes(deals, drawing_table_at(table.house)), wagers_priced(table, pricing))


ODDS = GameOdds(lines=price, takes_removed=True)
