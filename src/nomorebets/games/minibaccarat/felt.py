"""How the table of minibaccarat looks."""

from dataclasses import replace

from nomorebets.drawing.cards import hand
from nomorebets.games.baccarat.felt import AGAINST_THE_HOUSE
from nomorebets.games.baccarat.felt import FELT as BACCARAT

FELT = replace(BACCARAT, emblem=hand(("5h", "4c")), seats=AGAINST_THE_HOUSE)
