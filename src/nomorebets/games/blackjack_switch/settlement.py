"""What the hands of blackjack switch win and lose (13:69F-2A.5, 2A.9 to 2A.11)."""

from __future__ import annotations

from functools import partial

from nomorebets.games.blackjack_switch.terms import BLACKJACK, PUSHES_AT, WIN
from nomorebets.games.twenty_one.settlement import HandRules, settle_against
from nomorebets.regulation import cite, reading
from nomorebets.table import Result

SETTLE = HandRules(
    win_row=WIN,
    blackjack_row=BLACKJACK,
    compared=cite("2A.5"),
    tied=cite("2A.5"),
    taken=cite("2A.5"),
    blackjack=reading("R-2A.5-pays"),
    surrender=cite("2A.9(a)"),
    surrender_taken=reading("R-2A.9-waits"),
    spared_double=cite("2A.10"),
    spared_split=cite("2A.11"),
    pushes_at=PUSHES_AT,
    pushed=reading("R-2A.5-pushes"),
)
settle_hand: partial[Result | None] = partial(settle_against, SETTLE)
