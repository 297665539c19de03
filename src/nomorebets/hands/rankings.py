"""Rankings of hands by name, for whatever names them: card games of one's own, wagers that a file adds on a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from types import ModuleType

import msgspec
from msgspec.structs import replace

from nomorebets.equipment.cards import DECK, RANK_NAMES, RANKS, SUITS
from nomorebets.errors import UnknownName
from nomorebets.hands.baccarat import point_count
from nomorebets.hands.poker import (
    FIVE_CARD_CATEGORIES,
    MINI_ROYAL,
    THREE_CARD_PAY_CLASSES,
    FiveCardHand,
    ThreeCardHand,
    three_card_hand_of,
)

HIGH = "-high"
ACE_KING = "ace-king"
ROYAL = FIVE_CARD_CATEGORIES[-1]


class Ranking(msgspec.Struct, frozen=True):
    """One way to rank hands: a number that is greater for the higher hand, and the class that a pay table pays."""

    says: str
    sizes: tuple[int, ...]  # how many cards a hand may have
    classes: tuple[str, ...]
    number: Callable[[Sequence[str]], int]
    class_of: Callable[[Sequence[str]], str]
    words: Callable[[Sequence[str]], str]

    def counts_as(self, hand: str) -> tuple[str, ...]:
        """The classes that a hand is paid as: its own, and a royal one as a straight flush where it has no row."""
        return (hand, "straight-flush") if hand in (MINI_ROYAL, ROYAL) else (hand,)

    def row_for(self, kind: str, hand: str, rows: Mapping[str, object]) -> str:
        """The row of a wager that pays a class of hands; nothing where none does."""
        named = (f"{kind}.{name}" for name in self.counts_as(hand))
        return next((row for row in named if row in rows), "")


def _rank(card: str) -> int:
    return RANKS.index(card[0])


def _two(cards: Sequence[str]) -> int:
    low, high = sorted(map(_rank, cards))
    return len(RANKS) ** 2 + high if low == high else high * len(RANKS) + low


def _spread(cards: Sequence[str]) -> str:
    apart = abs(_rank(cards[0]) - _rank(cards[1]))
    return f"spread-{apart - 1}" if apart else "pair"


@cache
def _ranks() -> ModuleType:
    """The tables of all hands, which take a moment to be built: most who name a ranking never ask for a hand of it."""
    from nomorebets.hands import ranks

    return ranks


def _five(cards: Sequence[str]) -> int:
    number: int = _ranks().rank5(cards) if len(cards) == 5 else _ranks().best_five(cards)
    return number


def _hand(cards: Sequence[str]) -> FiveCardHand:
    hand: FiveCardHand = _ranks().FIVE_CARD_HANDS[_five(cards)]
    return hand


def _three(cards: Sequence[str]) -> ThreeCardHand:
    """Of several decks, two cards alike in one suit are a flush, by its cards from the highest on."""
    ranks = tuple(sorted(map(_rank, cards), reverse=True))
    hand = three_card_hand_of(ranks, len({card[1] for card in cards}) == 1)
    return replace(hand, ranks=ranks) if hand.category == "flush" else hand


@cache
def _three_card_numbers() -> dict[ThreeCardHand, int]:
    every = combinations_with_replacement(DECK, 3)
    return {hand: number for number, hand in enumerate(sorted({_three(cards) for cards in every}))}


_NAMES = tuple(RANK_NAMES[rank] for rank in RANKS)
RANKINGS = {
    "five-card-poker": Ranking(
        "five cards, as at poker, from royal flush to high card; of six or seven cards the best five",
        (5, 6, 7),
        FIVE_CARD_CATEGORIES,
        _five,
        lambda cards: _hand(cards).category,
        lambda cards: str(_hand(cards)),
    ),
    "three-card-poker": Ranking(
        "three cards, as at three card poker: straight flush, three of a kind, straight, flush, pair, high card",
        (3,),
        THREE_CARD_PAY_CLASSES,
        lambda cards: _three_card_numbers()[_three(cards)],
        lambda cards: _three(cards).pay_class,
        lambda cards: str(_three(cards)),
    ),
    "two-card-poker": Ranking(
        "two cards: a pair before two different ranks, the higher card first",
        (2,),
        ("high-card", "pair"),
        _two,
        lambda cards: "pair" if cards[0][0] == cards[1][0] else "high-card",
        lambda cards: " and ".join(RANK_NAMES[card[0]] for card in sorted(cards, key=_rank, reverse=True)),
    ),
    "spread": Ranking(
        "two cards by the ranks between them, as at red dog: a pair, then the narrowest spread",
        (2,),
        (*(f"spread-{between}" for between in reversed(range(len(RANKS) - 1))), "pair"),
        lambda cards: len(RANKS) - 1 - abs(_rank(cards[0]) - _rank(cards[1])),
        _spread,
        lambda cards: _spread(cards).replace("-", " "),
    ),
    "points": Ranking(
        "points, as at baccarat: aces one, tens and court cards nothing, the last digit of the sum",
        (1, 2, 3),
        tuple(f"total-{total}" for total in range(10)),
        point_count,
        lambda cards: f"total-{point_count(cards)}",
        lambda cards: str(point_count(cards)),
    ),
    "high-card": Ranking(
        "one card, the ace highest",
        (1,),
        _NAMES,
        lambda cards: _rank(cards[0]),
        lambda cards: RANK_NAMES[cards[0][0]],
        lambda cards: RANK_NAMES[cards[0][0]],
    ),
}


@cache
def lowest(ranking: str, size: int) -> dict[str, int]:
    """What a dealer may need to qualify: the lowest number of each class, and of poker hands by their highest card."""
    known, least = RANKINGS[ranking], dict[str, int]()
    if size >= 5:
        for number, hand in enumerate(_ranks().FIVE_CARD_HANDS):
            is_high = hand.category == "high-card"
            least.setdefault(RANK_NAMES[RANKS[hand.ranks[0]]] + HIGH if is_high else hand.category, number)
        return {**least, ACE_KING: _ranks().LOWEST_ACE_KING}
    for cards in combinations(DECK, size):
        number, name = known.number(cards), known.class_of(cards)
        if name == "high-card":
            name = RANK_NAMES[RANKS[max(map(_rank, cards))]] + HIGH
        least[name] = min(number, least.get(name, number))
    return least


@cache
def class_counts(ranking: str, size: int, decks: int = 1, gone: tuple[str, ...] = ()) -> dict[str, int]:
    """How many hands of some decks, some cards gone, are of each class: suits decide where all cards have one.

    >>> class_counts("three-card-poker", 3)["straight-flush"], class_counts("five-card-poker", 5)["flush"]
    (44, 5108)
    >>> class_counts("two-card-poker", 2, decks=2)["pair"]
    364
    """
    known, counts = RANKINGS[ranking], Counter[str]()
    left = {card: decks - gone.count(card) for card in DECK}
    if min(left.values()) < 0:
        lacks = " ".join(card for card in DECK if left[card] < 0)
        raise UnknownName(f"{lacks} cannot be removed so often", accepts=f"at most {decks} of each card")
    if decks > 1:
        for cards in combinations_with_replacement(DECK, size):
            if ways := prod(comb(left[card], n) for card, n in Counter(cards).items()):
                counts[known.class_of(cards)] += ways
        return {name: n for name, n in counts.items() if n}
    for ranks in combinations_with_replacement(RANKS, size):
        alike = Counter(ranks)
        every = prod(comb(sum(left[rank + suit] for suit in SUITS), n) for rank, n in alike.items())
        if not every:
            continue
        may_be_suited = len(alike) == size and size > 1
        one_suit = sum(all(left[rank + suit] for rank in ranks) for suit in SUITS) if may_be_suited else 0
        seen = Counter[str]()
        mixed = []
        for rank in ranks:
            mixed.append(rank + SUITS[(seen[rank] + (rank == ranks[-1] and len(alike) > 1)) % len(SUITS)])
            seen[rank] += 1
        counts[known.class_of(mixed)] += every - one_suit
        if one_suit:
            counts[known.class_of([rank + SUITS[0] for rank in ranks])] += one_suit
    return {name: n for name, n in counts.items() if n}
