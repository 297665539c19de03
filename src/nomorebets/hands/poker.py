"""The ranking of poker hands: five cards as in 16.5, 17.5 and 18.3, three cards as in 20.3.

This is the only definition; the tables of `hands.ranks` and the compiled loops are built from it. Suits never break a
tie. The chapter compares hands of the same category by the highest card that the other hand does not hold (16.5(c),
20.3(c)); as paragraph (b) ranks pairs, threes and fours first, that is the usual order of poker.

>>> five_card_hand("As Ks Qs Js Ts").category, str(five_card_hand("Ah 2c 3c 4c 5c"))
('royal-flush', 'straight to the five')
>>> three_card_hand("7c 8d 9h") > three_card_hand("As Ks Js")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

import msgspec

from nomorebets.equipment.cards import RANK_NAMES, RANKS, read_cards
from nomorebets.errors import UnknownName

ACE = len(RANKS) - 1
QUEEN = RANKS.index("Q")

# lowest first: 16.5(b), 17.5(b), 18.3(b)
FIVE_CARD_CATEGORIES = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
# lowest first: 20.3(b). The straight outranks the flush here.
THREE_CARD_CATEGORIES = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")

MINI_ROYAL = "mini-royal"
THREE_CARD_PAY_CLASSES = (*THREE_CARD_CATEGORIES, MINI_ROYAL)
"""The categories as pay tables have them: some pay A-K-Q of one suit more than another straight flush.

It is no category of its own: 20.3 knows none, and no hand could rank between.
"""


class FiveCardHand(msgspec.Struct, frozen=True, order=True):
    """What a hand of five cards is worth. A higher hand compares as greater; equal hands push."""

    place: int  # of the category, the lowest being 0
    ranks: tuple[int, ...]  # what decides within the category, the most important first; twos are 0

    @property
    def category(self) -> str:
        return FIVE_CARD_CATEGORIES[self.place]

    def __str__(self) -> str:
        return in_words(self.category, self.ranks)


class ThreeCardHand(msgspec.Struct, frozen=True, order=True):
    """What a hand of three cards is worth. A higher hand compares as greater; equal hands push."""

    place: int
    ranks: tuple[int, ...]

    @property
    def category(self) -> str:
        return THREE_CARD_CATEGORIES[self.place]

    @property
    def pay_class(self) -> str:
        """The category, or mini-royal for ace, king and queen of one suit."""
        return MINI_ROYAL if self.category == "straight-flush" and self.ranks == (ACE,) else self.category

    def __str__(self) -> str:
        return in_words(self.category, self.ranks)


def five_card_hand(cards: str | Iterable[str]) -> FiveCardHand:
    """The hand that five cards make (16.5)."""
    return _five_cards(cards) if type(cards) is tuple else five_card_hand_of(*_ranks_and_suits(cards, 5))


@lru_cache(1 << 10)
def _five_cards(cards: tuple[str, ...]) -> FiveCardHand:
    """A hand on the felt: one round reads it several times."""
    return five_card_hand_of(*_ranks_and_suits(cards, 5))


def three_card_hand(cards: str | Iterable[str]) -> ThreeCardHand:
    """The hand that three cards make (20.3)."""
    return three_card_hand_of(*_ranks_and_suits(cards, 3))


def five_card_hand_of(ranks: Sequence[int], one_suit: bool) -> FiveCardHand:
    """The hand that five ranks make, all of one suit or not: nothing else about the suits counts."""
    return _five_of(tuple(sorted(ranks)), one_suit)


@cache
def _five_of(ranks: tuple[int, ...], one_suit: bool) -> FiveCardHand:
    shape, by_number = _shape(ranks)
    top = _straight_to(by_number, 5)
    if top is not None and one_suit:
        return _five("royal-flush") if top == ACE else _five("straight-flush", top)
    if shape == (4, 1):
        return _five("four-of-a-kind", *by_number)
    if shape == (3, 2):
        return _five("full-house", *by_number)
    if one_suit:
        return _five("flush", *by_number)
    if top is not None:
        return _five("straight", top)
    if shape == (3, 1, 1):
        return _five("three-of-a-kind", *by_number)
    if shape == (2, 2, 1):
        return _five("two-pair", *by_number)
    return _five("pair" if shape == (2, 1, 1, 1) else "high-card", *by_number)


def three_card_hand_of(ranks: Sequence[int], one_suit: bool) -> ThreeCardHand:
    """The hand that three ranks make, all of one suit or not."""
    return _three_of(tuple(sorted(ranks)), one_suit)


@cache
def _three_of(ranks: tuple[int, ...], one_suit: bool) -> ThreeCardHand:
    shape, by_number = _shape(ranks)
    top = _straight_to(by_number, 3)
    if top is not None:
        return _three("straight-flush" if one_suit else "straight", top)
    if shape == (3,):
        return _three("three-of-a-kind", *by_number)
    if one_suit:
        return _three("flush", *by_number)
    return _three("pair" if shape == (2, 1) else "high-card", *by_number)


def is_ace_king_or_better(hand: FiveCardHand) -> bool:
    """Whether a dealer's hand qualifies at Caribbean stud: a pair or better, or ace and king without a pair.

    >>> is_ace_king_or_better(five_card_hand("Ah Kc 4d 3s 2s")), is_ace_king_or_better(five_card_hand("Ah Qc Jd Ts 9s"))
    (True, False)
    """
    return hand.category != "high-card" or hand.ranks[:2] == (ACE, ACE - 1)


def is_queen_high_or_better(hand: ThreeCardHand) -> bool:
    """Whether a dealer's hand qualifies at three card poker: a pair or better, or a queen, king or ace.

    >>> is_queen_high_or_better(three_card_hand("Qh 3c 2d")), is_queen_high_or_better(three_card_hand("Jh Tc 8d"))
    (True, False)
    """
    return hand.category != "high-card" or hand.ranks[0] >= QUEEN


def _five(category: str, *ranks: int) -> FiveCardHand:
    return FiveCardHand(FIVE_CARD_CATEGORIES.index(category), ranks)


def _three(category: str, *ranks: int) -> ThreeCardHand:
    return ThreeCardHand(THREE_CARD_CATEGORIES.index(category), ranks)


def _shape(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many cards of a rank there are, the most first, and the ranks in that order, the higher first."""
    numbers = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return tuple(number for number, _ in numbers), tuple(rank for _, rank in numbers)


def _straight_to(ranks: tuple[int, ...], length: int) -> int | None:
    """The top card of a straight; the ace may stand below the two, where it is not the top card (16.5(b)6)."""
    if len(ranks) < length:
        return None
    if ranks[0] - ranks[-1] == length - 1:
        return ranks[0]
    return ranks[1] if ranks == (ACE, *range(length - 2, -1, -1)) else None


def _ranks_and_suits(cards: str | Iterable[str], number: int) -> tuple[list[int], bool]:
    hand = read_cards(cards)
    if len(hand) != number or len(set(hand)) != number:
        raise UnknownName(
            f"{' '.join(hand) or 'nothing'} is no hand of {number} cards", accepts=f"{number} cards, all different"
        )
    return [RANKS.index(card[0]) for card in hand], len({card[1] for card in hand}) == 1


def many_of(rank: str) -> str:
    """Several cards of a rank, by its name: sixes."""
    return rank + ("es" if rank == "six" else "s")


def one_of(rank: str) -> str:
    """One card of a rank, by its name: an eight."""
    return f"{'an' if rank[0] in 'ae' else 'a'} {rank}"


@lru_cache(1 << 13)
def in_words(category: str, ranks: tuple[int, ...]) -> str:
    """A hand as it is said: what counts of it, the most important first."""
    names = [RANK_NAMES[RANKS[rank]] for rank in ranks]
    many = [many_of(name) for name in names]
    letters = "-".join(RANKS[rank] for rank in ranks)
    match category:
        case "royal-flush":
            return "royal flush"
        case "straight-flush" | "straight":
            return f"{category.replace('-', ' ')} to the {names[0]}"
        case "four-of-a-kind":
            return f"four {many[0]}"
        case "full-house":
            return f"full house, {many[0]} and {many[1]}"
        case "three-of-a-kind":
            return f"three {many[0]}" + f" with {letters[2:]}" * (len(ranks) > 1)
        case "two-pair":
            return f"two pair, {many[0]} and {many[1]} with {letters[4:]}"
        case "pair":
            return f"pair of {many[0]}" + f" with {letters[2:]}" * (len(ranks) > 1)
        case "flush":
            return f"flush {letters}"
        case _:
            return letters
