"""Exact odds, over all orderings of the shoe or of what is left of it."""

from nomorebets.games.baccarat.odds import ODDS

__all__ = ["ODDS"]
