"""What a game file may do with casino war: another rule for a tie, and none of the tie wager."""

from nomorebets.games.casino_war.terms import TIE_RULE, WAR_TIE
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(terms=(TIE_RULE, WAR_TIE), removable=("tie",))
