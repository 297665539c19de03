"""The rules of a Spanish 21 table in one line, in the words that the family shares."""

from nomorebets.games.twenty_one.shorthand import sisters_line
from nomorebets.pricing.rules_line import Slot

SOFT_17 = Slot({"S17": {"dealer-soft-17": "stand"}, "H17": {"dealer-soft-17": "hit"}}, "S17 or H17")
RULES_LINE = sisters_line(SOFT_17, aces_again="on", aces_once="off")
