"""What can be chosen at craps is what to have on the table: a strategy is a file."""

from __future__ import annotations

from nomorebets.drivers.facet import GameStrategies
from nomorebets.games.craps.plans import Plan
from nomorebets.table import Table


def plan(table: Table, content: bytes) -> Plan:
    """The plan that a strategy file describes."""
    from nomorebets.games.craps.plan_file import read_plan

    return read_plan(table, content)


STRATEGIES = GameStrategies(plan=plan)
