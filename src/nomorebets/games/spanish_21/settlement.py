"""What the wagers of Spanish 21 win and lose (19:47-19.5 to 19.11)."""

from __future__ import annotations

from dataclasses import dataclass

from nomorebets.games.spanish_21.terms import BLACKJACK, BONUSES, RAISES, SUPER_BONUS, WIN
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.games.twenty_one.settlement import HandRules, settle_against
from nomorebets.games.twenty_one.sides import in_one_suit
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

SEVEN, SPADE = "7", "s"
_NUMBER = {5: "five", 6: "six"}
HANDS = HandRules(
    win_row=WIN,
    blackjack_row=BLACKJACK,
    compared=cite("19.5"),
    tied=cite("19.1"),
    taken=cite("19.5"),
    blackjack=reading("R-19.5-blackjack"),
    surrender=cite("19.8"),
    spared_double=reading("R-19.9-original-only"),
    spared_split=reading("R-19.9-original-only"),
)


def bonus_row(cards: tuple[str, ...]) -> str:
    """The row of the pay table for a hand of 21, or ``""`` where it pays like any other.

    >>> bonus_row(("6s", "7s", "8s")), bonus_row(("7h", "7h", "7c")), bonus_row(("5h", "6h", "Kc"))
    ('main.678-spades', 'main.777-mixed', '')
    """
    if len(cards) > 4:
        return f"main.{_NUMBER.get(len(cards), 'seven')}-cards"
    suits = "mixed" if not in_one_suit(cards) else "spades" if cards[0][1] == SPADE else "suited"
    row = f"main.{''.join(sorted(card[0] for card in cards))}-{suits}"
    return row if row in BONUSES else ""


def is_super(cards: tuple[str, ...], up: str) -> bool:
    """Three sevens of one suit, and the dealer shows a seven."""
    return len(cards) == 3 and {card[0] for card in (*cards, up)} == {SEVEN} and in_one_suit(cards)


def settle_hand(wager: Wager, hand: HandOutcome, house: House) -> Result | None:
    """The wager on a hand, or what was added to it; None as long as the dealer's hand is open and decides it."""
    if hand.ended == "rescue":
        is_last = wager.kind == RAISES[hand.doubles - 1]
        by = reading("R-19.9-rescue")
        return Result(wager, "push", 0, by) if is_last else lost(wager, by)
    if hand.ended != "surrender" and hand.is_blackjack:  # whatever the dealer has
        return Result(wager, "win", house.pays[BLACKJACK].of(wager.amount), HANDS.blackjack)
    if hand.ended != "surrender" and hand.total == MOST:
        return _pay_21(wager, hand, house)
    return settle_against(HANDS, wager, hand, house)


def _pay_21(wager: Wager, hand: HandOutcome, house: House) -> Result:
    """21 always wins: by its bonus, but a doubled hand like any other."""
    row = bonus_row(hand.hand)
    if row and hand.doubles:
        return Result(wager, "win", house.pays[WIN].of(wager.amount), cite("19.5(f)"))
    if row:
        return Result(wager, "win", house.pays[row].of(wager.amount), reading("R-19.5-bonus-odds"))
    return Result(wager, "win", house.pays[WIN].of(wager.amount), reading("R-19.5-21"))


@dataclass(frozen=True)
class SuperBonus:
    """What a super bonus is paid by: the original wager of whoever earned it."""

    stake: int


def settle_super_bonus(bonus: Wager, earned: SuperBonus, house: House) -> Result | None:
    """A fixed sum by the original wager; nothing below the least."""
    rows = [row for least, row in SUPER_BONUS.items() if earned.stake >= least]
    if not rows:
        return None
    return Result(bonus, "win", house.pays[rows[-1]].of(0), reading("R-19.5-super-bonus"))


def settle_others(bonus: Wager, earned: SuperBonus, house: House) -> Result | None:
    """A fixed sum for everybody else, where a super bonus is paid."""
    if earned.stake < min(SUPER_BONUS):
        return None
    return Result(bonus, "win", house.pays["super-bonus-others"].of(0), reading("R-19.5-others"))
