"""How a player's hand ends against the dealer's: what Caribbean stud and three card poker have in common."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

from nomorebets.hands.poker import FiveCardHand, ThreeCardHand

End: TypeAlias = Literal["fold", "no-hand", "win", "push", "lose"]
ENDS: tuple[End, ...] = ("fold", "no-hand", "win", "push", "lose")

Hand = TypeVar("Hand", FiveCardHand, ThreeCardHand)


def end_of(player: Hand, dealer: Hand, dealer_qualifies: bool) -> End:
    """The end of a hand that was not folded."""
    if not dealer_qualifies:
        return "no-hand"
    return "push" if player == dealer else "win" if player > dealer else "lose"
