"""How a hand of the blackjack family ended: what its wagers are settled by."""

from __future__ import annotations

from typing import Literal

import msgspec


class HandOutcome(msgspec.Struct, frozen=True):
    """How one hand ended, and how the dealer's did."""

    total: int
    cards: int = 2
    is_blackjack: bool = False  # the first two cards of the box, an ace and a ten
    is_whole: bool = True  # neither split nor doubled
    dealer: int | None = None  # the dealer's total; None as long as it is not known
    dealer_has_blackjack: bool = False
    ended: Literal["", "surrender", "even-money", "rescue"] = ""
    spared: bool = False  # a dealer's blackjack takes another wager of the box, and not this one
    hand: tuple[str, ...] = ()  # the cards themselves, where a game pays by them
    up: str = ""  # the dealer's first card
    doubles: int = 0  # how often the wager was doubled


class HoleCard(msgspec.Struct, frozen=True):
    """The dealer's second card, which decides insurance."""

    card: str


class FirstCards(msgspec.Struct, frozen=True):
    """The initial cards of a box, and the dealer's first card."""

    cards: tuple[str, ...]
    up: str
