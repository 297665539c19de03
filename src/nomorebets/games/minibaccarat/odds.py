"""Exact odds, over all orderings of the shoe or of what is left of it."""

from nomorebets.games.baccarat.odds import price_with
from nomorebets.games.minibaccarat.game import RULES
from nomorebets.pricing.facet import GameOdds

ODDS = GameOdds(lines=price_with(RULES), takes_removed=True)
