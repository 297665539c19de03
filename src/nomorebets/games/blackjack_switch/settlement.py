"""What the hands of blackjack switch win and lose (13:69F-2A.5, 2A.9 to 2A.11)."""

from __future__ import annotations

from msgspec.structs import replace

from nomorebets.games.blackjack_switch.terms import BLACKJACK, PUSHES_AT, WIN, loses_at_22
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.games.twenty_one.settlement import HandRules, settle_against
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Wager

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
AS_USUAL = replace(SETTLE, pushes_at=0)  # a dealer's 22 is over 21 and nothing else


def settle_hand(wager: Wager, hand: HandOutcome, house: House) -> Result | None:
    """The wager on a hand, or what was added to it; None as long as the dealer's hand is open and decides it."""
    return settle_against(AS_USUAL if loses_at_22(house) else SETTLE, wager, hand, house)
