"""What a game file may do with three card poker: the dealer's lowest hand, wagers added on the hand of a seat."""

from nomorebets.games.three_card_poker.terms import QUALIFIES
from nomorebets.table.added_wagers import SeatHand
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(
    terms=(QUALIFIES,), on=SeatHand(ranking_name="three-card-poker", own=3, beside=("ante", "pair-plus"))
)
