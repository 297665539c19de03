"""What a game file may do with Caribbean stud poker: wagers added on the hand of a seat."""

from nomorebets.table.added_wagers import SeatHand
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(hand=SeatHand(ranking_name="five-card-poker", own=5, beside=("ante",)))
