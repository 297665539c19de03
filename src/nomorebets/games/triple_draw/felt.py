"""How the table of triple draw looks."""

from nomorebets.games.poker_room.felt import felt_with

FELT = felt_with(("7c", "5d", "4h", "3s", "2c"), has_board=False)
