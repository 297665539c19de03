"""Minibaccarat: N.J.A.C. 19:47-7 (since 2012, 13:69F-7). One dealer deals everything; there is no curator.

No text of the subchapter was read: section by section it has the headings of punto banco, whose rules are applied.
"""

from nomorebets.games.baccarat.betting import betting_of
from nomorebets.games.baccarat.shoe import MEMORY
from nomorebets.games.minibaccarat.script import IRREGULARITIES, minibaccarat
from nomorebets.games.minibaccarat.settlement import BETS, WAGERS
from nomorebets.games.minibaccarat.terms import TERMS
from nomorebets.table.game import CARDS, Game

GAME = Game(
    id="minibaccarat",
    terms=TERMS,
    bets=BETS,
    betting=betting_of(WAGERS),
    script=minibaccarat,
    chance=CARDS,
    memory=MEMORY,
    irregularities=IRREGULARITIES,
)
