"""What seven-card stud costs its players: the rake; and what its hands may expect of a pot."""

from nomorebets.games.poker_room.odds import odds_for
from nomorebets.games.seven_card_stud.game import VARIANT

ODDS = odds_for(VARIANT)
