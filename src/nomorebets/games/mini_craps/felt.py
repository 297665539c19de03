"""How the table of mini-craps looks: as that of craps."""

from dataclasses import replace

from nomorebets.drawing.dice import dice
from nomorebets.games.craps.felt import FELT as CRAPS

FELT = replace(CRAPS, emblem=dice(5, 6))
