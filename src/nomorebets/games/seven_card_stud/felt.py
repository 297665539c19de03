"""How the table of seven-card stud looks."""

from nomorebets.games.poker_room.felt import felt_with

FELT = felt_with((None, None, "7s"), has_board=False)
