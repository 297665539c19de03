"""How the table of punto banco looks."""

from dataclasses import replace

from nomorebets.drawing.cards import hand
from nomorebets.games.baccarat.felt import AGAINST_THE_HOUSE
from nomorebets.games.baccarat.felt import FELT as BACCARAT

FELT = replace(BACCARAT, emblem=hand(("9d", "Ks")), seats=AGAINST_THE_HOUSE)
