"""The poker hand of pokette: which wagers the cards shown open, and which cards complete each (12.8)."""

from __future__ import annotations

from functools import cache

from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.equipment.wheels import JACER
from nomorebets.games.pokette.terms import ACE_LOW, JACER_IN_HAND, POKER_HANDS
from nomorebets.table import House, Round
from nomorebets.table.memory import Remembered

HAND = "hand"  # what the table remembers: the cards of the last spins
CARDS_OF_A_HAND = 3
SHOWN = Remembered(r"([2-9TJQKA][cdhs]( [2-9TJQKA][cdhs])?)?", "one or two cards like 7h 8h, or nothing", cards=True)
ACE = len(RANKS)  # ranks count from the two, which is 1: an ace is 13, and 0 where it is low


def shown(table: Round) -> tuple[str, ...]:
    """The cards of the hand so far."""
    return tuple(table.felt.state.get(HAND, "").split())


def completing(house: House, hand: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """The poker hand wagers that are open, and the cards that complete each."""
    return _completing(hand, house[ACE_LOW] == "on") if house[POKER_HANDS] == "on" else {}


def next_hand(house: House, hand: tuple[str, ...], section: str) -> tuple[str, ...]:
    """The hand that a spin leaves: three cards, or a jacer, make room for a new one (R-12.8-jacer)."""
    is_last = len(hand) == CARDS_OF_A_HAND - 1
    if section == JACER:
        return hand if house[JACER_IN_HAND] == "wild" and not is_last else ()
    return () if is_last else (*hand, section)


@cache
def _completing(hand: tuple[str, ...], ace_low: bool) -> dict[str, frozenset[str]]:
    ranks = [card[0] for card in hand]
    if len(hand) == 1:
        return {"pair-in-two": of_ranks(*ranks)}
    if len(hand) != CARDS_OF_A_HAND - 1:
        return {}
    suits, straight = {card[1] for card in hand}, in_sequence(ranks[0], ranks[1], ace_low)
    wagers = {"three-of-a-kind" if ranks[0] == ranks[1] else "pair-in-three": of_ranks(*ranks)}
    if len(suits) == 1:
        wagers["flush"] = frozenset(card for card in DECK if card[1] in suits)
    if straight:
        how = "open" if len(straight) > 1 else "inside"
        wagers[f"straight-{how}"] = of_ranks(*straight)
        if len(suits) == 1:
            wagers[f"straight-flush-{how}"] = wagers[f"straight-{how}"] & wagers["flush"]
    return wagers


def of_ranks(*ranks: str) -> frozenset[str]:
    """All cards of some ranks."""
    return frozenset(card for card in DECK if card[0] in ranks)


def in_sequence(one: str, other: str, ace_low: bool) -> tuple[str, ...]:
    """The ranks that make three in sequence of two: two where the straight is open, one where it is inside.

    >>> in_sequence("7", "8", True), in_sequence("K", "A", True), in_sequence("T", "Q", True)
    (('6', '9'), ('Q',), ('J',))
    >>> in_sequence("2", "3", True), in_sequence("2", "3", False), in_sequence("A", "2", False)
    (('A', '4'), ('4',), ())
    """
    found: set[int] = set()
    for first in places(one, ace_low):
        for second in places(other, ace_low):
            low, high = min(first, second), max(first, second)
            between = {1: (low - 1, high + 1), 2: (low + 1,)}.get(high - low, ())
            found |= {at for at in between if (0 if ace_low else 1) <= at <= ACE}
    return tuple(RANKS[at - 1] for at in sorted(found))


def places(rank: str, ace_low: bool) -> tuple[int, ...]:
    """Where a rank stands in a sequence: an ace at the top, and below the two where it is low as well."""
    at = RANKS.index(rank) + 1
    return (at, 0) if at == ACE and ace_low else (at,)
