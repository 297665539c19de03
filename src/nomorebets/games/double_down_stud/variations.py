"""What a game file may do with double down stud: wagers added on a seat's card with the dealer's four."""

from nomorebets.table.added_wagers import SeatHand
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(
    on=SeatHand(ranking_name="five-card-poker", own=1, shared=4, shared_areas=("dealer",), beside=("original",))
)
