"""How the table of mambo stud looks."""

from nomorebets.games.poker_room.felt import felt_with

FELT = felt_with((None, "6h", "3h"))
