"""What hold 'em costs its players: the rake; what its hands may expect of a pot, and how short stacks are played."""

from nomorebets.games.holdem.game import VARIANT
from nomorebets.games.poker_room.charts import push_or_fold
from nomorebets.games.poker_room.odds import odds_for

ODDS = odds_for(VARIANT, push_or_fold)
