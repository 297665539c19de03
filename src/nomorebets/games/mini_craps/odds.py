"""Priced like craps, under its own terms."""

from nomorebets.games.craps.odds import ODDS

__all__ = ["ODDS"]
