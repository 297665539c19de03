"""Caribbean stud, exactly: all 19,933,230,517,200 ways to deal a hand, the dealer's upcard and the four hole cards.

>>> def net(hand, outcome):  # ante 1, bet 2, every winning bet paid 1 to 1
...     return {"fold": -1, "no-hand": 1, "win": 3, "push": 0, "lose": -3}[outcome]
>>> played = solve(net)
>>> played.ends.total, bets_with(played, "As Kd Qc 7h 4h", upcard="4d")
(19933230517200, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, SUITS, deck_of, read_cards, without
from nomorebets.errors import UnknownName
from nomorebets.games.stud import dealer
from nomorebets.games.stud.dealer import Net
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES, FiveCardHand
from nomorebets.hands.ranks import (
    FIVE_CARD_HANDS,
    FIVE_CARD_PLACE,
    LOWEST_ACE_KING,
    MIXED_BY_SUM,
    ONE_SUIT_BY_SUM,
    RANK_KEYS,
    lowest_of,
    rank5,
)

if TYPE_CHECKING:
    from nomorebets.games.caribbean_stud import kernels

CARDS_OF_TWO = 10  # a hand and the dealer's
MOST_HELD = 5  # ranks a player can hold in the suit of the upcard


@dataclass(frozen=True)
class Situations(dealer.Situations):
    """The player's hand and the dealer's upcard."""

    upcard: NDArray[np.uint8]  # its rank; twos are 0
    in_suit: NDArray[np.uint8]  # bit i: the i-th lowest rank of the hand is held in the suit of the upcard

    @cached_property
    def by_code(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The number of every situation in order, and its row."""
        codes = _code(*(part.astype(np.int64) for part in (self.hand, self.upcard, self.in_suit)))
        places = np.argsort(codes, kind="stable")
        return codes[places], places


Strategy: TypeAlias = dealer.Strategy[Situations]
Played: TypeAlias = dealer.Played[Situations]


def solve(
    net: Net,
    strategy: Strategy | None = None,
    ranks: str = RANKS,
    suits: str = SUITS,
    qualifies_from: int = LOWEST_ACE_KING,
    gone: tuple[str, ...] = (),
) -> Played:
    """Play every round by a strategy; without one, so that the mean of `net` is the greatest.

    `net(category, outcome)` is what ante and bet gain together, in whole units: cents for one ante, so that the payout
    limit of 16.12(d) can be in it.
    """
    return dealer.play(situations(ranks, suits, qualifies_from, gone), net, strategy)


def situations(
    ranks: str = RANKS,
    suits: str = SUITS,
    qualifies_from: int = LOWEST_ACE_KING,
    gone: tuple[str, ...] = (),
) -> Situations:
    """All situations of a deck, or of what is left of it, counted at the first call.

    The dealer qualifies from a hand without a pair on. Where cards are gone a situation has a row for each suit of the
    upcard that is not like another: `row_of` is for whole decks.
    """
    return _count(ranks, suits, qualifies_from, gone) if gone else _whole(ranks, suits, qualifies_from)


@cache  # a deck that lacks cards is asked for once, and has up to four times the rows
def _whole(ranks: str, suits: str, qualifies_from: int) -> Situations:
    return _count(ranks, suits, qualifies_from, ())


def _count(ranks: str, suits: str, qualifies_from: int, gone: tuple[str, ...]) -> Situations:
    from nomorebets.games.caribbean_stud import kernels
    from nomorebets.sim.dealing import BINOMIALS

    if not 0 <= qualifies_from <= lowest_of("pair"):
        raise UnknownName(f"a dealer who qualifies from hand {qualifies_from}", accepts=f"0 to {lowest_of('pair')}")

    deck = without(deck_of(ranks, suits), gone)
    if gone and len(deck) < CARDS_OF_TWO:
        raise UnknownName(f"{len(deck)} cards are no two hands", accepts=f"at least {CARDS_OF_TWO} that are left")
    known = sorted(RANKS.index(rank) for rank in ranks)
    in_deck = np.array([sum(card[0] == rank for card in deck) for rank in RANKS], np.int64)
    upcard_suits = _upcard_suits(known, suits, deck)
    most = len(upcard_suits) * len(RANKS) * comb(len(known) + 4, 5) * (1 << MOST_HELD)
    rows = kernels.Rows(
        np.empty(most, np.uint16),
        np.empty(most, np.uint8),
        np.empty(most, np.uint8),
        *(np.empty(most, np.int32) for _ in range(4)),
    )
    low = kernels.Landmarks(
        qualifies_from, lowest_of("pair"), lowest_of("straight"), lowest_of("flush"), lowest_of("full-house")
    )
    choose = BINOMIALS.astype(np.int64)
    sixes, flushes = _sixes(known, in_deck), _flushes(known, qualifies_from, upcard_suits)
    filled = 0
    for suit in upcard_suits:
        filled = kernels.fill_situations(sixes, in_deck, suit, choose, _hands(), flushes, low, rows, filled)
    hand = rows.hand[:filled].copy()
    return Situations(
        FIVE_CARD_CATEGORIES,
        np.array(FIVE_CARD_PLACE, np.uint8)[hand],
        hand,
        rows.ways[:filled].copy(),
        rows.no_hand[:filled].copy(),
        rows.win[:filled].copy(),
        rows.push[:filled].copy(),
        comb(len(deck) - 6, 4),
        qualifies_from,
        rows.upcard[:filled].copy(),
        rows.in_suit[:filled].copy(),
    )


def _upcard_suits(known: list[int], suits: str, deck: tuple[str, ...]) -> list[kernels.UpcardSuit]:
    """The suits of a deck, those that lack the same ranks taken together: a whole deck has one kind."""
    from nomorebets.games.caribbean_stud import kernels

    lacks = {suit: sum(1 << rank for rank in known if RANKS[rank] + suit not in deck) for suit in suits}
    kinds = list(lacks.values())
    return [
        kernels.UpcardSuit(
            kinds.count(lacking),
            lacking,
            np.array([sum(card[0] == rank and card[1] != suit for card in deck) for rank in RANKS], np.int64),
            np.array([other for of, other in lacks.items() if of != suit], np.int64),
        )
        for lacking, suit in {lacking: suit for suit, lacking in lacks.items()}.items()
    ]


def _sixes(known: list[int], in_deck: NDArray[np.int64]) -> NDArray[np.int64]:
    """The ranks that a hand and an upcard can have together."""
    sixes = np.array(list(combinations_with_replacement(known, 6)), np.int64).reshape(-1, 6)
    times = (sixes[:, :, None] == np.arange(len(RANKS))).sum(axis=1)
    possible: NDArray[np.int64] = sixes[(times <= in_deck).all(axis=1)]
    return possible


def _hands() -> kernels.Hands:
    """The tables of `hands.ranks`, for the compiled loop."""
    from nomorebets.games.caribbean_stud import kernels

    keys = np.array(RANK_KEYS, np.int64)
    mixed = np.zeros(max(MIXED_BY_SUM) + 1, np.int64)
    mixed[list(MIXED_BY_SUM)] = list(MIXED_BY_SUM.values())
    suited = np.zeros(1 << len(RANKS), np.int64)
    for five in combinations(range(len(RANKS)), 5):
        suited[sum(1 << rank for rank in five)] = ONE_SUIT_BY_SUM[sum(RANK_KEYS[rank] for rank in five)]
    holes = np.array(list(combinations_with_replacement(range(len(RANKS)), 4)))
    sums = keys[holes].sum(axis=1) + keys[:, None]
    # five of one rank are no hand: they are given any number, and will have no weight
    with_upcard = mixed[np.minimum(sums, len(mixed) - 1)].astype(np.int32)
    return kernels.Hands(keys, mixed, suited, with_upcard)


def _flushes(known: list[int], qualifies_from: int, suits: Iterable[kernels.UpcardSuit]) -> kernels.Flushes:
    """The sets of five ranks, by the upcard that is one of them."""
    from nomorebets.games.caribbean_stud import kernels

    flushes: list[tuple[int, int, int, tuple[int, ...]]] = []
    for five in combinations(known, 5):
        key, bits = sum(RANK_KEYS[rank] for rank in five), sum(1 << rank for rank in five)
        flushes.append((MIXED_BY_SUM[key], ONE_SUIT_BY_SUM[key], bits, five))
    flushes.sort()  # by the hand in mixed suits, which is also the order in one suit
    columns = np.zeros((3, len(RANKS), comb(len(known) - 1, 4)), np.int64)
    for rank in known:
        with_rank = [(bits, mixed, suited) for mixed, suited, bits, five in flushes if rank in five]
        columns[:, rank, :] = np.array(with_rank, np.int64).reshape(-1, 3).T
    sets, mixed, suited = columns
    first_qualifying = (mixed < qualifies_from).sum(axis=1)
    first_straight = (mixed < lowest_of("straight")).sum(axis=1)
    most = MOST_HELD + max(suit.lacks.bit_count() for suit in suits)
    free = kernels.free_sets(sets, first_qualifying, first_straight, most)
    return kernels.Flushes(sets, mixed, suited, first_qualifying, first_straight, free)


def in_suit_of(hand: Sequence[str], upcard: str) -> int:
    """Which ranks of a hand are held in the suit of the upcard: bit i for the i-th lowest rank.

    >>> bin(in_suit_of(("As", "Kd", "Qc", "7h", "4s"), "9s"))
    '0b10001'
    """
    ranks = sorted({card[0] for card in hand}, key=RANKS.index)
    return sum(1 << i for i, rank in enumerate(ranks) if rank + upcard[1] in hand)


def bet_table(played: Played) -> NDArray[np.uint32]:
    """The decisions by number of the hand and rank of the upcard: bit i says whether to bet where `in_suit` is i.

    Where the suits do not matter all 32 bits are alike.
    """
    possible, bets = _table(played.situations, np.ones_like(played.bets)), _table(played.situations, played.bets)
    bets[(bets == possible) & (bets != 0)] = 0xFFFFFFFF
    return bets


def _table(rows: Situations, of: NDArray[np.bool_]) -> NDArray[np.uint32]:
    table = np.zeros((len(FIVE_CARD_HANDS), len(RANKS)), np.uint32)
    np.bitwise_or.at(table, (rows.hand[of], rows.upcard[of]), np.uint32(1) << rows.in_suit[of].astype(np.uint32))
    return table


def bets_with(played: Played, cards: str | Sequence[str], upcard: str) -> bool:
    """Whether the player bets with these five cards against an upcard."""
    return bool(played.bets[row_of(played.situations, cards, upcard)])


def row_of(rows: Situations, cards: str | Sequence[str], upcard: str) -> int:
    """The situation that five cards against an upcard are."""
    hand, (up,) = read_cards(cards), read_cards(upcard)
    codes, places = rows.by_code
    code = _code(rank5(hand), RANKS.index(up[0]), in_suit_of(hand, up))
    at = int(np.searchsorted(codes, code))
    if at == len(codes) or codes[at] != code:
        raise IndexError(f"{cards} against {upcard} is no situation of this deck")
    return int(places[at])


def _code(hand: Any, upcard: Any, in_suit: Any) -> Any:
    """A situation as one number."""
    return (hand * len(RANKS) + upcard << MOST_HELD) + in_suit


@dataclass(frozen=True)
class Decision:
    """What to do with a hand against an upcard."""

    hand: FiveCardHand
    upcard: str  # its rank
    bets: Literal["always", "never", "by-suit"]
    in_suit: tuple[str, ...]  # where it goes by the suit: the ranks held in the suit of the upcard with which to bet

    def __str__(self) -> str:
        held = ", ".join(f"{ranks or 'nothing'}" for ranks in self.in_suit)
        return f"{self.hand} against {self.upcard}: {self.bets}" + f", with {held} in its suit" * bool(held)


def decisions(played: Played, category: str = "high-card") -> list[Decision]:
    """The exact rule: what to do with every hand of a category against every upcard, the lowest hand first."""
    place = FIVE_CARD_CATEGORIES.index(category)
    possible, bets = _table(played.situations, np.ones_like(played.bets)), _table(played.situations, played.bets)
    every: list[Decision] = []
    for number in (n for n, of in enumerate(FIVE_CARD_PLACE) if of == place):
        hand = FIVE_CARD_HANDS[number]
        for up in np.flatnonzero(possible[number]):
            can, does = int(possible[number, up]), int(bets[number, up])
            patterns = tuple(_ranks_of(hand, i) for i in range(32) if does >> i & 1) if 0 < does < can else ()
            every.append(Decision(hand, RANKS[up], _word(does, can), patterns))
    return every


def _word(does: int, can: int) -> Literal["always", "never", "by-suit"]:
    return "never" if not does else "always" if does == can else "by-suit"


def _ranks_of(hand: FiveCardHand, in_suit: int) -> str:
    """The ranks that a pattern of `in_suit` means, the highest first."""
    lowest_first = sorted(hand.ranks)
    return "".join(RANKS[rank] for i, rank in reversed(list(enumerate(lowest_first))) if in_suit >> i & 1)
