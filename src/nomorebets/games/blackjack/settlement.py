"""What the wagers of blackjack win and lose: the main wager, splits and doubles (19:47-2.3 to 2.11)."""

from __future__ import annotations

from nomorebets.games.blackjack.terms import BLACKJACK, FIVE_CARDS, SURRENDER, WIN
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.games.twenty_one.settlement import HandRules, settle_against
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

FIVE = 5
HANDS = HandRules(
    win_row=WIN,
    blackjack_row=BLACKJACK,
    compared=cite("2.3(a)"),
    tied=cite("2.3(b)"),
    taken=cite("2.3(b)"),
    blackjack=reading("R-2.7-pays"),
    surrender=cite("2.8(a)"),
    spared_double=cite("2.10(b)"),
    spared_split=cite("2.11(d)"),
)


def settle_hand(wager: Wager, hand: HandOutcome, house: House) -> Result | None:
    """The wager on a hand, or what was added to it; None as long as the dealer's hand is open and decides it."""
    if hand.ended == "even-money":
        return Result(wager, "win", wager.amount, reading("R-2.7-consolidated"))
    if hand.ended == "surrender" and house[SURRENDER] == "early":
        return Result(wager, "lose", -(wager.amount // 2), reading("R-2.8-early"))
    result = settle_against(HANDS, wager, hand, house)
    if result is None or result.outcome != "win" or FIVE_CARDS not in house.pays:
        return result
    if hand.is_whole and (hand.total, hand.cards) == (MOST, FIVE):
        return Result(wager, "win", house.pays[FIVE_CARDS].of(wager.amount), reading("R-2.16-five-cards"))
    return result


def settle_fee(wager: Wager, outcome: object, house: House) -> Result:
    """The hand fee, which nothing ever returns."""
    return lost(wager, reading("R-2.3-hand-fee"))
