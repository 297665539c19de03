"""Ways to decide at blackjack: the best play, simpler ones that a person can keep in mind, and simple-minded ones.

None insures or takes even money: those are wagers of their own, with odds of their own.
"""

from __future__ import annotations

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one.strategies import decider
from nomorebets.games.twenty_one.words import CHOICES

# what each does is told by `twenty_one.analysis.named`, which is not loaded before somebody plays
NAMES = ("optimal", "zero-memory", "total", "basic", "never-bust", "mimic")

NAMED: dict[str, Strategy] = {name: decider(name, rules_of) for name in NAMES}
STRATEGIES = GameStrategies(named=NAMED, choices=CHOICES)
