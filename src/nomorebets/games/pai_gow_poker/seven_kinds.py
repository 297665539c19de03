"""All hands of seven cards, by what matters of them, and how often each comes: exact, without dealing any.

What seven cards are worth, however they are set, follows from their ranks, and from the suit in which five of them are
(the joker counted), where there is one; there cannot be two. So 154,143,080 hands are some 293,000 kinds: one for each
choice of ranks without such a suit, and one for each choice of ranks in the suit and of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import JOKER, RANKS
from nomorebets.equipment.cards import SUITS as SUIT_NAMES
from nomorebets.games.pai_gow_poker.house_way import (
    ANSWERS,
    Always,
    Question,
    Seven,
    Way,
    front,
    question_of,
    takes_complete,
)
from nomorebets.hands.joker import (
    COMPLETED,
    JOKER_HAND_CATEGORIES,
    JOKER_RANK,
    LOW_HANDS,
    LOW_NUMBER,
    HighHands,
    Wheel,
    high_hands,
    may_stand_behind,
    ranks_of,
    two_cards_of,
)

Ints = NDArray[np.int64]

HAND = 7  # cards
SUITS = 4
KINDS_OF_RANK = JOKER_RANK + 1  # the ranks and the joker
OF_EACH = np.array([SUITS] * JOKER_RANK + [1])  # cards of each rank, and the joker
CODE = 5 ** np.arange(KINDS_OF_RANK)  # the numbers of cards of each rank, as digits of one number
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(8)])
NO_RANK = JOKER_RANK  # where fewer than two cards are not of the suit
OTHERS = tuple((a, b) for a in range(JOKER_RANK + 1) for b in range(a, JOKER_RANK + 1) if a < JOKER_RANK or b == a)
"""The ranks of the cards beside five of a suit: two, one or none."""


@dataclass(frozen=True)
class Shapes:
    """Every choice of seven ranks, the joker among them or not, in the order of their codes."""

    counts: Ints  # of each rank, one row per shape
    codes: Ints
    start: Ints  # where the splits of each shape begin, and the end of the last
    # the splits: two ranks in front of five, alike ones once
    low: Ints
    plain: Ints  # the number of the hand behind without a flush
    suited: Ints  # and with one, if all its ranks but the joker were of one suit; -1 where they cannot be
    behind: Ints  # the set of its ranks
    shape: Ints

    def at(self, codes: Ints) -> Ints:
        """The places of shapes."""
        return np.searchsorted(self.codes, codes)


@dataclass(frozen=True)
class Suited:
    """Every hand with five cards of a suit, the joker counted, but for the suit: one row each."""

    ranks: Ints  # the set of the ranks in the suit
    others: Ints  # the place in OTHERS of the other cards' ranks
    joker: Ints
    shape: Ints


@dataclass(frozen=True)
class Sevens:
    """All kinds of seven cards from a pack of some ranks in four suits and the joker."""

    shapes: Shapes
    suited: Suited
    high: HighHands

    @cached_property
    def number(self) -> Ints:
        """How many hands are of each kind: the shapes without five of a suit first, then the suited."""
        in_suit = SUITS * np.array([ways_from(pair) for pair in OTHERS])[self.suited.others]
        plain = CHOOSE[SUITS, self.shapes.counts[:, :JOKER_RANK]].prod(axis=1)
        np.subtract.at(plain, self.suited.shape, in_suit)
        return np.concatenate([plain, in_suit])

    def beside(self, cards: Sequence[str]) -> Ints:
        """How many hands of each kind can be dealt beside some cards, or when these have left the pack."""
        gone = np.bincount(ranks_of(cards), minlength=KINDS_OF_RANK)
        plain = CHOOSE[OF_EACH - gone, self.shapes.counts].prod(axis=1)
        suited = sum(self.suited_beside(cards, suit) for suit in SUIT_NAMES)
        np.subtract.at(plain, self.suited.shape, suited)
        return np.concatenate([plain, suited])

    def suited_beside(self, cards: Sequence[str], suit: str) -> Ints:
        """The same of the suited hands, in one suit."""
        gone, own = (np.bincount(ranks_of(some), minlength=KINDS_OF_RANK) for some in (cards, in_suit(cards, suit)))
        elsewhere = SUITS - 1 - (gone - own)[:JOKER_RANK]
        ways = np.array([ways_from(pair, elsewhere) for pair in OTHERS])
        free = self.suited.ranks & int((own[:JOKER_RANK] << np.arange(JOKER_RANK)).sum()) == 0
        return np.where(free & (self.suited.joker <= 1 - gone[JOKER_RANK]), ways[self.suited.others], 0)

    @cached_property
    def rows(self) -> tuple[Ints, Ints, Ints]:
        """Every split of every suited hand: where each hand's begin, the split, the number of the hand behind."""
        sizes = np.diff(self.shapes.start)[self.suited.shape]
        begin = np.concatenate([[0], sizes.cumsum()])
        split = np.arange(begin[-1]) + np.repeat(self.shapes.start[self.suited.shape] - begin[:-1], sizes)
        ranks = np.repeat(self.suited.ranks, sizes)
        flush = (self.shapes.suited[split] >= 0) & (self.shapes.behind[split] & ~ranks == 0)
        return begin, split, np.where(flush, self.shapes.suited[split], self.shapes.plain[split])

    def _best(self, allowed: tuple[NDArray[np.bool_], NDArray[np.bool_]], lows: bool) -> Ints:
        """The highest low hand, or hand behind, of each kind among its splits that are allowed; -1 without any."""
        begin, split, behind = self.rows
        plain = self.shapes.low if lows else self.shapes.plain
        suited = self.shapes.low[split] if lows else behind
        parts = (
            np.maximum.reduceat(np.where(allowed[0], plain, -1), self.shapes.start[:-1]),
            np.maximum.reduceat(np.where(allowed[1], suited, -1), begin[:-1]) if len(suited) else suited,
        )
        return np.concatenate(parts)

    @cached_property
    def place(self) -> Ints:
        """The place of the best category of each kind."""
        everything = np.ones(len(self.shapes.low), np.bool_), np.ones(len(self.rows[1]), np.bool_)
        return self.places[self._best(everything, lows=False)]

    @cached_property
    def places(self) -> Ints:
        """The place of the category of every number of a high hand."""
        return np.array([hand.place for hand in self.high.hands])

    @cached_property
    def shape(self) -> Ints:
        """The shape of each kind."""
        return np.concatenate([np.arange(len(self.shapes.codes)), self.suited.shape])

    @cached_property
    def _complete(self) -> Ints:
        """The best two cards that leave a straight, a flush or better of that kind behind; -1 where none do."""
        completed = np.isin(self.places, [JOKER_HAND_CATEGORIES.index(name) for name in COMPLETED])
        return self._best((completed[self.shapes.plain], completed[self.rows[2]]), lows=True)

    @cached_property
    def _looked_at(self) -> tuple[Seven, ...]:
        """What a way to set hands looks at of each shape, but for what five of a suit complete."""
        every = np.arange(KINDS_OF_RANK)
        return tuple(Seven.of_ranks(np.repeat(every, row).tolist(), None) for row in self.shapes.counts)

    @cached_property
    def _keeps_complete(self) -> NDArray[np.bool_]:
        """The kinds with a straight, a flush or better that no other set comes before."""
        taken = np.array([takes_complete(seven) for seven in self._looked_at])
        kept: NDArray[np.bool_] = taken[self.shape] & (self._complete >= 0)
        return kept

    @cached_property
    def _with_complete(self) -> tuple[tuple[Seven, ...], Ints]:
        """The same with what they complete, alike ones once; and which of these each such kind is."""
        # what matters beside it are the pair and the two highest others, which stand for the shape
        alike: dict[tuple[object, ...], int] = {}
        sevens = []
        of_shape = []
        for seven in self._looked_at:
            key = (*seven[:4], seven.singles[:2])
            if key not in alike:
                alike[key] = len(alike)
                sevens.append(seven)
            of_shape.append(alike[key])
        kept = self._keeps_complete
        codes = np.array(of_shape)[self.shape[kept]] * len(LOW_HANDS) + self._complete[kept]
        known, which = np.unique(codes, return_inverse=True)
        told = (divmod(code, len(LOW_HANDS)) for code in known.tolist())
        return tuple(sevens[at]._replace(complete=LOW_HANDS[low]) for at, low in told), which.ravel()

    def _of_kinds(self, said: Callable[[Seven], int]) -> Ints:
        """What is said of every kind."""
        of_kind = np.array([said(seven) for seven in self._looked_at])[self.shape]
        sevens, which = self._with_complete
        of_kind[self._keeps_complete] = np.array([said(seven) for seven in sevens], np.int64)[which]
        return of_kind

    @cached_property
    def _fronts(self) -> Ints:
        """The number of the low hand by answer and kind."""

        def by(way: Way) -> Ints:
            return self._of_kinds(lambda seven: LOW_NUMBER[front(seven, way)])

        return np.array([by(Always(answer)) for answer in range(ANSWERS)])

    @cached_property
    def questions(self) -> tuple[tuple[Question | None, ...], Ints]:
        """What there is to answer about the kinds, each once; and which of these each kind is about."""
        asked: dict[Question | None, int] = {}
        of_kind = self._of_kinds(lambda seven: asked.setdefault(question_of(seven), len(asked)))
        return tuple(asked), of_kind

    @cached_property
    def _set_by(self) -> dict[Way, tuple[Ints, Ints]]:
        return {}

    def set_by(self, way: Way) -> tuple[Ints, Ints]:
        """How a way to set hands sets each kind: the numbers of the low and the high hand."""
        if way not in self._set_by:
            self._set_by[way] = self._set(way)
        return self._set_by[way]

    def _set(self, way: Way) -> tuple[Ints, Ints]:
        asked, which = self.questions
        answers = np.array([0 if question is None else way.answer(question) for question in asked])[which]
        low = np.take_along_axis(self._fronts, answers[None], axis=0)[0]
        in_shapes = self.shapes.low == low[self.shapes.shape]
        begin, split, _ = self.rows
        in_rows = self.shapes.low[split] == np.repeat(low[len(self.shapes.codes) :], np.diff(begin))
        return low, self._best((in_shapes, in_rows), lows=False)

    @cached_property
    def tops(self) -> Ints:
        """The highest rank of each kind; the joker is above the ace."""
        ranked = self.shapes.counts > 0
        tops: Ints = (KINDS_OF_RANK - 1 - ranked[:, ::-1].argmax(axis=1))[self.shape]
        return tops

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        """Whether a low hand may stand before a high one, by their numbers."""
        return np.array([[may_stand_behind(high, low) for high in self.high.hands] for low in LOW_HANDS])


def in_suit(cards: Sequence[str], suit: str) -> list[str]:
    """The cards of a suit among some."""
    return [card for card in cards if card != JOKER and card[1] == suit]


def ways_from(pair: Sequence[int], free: Sequence[int] | Ints = (SUITS - 1,) * JOKER_RANK) -> int:
    """In how many ways cards of these ranks come from the other suits, of which so many cards of each rank are free."""
    held = [rank for rank in pair if rank != NO_RANK]
    return prod(comb(int(free[rank]), held.count(rank)) for rank in set(held))


@cache
def sevens(wheel: Wheel = "second", ranks: str = RANKS) -> Sevens:
    """All kinds of seven cards.

    >>> kinds = sevens()
    >>> int(kinds.number.sum()) == comb(53, 7), len(kinds.shapes.codes)
    (True, 67600)
    """
    high = high_hands(wheel)
    known = sorted(RANKS.index(rank) for rank in ranks)
    shapes = _shapes(known, high)
    return Sevens(shapes, _suited(known, shapes), high)


def _shapes(ranks: Sequence[int], high: HighHands) -> Shapes:
    parts = []
    for joker in (0, 1):
        held = np.array(list(combinations_with_replacement(ranks, HAND - joker)))
        parts.append((held[:, :, None] == np.arange(KINDS_OF_RANK)).sum(axis=1))
        parts[-1][:, JOKER_RANK] = joker
    counts = np.concatenate(parts)
    counts = counts[counts.max(axis=1) <= SUITS]
    counts = counts[np.argsort(counts @ CODE)]

    plain, suited = _by_code(high, False), _by_code(high, True)
    splits_of = []
    for apart in combinations_with_replacement(range(KINDS_OF_RANK), 2):
        taken = np.bincount(apart, minlength=KINDS_OF_RANK)
        shape = np.flatnonzero((counts >= taken).all(axis=1))
        back = counts[shape] - taken
        code = back @ CODE
        mask = (back[:, :JOKER_RANK] > 0) @ (1 << np.arange(JOKER_RANK))
        low = np.full(len(shape), LOW_NUMBER[two_cards_of(apart)])
        flush = np.where((back <= 1).all(axis=1), _look_up(suited, code), -1)
        splits_of.append(np.stack([shape, low, _look_up(plain, code), flush, mask]))
    splits = np.concatenate(splits_of, axis=1)
    splits = splits[:, np.argsort(splits[0], kind="stable")]
    start = np.searchsorted(splits[0], np.arange(len(counts) + 1))
    return Shapes(counts, counts @ CODE, start, splits[1], splits[2], splits[3], splits[4], splits[0])


def _by_code(high: HighHands, one_suit: bool) -> tuple[Ints, Ints]:
    """The codes of all hands of five cards in order, and their numbers."""
    pairs = sorted((int(CODE[list(held)].sum()), n) for (held, same), n in high.number_of.items() if same is one_suit)
    return np.array([code for code, _ in pairs]), np.array([number for _, number in pairs])


def _look_up(table: tuple[Ints, Ints], codes: Ints) -> Ints:
    at = np.minimum(np.searchsorted(table[0], codes), len(table[0]) - 1)
    return np.where(table[0][at] == codes, table[1][at], -1)


def _suited(ranks: Sequence[int], shapes: Shapes) -> Suited:
    """Five to seven cards of a suit, the joker counted, and the rest."""
    rows = [
        (sum(1 << rank for rank in suit), at, joker, int(CODE[[*suit, *held]].sum()) + joker * int(CODE[JOKER_RANK]))
        for joker in (0, 1)
        for at, pair in enumerate(OTHERS)
        for held in ([rank for rank in pair if rank != NO_RANK],)
        if set(held) <= set(ranks)
        for suit in combinations(ranks, HAND - joker - len(held))
    ]
    table = np.array(rows, np.int64).reshape(-1, 4).T
    return Suited(table[0], table[1], table[2], shapes.at(table[3]))
