"""How the table of hold 'em looks."""

from nomorebets.games.poker_room.felt import felt_with

FELT = felt_with(("As", "Ks"))
