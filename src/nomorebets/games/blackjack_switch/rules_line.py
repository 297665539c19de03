"""The rules of a blackjack switch table in one line, in the words that the family shares."""

from nomorebets.games.twenty_one.shorthand import sisters_line
from nomorebets.pricing.rules_line import Slot

DRAWS = Slot({"H17": {}}, "H17")  # no table has it otherwise: 2A.12(b)
RULES_LINE = sisters_line(DRAWS, aces_again="allowed", aces_once="not-allowed")
