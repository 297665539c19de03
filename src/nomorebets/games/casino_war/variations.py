"""What a game file may do with casino war: another rule for a tie, none of the tie wager, wagers on the first card."""

from nomorebets.games.casino_war.terms import DECKS, TIE_RULE, WAR_TIE
from nomorebets.table.added_wagers import SeatHand
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(
    terms=(TIE_RULE, WAR_TIE),
    on=SeatHand(ranking_name="high-card", own=1, beside=("initial",), decks=lambda house: int(house[DECKS])),
)
