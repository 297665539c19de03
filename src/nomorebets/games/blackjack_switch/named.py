"""The ways to play a spot that have a name, as tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from nomorebets.games.blackjack_switch.exact import price_spot
from nomorebets.games.blackjack_switch.points import points_switch
from nomorebets.games.blackjack_switch.spots import (
    STARTS,
    SpotPlay,
    beside,
    best_beside,
    best_play,
    both_worths,
    never,
    where_better,
    worths_beside,
)
from nomorebets.games.blackjack_switch.terms import SpotRules
from nomorebets.games.twenty_one.analysis.exact import Price
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.rules import Rules


def alike(name: str, rules: Rules) -> SpotPlay:
    """Both hands kept, each played as one hand alone by a named way."""
    return SpotPlay((play_named(name, rules),) * len(STARTS), never())


def basic(spot: SpotRules) -> SpotPlay:
    """The switch by points, and the hands by the chart."""
    return SpotPlay(alike("basic", spot.rules).plays, points_switch(spot))


BEST_HANDS = ("optimal", "never-switch")  # their hands are played as is best beside the other
PLAYS: dict[str, Callable[[SpotRules], SpotPlay]] = {
    "optimal": best_play,
    "basic": basic,
    "never-switch": lambda spot: SpotPlay(best_beside(spot.rules).plays, never()),
    "never-bust": lambda spot: SpotPlay(alike("never-bust", spot.rules).plays, points_switch(spot)),
    "mimic": lambda spot: alike("mimic", spot.rules),
}


@lru_cache(maxsize=16)
def spot_play(spot: SpotRules, name: str) -> SpotPlay:
    """A way to play by its name, at a table."""
    return PLAYS[name](spot)


@lru_cache(maxsize=1 << 16)
def switches(spot: SpotRules, name: str, five: tuple[int, ...]) -> bool:
    """Whether two hands are switched, by the values of their four cards and of the card shown."""
    if name != "optimal":
        return bool(spot_play(spot, name).switches[five])
    *four, up = five
    return bool(where_better(*both_worths(spot, worths_beside(spot.rules, four), four))[up])


def play_beside(spot: SpotRules, name: str, other: int) -> Play:
    """How a hand is played beside another; of the best play only that is worked out."""
    return beside(spot.rules, other)[0] if name in BEST_HANDS else spot_play(spot, name).plays[other]


@lru_cache(maxsize=32)
def priced(spot: SpotRules, name: str) -> Price:
    """What a way to play gains per unit of both wagers."""
    return price_spot(spot, spot_play(spot, name))
