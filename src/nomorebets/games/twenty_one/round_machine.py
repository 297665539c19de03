"""A round of one box as a machine that every card moves on: what it does next is one look-up, and nothing is guessed.

The cards come in the order of the deal, but for a hole card that nobody looks at before it counts: it is the card that
the dealer draws first, which is as likely to be any of those left as it was before. A pair that is split ends the walk
of its round; its hands and the dealer's are machines of the same kind, each for itself. Rounds that go on alike
whatever comes are one state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.moments import BUSTED
from nomorebets.games.twenty_one.automaton import BUST, DOUBLE, DRAW, OVER, STAND, SURRENDER, WIDE, Machine
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.rules import VALUES, Rules

ACE, TEN, LEAST = 1, 10, 17  # LEAST: the lowest total that a dealer stands on
UNSEEN = 0  # a hole card that lies face down: the dealer's hand is the card shown
ALONE = -1  # a hand of a split pair, for which the dealer's hand is played apart
OPEN, BUSTED_HAND, DECIDED = range(3)  # what a blackjack of the dealer finds of a hand that is played
State: TypeAlias = int
End: TypeAlias = str | int  # of a box: as the analysis names it, or what it gained


@dataclass(frozen=True)
class Ended:
    """How a round ended: the box, and what insurance and even money ask."""

    end: End
    ace_shown: bool
    dealers: bool  # the dealer has a blackjack below it


@dataclass(frozen=True)
class Split:
    """A pair that is split: it is played on from here."""

    first: int  # as the machine sees it
    second: int
    up: int
    his: int  # the dealer's hand, or UNSEEN


class Done(NamedTuple):
    """A hand that is played: how it ends against each total of the dealer from the least on, and a blackjack."""

    ends: tuple[End, ...]
    lost: End
    found: int = OPEN


@dataclass(frozen=True)
class Again:
    """A hand of a split pair got one more card of it."""

    card: int


@dataclass(frozen=True)
class His:
    """The dealer's hand is done: over 21 counts 22, and a blackjack more."""

    total: int


HIS = [His(total) for total in range(LEAST, OVER + 2)]


@dataclass(frozen=True, eq=False)
class RoundMachine:
    """The rounds of a table and a way to play. A state is the place of its row."""

    then: NDArray[np.uint32]  # [state + card, counted from 1]; a state that ended a round begins the next
    wide: int  # of a row
    ended: tuple[Ended, ...]  # the first states, in turn
    splits: tuple[Split, ...]  # and those after them


@dataclass(frozen=True, eq=False)
class HandMachine:
    """The hands of split pairs, each for itself, and the dealer's. States as above; ends lead to themselves."""

    then: NDArray[np.uint32]
    wide: int
    done: tuple[Done, ...]  # the first states; after them those of `HIS`
    again: tuple[Again, ...]  # and these; then one that nothing moves, and the others
    begun: dict[tuple[int, int, bool], int]  # by first card, card shown, and whether it may be split no further
    dealer: tuple[int, ...]  # of each pair


Last: TypeAlias = Ended | Split | Done | Again | His


class Rounds(ABC):
    """Every state of a round is a row of those that a card leads to; those with equal rows are one.

    ``values`` says what each card counts, as many as a machine tells apart.
    """

    rules: Rules
    dealer: Machine
    values: Sequence[int]
    cards: range
    drawn: Callable[..., State]
    dealers_turn: Callable[..., State]
    dealers_hand: Callable[..., State]

    def __init__(self, rules: Rules, dealer: Machine, values: Sequence[int]) -> None:
        self.rules, self.dealer, self.values = rules, dealer, values
        self.cards = range(1, len(values) + 1)
        self.rows: dict[tuple[State, ...], State] = {}
        self.ends: dict[Last, State] = {}
        self.drawn, self.dealers_turn = cache(self._drawn), cache(self._dealers_turn)
        self.dealers_hand = cache(self._dealers_hand)

    @abstractmethod
    def dealt(self, first: int, second: int, up: int) -> State:
        """Two cards, and the value of the card shown."""

    @abstractmethod
    def second(self, first: int, second: int, up: int) -> State:
        """A hand of a split pair with its second card."""

    def ended(self, end: Last) -> State:
        """The state that a round or a hand ends in; they are numbered from -1 downwards."""
        return self.ends.setdefault(end, -1 - len(self.ends))

    def box(self, end: End, up: int, dealers: bool) -> State:
        return self.ended(Ended(end, up == ACE, dealers and up == ACE))

    def state(self, row: Iterable[State]) -> State:
        return self.rows.setdefault(tuple(row), len(self.rows))

    def by_value(self, leads_to: Callable[[int], State]) -> State:
        """The state from which cards that count alike lead to the same."""
        of_value = [leads_to(value) for value in range(1, VALUES + 1)]
        return self.state(of_value[value - 1] for value in self.values)

    def start(self) -> State:
        def after(first: int) -> State:
            return self.by_value(lambda up: self.state(self.dealt(first, second, up) for second in self.cards))

        return self.state(after(first) for first in self.cards)

    def looked_below(self, up: int, begun: Callable[[int], State], lost: End) -> State:
        """A reader looks below an ace or a ten at once; the round goes on with the dealer's hand, if it was seen."""
        if not (self.rules.card_reader and up in (ACE, TEN)):
            return begun(UNSEEN)
        return self.by_value(
            lambda hole: self.box(lost, up, True) if self.is_blackjack(up, hole) else begun(self.his(up, hole))
        )

    def decided(self, end: End, up: int, against_blackjack: End) -> State:
        """A box that is decided but for a blackjack of the dealer, who takes his hole card."""

        def seen(hole: int) -> State:
            dealers = self.is_blackjack(up, hole)
            return self.box(against_blackjack if dealers else end, up, dealers)

        return self.by_value(seen)

    def _dealers_turn(self, done: Done, up: int, his: int) -> State:
        """A hand that is done; the dealer takes his second card if he has not yet."""
        if his == ALONE:
            return self.ended(done)
        if his != UNSEEN:
            return self.drawn(done.ends, up, his)
        return self.by_value(
            lambda hole: (
                self.box(done.lost, up, True)
                if self.is_blackjack(up, hole)
                else self.drawn(done.ends, up, self.his(up, hole))
            )
        )

    def _drawn(self, ends: tuple[End, ...], up: int, his: int) -> State:
        """The dealer's hand against a hand that is done; he draws only if it decides something."""
        if len(set(ends)) == 1:
            return self.box(ends[0], up, False)
        if not self.dealer.act[0, his * WIDE + ACE]:
            return self.box(ends[int(self.dealer.total[his]) - LEAST], up, False)
        return self.by_value(lambda card: self.drawn(ends, up, int(self.dealer.then[his * WIDE + card])))

    def his(self, up: int, hole: int) -> int:
        return int(self.dealer.dealt[up * WIDE + hole])

    def is_blackjack(self, up: int, hole: int) -> bool:
        return int(self.dealer.total[self.his(up, hole)]) == MOST

    def machine(self) -> RoundMachine:
        """The states numbered: those that ended a round first, then pairs that are split, and then the others."""
        start, wide = self.start(), len(self.values)
        ended = [end for end in self.ends if isinstance(end, Ended)]
        splits = [end for end in self.ends if isinstance(end, Split)]
        first: list[Last] = [*ended, *splits]
        place = {self.ends[end]: at for at, end in enumerate(first)}
        place |= {state: len(first) + state for state in self.rows.values()}
        rows = list(self.rows)
        every = [rows[start]] * len(first) + rows
        then = [place[state] * wide for row in every for state in row]
        return RoundMachine(np.array([0, *then], np.uint32), wide, tuple(ended), tuple(splits))

    def hands(self, splits: Sequence[Split], wide: int) -> HandMachine:
        """The hands of these pairs, in rows of so many places."""
        begun = {
            (card, split.up, no_further): self.begun(card, split.up, no_further)
            for split in splits
            for card in self.cards
            if self.values[card - 1] == self.values[split.first - 1]
            for no_further in (False, True)
        }
        dealer = [self.dealer_begins(split.up, split.his) for split in splits]
        done = [end for end in self.ends if isinstance(end, Done)]
        again = [end for end in self.ends if isinstance(end, Again)]
        first: list[Last] = [*done, *HIS, *again]
        place = {self.ended(end): at for at, end in enumerate(first)}
        place |= {state: len(first) + 1 + state for state in self.rows.values()}
        then = np.repeat(np.arange(len(first) + 1 + len(self.rows), dtype=np.uint32)[:, None], wide, axis=1)
        for at, row in enumerate(self.rows, len(first) + 1):
            then[at, 1 : len(row) + 1] = [place[state] for state in row]
        begins = {key: place[state] * wide for key, state in begun.items()}
        starts = tuple(place[state] * wide for state in dealer)
        return HandMachine(then.ravel() * np.uint32(wide), wide, tuple(done), tuple(again), begins, starts)

    def begun(self, first: int, up: int, no_further: bool) -> State:
        """One card of a pair that is split, which gets its second card."""
        pair = self.values[first - 1]
        last = no_further or self.rules.splits_of(pair - 1) == 1
        return self.state(
            self.ended(Again(card)) if not last and self.values[card - 1] == pair else self.second(first, card, up)
            for card in self.cards
        )

    def dealer_begins(self, up: int, his: int) -> State:
        """The dealer's hand by itself; he takes his second card if he has not yet."""
        if his != UNSEEN:
            return self.dealers_hand(his)
        return self.by_value(
            lambda hole: self.ended(HIS[-1]) if self.is_blackjack(up, hole) else self.dealers_hand(self.his(up, hole))
        )

    def _dealers_hand(self, his: int) -> State:
        if not self.dealer.act[0, his * WIDE + ACE]:
            return self.ended(HIS[int(self.dealer.total[his]) - LEAST])
        return self.by_value(lambda card: self.dealers_hand(int(self.dealer.then[his * WIDE + card])))


class BoxRounds(Rounds):
    """Rounds of a box of blackjack; ``splits[pair, up]`` says which pairs are split, from the ace on."""

    own: Machine
    splits: NDArray[np.bool_]
    played: Callable[..., State]

    def __init__(self, rules: Rules, own: Machine, splits: NDArray[np.bool_], dealer: Machine) -> None:
        super().__init__(rules, dealer, range(1, VALUES + 1))
        self.own, self.splits = own, splits
        self.played = cache(self._played)

    def dealt(self, first: int, second: int, up: int) -> State:
        if {first, second} == {ACE, TEN}:
            return self.decided("blackjack", up, "blackjack-push")
        own = int(self.own.dealt[first * WIDE + second])
        if self.act(own, up) == SURRENDER:
            early = self.rules.surrender == "early"
            return self.decided("surrender", up, "surrender" if early else "dealer-blackjack")
        is_split = first == second and self.splits[first - 1, up - 1]

        def begun(his: int) -> State:
            return self.ended(Split(first, second, up, his)) if is_split else self.played(own, up, his)

        return self.looked_below(up, begun, "dealer-blackjack")

    def second(self, first: int, second: int, up: int) -> State:
        return self.played(int(self.own.split[first * WIDE + second]), up, ALONE)

    def _played(self, own: int, up: int, his: int) -> State:
        """The hand of a box, to be played."""
        act = self.act(own, up)
        if act == STAND:
            return self.dealers_turn(self.done(own, 1), up, his)
        after = [int(self.own.then[own * WIDE + card]) for card in self.cards]
        if act == DRAW:
            return self.state(self.played(then, up, his) for then in after)
        assert act == DOUBLE
        return self.state(self.dealers_turn(self.done(then, 2), up, his) for then in after)

    def done(self, own: int, stake: int) -> Done:
        """A hand with so many units on it. Where busted hands stay lost to a blackjack, they do with all of them."""
        total, bonus = int(self.own.total[own]), bool(self.own.bonus[own])
        doubled = "" if stake == 1 else "-2"
        win = "five-card-21" if bonus else "win" + doubled
        ends = tuple(
            "lose" + doubled
            if total == OVER or (his != OVER and total < his)
            else "push" + doubled
            if total == his
            else win
            for his in range(LEAST, OVER + 1)
        )
        stays = self.rules.busted_stay_lost and own == BUST and stake > 1
        return Done(ends, f"{BUSTED}{stake}" if stays else "dealer-blackjack", BUSTED_HAND if own == BUST else OPEN)

    def act(self, own: int, up: int) -> int:
        return int(self.own.act[0, own * WIDE + up])
