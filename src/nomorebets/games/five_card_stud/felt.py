"""How the table of five-card stud looks."""

from nomorebets.games.poker_room.felt import felt_with

FELT = felt_with((None, "5s"), has_board=False)
