"""What five-card omaha costs its players: the rake; and what its hands may expect of a pot."""

from nomorebets.games.five_card_omaha.game import VARIANT
from nomorebets.games.poker_room.odds import odds_for

ODDS = odds_for(VARIANT)
