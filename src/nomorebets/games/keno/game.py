"""Keno: N.J.A.C. 19:47-15 (since 2012, 13:69F-15)."""

from __future__ import annotations

from nomorebets.games.keno.script import IRREGULARITIES, keno
from nomorebets.games.keno.settlement import settle_ticket
from nomorebets.games.keno.terms import COMBINATION, STRAIGHT, TERMS, WAY
from nomorebets.games.keno.tickets import find, layout, price_step, verify
from nomorebets.procedures.tickets import GAME_NUMBER, NUMBERED
from nomorebets.regulation import cite
from nomorebets.table import Game
from nomorebets.table.game import BALLS, Bet, Betting, Memory

BETS = tuple(
    Bet(
        kind=kind,
        by=cite("15.2"),
        settle=settle_ticket,
        opens="before-draw",
        decided="result-posted",
    )
    for kind in (STRAIGHT, WAY, COMBINATION)
)

GAME = Game(
    id="keno",
    terms=TERMS,
    bets=BETS,
    betting=Betting(
        layout=layout,
        place=find,
        unit=price_step,
        verify=verify,
        usual=("ticket:3-17-22-41-58-80",),
        varied=(
            "ticket:3-17-22-41-58-80",
            "ticket:1-11/2-12/3-13:3/4",
            "ticket:5-50/7-27-47/10-20-30:1/2_2/3_1/8",
        ),
        is_listed=False,
        carries=True,
    ),
    script=keno,
    chance=BALLS,
    memory=Memory(remembers={GAME_NUMBER: NUMBERED}, public=(GAME_NUMBER,)),
    irregularities=IRREGULARITIES,
)
