"""What a side wager is decided by: the cards of one box as far as they are known."""

from __future__ import annotations

import msgspec

Card = str  # as in equipment.cards: "As", "Td"


class BoxOutcome(msgspec.Struct, frozen=True):
    """One box of a round at the moment at which a wager on it is decided."""

    cards: tuple[Card, ...]  # the initial two, in the order in which they came
    drawn: tuple[Card, ...]  # further cards of the first hand, in order
    up: Card  # the dealer's first card
    hole: Card | None  # his second, once it is shown
    net: int | None  # cents that the box's main wager won or lost, once it is decided
    surrendered: bool = False
    won_before: int = 0  # rounds the box has won in a row while streak wagers were up: where their marker stands
    meter: int = 0  # cents that the progressive meter shows when it is this box's turn
    sharing: int = 1  # boxes that divide the whole meter
