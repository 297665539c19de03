"""What decides the play and the price of a blackjack table: nothing of a house but this moves its odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from nomorebets.errors import UnknownName
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.shorthand import SHORTHAND

VALUES = 10  # places of the values a card may have: the ace first, then two to nine, then all that count ten
NONE = (0,) * VALUES

Relief = Literal["original-only", "busted-plus-one"]
Surrender = Literal["none", "late", "early"]
DoubleOn = Literal["any-two", "9-11", "10-11"]
DOUBLED_TOTALS = {"any-two": range(21), "9-11": range(9, 12), "10-11": range(10, 12)}  # of two cards


@dataclass(frozen=True)
class Rules:
    """The options of a table that decide play and price, and the cards that have left its shoe.

    >>> Rules(decks=6, hit_soft_17=True, surrender="late").shorthand
    '6D H17 DAS LS 3:2'
    """

    decks: int = 8
    removed: tuple[int, ...] = NONE  # how many cards of each value are gone, the ace first
    hit_soft_17: bool = False
    card_reader: bool = False  # does not move the mean: a dealer's blackjack takes only original wagers
    relief: Relief = "original-only"
    surrender: Surrender = "none"
    blackjack_pays: Fraction = Fraction(3, 2)
    double_on: DoubleOn = "any-two"
    double_after_split: bool = True
    most_hands: int = 2  # of one box, by splitting
    resplit_aces: bool = False
    five_card_21: Fraction | None = None  # what a hand of five cards that total 21 pays
    win_pays: Fraction = Fraction(1)  # what any other hand pays that wins
    pushes_at: int = 0  # a total of the dealer over 21 that pushes every hand but a blackjack; 0: there is none

    def __post_init__(self) -> None:
        if self.decks < 1:
            raise UnknownName(f"a shoe of {self.decks} decks", accepts="one deck or more")
        if not 1 <= self.most_hands <= 4:
            raise UnknownName(f"{self.most_hands} hands of one box", accepts="1 to 4")
        if len(self.removed) != VALUES or min(self.removed) < 0 or min(self.shoe) < 0:
            raise UnknownName(
                f"{self.decks} decks do not hold the cards that are said to be gone",
                accepts="at most 4 of each value and 16 tens per deck",
            )

    @property
    def shoe(self) -> tuple[int, ...]:
        """How many cards of each value are in the shoe when the round begins."""
        fresh = (4 * self.decks,) * (VALUES - 1) + (16 * self.decks,)
        return tuple(n - gone for n, gone in zip(fresh, self.removed, strict=True))

    def without(self, cards: Iterable[str]) -> Rules:
        """The same table after these cards have left the shoe."""
        gone = list(self.removed)
        for card in cards:
            gone[value(card) - 1] += 1
        return replace(self, removed=tuple(gone))

    def splits_of(self, pair: int) -> int:
        """How often a pair of this value (0: aces) may be split in a round."""
        return min(self.most_hands - 1, 1) if pair == 0 and not self.resplit_aces else self.most_hands - 1

    @property
    def shorthand(self) -> str:
        """The table in one line, as players write it."""
        return SHORTHAND.write(
            {
                "decks": str(self.decks),
                "soft-17": "hit" if self.hit_soft_17 else "stand",
                "double-after-split": "on" if self.double_after_split else "off",
                "surrender": self.surrender,
                "double-on": self.double_on,
                "resplit": "up-to-limit" if self.most_hands > 2 else "none",
                "resplit-aces": "allowed" if self.resplit_aces else "forbidden",
                "boxes": "7" if self.most_hands == 3 else "",
                "blackjack-pays": f"{self.blackjack_pays.numerator}:{self.blackjack_pays.denominator}",
            }
        )


def with_shoe(rules: Rules, shoe: Sequence[int]) -> Rules:
    """The same table with exactly these cards of each value in its shoe."""
    decks = max(-(-max(shoe[:-1]) // 4), -(-shoe[-1] // 16), 1)
    fresh = (4 * decks,) * (VALUES - 1) + (16 * decks,)
    return replace(rules, decks=decks, removed=tuple(n - left for n, left in zip(fresh, shoe, strict=True)))
