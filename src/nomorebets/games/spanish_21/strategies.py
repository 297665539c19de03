"""Ways to decide at Spanish 21. None insures, and none doubles a second time."""

from __future__ import annotations

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.spanish_21.terms import rules_of
from nomorebets.games.twenty_one.strategies import decider

NAMES = ("values", "never-bust", "mimic")  # the first: best by the values of the own cards, suits not looked at
NAMED: dict[str, Strategy] = {name: decider(name, rules_of) for name in NAMES}
STRATEGIES = GameStrategies(named=NAMED)
