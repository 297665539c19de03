"""How the table of omaha looks."""

from nomorebets.games.poker_room.felt import felt_with

FELT = felt_with(("As", "Ks", "Qh", "Jh"))
