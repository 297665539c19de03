"""The ways to play that have a name, as tables for every hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.analysis.totals import basic, best_by_total, mimic, never_bust
from nomorebets.games.twenty_one.analysis.values import best, best_zero_memory
from nomorebets.games.twenty_one.rules import Rules

PLAYS: dict[str, Callable[[Rules], Play]] = {
    "optimal": lambda rules: best(rules).play,
    "values": lambda rules: best(rules).play,  # the same, in games that pay by suits too
    "zero-memory": lambda rules: best_zero_memory(rules).play,
    "total": lambda rules: best_by_total(rules).play(rules),
    "basic": lambda rules: basic(rules).play(rules),
    "never-bust": lambda rules: never_bust(rules).play(rules),
    "mimic": lambda rules: mimic(rules).play(rules),
}


@lru_cache(maxsize=32)
def play_named(name: str, rules: Rules) -> Play:
    """A way to play by its name, at a table."""
    return PLAYS[name](rules)
