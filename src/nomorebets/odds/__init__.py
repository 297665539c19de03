"""Exact odds: by enumeration of the script, or by a solver that is checked against the script on small cases."""

from nomorebets.odds.sheet import Line, OddsSheet, Outcome, odds

__all__ = ["Line", "OddsSheet", "Outcome", "odds"]
