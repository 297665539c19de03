"""Three and four cards that others may complete to a hand of five: what a rule of play says of them."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.equipment.cards import RANKS

ACE = len(RANKS) - 1


def is_one_suit(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def straight_gaps(cards: Sequence[str]) -> int | None:
    """How many ranks are missing between the lowest and the highest; None where the cards fit no straight.

    >>> straight_gaps("3c 4d 5h".split()), straight_gaps("Ac 2d 4h".split()), straight_gaps("3c 4d 8h".split())
    (0, 1, None)
    """
    ranks = {RANKS.index(card[0]) for card in cards}
    if len(ranks) < len(cards):
        return None
    ace_low = {-1 if rank == ACE else rank for rank in ranks}
    span = min(max(ranks) - min(ranks), max(ace_low) - min(ace_low)) + 1
    return span - len(cards) if span <= 5 else None


def is_open_ended(cards: Sequence[str]) -> bool:
    """Whether cards in a row can be completed at both ends: an ace is an end.

    >>> is_open_ended("2c 3d 4h 5s".split()), is_open_ended("Ac 2d 3h 4s".split())
    (True, False)
    """
    return straight_gaps(cards) == 0 and all(RANKS.index(card[0]) != ACE for card in cards)
