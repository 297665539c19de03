"""A strategy file like that of craps."""

from nomorebets.games.craps.strategies import STRATEGIES

__all__ = ["STRATEGIES"]
