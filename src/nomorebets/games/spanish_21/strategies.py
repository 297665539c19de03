"""Ways to decide at Spanish 21. None insures."""

from __future__ import annotations

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.spanish_21.terms import RAISES, rules_of
from nomorebets.games.twenty_one.strategies import decider
from nomorebets.games.twenty_one.words import CHOICES

BY_VALUES = "values"  # the best by the values of the own cards, suits not looked at
NAMES = ("optimal", BY_VALUES, "total", "basic", "never-bust", "mimic")
NAMED: dict[str, Strategy] = {name: decider(name, rules_of, RAISES) for name in NAMES}
STRATEGIES = GameStrategies(named=NAMED, choices=(*CHOICES, "rescue"))
