"""What a game file may do with Caribbean stud: the dealer's lowest hand, wagers added on the hand of a seat."""

from nomorebets.games.caribbean_stud.terms import QUALIFIES
from nomorebets.table.added_wagers import SeatHand
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(terms=(QUALIFIES,), on=SeatHand(ranking_name="five-card-poker", own=5, beside=("ante",)))
