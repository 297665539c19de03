"""What triple draw costs its players: the rake; and what its hands may expect of a pot."""

from nomorebets.games.poker_room.odds import odds_for
from nomorebets.games.triple_draw.game import VARIANT

ODDS = odds_for(VARIANT)
