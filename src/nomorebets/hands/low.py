"""Low hands and the hands of four and three cards that the poker room knows (14.3). A better hand compares as greater.

>>> ace_to_five("Ac 2d 3h 4s 5c") > ace_to_five("Ac 2d 3h 4s 6c") > ace_to_five("2c 2d 3h 4s 5c")
True
>>> deuce_to_seven("2c 3d 4h 5s 7c") > deuce_to_seven("Ac 2d 3h 4s 5c") > deuce_to_seven("2c 3d 4h 5s 6c")
True
>>> str(badugi("Ac 2d 3h 4s")), str(badugi("Ac 2c 3h 4s")), eight_or_better("Ac 2d 3h 4s 9c")
('4-3-2-A badugi', '4-3-A of three cards', None)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from nomorebets.equipment.cards import RANKS, read_cards
from nomorebets.hands.poker import ACE, FIVE_CARD_CATEGORIES, FiveCardHand, five_card_hand_of, in_words

ACE_LOW = RANKS[-1] + RANKS[:-1]
EIGHT, SIX = ACE_LOW.index("8"), ACE_LOW.index("6")
SHAPES = ((4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1))  # the worst first
NUMBERS = ("", "one card", "two cards", "three cards")


@dataclass(frozen=True, order=True)
class LowHand:
    """What a low hand is worth: lower cards are better, and a better hand compares as greater."""

    shape: int  # among SHAPES; of a badugi the number of its cards
    worth: tuple[int, ...]  # the ranks, the most important first, each negative
    is_badugi: bool = False
    ranks: str = ACE_LOW

    def __str__(self) -> str:
        letters = "-".join(self.ranks[-rank] for rank in self.worth)
        if not self.is_badugi:
            pairs = SHAPES[self.shape][0]
            return letters if pairs == 1 else f"{letters} with {'a pair' if pairs == 2 else f'{pairs} alike'}"
        return f"{letters} badugi" if self.shape == 4 else f"{letters} of {NUMBERS[self.shape]}"


@dataclass(frozen=True, order=True)
class DeuceToSeven:
    """What a hand is worth where the lowest high hand wins, and the ace is high."""

    place: int  # of the category, the highest being the worst, negative
    worth: tuple[int, ...]

    def __str__(self) -> str:
        return in_words(FIVE_CARD_CATEGORIES[-self.place], tuple(-rank for rank in self.worth))


def ace_to_five(cards: str | Iterable[str]) -> LowHand:
    """Five cards: the ace is low, straights and flushes do not count."""
    ranks = [ACE_LOW.index(card[0]) for card in read_cards(cards)]
    numbers = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = SHAPES.index(tuple(number for number, _ in numbers))
    return LowHand(shape, tuple(-rank for _, rank in numbers))


def eight_or_better(cards: str | Iterable[str]) -> LowHand | None:
    """The same of five different ranks, none above the eight; None for any other hand."""
    hand = ace_to_five(cards)
    return hand if len(hand.worth) == 5 and -hand.worth[0] <= EIGHT else None


def deuce_to_seven(cards: str | Iterable[str]) -> DeuceToSeven:
    """Five cards: the ace is high, straights and flushes count against the hand; A-2-3-4-5 is no straight."""
    hand = read_cards(cards)
    ranks, one_suit = [RANKS.index(card[0]) for card in hand], len({card[1] for card in hand}) == 1
    high = five_card_hand_of(ranks, one_suit)
    if sorted(ranks) == [0, 1, 2, 3, ACE]:
        place = FIVE_CARD_CATEGORIES.index("flush" if one_suit else "high-card")
        high = FiveCardHand(place, tuple(sorted(ranks, reverse=True)))
    return DeuceToSeven(-high.place, tuple(-rank for rank in high.ranks))


def badugi(cards: str | Iterable[str], order: str = ACE_LOW) -> LowHand:
    """The most cards that all differ in rank and in suit, and of several such the lowest."""
    hand = read_cards(cards)
    for size in range(4, 0, -1):
        made = [few for few in combinations(hand, size) if _differ(few)]
        if made:
            worth = max(tuple(-rank for rank in sorted((order.index(c[0]) for c in few), reverse=True)) for few in made)
            return LowHand(size, worth, True, order)
    raise ValueError("a badugi has at least one card")


def six_or_better(cards: str | Iterable[str]) -> LowHand | None:
    """Three cards of different ranks, none above the six, the ace low; None for any other hand."""
    ranks = sorted((ACE_LOW.index(card[0]) for card in read_cards(cards)), reverse=True)
    if len(set(ranks)) < 3 or ranks[0] > SIX:
        return None
    return LowHand(len(SHAPES) - 1, tuple(-rank for rank in ranks))


def _differ(cards: Sequence[str]) -> bool:
    return len({card[0] for card in cards}) == len({card[1] for card in cards}) == len(cards)
