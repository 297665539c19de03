"""What the hands of blackjack switch win and lose, and insurance (13:69F-2A.5, 2A.8 to 2A.11)."""

from __future__ import annotations

from functools import partial

from nomorebets.games.blackjack_switch.terms import BLACKJACK, PUSHES_AT, WIN
from nomorebets.games.twenty_one.settlement import SettleRules, settle_against, settle_insured
from nomorebets.regulation import cite, reading

SETTLE = SettleRules(
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
    insured=cite("2A.8"),
    uninsured=cite("2A.8"),
    pushes_at=PUSHES_AT,
    pushed=reading("R-2A.5-pushes"),
)
settle_hand = partial(settle_against, SETTLE)
settle_insurance = partial(settle_insured, SETTLE)
