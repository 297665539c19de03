"""Exact odds of mini-dice."""

from nomorebets.games.craps.odds import price_mini_dice
from nomorebets.pricing.facet import GameOdds

ODDS = GameOdds(lines=price_mini_dice)
