"""What the wagers of double down stud win and lose, and by which paragraph (19:47-17.9 and 17.10). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nomorebets.equipment.cards import RANKS
from nomorebets.games.double_down_stud.terms import LIMIT
from nomorebets.hands.poker import FiveCardHand
from nomorebets.regulation import cite
from nomorebets.table import House, Result, Wager
from nomorebets.table.money import share_out
from nomorebets.table.wagers import lost

LOWER = "lower"  # than a pair of sixes
PUSH = "sixes-to-tens"
JACKS = "jacks-or-better"


@dataclass(frozen=True)
class Outcome:
    """The hand of a player, and all that is wagered on it."""

    row: str  # of 17.10(b); or that the hand is lower than all of them, or pushes
    wagered: Mapping[str, int]  # cents by wager, a coupon counted like chips


def wagered(wagers: Iterable[Wager]) -> dict[str, int]:
    """What is wagered on a hand, by wager."""
    return {wager.kind: wager.amount + wager.coupon for wager in wagers}


def row_of(hand: FiveCardHand) -> str:
    """The row of 17.10(b) a hand belongs to: a pair of fives loses, of sixes pushes, of jacks wins.

    >>> from nomorebets.hands.poker import five_card_hand
    >>> [row_of(five_card_hand(f"{rank}s {rank}d 2c 3h 4s")) for rank in "56TJ"]
    ['lower', 'sixes-to-tens', 'sixes-to-tens', 'jacks-or-better']
    """
    if hand.category == "pair":
        rank = hand.ranks[0]
        return JACKS if rank >= RANKS.index("J") else PUSH if rank >= RANKS.index("6") else LOWER
    return LOWER if hand.category == "high-card" else hand.category


def settle_wager(wager: Wager, outcome: Outcome, house: House) -> Result:
    """The original wager, and the double down wager, which goes with it (R-17.9-double-alike).

    Together they win no more than the limit (R-17.10c-together).
    """
    if outcome.row == LOWER:
        return lost(wager, cite("17.9(a)"))
    if outcome.row == PUSH:
        return Result(wager, "push", 0, cite("17.9(b)"))
    odds = house.pays[f"original.{outcome.row}"]
    due = [odds.of(amount) for amount in outcome.wagered.values()]
    place = list(outcome.wagered).index(wager.kind)
    if sum(due) <= LIMIT:
        return Result(wager, "win", due[place], cite("17.10(b)"))
    return Result(wager, "win", share_out(LIMIT, due)[place], cite("17.10(c)"))  # R-17.10c-division
