"""How the table of automated craps looks: as that of craps."""

from dataclasses import replace

from nomorebets.drawing.dice import dice
from nomorebets.games.craps.felt import FELT as CRAPS

FELT = replace(CRAPS, emblem=dice(2, 2))
