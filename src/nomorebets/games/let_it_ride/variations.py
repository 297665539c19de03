"""What a game file may do with let it ride: wagers added on the hand of a seat."""

from nomorebets.games.let_it_ride.terms import BETS
from nomorebets.table.added_wagers import SeatHand
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(
    on=SeatHand(ranking_name="five-card-poker", own=3, shared=2, shared_areas=("community",), beside=BETS)
)
