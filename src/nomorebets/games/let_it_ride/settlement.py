"""What the wagers of let it ride win and lose, and by which paragraph (19:47-18.10 and 18.11). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nomorebets.equipment.cards import RANKS
from nomorebets.games.let_it_ride.terms import payout_limit
from nomorebets.hands.poker import FiveCardHand
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Wager
from nomorebets.table.money import share_out
from nomorebets.table.wagers import lost

LOWER = "lower"  # than a pair of tens
TENS = "tens-or-better"
WITHDRAWN_BY = {"bet-1": "18.10(b)2", "bet-2": "18.10(e)2"}


@dataclass(frozen=True)
class Outcome:
    """The hand of a player, and what rides on it."""

    row: str = ""  # of 18.11(b); or that the hand is lower than all of them
    riding: Mapping[str, int] = field(default_factory=dict)  # cents by bet, a coupon counted like chips
    own: str = ""  # the pay class of the player's own three cards


def riding(bets: Iterable[Wager]) -> dict[str, int]:
    """What rides, by bet."""
    return {bet.kind: bet.amount + bet.coupon for bet in bets}


def row_of(hand: FiveCardHand) -> str:
    """The row of 18.11(b) that pays a hand; everything lower than a pair of tens loses.

    >>> from nomorebets.hands.poker import five_card_hand
    >>> row_of(five_card_hand("Ts Td 4c Kh 7s")), row_of(five_card_hand("9s 9d 4c Kh 7s"))
    ('tens-or-better', 'lower')
    """
    if hand.category == "pair":
        return TENS if hand.ranks[0] >= RANKS.index("T") else LOWER
    return LOWER if hand.category == "high-card" else hand.category


def settle_bet(bet: Wager, outcome: Outcome, house: House) -> Result:
    """One of the three bets: withdrawn, lost, or paid by the hand; all that ride together no more than the cap."""
    if bet.kind not in outcome.riding:
        return Result(bet, "void", 0, cite(WITHDRAWN_BY[bet.kind]))
    if outcome.row == LOWER:
        return lost(bet, cite("18.10(h)"))
    odds = house.pays[f"bets.{outcome.row}"]
    due = [odds.of(amount) for amount in outcome.riding.values()]
    place = list(outcome.riding).index(bet.kind)
    cap = payout_limit(house)
    if cap is None or sum(due) <= cap:
        return Result(bet, "win", due[place], cite("18.11(b)"))
    return Result(bet, "win", share_out(cap, due)[place], cite("18.11(c)"))  # R-18.11c-division


def settle_bonus(bonus: Wager, outcome: Outcome, house: House) -> Result:
    """The bonus wager: a sum of money for three of a kind or better, outside the cap of 18.11(c)."""
    won = house.pays.get(f"bonus.{outcome.row}")
    if won is None:
        return lost(bonus, reading("R-18.10h-bonus"))
    return Result(bonus, "win", won.of(bonus.amount) - bonus.amount, cite("18.11(d)"))


def settle_three_cards(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The three-card bonus wager, on the player's own cards."""
    won = house.pays.get(f"three-card-bonus.{outcome.own}")
    if won is None:
        return lost(wager, reading("R-18.6B-three-card-bonus"))
    return Result(wager, "win", won.of(wager.amount), reading("R-18.6B-tables"))
