"""What hold 'em costs its players: the rake; and what its hands may expect of a pot."""

from nomorebets.games.holdem.game import VARIANT
from nomorebets.games.poker_room.odds import odds_for

ODDS = odds_for(VARIANT)
