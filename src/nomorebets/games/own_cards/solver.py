"""A card game of one's own, solved: all hands on all boards, from the last decision back to the first.

What players see is gone through but for the names of suits: a board stands for all that are like it, and what is
counted of hands on it is spread over them again (`_evened`). All in whole numbers. Imports numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK
from nomorebets.games.own_cards.definition import CardGame, Way
from nomorebets.games.own_cards.showdown import (
    ENDS,
    Subsets,
    count_hands,
    decide_all,
    meet_all,
    numbers_of,
    rows_named,
    sweep,
)
from nomorebets.games.own_cards.solution import MOST_CHOSEN, boards_of
from nomorebets.hands.compiled_seven import best_five_tables
from nomorebets.hands.rankings import RANKINGS
from nomorebets.hands.ranks import FIVE_CARD_PLACE

Ints = NDArray[np.int64]
Cards = tuple[int, ...]
Group = tuple[Cards, ...]  # ways to name the suits
SIZE = len(DECK)
SUITS: Group = tuple(permutations(range(4)))
MOST_BY_TABLE = 3  # cards of a hand of which all orders are in one table
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(SIZE + 8)], np.int64)
_FEW = np.arange(1 << 7)
_TOP = np.array([max(int(few).bit_length() - 1, 0) for few in _FEW])
SUBSETS = Subsets(
    CHOOSE,
    np.cumsum([0, *(comb(SIZE, k) for k in range(7))]),
    np.array([int(few).bit_count() for few in _FEW]),
    _TOP,
    _FEW & ~(1 << _TOP),
)
ONE_BY_ONE = 4  # own cards from which on hands are looked at but for the names of suits, board by board


def renamed(card: int, naming: Cards) -> int:
    """A card under other names of the suits."""
    return card & ~3 | naming[card & 3]


@cache
def hands_of(size: int, decks: int) -> NDArray[np.uint8]:
    """All hands of so many cards, the lowest card first; of several decks a card may be in it more than once."""
    if not size:
        return np.zeros((1, 0), np.uint8)
    every = combinations(range(SIZE), size) if decks == 1 else combinations_with_replacement(range(SIZE), size)
    rows = np.fromiter((card for hand in every for card in hand), np.uint8).reshape(-1, size)
    return np.ascontiguousarray(rows[np.lexsort(rows.T)])  # so that `row_of` says where a hand stands


def row_of(cards: NDArray[np.uint8], decks: int) -> Ints:
    """Where hands stand among all; the cards in any order."""
    held = np.sort(cards.astype(np.int64), axis=-1)
    if decks > 1:
        held = held + np.arange(held.shape[-1])
    return np.asarray(CHOOSE[held, np.arange(1, held.shape[-1] + 1)].sum(-1), np.int64)


def code_of(seen: Seen, decks: int) -> int:
    """What is seen as one number; of what is alike but for the names of suits, the least stands for all."""
    code = 0
    for street in filter(None, (seen.shown, *seen.streets)):
        code = code * len(hands_of(len(street), decks)) + int(row_of(np.array(street, np.uint8), decks))
    return code


def numbers_on(game: CardGame, rows: NDArray[np.uint8], board: Sequence[int]) -> Ints:
    """The numbers of hands with the cards that belong to all of them."""
    lying = np.array(board, np.uint8)
    if game.size > MOST_BY_TABLE:
        return np.asarray(numbers_of(rows, lying, best_five_tables(game.size)), np.int64)
    columns = [*rows.T, *(np.full(len(rows), card) for card in board)]
    return np.asarray(number_table(game.ranking_name, game.size)[tuple(columns)], np.int64)


@cache
def number_table(ranking: str, size: int) -> Ints:
    """The numbers of hands of few cards, by their cards in any order."""
    table = np.zeros((SIZE,) * size, np.int64)
    for cards in combinations_with_replacement(range(SIZE), size):
        number = RANKINGS[ranking].number([DECK[card] for card in cards])
        for order in set(permutations(cards)):
            table[order] = number
    return table


@cache
def place_table(ranking: str, size: int) -> NDArray[np.uint8]:
    """The place of the class, by number."""
    if size > MOST_BY_TABLE:
        return np.array(FIVE_CARD_PLACE, np.uint8)
    known, numbers = RANKINGS[ranking], number_table(ranking, size)
    places = np.zeros(int(numbers.max()) + 1, np.uint8)
    for cards in combinations_with_replacement(range(SIZE), size):
        places[numbers[cards]] = known.classes.index(known.class_of([DECK[card] for card in cards]))
    return places


def alike_without(cards: Cards, group: Group) -> Group:
    """The ways to name the suits under which some cards are the same."""
    held = sorted(cards)
    return tuple(naming for naming in group if sorted(renamed(card, naming) for card in cards) == held)


@dataclass(frozen=True)
class Seen:
    """What lies open when players decide."""

    shown: Cards = ()  # of the dealer's
    streets: tuple[Cards, ...] = ()  # community cards, as they were turned up

    @property
    def board(self) -> Cards:
        return tuple(card for street in self.streets for card in street)

    def and_then(self, cards: Cards) -> Seen:
        return Seen(self.shown, (*self.streets, cards))


@dataclass(eq=False)
class Solver:
    """All hands of a game, or some of them, from the moment on at which they are looked at."""

    game: CardGame
    nets: Ints  # by way that is played out, class and end: what it gains in cents
    rows: NDArray[np.uint8]
    group: Group = SUITS  # none but the names that there are, where not all hands are looked at
    gone: Cards = ()  # cards that have left
    chosen: dict[tuple[int, Seen], NDArray[np.int8]] = field(default_factory=dict)  # by node and hand
    worth: dict[tuple[str, ...], Ints] = field(default_factory=dict)  # of the first decision, by choice and hand

    def __post_init__(self) -> None:
        game = self.game
        self.group = alike_without(self.gone, self.group)
        self.there: Ints = game.decks - np.bincount(np.array(self.gone, np.int64), minlength=SIZE)
        self.classes: int = self.nets.shape[1]
        places = place_table(game.ranking_name, game.size)
        self.places: NDArray[np.uint8] = places if self.classes > 1 else np.zeros_like(places)
        self.theirs: NDArray[np.uint8] = hands_of(game.each - game.shown, game.decks)
        self.path: dict[tuple[str, ...], int] = {way.choices: at for at, way in enumerate(game.played_out)}
        self.nodes: list[list[Way]] = [
            [way for way in game.ways if way.asked == at] for at in range(len(game.decisions))
        ]
        self.whole: bool = len(self.rows) == len(hands_of(game.each, game.decks))
        self.renamed: dict[Cards, Ints] = {}

    def _named(self, group: Group) -> Ints:
        """Where each hand stands under other names of the suits; of several names, the first place."""
        return np.asarray(rows_named(self.rows, np.array(group), CHOOSE, int(self.game.decks > 1)), np.int64)

    @property
    def entries(self) -> int:
        return len(self.path) * int(self.nets.shape[1]) * ENDS

    # --- what may come -----------------------------------------------------------------------------------------------

    def _may_come(self, seen: Seen, group: Group, number: int) -> list[tuple[Cards, int]]:
        """The cards that may be turned up next, one for all that are like it, and how many these are."""
        if not number:
            return [((), 1)]
        decks, every = self.game.decks, hands_of(number, self.game.decks)
        if decks == 1:
            every = every[~np.isin(every, (*seen.shown, *seen.board, *self.gone)).any(1)]
        places = np.asarray(rows_named(every, np.array(group), CHOOSE, int(decks > 1)), np.int64)
        first, alike = np.unique(places, return_counts=True)
        cards = hands_of(number, decks)[first].tolist()
        return [(tuple(few), n) for few, n in zip(cards, alike.tolist(), strict=True)]

    def _evened(self, counts: Ints, group: Group) -> Ints:
        """What was counted on boards that stand for others, spread over all."""
        if len(group) == 1:
            return counts
        total = np.zeros_like(counts)
        for naming in group:
            if naming not in self.renamed:
                self.renamed[naming] = self._named((naming,))
            total += counts[self.renamed[naming]]
        return total // len(group)

    # --- from the end back -------------------------------------------------------------------------------------------

    def solve(self) -> tuple[Ints, Ints]:
        """How often every end comes, by way, class and end, with the best choices; and whatever is chosen."""
        game = self.game
        total, whatever = np.zeros(self.entries, np.int64), np.zeros(self.classes * ENDS, np.int64)
        for shown, alike in self._may_come(Seen(), self.group, game.shown):
            seen = Seen(shown)
            group = alike_without(shown, self.group)
            if game.decides_first:
                every, played = self.decided(seen, group, 0)
            else:
                every, played = self._after(seen, group, -1, by_hand=False)
            total += alike * (played[()] if game.decisions else every).sum(0)
            whatever += alike * every.sum(0)
        return total, whatever

    def decided(self, seen: Seen, group: Group, at: int) -> tuple[Ints, dict[tuple[str, ...], Ints]]:
        """What comes of hands by the best choices from a decision on."""
        every, played = self._after(seen, group, at, by_hand=True)
        made = []
        for node in self.nodes[at]:
            ways = in_order_taken(self.game, node)
            each = [played[way.choices] if way.asked is not None else self._placed(every, way) for way in ways]
            flat = self.nets.reshape(-1)
            worth = np.stack([counts @ flat for counts in each])
            best = worth.argmax(0)
            made.append(best.astype(np.int8))
            counts = np.zeros_like(each[0])
            for choice, its in enumerate(each):
                counts[best == choice] = its[best == choice]
            played[node.choices] = counts
            if self.whole and at:
                continue  # too many to be kept
            self.worth[node.choices] = worth
        if not self.gone:
            self.chosen[at, seen] = np.stack(made)
        return every, played

    def _placed(self, every: Ints, way: Way) -> Ints:
        """Counts of hands that play on in one way whatever they are."""
        counts = np.zeros((len(every), self.entries), np.int64)
        first = self.path[way.choices] * every.shape[1]
        counts[:, first : first + every.shape[1]] = every
        return counts

    def _after(self, seen: Seen, group: Group, at: int, by_hand: bool) -> tuple[Ints, dict[tuple[str, ...], Ints]]:
        """What comes after a decision: undecided, and by the best choices at the nodes of those that follow."""
        game, last = self.game, len(self.game.decisions) - 1
        lying = len(seen.board)
        following = game.decisions[at + 1].seen if at < last else game.community
        if at >= last or (at + 1 == last and following == game.community):
            return self._at_the_end(seen, group, game.community - lying, at + 1 if at < last else None, by_hand)
        rows = len(self.rows) if by_hand else 1
        every = np.zeros((rows, self.classes * ENDS), np.int64)
        played: dict[tuple[str, ...], Ints] = {}
        for cards, alike in self._may_come(seen, group, following - lying):
            then = seen.and_then(cards)
            some, by_node = self.decided(then, alike_without(cards, group), at + 1)
            every += alike * (some if by_hand else some.sum(0, keepdims=True))
            for node, counts in by_node.items():
                more = alike * (counts if by_hand else counts.sum(0, keepdims=True))
                played[node] = played[node] + more if node in played else more
        if by_hand:
            every = self._evened(every, group)
            played = {node: self._evened(counts, group) for node, counts in played.items()}
        return every, played

    def _at_the_end(
        self, seen: Seen, group: Group, number: int, at: int | None, by_hand: bool
    ) -> tuple[Ints, dict[tuple[str, ...], Ints]]:
        """The last cards: all boards, and the last decision where it is made with all of them."""
        nodes = self.nodes[at] if at is not None else []
        ways = [in_order_taken(self.game, node) for node in nodes]
        most = max(map(len, ways), default=0)
        paths = np.full((len(nodes), most), -1, np.int64)
        nets = np.zeros((len(nodes), most, self.classes, ENDS), np.int64)
        for node, each in enumerate(ways):
            for choice, way in enumerate(each):
                paths[node, choice] = self.path[way.choices]
                nets[node, choice] = self.nets[self.path[way.choices]]
        rows = len(self.rows) if by_hand else 1
        every = np.zeros((rows, self.classes * ENDS), np.int64)
        played = np.zeros((len(nodes), rows, self.entries), np.int64)
        come = self._may_come(seen, group, number)
        few = boards_of(self.game) * len(self.rows) * len(nodes) <= MOST_CHOSEN
        is_kept = at is not None and self.whole and few and not self.gone
        chosen = np.full((len(come) if is_kept else 0, len(nodes), len(self.rows)), -1, np.int8)
        more: Any = (nets, paths, by_hand, every, played, chosen)
        if self.whole and self.game.size > MOST_BY_TABLE:
            boards = np.array([(*seen.board, *cards) for cards, _ in come], np.uint8).reshape(len(come), -1)
            weights = np.array([alike for _, alike in come], np.int64)
            parts = [slice(n, n + 1) for n in range(len(come))] if self.game.each >= ONE_BY_ONE else [slice(None)]
            for part in parts:
                names = alike_without(come[part.start][0], group) if part.start is not None else SUITS[:1]
                more = nets, paths, by_hand, every, played, chosen[part]
                sweep(
                    boards[part], weights[part], np.array(self.gone, np.uint8), np.array(seen.shown, np.uint8),
                    self.rows, *self._but_for_names(names),
                    self.theirs, best_five_tables(self.game.size), SUBSETS,
                    self.game.qualifies_from, self.places, *more,
                )  # fmt: skip
        else:
            for place, (cards, alike) in enumerate(come):
                self._meet(seen.and_then(cards), alike, alike_without(cards, group), more, place if is_kept else -1)
        if is_kept and at is not None:
            for (cards, _), made in zip(come, chosen, strict=True):
                names = alike_without(cards, group)
                of_all = made if len(names) == 1 else made[:, self._named(names)]
                self.chosen[at, seen.and_then(cards) if number else seen] = of_all
        if by_hand:
            every, played = (
                self._evened(every, group),
                np.stack([self._evened(n, group) for n in played]) if nodes else played,
            )
        return every, {node.choices: counts for node, counts in zip(nodes, played, strict=True)}

    def _but_for_names(self, group: Group) -> tuple[Ints, Ints]:
        """One hand for all that are like it but for these names of suits, and how many these are."""
        if len(group) == 1:
            return np.arange(len(self.rows)), np.ones(len(self.rows), np.int64)
        return np.unique(self._named(group), return_counts=True)

    def _meet(self, seen: Seen, alike: int, group: Group, more: Any, kept: int) -> None:
        """One board, on which every hand meets every hand of the dealer's."""
        game, board = self.game, seen.board
        numbers = numbers_on(game, self.rows, board)
        their_numbers = numbers_on(game, self.theirs, (*seen.shown, *board))
        left = self.there.copy()
        for card in (*seen.shown, *board):
            left[card] -= 1
        ends = np.zeros((len(self.rows), ENDS), np.int64)
        mine, times = self._but_for_names(group)
        meet_all(self.rows, mine, numbers, self.theirs, their_numbers, left, game.qualifies_from, ends)
        decide_all(mine, numbers, self.places, ends, alike * times * self._ways(seen)[mine], kept, *more)

    def _ways(self, seen: Seen) -> Ints:
        """In how many ways each hand, and what lies open, may be dealt."""
        lying = np.zeros((len(self.rows), SIZE), np.int64)
        ways = np.ones(len(self.rows), np.int64)
        for column in range(self.rows.shape[1]):
            cards = self.rows[:, column]
            at = np.arange(len(cards)), cards
            ways = ways * (self.there[cards] - lying[at])
            lying[at] += 1
            ways //= lying[at]
        for street in (seen.shown, *seen.streets):
            run = 0
            for place, card in enumerate(street):
                run = run + 1 if place and street[place - 1] == card else 1
                ways = ways * np.maximum(self.there[card] - lying[:, card], 0) // run
                lying[:, card] += 1
        return ways


def in_order_taken(game: CardGame, node: Way) -> list[Way]:
    """The ways on from a node, those that put least at risk first: of equal ones the first is taken."""
    ways = list(game.ways_on(node))
    return [ways[-1], *ways[:-1]]


def class_counts(game: CardGame, gone: Cards = ()) -> dict[str, int]:
    """How many hands of six or seven cards are of each class, when some have left."""
    classes, places = game.ranking.classes, place_table(game.ranking_name, game.size)
    numbers = np.zeros(len(places), np.int64)
    left = np.array([card for card in range(SIZE) if card not in gone], np.uint8)
    count_hands(best_five_tables(game.size), np.uint64(game.size), left, numbers)
    counts = dict.fromkeys(classes, 0)
    for number, n in enumerate(numbers.tolist()):
        counts[classes[places[number]]] += n
    return counts
