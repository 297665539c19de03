"""What a game file may do with three card poker: wagers added on the hand of a seat."""

from nomorebets.table.added_wagers import SeatHand
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(hand=SeatHand(ranking_name="three-card-poker", own=3, beside=("ante", "pair-plus")))
