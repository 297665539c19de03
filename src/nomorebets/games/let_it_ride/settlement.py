"""Let it ride: what a hand pays on the bets that ride, on the bonus and on the three-card bonus (19:47-18.11)."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.equipment.cards import RANKS
from nomorebets.games.let_it_ride.terms import BETS, payout_limit
from nomorebets.hands.poker import FiveCardHand, ThreeCardHand
from nomorebets.procedures.deck import wager_of
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Result, Round, Wager
from nomorebets.table.money import share_out
from nomorebets.table.wagers import lost

LOWER = "lower"  # than a pair of tens
TENS = "tens-or-better"


def bets_of(table: Round, seat: int) -> list[Wager]:
    """The bets of a seat that still lie on the layout, in their order."""
    return [bet for kind in BETS if (bet := wager_of(table, seat, kind))]


def row_of(hand: FiveCardHand) -> str:
    """The row of 18.11(b) that pays a hand; everything lower than a pair of tens loses.

    >>> from nomorebets.hands.poker import five_card_hand
    >>> row_of(five_card_hand("Ts Td 4c Kh 7s")), row_of(five_card_hand("9s 9d 4c Kh 7s"))
    ('tens-or-better', 'lower')
    """
    if hand.category == "pair":
        return TENS if hand.ranks[0] >= RANKS.index("T") else LOWER
    return LOWER if hand.category == "high-card" else hand.category


def winnings(house: House, row: str, amounts: Sequence[int]) -> tuple[list[int], Citation]:
    """What the bets that ride win, each at the odds of the hand, and all of them together no more than the cap."""
    odds = house.pays[f"bets.{row}"]
    due = [odds.of(amount) for amount in amounts]
    cap = payout_limit(house)
    if cap is None or sum(due) <= cap:
        return due, cite("18.11(b)")
    return share_out(cap, due), cite("18.11(c)")  # R-18.11c-division


def settle_bonus(bonus: Wager, row: str, house: House) -> Result:
    """The bonus wager: a sum of money for three of a kind or better, outside the cap of 18.11(c)."""
    won = house.pays.get(f"bonus.{row}")
    if won is None:
        return lost(bonus, reading("R-18.10h-bonus"))
    return Result(bonus, "win", won.of(bonus.amount) - bonus.amount, cite("18.11(d)"))


def settle_three_cards(wager: Wager, hand: ThreeCardHand, house: House) -> Result:
    """The three-card bonus wager, on the player's own cards."""
    won = house.pays.get(f"three-card-bonus.{hand.pay_class}")
    if won is None:
        return lost(wager, reading("R-18.6B-three-card-bonus"))
    return Result(wager, "win", won.of(wager.amount), reading("R-18.6B-tables"))


def gain(house: House, row: str, bets: Sequence[Wager]) -> int:
    """What the bets that ride gain together, in cents."""
    if row == LOWER:
        return -sum(bet.amount for bet in bets)
    return sum(winnings(house, row, [bet.amount + bet.coupon for bet in bets])[0])
