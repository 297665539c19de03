"""What can be chosen at craps is what to have on the table: a strategy is a file."""

from __future__ import annotations

from nomorebets.drivers.facet import GameStrategies
from nomorebets.games.craps.plan_file import read_plan

STRATEGIES = GameStrategies(read_file=read_plan)
