"""Which of a player's cards make his hand, and how hands rank (14.3). A better hand compares as greater. Pure.

>>> HIGH_OF_ALL.best("Ah Kh".split(), "Qh Jh Th 2c 2d".split()).category
'royal-flush'
>>> HIGH_TWO_OF_HAND.best("Ah 3c 3d 9s".split(), "Qh Jh Th 2h 3h".split()).category
'three-of-a-kind'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.hands.low import ACE_LOW, ace_to_five, badugi, deuce_to_seven, eight_or_better, six_or_better
from nomorebets.hands.poker import five_card_hand, three_card_hand

SUITS_UP = "cdhs"  # the lowest first: for the forced bet, and for an odd chip
Cards = Sequence[str]
_IN_DECK = frozenset(DECK)


def all_cards(own: Cards, board: Cards) -> Iterator[tuple[str, ...]]:
    """The hand as it was dealt."""
    yield (*own, *board)


def any_of(number: int, own: Cards, board: Cards) -> Iterator[tuple[str, ...]]:
    """So many of all cards that the player may use."""
    return combinations((*own, *board), number)


def two_and_three(own: Cards, board: Cards) -> Iterator[tuple[str, ...]]:
    """Two of the player's own and three of the board, no more and no less."""
    return ((*two, *three) for two in combinations(own, 2) for three in combinations(board, 3))


any_five: partial[Iterator[tuple[str, ...]]] = partial(any_of, 5)
any_three: partial[Iterator[tuple[str, ...]]] = partial(any_of, 3)


@dataclass(frozen=True)
class Ranking:
    """How hands are ranked for a pot or for half of it, and of which cards they are made."""

    name: str
    worth: Callable[[Iterable[str]], Any]
    uses: Callable[[Cards, Cards], Iterator[tuple[str, ...]]]

    def best(self, own: Cards, board: Cards) -> Any:
        """The best hand that a player has; None where he has none that counts."""
        return _best(self, tuple(own), tuple(board))


@lru_cache(maxsize=4096)  # a hand is looked at when it is shown, when others are, and when pots are shared
def _best(ranking: Ranking, own: Cards, board: Cards) -> Any:
    if ranking.worth is five_card_hand and _IN_DECK.issuperset(every := (*own, *board)) and len({*every}) == len(every):
        from nomorebets.hands.ranks import FIVE_CARD_HANDS, rank5  # tables that are made when they are first needed

        number = max(map(rank5, ranking.uses(own, board)), default=None)
        return None if number is None else FIVE_CARD_HANDS[number]
    worth = (ranking.worth(cards) for cards in ranking.uses(own, board))
    return max((hand for hand in worth if hand is not None), default=None)


HIGH_OF_ALL = Ranking("high", five_card_hand, any_five)
HIGH_TWO_OF_HAND = Ranking("high", five_card_hand, two_and_three)
LOW_OF_ALL = Ranking("low", ace_to_five, any_five)
EIGHT_OF_ALL = Ranking("low", eight_or_better, any_five)
EIGHT_TWO_OF_HAND = Ranking("low", eight_or_better, two_and_three)
DEUCE_TO_SEVEN = Ranking("low", deuce_to_seven, all_cards)
BADUGI = Ranking("badugi", badugi, all_cards)
BADUGI_ACE_HIGH = Ranking("badugi", partial(badugi, order=RANKS), all_cards)
HIGH_OF_THREE = Ranking("high", three_card_hand, any_three)
SIX_OF_THREE = Ranking("low", six_or_better, any_three)


# --- cards face up: who acts first -----------------------------------------------------------------------------------


def card_order(card: str, ace_low: bool = False) -> tuple[int, int]:
    """The order of single cards, by rank and then by suit."""
    return (ACE_LOW if ace_low else RANKS).index(card[0]), SUITS_UP.index(card[1])


def brings_in(shown: dict[int, str], opens_low: bool) -> int:
    """The seat whose card face up brings it in: the lowest, or where low hands win the highest, the ace being low.

    >>> brings_in({1: "2h", 2: "2c", 3: "As"}, opens_low=False), brings_in({1: "Kh", 2: "Ks", 3: "As"}, opens_low=True)
    (2, 2)
    """
    ends = max if opens_low else min
    return ends(shown, key=lambda seat: card_order(shown[seat], opens_low))


def showing(cards: Cards, ace_low: bool) -> tuple[list[int], list[int]]:
    """What cards face up are worth for the order of action: threes and pairs first, no straights and no flushes.

    >>> showing(["8d", "6h", "6s", "8c"], False) > showing(["Jc", "Js", "9d", "4h"], False)
    True
    """
    order = ACE_LOW if ace_low else RANKS
    numbers = Counter(order.index(card[0]) for card in cards)
    best = sorted(((number, rank) for rank, number in numbers.items()), reverse=True)
    return [number for number, _ in best], [rank for _, rank in best]  # two pairs before one, however high


def acts_first(shown: dict[int, Cards], opens_low: bool) -> int:
    """The seat that acts first by its cards face up; of equals, the first of those named.

    >>> acts_first({1: ["Ah", "Kd"], 2: ["2c", "2d"]}, False), acts_first({1: ["Ah", "Kd"], 2: ["2c", "2d"]}, True)
    (2, 1)
    """
    ends = min if opens_low else max
    return ends(shown, key=lambda seat: showing(shown[seat], opens_low))
