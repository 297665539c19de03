"""What a game file may do with automated craps: wagers added on a throw, as at craps."""

from nomorebets.games.craps.variations import VARIATIONS as CRAPS
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(on=CRAPS.on)
