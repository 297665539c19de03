"""What decides the play and the price of a blackjack table: nothing of a house but this moves its odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Literal

from nomorebets.errors import UnknownName
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.shorthand import SHORTHAND

VALUES = 10  # places of the values a card may have: the ace first, then two to nine, then all that count ten
NONE = (0,) * VALUES

Relief = Literal["original-only", "busted-plus-one"]
Surrender = Literal["none", "late", "early"]
DoubleOn = Literal["any-two", "9-11", "10-11", "any-number"]
DOUBLED_TOTALS = {
    "any-two": range(21),
    "9-11": range(9, 12),
    "10-11": range(10, 12),
    "any-number": range(21),
}  # of two cards, but for the last, which is of any number


@dataclass(frozen=True)
class Always21:
    """What hands of 21 are paid where 21 always wins: by the number of their cards, and three cards by their suits."""

    by_cards: tuple[tuple[int, Fraction], ...] = ()  # this number of cards; the last also more
    of_678: tuple[Fraction, Fraction, Fraction] | None = None  # 6-7-8: mixed, of one suit, of spades
    of_777: tuple[Fraction, Fraction, Fraction] | None = None

    def pays(self, counts: Sequence[int], win: Fraction, decks: int) -> Fraction:
        """What a hand is paid on average, its suits not looked at: suits fall alike, whatever values are gone."""
        cards = sum(counts)
        for number, pays in reversed(self.by_cards):
            if cards >= number:
                return pays
        row, chances = self.of_777 if counts[6] == 3 else self.of_678, suits_of(counts, decks)
        if row is None or chances is None:
            return win
        return sum((pays * chance for pays, chance in zip(row, chances, strict=True)), Fraction(0))


def suits_of(counts: Sequence[int], decks: int) -> tuple[Fraction, Fraction, Fraction] | None:
    """How often three cards are mixed, of one suit, of spades; None where they are neither 6-7-8 nor 7-7-7."""
    if sum(counts) != 3 or not (counts[5] == counts[6] == counts[7] == 1 or counts[6] == 3):
        return None
    suited = Fraction(1, 16) if counts[6] == 1 else Fraction(4 * comb(decks, 3), comb(4 * decks, 3))
    return 1 - suited, suited * Fraction(3, 4), suited / 4


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
    tens: int = 16  # cards of a deck that count ten
    always_21: Always21 | None = None  # where 21 and a blackjack win whatever the dealer has
    rescue: bool = False  # a double below 21 may be taken back for the original wager
    split_aces_play: bool = False  # split aces are played like other hands
    pushes_at: int = 0  # a total of the dealer over 21 that pushes every hand but a blackjack; 0: there is none

    def __post_init__(self) -> None:
        if self.decks < 1:
            raise UnknownName(f"a shoe of {self.decks} decks", accepts="one deck or more")
        if not 1 <= self.most_hands <= 4:
            raise UnknownName(f"{self.most_hands} hands of one box", accepts="1 to 4")
        if len(self.removed) != VALUES or min(self.removed) < 0 or min(self.shoe) < 0:
            raise UnknownName(
                f"{self.decks} decks do not hold the cards that are said to be gone",
                accepts=f"at most 4 of each value and {self.tens} tens per deck",
            )

    @property
    def shoe(self) -> tuple[int, ...]:
        """How many cards of each value are in the shoe when the round begins."""
        fresh = (4 * self.decks,) * (VALUES - 1) + (self.tens * self.decks,)
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
    decks = max(-(-max(shoe[:-1]) // 4), -(-shoe[-1] // rules.tens), 1)
    fresh = (4 * decks,) * (VALUES - 1) + (rules.tens * decks,)
    return replace(rules, decks=decks, removed=tuple(n - left for n, left in zip(fresh, shoe, strict=True)))
