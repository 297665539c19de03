"""Every hand of a card game of one's own against every hand of the dealer's, counted exactly.

Hands that differ in the names of suits alone are counted once; for each, the dealer's hands are counted by how they
compare, for each card that he may show where he shows one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, permutations

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK, index
from nomorebets.games.own_cards.settlement import ENDS
from nomorebets.hands.rankings import RANKINGS

SIZE = len(DECK)
BY_INDEX = tuple(sorted(DECK, key=index))
SUITS = np.array(list(permutations(range(4))), np.int64)  # all ways to name them


@dataclass(frozen=True)
class Hands:
    """All hands of so many cards, one row for each."""

    cards: NDArray[np.int64]  # indices, the lowest first
    number: NDArray[np.int64]
    place: NDArray[np.int64]  # of the class
    alike: NDArray[np.int64]  # the row of the hand that it is but for the names of suits
    naming: NDArray[np.int64]  # and how the suits are named then
    holds: NDArray[np.bool_]  # by row and card


@cache
def hands_of(ranking: str, size: int) -> Hands:
    """All hands of the deck by a ranking."""
    known = RANKINGS[ranking]
    every = list(combinations(range(SIZE), size))
    cards = np.fromiter(chain.from_iterable(every), np.int64).reshape(-1, size)
    named = [[BY_INDEX[card] for card in hand] for hand in every]
    number = np.array([known.number(hand) for hand in named])
    place = np.array([known.classes.index(known.class_of(hand)) for hand in named])
    codes = np.stack([_code(np.sort(cards & ~3 | naming[cards & 3], axis=1)) for naming in SUITS])
    own = _code(cards)
    row_of = {int(code): row for row, code in enumerate(own)}
    alike = np.array([row_of[int(code)] for code in codes.min(axis=0)])
    holds = np.zeros((len(every), SIZE), np.bool_)
    holds[np.arange(len(every))[:, None], cards] = True
    return Hands(cards, number, place, alike, codes.argmin(axis=0), holds)


def _code(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    code = np.zeros(len(cards), np.int64)
    for column in cards.T:
        code = code * SIZE + column
    return code


@dataclass(frozen=True)
class Situations:
    """All situations in which players decide, one row for each kind."""

    row: NDArray[np.int64]  # of the hand
    shown: NDArray[np.int64]  # the card that the dealer shows; -1 where he shows none
    ways: NDArray[np.int64]  # how many situations are of the kind
    ends: NDArray[np.int64]  # by situation, how many of the dealer's hands end so: all of ENDS but the fold
    dealer_hands: int


@lru_cache(maxsize=8)
def situations(ranking: str, size: int, shows: int, qualifies_from: int) -> Situations:
    """All situations of a game, counted at the first call."""
    hands = hands_of(ranking, size)
    rows, ways = np.unique(hands.alike, return_counts=True)
    with_card = [np.flatnonzero(hands.holds[:, card]) for card in range(SIZE)] if shows else []
    found: list[tuple[int, int, int]] = []
    ends: list[NDArray[np.int64]] = []
    for row, number in zip(rows.tolist(), ways.tolist(), strict=True):
        apart = _apart(hands, hands.cards[row])
        if not shows:
            found.append((row, -1, number))
            ends.append(_ends(hands.number[row], hands.number[apart], qualifies_from))
            continue
        for card in range(SIZE):
            if not hands.holds[row, card]:
                theirs = with_card[card][apart[with_card[card]]]
                found.append((row, card, number))
                ends.append(_ends(hands.number[row], hands.number[theirs], qualifies_from))
    columns = np.array(found, np.int64).T
    counted = np.array(ends)
    return Situations(columns[0], columns[1], columns[2], counted, int(counted[0].sum()))


def _apart(hands: Hands, cards: Sequence[int] | NDArray[np.int64]) -> NDArray[np.bool_]:
    """The hands that hold none of some cards."""
    return np.asarray(~hands.holds[:, cards].any(axis=1), np.bool_)


def _ends(own: int, theirs: NDArray[np.int64], qualifies_from: int) -> NDArray[np.int64]:
    """How many of the dealer's hands do not qualify, lose, tie and win."""
    no_hand = int((theirs < qualifies_from).sum())
    lower = int((theirs < own).sum()) - no_hand if own > qualifies_from else 0
    equal = int((theirs == own).sum()) if own >= qualifies_from else 0
    return np.array([no_hand, lower, equal, len(theirs) - no_hand - lower - equal])


def ends_against(ranking: str, cards: Sequence[str], shown: Sequence[str], qualifies_from: int) -> dict[str, int]:
    """How the dealer's hands end against one hand, with the card that he shows, if any."""
    hands = hands_of(ranking, len(cards))
    apart = _apart(hands, [index(card) for card in cards])
    for card in shown:
        apart &= hands.holds[:, index(card)]
    own = RANKINGS[ranking].number(cards)
    counted = _ends(own, hands.number[apart], qualifies_from)
    return dict(zip(ENDS[1:], counted.tolist(), strict=True))
