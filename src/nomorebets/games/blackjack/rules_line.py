"""Blackjack's rules in one line, in the words that the family shares."""

from nomorebets.games.twenty_one.shorthand import SHORTHAND

RULES_LINE = SHORTHAND
