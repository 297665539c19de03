"""What a game file may do with red dog: wagers added on the spread of the first two cards."""

from nomorebets.games.red_dog.terms import DECKS
from nomorebets.table.added_wagers import SeatHand
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(
    on=SeatHand(
        ranking_name="spread",
        own=0,
        shared=2,
        shared_areas=("first", "second"),
        beside=("bet",),
        decks=lambda house: int(house[DECKS]),
    )
)
