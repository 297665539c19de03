"""The ways to play that have a name, as tables for every hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from nomorebets.games.twenty_one.analysis.by_cards import by_cards
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.analysis.totals import basic, best_by_total, mimic, never_bust
from nomorebets.games.twenty_one.analysis.values import best, best_zero_memory
from nomorebets.games.twenty_one.rules import Rules


def basic_play(rules: Rules) -> Play:
    """The chart; where hands may be doubled later on, with the number of cards that calls for another play."""
    return by_cards(rules).play(rules) if rules.double_on == "any-number" else basic(rules).play(rules)


PLAYS: dict[str, Callable[[Rules], Play]] = {
    "optimal": lambda rules: best(rules).play,
    "values": lambda rules: best(rules).play,  # the same, in games that pay by suits too
    "zero-memory": lambda rules: best_zero_memory(rules).play,
    "total": lambda rules: best_by_total(rules).play(rules),
    "basic": basic_play,
    "never-bust": lambda rules: never_bust(rules).play(rules),
    "mimic": lambda rules: mimic(rules).play(rules),
}


Way = str | Play  # a way to play, by its name or as it is


def play_of(rules: Rules, way: Way) -> Play:
    return play_named(way, rules) if isinstance(way, str) else way


@lru_cache(maxsize=32)
def play_named(name: str, rules: Rules) -> Play:
    """A way to play by its name, at a table."""
    return PLAYS[name](rules)
