"""What a game file may do with it: fewer decks, other drawing tables, wagers added on how a coup comes out."""

from nomorebets.games.baccarat.variations import variations
from nomorebets.games.minibaccarat.terms import OPTIONS

VARIATIONS = variations(OPTIONS["decks"])
