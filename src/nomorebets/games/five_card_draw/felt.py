"""How the table of five-card draw looks."""

from nomorebets.games.poker_room.felt import felt_with

FELT = felt_with((None, None, None, None, None), has_board=False)
