"""The rankings of hands that a card game of one's own may name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from nomorebets.equipment.cards import DECK, RANK_NAMES, RANKS
from nomorebets.hands.baccarat import point_count
from nomorebets.hands.poker import MINI_ROYAL, THREE_CARD_PAY_CLASSES, three_card_hand
from nomorebets.hands.ranks import rank3

HIGH = "-high"


@dataclass(frozen=True)
class Ranking:
    """One way to rank hands: a number that is greater for the higher hand, and the class that a pay table pays."""

    says: str
    sizes: tuple[int, ...]  # how many cards a hand may have
    classes: tuple[str, ...]
    number: Callable[[Sequence[str]], int]
    class_of: Callable[[Sequence[str]], str]
    words: Callable[[Sequence[str]], str]

    def counts_as(self, hand: str) -> tuple[str, ...]:
        """The classes that a hand is paid as: its own, and a mini royal as a straight flush where it has no row."""
        return (hand, "straight-flush") if hand == MINI_ROYAL else (hand,)


def _rank(card: str) -> int:
    return RANKS.index(card[0])


def _two(cards: Sequence[str]) -> int:
    low, high = sorted(map(_rank, cards))
    return len(RANKS) ** 2 + high if low == high else high * len(RANKS) + low


_NAMES = tuple(RANK_NAMES[rank] for rank in RANKS)
RANKINGS = {
    "three-card-poker": Ranking(
        "three cards, as at three card poker: straight flush, three of a kind, straight, flush, pair, high card",
        (3,),
        THREE_CARD_PAY_CLASSES,
        lambda cards: rank3(list(cards)),
        lambda cards: three_card_hand(cards).pay_class,
        lambda cards: str(three_card_hand(cards)),
    ),
    "two-card-poker": Ranking(
        "two cards: a pair before two different ranks, the higher card first",
        (2,),
        ("high-card", "pair"),
        _two,
        lambda cards: "pair" if cards[0][0] == cards[1][0] else "high-card",
        lambda cards: " and ".join(RANK_NAMES[card[0]] for card in sorted(cards, key=_rank, reverse=True)),
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
    for cards in combinations(DECK, size):
        number, name = known.number(cards), known.class_of(cards)
        names = [name]
        if name == "high-card":
            names = [RANK_NAMES[RANKS[max(map(_rank, cards))]] + HIGH]
        for each in names:
            least[each] = min(number, least.get(each, number))
    return least
