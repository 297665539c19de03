"""Hands from a pack with a joker, five cards and two, as pai gow poker ranks them (11.3). The only definition.

The joker is an ace, unless it completes a straight, a flush, a straight flush or a royal flush: then it is the card
that makes the most of it. It is not wild: beside a pair of kings it is an ace. A rank of 13 stands for it here.

>>> str(joker_hand("Jk Kd Kh 7c 2s")), str(joker_hand("Jk Ah 9h 7h 2h")), str(joker_hand("Jk As Ad Ah Ac"))
('pair of kings with A-7-2', 'flush A-K-9-7-2', 'five aces')
>>> joker_hand("Ah 2c 3c 4c 5c") > joker_hand("Kh Qc Jc Tc 9c"), joker_hand("Ah 2c 3c 4c 5c", "lowest").ranks
(True, (1, 3))
>>> str(two_cards("Jk 4d")), two_cards("Jk Ad") > two_cards("Ks Kd")
('A-4', True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from typing import Literal

from nomorebets.equipment.cards import JOKER, RANKS, read_cards
from nomorebets.errors import UnknownName
from nomorebets.hands.poker import (
    ACE,
    FIVE_CARD_CATEGORIES,
    FiveCardHand,
    ThreeCardHand,
    five_card_hand_of,
    in_words,
)

JOKER_RANK = len(RANKS)
JOKER_HAND_CATEGORIES = (*FIVE_CARD_CATEGORIES, "five-aces")  # lowest first
PAIR = FIVE_CARD_CATEGORIES.index("pair")
COMPLETED = ("straight", "flush", "straight-flush", "royal-flush")  # what the joker may complete
FIVE = 3  # the rank of a five, the top of A-2-3-4-5

Wheel = Literal["second", "lowest"]
"""Where A-2-3-4-5 stands among straights: second only to A-K-Q-J-10, or below all others."""


@dataclass(frozen=True, order=True)
class JokerHand:
    """What five cards are worth. A higher hand compares as greater; equal hands are copies."""

    place: int  # of the category, the lowest being 0
    ranks: tuple[int, ...]  # what decides within the category; of a straight its place among them, then its top card

    @property
    def category(self) -> str:
        return JOKER_HAND_CATEGORIES[self.place]

    def __str__(self) -> str:
        if self.category == "five-aces":
            return "five aces"
        is_straight = self.category in ("straight", "straight-flush")
        return in_words(self.category, self.ranks[1:] if is_straight else self.ranks)


@dataclass(frozen=True, order=True)
class TwoCards:
    """What two cards are worth: a pair or two ranks, and nothing else."""

    place: int  # 1 for a pair
    ranks: tuple[int, ...]

    @property
    def is_pair(self) -> bool:
        return self.place == PAIR

    def __str__(self) -> str:
        return in_words("pair", self.ranks) if self.is_pair else in_words("high-card", self.ranks)


def joker_hand(cards: str | Iterable[str], wheel: Wheel = "second") -> JokerHand:
    """The hand that five cards make, the joker perhaps one of them."""
    held = different(cards, 5)
    return joker_hand_of(ranks_of(held), len({card[1] for card in held if card != JOKER}) == 1, wheel)


def two_cards(cards: str | Iterable[str]) -> TwoCards:
    """The hand that two cards make; the joker is an ace."""
    return two_cards_of(ranks_of(different(cards, 2)))


def ranks_of(cards: Iterable[str]) -> list[int]:
    """The ranks of cards; twos are 0, the joker is above the ace."""
    return [JOKER_RANK if card == JOKER else RANKS.index(card[0]) for card in cards]


def joker_hand_of(ranks: Sequence[int], one_suit: bool, wheel: Wheel) -> JokerHand:
    """The hand that five ranks make; ``one_suit``: whether all cards but the joker are of one."""
    return _made(tuple(sorted(ranks)), one_suit, wheel)


@cache
def _made(ranks: tuple[int, ...], one_suit: bool, wheel: Wheel) -> JokerHand:
    if JOKER_RANK not in ranks:
        return placed(five_card_hand_of(ranks, one_suit), wheel)
    others = [rank for rank in ranks if rank != JOKER_RANK]
    if others == [ACE] * 4:
        return JokerHand(JOKER_HAND_CATEGORIES.index("five-aces"), ())
    completed = (five_card_hand_of([*others, rank], one_suit) for rank in range(len(RANKS)) if rank not in others)
    as_an_ace = five_card_hand_of([*others, ACE], False)
    return max(placed(hand, wheel) for hand in (as_an_ace, *(h for h in completed if h.category in COMPLETED)))


def two_cards_of(ranks: Sequence[int]) -> TwoCards:
    """The hand that two ranks make."""
    return _two_of(*ranks)


@cache
def _two_of(one: int, other: int) -> TwoCards:
    high, low = sorted((min(one, ACE), min(other, ACE)), reverse=True)
    return TwoCards(PAIR, (high,)) if high == low else TwoCards(0, (high, low))


def may_stand_behind(high: JokerHand | ThreeCardHand, low: TwoCards) -> bool:
    """Whether five cards, or three, rank no lower than the two in front of them, as a setting must have it (11.9).

    >>> may_stand_behind(joker_hand("7c 7d 5h 4s 2s"), two_cards("7h 7s"))
    True
    >>> may_stand_behind(joker_hand("Ac Kd 9h 5s 3s"), two_cards("Ad Kh"))
    True
    >>> may_stand_behind(joker_hand("Ac Jd 9h 5s 3s"), two_cards("Ad Qh"))
    False
    """
    return high.place > PAIR or (high.place, high.ranks[: len(low.ranks)]) >= (low.place, low.ranks)


def placed(hand: FiveCardHand, wheel: Wheel) -> JokerHand:
    """A hand without a joker, its straights in the order of this game: A-2-3-4-5 where the house ranks it."""
    if hand.category not in ("straight", "straight-flush"):
        return JokerHand(hand.place, hand.ranks)
    (top,) = hand.ranks
    if top == FIVE:
        height = ACE - FIVE if wheel == "second" else 1
    elif top == ACE:
        height = ACE - FIVE + 1
    else:
        height = top - FIVE + (wheel == "lowest")
    return JokerHand(hand.place, (height, top))


def different(cards: str | Iterable[str], number: int) -> tuple[str, ...]:
    """So many cards, no two of them the same."""
    held = read_cards(cards)
    if len(held) != number or len(set(held)) != number:
        text = f"{' '.join(held) or 'nothing'} is no hand of {number} cards"
        raise UnknownName(text, accepts=f"{number} cards, all different")
    return held


# --- as numbers ------------------------------------------------------------------------------------------------------

LOW_HANDS: tuple[TwoCards, ...] = tuple(
    sorted({two_cards_of(ranks) for ranks in combinations_with_replacement(range(len(RANKS)), 2)})
)
"""Every hand of two cards, the lowest first: the hand of a number."""

LOW_NUMBER = {hand: number for number, hand in enumerate(LOW_HANDS)}


@dataclass(frozen=True)
class HighHands:
    """Every hand of five cards, the lowest first, and the number of each by what it is made of."""

    hands: tuple[JokerHand, ...]
    number_of: Mapping[tuple[tuple[int, ...], bool], int]  # by (ranks, the lowest first; whether of one suit)

    @cached_property
    def number(self) -> Mapping[JokerHand, int]:
        """The number of a hand."""
        return {hand: at for at, hand in enumerate(self.hands)}


@cache
def high_hands(wheel: Wheel = "second") -> HighHands:
    """All hands of five cards as numbers: a higher hand is a higher number, copies are equal numbers."""
    ranks = range(len(RANKS))
    made = {
        (held, one_suit): joker_hand_of(held, one_suit, wheel)
        for naturals, joker in ((5, ()), (4, (JOKER_RANK,)))
        for one_suit in (False, True)
        for some in (combinations if one_suit else combinations_with_replacement)(ranks, naturals)
        for held in ((*some, *joker),)
        if len(set(some)) > 1 or naturals < 5
    }
    hands = tuple(sorted(set(made.values())))
    number = {hand: at for at, hand in enumerate(hands)}
    return HighHands(hands, {held: number[hand] for held, hand in made.items()})
