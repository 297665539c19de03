"""A shoe by its single cards: how many of each are left, of each rank, of each suit; whole numbers throughout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property

import msgspec

from nomorebets.equipment.cards import DECK, RANKS, SUITS
from nomorebets.errors import UnknownName, counted
from nomorebets.games.twenty_one.hand import ACE, TENS

LEAST_CARDS = 4  # two for a box and two for the dealer


class ShoeCounts(msgspec.Struct, frozen=True, dict=True):
    """The cards that may come.

    >>> left = fresh_shoe(6).without(("As", "Kd"))
    >>> left.total, left.of["As"], left.rank["A"], left.suit["s"], left.tens
    (310, 5, 23, 77, 95)
    """

    of: Mapping[str, int]

    @cached_property
    def total(self) -> int:
        return sum(self.of.values())

    @cached_property
    def rank(self) -> Mapping[str, int]:
        return {rank: sum(self.of[rank + suit] for suit in SUITS) for rank in RANKS}

    @cached_property
    def suit(self) -> Mapping[str, int]:
        return {suit: sum(self.of[rank + suit] for rank in RANKS) for suit in SUITS}

    @cached_property
    def tens(self) -> int:
        return sum(self.rank[rank] for rank in TENS)

    @property
    def aces(self) -> int:
        return self.rank[ACE]

    @property
    def by_value(self) -> tuple[int, ...]:
        """How many cards count so much: the ace first, then two to nine, then all that count ten."""
        return (self.aces, *(self.rank[str(points)] for points in range(2, 10)), self.tens)

    def without(self, cards: Iterable[str]) -> ShoeCounts:
        """The same shoe less these cards; refused where it does not hold them, or too few are left for a round."""
        left = dict(self.of)
        for card, gone in Counter(cards).items():
            if left.get(card, 0) < gone:
                held = left.get(card, 0)
                text = f"{counted(gone, 'card')} {card} cannot be removed"
                raise UnknownName(text, accepts=f"at most {held} of this card")
            left[card] -= gone
        rest = ShoeCounts(left)
        if rest.total < LEAST_CARDS:
            raise UnknownName(
                f"{rest.total} cards are left, and a round takes {LEAST_CARDS}", accepts=f"{LEAST_CARDS} cards or more"
            )
        return rest


def fresh_shoe(decks: int, pack: Iterable[str] = DECK) -> ShoeCounts:
    """A shoe of whole decks; a card that a deck does not have is counted, as none."""
    return ShoeCounts({**dict.fromkeys(DECK, 0), **dict.fromkeys(pack, decks)})


def effects_of_removal(shoe: ShoeCounts, gain: Callable[[ShoeCounts], Fraction]) -> dict[str, Fraction]:
    """What a card of each rank that has left the shoe adds to the gain of a unit, the mean of its suits."""
    full = gain(shoe)
    effects = {}
    for rank in RANKS:
        cards = [(rank + suit, shoe.of[rank + suit]) for suit in SUITS if shoe.of[rank + suit]]
        held = sum(number for _, number in cards)
        if held:
            changed = sum((number * gain(shoe.without((card,))) for card, number in cards), Fraction(0))
            effects[rank] = changed / held - full
    return effects
