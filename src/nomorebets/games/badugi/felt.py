"""How the table of badugi looks."""

from nomorebets.games.poker_room.felt import felt_with

FELT = felt_with(("Ac", "2d", "3h", "4s"), has_board=False)
