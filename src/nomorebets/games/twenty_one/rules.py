"""What decides the play and the price of a blackjack table: nothing of a house but this moves its odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, prod
from typing import Literal

import msgspec
from msgspec.structs import replace

from nomorebets.errors import UnknownName
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.shorthand import SHORTHAND

SUITS = "cdhs"  # the spades last
SEVEN = 6  # its place among the values
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


class Always21(msgspec.Struct, frozen=True):
    """What hands of 21 are paid where 21 always wins: by the number of their cards, and three cards by their suits."""

    by_cards: tuple[tuple[int, Fraction], ...] = ()  # this number of cards; the last also more
    of_678: tuple[Fraction, Fraction, Fraction] | None = None  # 6-7-8: mixed, of one suit, of spades
    of_777: tuple[Fraction, Fraction, Fraction] | None = None
    super_777: Fraction = Fraction(0)  # besides, to a hand neither split nor doubled, of one suit, against a seven

    def by_number(self, cards: int) -> Fraction | None:
        """What a hand of so many cards is paid, whatever they are; None where that does not matter."""
        return next((pays for number, pays in reversed(self.by_cards) if cards >= number), None)

    def by_suits(self, counts: Sequence[int], is_super: bool = False) -> tuple[Fraction, ...] | None:
        """What three cards are paid where they are mixed, of one suit, of spades."""
        if not is_by_suits(counts):
            return None
        row = self.of_777 if counts[6] == 3 else self.of_678
        if row is None or not (is_super and counts[6] == 3):
            return row
        return row[0], row[1] + self.super_777, row[2] + self.super_777


def is_by_suits(counts: Sequence[int]) -> bool:
    """Whether three cards are 6-7-8 or 7-7-7."""
    return sum(counts) == 3 and (counts[5] == counts[6] == counts[7] == 1 or counts[6] == 3)


Suits = tuple[tuple[int, ...], ...]  # how many sixes, sevens and eights there are of each suit, the spades last


def suits_of(counts: Sequence[int], suits: Suits) -> tuple[Fraction, Fraction, Fraction] | None:
    """How often three cards are mixed, of one suit, of spades; None where they are neither 6-7-8 nor 7-7-7."""
    if not is_by_suits(counts):
        return None
    held = counts[5:8]
    every = prod(comb(sum(row), n) for row, n in zip(suits, held, strict=True))
    if not every:
        return Fraction(1), Fraction(0), Fraction(0)
    alike = [prod(comb(row[suit], n) for row, n in zip(suits, held, strict=True)) for suit in range(len(suits[0]))]
    suited, spades = Fraction(sum(alike[:-1]), every), Fraction(alike[-1], every)
    return 1 - suited - spades, suited, spades


class Rules(msgspec.Struct, frozen=True):
    """The options of a table that decide play and price, and the cards that have left its shoe.

    >>> Rules(decks=6, hit_soft_17=True, surrender="late").shorthand
    '6D H17 DAS LS 3:2'
    """

    decks: int = 8
    removed: tuple[int, ...] = NONE  # how many cards of each value are gone, the ace first
    hit_soft_17: bool = False
    card_reader: bool = False  # moves the mean only where 21 is paid at once: a blackjack takes only original wagers
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
    rescue: bool = False  # a double below 21 may be taken back for all that was staked before it
    redoubles: int = 0  # how often a doubled hand may be doubled again
    suits: Suits | None = None  # of sixes, sevens and eights, where they are known; they fall alike else
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

    @property
    def of_suits(self) -> Suits:
        """The suits of sixes, sevens and eights; suits that nobody knows fall alike, whatever values are gone."""
        return self.suits or ((self.decks,) * len(SUITS),) * 3

    def pays_21(self, counts: Sequence[int], up: int | None = None) -> Fraction:
        """What a hand of 21 that always wins is paid on average; against a card shown, where it was not split."""
        always = self.always_21
        assert always is not None
        if (paid := always.by_number(sum(counts))) is not None:
            return paid
        row, chances = always.by_suits(counts, is_super=up == SEVEN), suits_of(counts, self.of_suits)
        if row is None or chances is None:
            return self.win_pays
        return sum((pays * chance for pays, chance in zip(row, chances, strict=True)), Fraction(0))

    def waits_for_blackjack(self, up: int) -> bool:
        """Whether a hand of 21 is paid while the dealer may still turn up a blackjack."""
        return self.always_21 is not None and not self.card_reader and up in (0, VALUES - 1)

    def without(self, cards: Iterable[str]) -> Rules:
        """The same table after these cards have left the shoe."""
        gone, suits = list(self.removed), [list(row) for row in self.of_suits]
        for card in cards:
            gone[value(card) - 1] += 1
            if value(card) in (6, 7, 8):
                suits[value(card) - 6][SUITS.index(card[1])] -= 1
        known = tuple(tuple(row) for row in suits) if self.always_21 is not None else None
        return replace(self, removed=tuple(gone), suits=known)

    def splits_of(self, pair: int) -> int:
        """How often a pair of this value (0: aces) may be split in a round."""
        return min(self.most_hands - 1, 1) if pair == 0 and not self.resplit_aces else self.most_hands - 1

    @property
    def busted_stay_lost(self) -> bool:
        """Whether hands are played before a dealer's blackjack is known, and what busted stays lost to it."""
        return self.relief == "busted-plus-one" and not self.card_reader

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


def with_shoe(rules: Rules, shoe: Sequence[int], suits: Suits | None = None) -> Rules:
    """The same table with exactly these cards of each value in its shoe, and these sixes, sevens and eights."""
    decks = max(-(-max(shoe[:-1]) // 4), -(-shoe[-1] // rules.tens), 1)
    fresh = (4 * decks,) * (VALUES - 1) + (rules.tens * decks,)
    return replace(
        rules, decks=decks, removed=tuple(n - left for n, left in zip(fresh, shoe, strict=True)), suits=suits
    )
