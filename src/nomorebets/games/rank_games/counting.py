"""A shoe by the ranks of its cards, and rules of play by name: what casino war and red dog count alike."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from nomorebets.equipment.cards import DECK, JOKER, RANKS
from nomorebets.errors import UnknownName, counted, unknown
from nomorebets.regulation import Odds
from nomorebets.table import House, Round
from nomorebets.table.felt import shoe_of

Counts = Mapping[int, int]  # cards by rank, the two being 0
Rule = TypeVar("Rule", bound=Callable[..., Any])


def rank(card: str) -> int:
    """Ace high, suits equal."""
    return _RANK_OF[card]


_RANK_OF = {card: RANKS.index(card[0]) for card in (*DECK, JOKER)}


def fresh(decks: int, removed: Iterable[str] = ()) -> Counter[int]:
    """A shoe of so many decks, or what is left of it."""
    gone = Counter(removed)
    for card, count in gone.items():
        if count > decks:
            text = f"{counted(count, 'card')} {card} cannot be removed"
            raise UnknownName(text, accepts=f"at most {decks} of this card")
    shoe = Counter(dict.fromkeys(range(len(RANKS)), 4 * decks))
    for card, count in gone.items():
        shoe[rank(card)] -= count
    return shoe


def may_come(table: Round) -> Counter[int]:
    """The cards that may still come, by rank."""
    left = [0] * len(RANKS)
    for card, count in table.felt.shoe.items():
        left[_RANK_OF[card]] += count
    return shoe_of({at: count for at, count in enumerate(left) if count})


def rule_named(rules: Mapping[str, Rule], strategy: str | None, house: House) -> Rule:
    """A rule of play by its name; the best play where none is named."""
    name = strategy or "optimal"
    if name not in rules:
        raise unknown("strategy", name, rules, house.as_of)
    return rules[name]


def exact_stake(house: House, parts: int) -> int:
    """A stake in cents of so many parts, each of which every payout of the house pays in whole cents."""
    return parts * math.lcm(*(odds.on for odds in house.pays.values() if isinstance(odds, Odds)))
