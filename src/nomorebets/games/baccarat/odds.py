"""How the two games with the house are priced and simulated: by the settlement of the table itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from nomorebets.errors import unknown
from nomorebets.games.baccarat.rules import BaccaratRules, chosen
from nomorebets.games.baccarat.settlement import QUARTER, decided, natural_tie, settle
from nomorebets.hands.baccarat import Coup
from nomorebets.pricing.facet import Pricing
from nomorebets.table import Result, Table, Wager

if TYPE_CHECKING:
    from nomorebets.pricing.sheet import Line
    from nomorebets.sim.simulate import Simulator


def wagers_priced(table: Table, pricing: Pricing) -> list[Wager]:
    """One wager of each kind asked for; without a stake, one on which vigorish needs no rounding."""
    if pricing.wager is not None and pricing.wager not in table.layout:
        raise unknown("wager", pricing.wager, table.layout)
    rate = int(chosen(table.house, "vig-rate"))
    even = QUARTER * 100 // math.gcd(QUARTER * 100, rate)
    stake = pricing.stake or math.lcm(
        even, *(table.game.betting.unit(table.house, place) for place in table.layout.values())
    )
    return [Wager(1, place, stake) for place in table.layout if pricing.wager in (None, place)]


def settle_with(table: Table, rules: BaccaratRules) -> Callable[[Wager, Coup], Result]:
    """The settlement of this table."""
    return lambda wager, coup: settle(wager, coup, table.house, rules.results)


@cache
def decide_with(natural_tie: str) -> Callable[[str, Coup], tuple[str, str]]:
    """How a kind of wager ends; the same function for all tables at which it ends so."""
    return lambda kind, coup: decided(kind, coup, natural_tie)


def decide_at(table: Table) -> Callable[[str, Coup], tuple[str, str]]:
    """How a kind of wager ends at this table."""
    return decide_with(natural_tie(table.house))


def price_with(rules: BaccaratRules) -> Callable[[Table, Pricing], list[Line]]:
    """Exact odds over all orderings of the shoe, or of what is left of it."""

    def price(table: Table, pricing: Pricing) -> list[Line]:
        from nomorebets.games.baccarat.lines import counted, lines_of

        counts = counted(int(chosen(table.house, "decks")), pricing.removed)
        return lines_of(table, counts, wagers_priced(table, pricing), decide_at(table), settle_with(table, rules))

    return price


def simulator_with(rules: BaccaratRules) -> Callable[[Table, Pricing], Simulator]:
    """Whole shoes, burned, cut and dealt to the last hand."""

    def simulator(table: Table, pricing: Pricing) -> Simulator:
        from nomorebets.games.baccarat.simulation import shoe_simulator

        return shoe_simulator(table, wagers_priced(table, pricing), decide_at(table), settle_with(table, rules))

    return simulator
