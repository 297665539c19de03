"""Craps: N.J.A.C. 19:47-1 (since 2012, 13:69F-1). One round is one roll; what stands is carried to the next.

Read in the regulation are 1.1 and the wagers 1 to 7 of 1.2(a). The rest is reconstructed and cited by our readings.
"""

from __future__ import annotations

from nomorebets.games.craps.acceptance import intended, verify, verify_act
from nomorebets.games.craps.bets import BETS
from nomorebets.games.craps.layout import find, layout, unit
from nomorebets.games.craps.memory import HANDS, PASSES
from nomorebets.games.craps.script import IRREGULARITIES, craps
from nomorebets.games.craps.settlement import fee
from nomorebets.games.craps.terms import OFFERED_BY, OPTIONS, faults
from nomorebets.games.craps.wagers import BOX, ODDS_BETS
from nomorebets.regulation import cite, reading
from nomorebets.table import Game
from nomorebets.table.game import DICE, Betting, Memory, Terms

GAME = Game(
    id="craps",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("1.2(a)"),
        late_by=reading("R-1.3-late"),
        to_not_for=reading("R-1.4-to"),
        same_odds_by=reading("R-1.4-to"),
        unpayable_by=reading("R-1.4-payable"),
        limit_groups={
            "odds": tuple(ODDS_BETS),
            "buy": tuple(f"buy-{n}" for n in BOX),
            "lay": tuple(f"lay-{n}" for n in BOX),
            "horn": ("horn", *(k for k in OFFERED_BY if k.startswith("horn-high")), "world", "c-and-e"),
        },
        limits_in_chips=True,
        faults=faults,
        no_decision="what can be chosen is what to have on the table: see odds --strategy FILE",
    ),
    bets=BETS,
    betting=Betting(
        layout=layout,
        place=find,
        unit=unit,
        verify=verify,
        verify_act=verify_act,
        intended=intended,
        fee=fee,
        usual=("pass", "dont-pass", "place-win-6", "field", "hard-8"),
        carries=True,
    ),
    script=craps,
    chance=DICE,
    memory=Memory(remembers=PASSES | HANDS, public=("point", "shooter", "fire")),
    irregularities=IRREGULARITIES,
)
