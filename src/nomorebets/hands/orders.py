"""Hands in the order of any ranking, numbered: a better hand is a higher number, equal hands are equal numbers.

A ranking is a plain function of `hands.poker` or `hands.low`; where it knows hands that do not count, their number is 0
and stands for None.

>>> from nomorebets.hands.low import ace_to_five
>>> order = five_card_order(ace_to_five)
>>> str(order.hands[-1]), len(order.hands), order.hands[order.mixed[0, 1, 2, 3, 12]] == order.hands[-1]
('5-4-3-2-A', 6175, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from nomorebets.equipment.cards import RANKS, SUITS

Ranking = Callable[[Iterable[str]], Any]
Ranks = tuple[int, ...]


class Order(NamedTuple):
    """All hands of a ranking, the lowest first, and their numbers by ranks, the lowest rank first."""

    hands: tuple[Any, ...]
    mixed: Mapping[Ranks, int]
    one_suit: Mapping[Ranks, int]


def rank_sets(cards: int) -> list[Ranks]:
    """The ranks that so many cards of a deck can have."""
    every = combinations_with_replacement(range(len(RANKS)), cards)
    return [ranks for ranks in every if all(a != b for a, b in zip(ranks, ranks[4:], strict=False))]


def numbered(worth: Iterable[Any]) -> dict[Any, int]:
    """Hands with their numbers, the lowest first."""
    every = set(worth)
    none = [None] if None in every else []
    return {hand: number for number, hand in enumerate([*none, *sorted(every - {None})])}


@cache
def five_card_order(ranking: Ranking) -> Order:
    """The order of hands of five cards by a ranking."""
    # cards alike stand side by side: suits in turn keep them apart, and five of them are never of one suit
    mixed = {ranks: ranking([RANKS[rank] + SUITS[at % 4] for at, rank in enumerate(ranks)]) for ranks in rank_sets(5)}
    one_suit = {
        ranks: ranking([RANKS[rank] + SUITS[0] for rank in ranks]) for ranks in combinations(range(len(RANKS)), 5)
    }
    number = numbered([*mixed.values(), *one_suit.values()])
    return Order(
        tuple(number),
        {ranks: number[hand] for ranks, hand in mixed.items()},
        {ranks: number[hand] for ranks, hand in one_suit.items()},
    )
