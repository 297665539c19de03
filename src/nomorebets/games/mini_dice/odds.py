"""Exact odds of mini-dice: each wager is decided on one shake, or stands and is active again on the next."""

from __future__ import annotations

from fractions import Fraction

from nomorebets.equipment.dice import Roll
from nomorebets.games.craps.life import State, end_of, live, outcomes_of, with_figures
from nomorebets.games.mini_dice.terms import ROUNDING
from nomorebets.pricing.facet import GameOdds, Pricing
from nomorebets.pricing.lines import Ending
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import law
from nomorebets.table import Table, Wager


def wagers_at(table: Table, pricing: Pricing) -> list[Wager]:
    """The wagers that are priced: of the stake asked for, or of one that is paid exactly."""
    places = list(table.layout.values()) if pricing.wager is None else [table.place(pricing.wager)]
    exact = 60 if table.house[ROUNDING] == "up" else 1
    units = ((place, table.game.betting.unit(table.house, place)) for place in places)
    return [Wager(1, place.id, pricing.stake or unit * exact) for place, unit in units]


def price_mini_dice(table: Table, pricing: Pricing) -> list[Line]:
    """Every wager of mini-dice."""
    return [_line(table, wager) for wager in wagers_at(table, pricing)]


def _line(table: Table, wager: Wager) -> Line:
    def step(state: State, roll: Roll) -> tuple[Ending | None, State]:
        result = table.result_of(wager, roll)
        return (None if result is None else end_of(result)), state

    life = live({wager: Fraction(1)}, step, lambda state: True)
    rests_on = [table.layout[wager.on].by, table.game.minimum_pays.by_for(wager.on)]
    basis = law.weakest([law.basis(by, table.as_of) for by in rests_on])
    return with_figures(Line(wager.on, outcomes_of(life.ends), basis), life)


ODDS = GameOdds(lines=price_mini_dice)
