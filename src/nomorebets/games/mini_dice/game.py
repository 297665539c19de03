"""Mini-dice: N.J.A.C. 19:47-13 (since 2012, 13:69F-13). One round is one shake; place bets stand until decided.

13.2 and 13.6 were read; the procedure is reconstructed and cited by our readings.
"""

from __future__ import annotations

from nomorebets.games.craps.memory import SEAT
from nomorebets.games.mini_dice.layout import find, layout, unit, verify, verify_act
from nomorebets.games.mini_dice.script import IRREGULARITIES, mini_dice
from nomorebets.games.mini_dice.settlement import PAYS, provided_by, settle
from nomorebets.games.mini_dice.terms import OPTIONS
from nomorebets.regulation import cite, pay_table, reading
from nomorebets.table import Game
from nomorebets.table.game import DICE, Bet, Betting, Memory, Terms

BETS = tuple(
    Bet(
        kind=kind,
        by=provided_by(kind),
        settle=settle,
        pays=pay_table("13.6(b)", rows),
        opens="before-shake",
        decided="shake",
        paid_by=cite("13.6(b)"),
    )
    for kind, rows in PAYS.items()
)

GAME = Game(
    id="mini-dice",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("13.2(b)"),
        late_by=reading("R-13.4-until"),
        to_not_for=cite("13.6(a)"),
        same_odds_by=cite("13.6(b)"),
        unpayable_by=cite("13.6(b)1"),
        limits_in_chips=True,
        no_decision="a mini-dice wager is made before the shake and then left alone: there is nothing to decide",
    ),
    bets=BETS,
    betting=Betting(
        layout=layout,
        place=find,
        unit=unit,
        verify=verify,
        verify_act=verify_act,
        usual=("place-6", "field", "under-7"),
        carries=True,
    ),
    script=mini_dice,
    chance=DICE,
    memory=Memory(remembers={"holder": SEAT}, public=("holder",)),
    irregularities=IRREGULARITIES,
)
