"""A round of one box as a machine of hands that every card moves on: what one does next is one look-up.

The hand of a box, the hands of a pair that it is split into and the dealer's hand are played each for itself: cards of
a shoe in random order may come in any order, and what nobody looks at before it counts may be dealt before. So the
dealer always has his second card and plays his hand, needed or not; a hand is played even if his blackjack was seen
before, and then does not count. Hands that go on alike whatever comes are one state.
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
# what a blackjack of the dealer finds of a hand: played, over 21, paid already, or decided by its first two cards
OPEN, BUSTED_HAND, DECIDED, AS_DEALT = range(4)
TOTALS = OVER - LEAST + 1  # of the dealer, over 21 counting as one
# the ends of hands as a machine has them: above all states; those of a box and the dealer's add up
END = 1 << 15
COLUMNS = 16  # the dealer's ends: his totals and a blackjack, and further on the same where he shows an ace
DEALERS_BLACKJACK, ACE_SHOWN = TOTALS, 8
State: TypeAlias = int
End: TypeAlias = str | int  # of a box: as the analysis names it, or what it gained


@dataclass(frozen=True)
class Ended:
    """How a round ended: the box, unless its pair was split; and what insurance and even money ask."""

    end: End | None
    ace_shown: bool
    dealers: bool  # the dealer has a blackjack below it


class Done(NamedTuple):
    """A hand that is played: how it ends against each total of the dealer from the least on, and a blackjack."""

    ends: tuple[End, ...]
    lost: End
    found: int = OPEN


@dataclass(frozen=True)
class Split:
    """The pair of a box is split: its hands are played instead."""


@dataclass(frozen=True)
class Again:
    """A hand of a split pair got one more card of it."""

    card: int


@dataclass(frozen=True)
class His:
    """The dealer's hand is done: its end, of those that `COLUMNS` tells of."""

    column: int


Last: TypeAlias = Done | Split | Again | His


@dataclass(frozen=True, eq=False)
class HandMachine:
    """The hands of a box, of split pairs and of the dealer. A state is the place of its row, below `END`."""

    then: NDArray[np.uint16]  # [state + card, counted from 1]
    done: tuple[Done, ...]  # END, then every COLUMNS places; after them the split, and the others
    again: tuple[Again, ...]
    dealt: NDArray[np.uint16]  # [first card, second card, value of the card shown]
    begun: NDArray[np.uint16]  # [whether it may be split no further, first card, value of the card shown]: of a pair
    dealer: NDArray[np.uint16]  # [value of the card shown, value of the hole card]
    idle: int  # a state that nothing moves

    @property
    def split(self) -> int:
        return END + COLUMNS * len(self.done)

    @property
    def over(self) -> int:
        """How many places the ends take."""
        return COLUMNS * (len(self.done) + 1 + len(self.again))


class Rounds(ABC):
    """Every state of a hand is a row of those that a card leads to; those with equal rows are one.

    ``values`` says what each card counts, as many as a machine tells apart; ``lost`` is how a box ends that has lost to
    a blackjack before it was played.
    """

    rules: Rules
    dealer: Machine
    values: Sequence[int]
    lost: End
    cards: range
    dealers_hand: Callable[..., State]

    def __init__(self, rules: Rules, dealer: Machine, values: Sequence[int], lost: End) -> None:
        self.rules, self.dealer, self.values, self.lost = rules, dealer, values, lost
        self.cards = range(1, len(values) + 1)
        self.rows: dict[tuple[State, ...], State] = {}
        self.ends: dict[Last, State] = {}
        self.dealers_hand = cache(self._dealers_hand)

    @abstractmethod
    def dealt(self, first: int, second: int, up: int) -> State:
        """Two cards, and the value of the card shown."""

    @abstractmethod
    def second(self, first: int, second: int, up: int) -> State:
        """A hand of a split pair with its second card."""

    @abstractmethod
    def is_split(self, pair: int, up: int) -> bool:
        """Whether two cards of this value are ever split against the card shown."""

    def ended(self, end: Last) -> State:
        """The state that a hand ends in; they are numbered from -1 downwards."""
        return self.ends.setdefault(end, -1 - len(self.ends))

    def state(self, row: Iterable[State]) -> State:
        return self.rows.setdefault(tuple(row), len(self.rows))

    def begun(self, first: int, up: int, no_further: bool) -> State:
        """One card of a pair that is split, which gets its second card."""
        pair = self.values[first - 1]
        last = no_further or self.rules.splits_of(pair - 1) == 1
        return self.state(
            self.ended(Again(card)) if not last and self.values[card - 1] == pair else self.second(first, card, up)
            for card in self.cards
        )

    def dealer_begins(self, up: int, hole: int) -> State:
        """The dealer's two cards."""
        his, from_column = int(self.dealer.dealt[up * WIDE + hole]), ACE_SHOWN * (up == ACE)
        if self.dealer.total[his] == MOST:
            return self.ended(His(from_column + DEALERS_BLACKJACK))
        return self.dealers_hand(his, from_column)

    def _dealers_hand(self, his: int, from_column: int) -> State:
        if not self.dealer.act[0, his * WIDE + ACE]:
            return self.ended(His(from_column + int(self.dealer.total[his]) - LEAST))
        return self.state(
            self.dealers_hand(int(self.dealer.then[his * WIDE + value]), from_column) for value in self.values
        )

    def machine(self) -> HandMachine:
        """The states numbered."""
        cards, ups = len(self.values), range(1, VALUES + 1)
        dealt, begun = np.zeros((cards + 1, cards + 1, VALUES + 1), int), np.zeros((2, cards + 1, VALUES + 1), int)
        dealer = np.zeros((VALUES + 1, VALUES + 1), int)
        for up in ups:
            for first in self.cards:
                dealt[first, 1:, up] = [self.dealt(first, second, up) for second in self.cards]
                if self.is_split(self.values[first - 1], up):
                    begun[:, first, up] = [self.begun(first, up, no_further) for no_further in (False, True)]
            dealer[up, 1:] = [self.dealer_begins(up, hole) for hole in ups]
        done = [end for end in self.ends if isinstance(end, Done)]
        again = [end for end in self.ends if isinstance(end, Again)]
        first_of_all: list[Last] = [*done, Split(), *again]
        place = {self.ended(end): END + COLUMNS * at for at, end in enumerate(first_of_all)}
        place |= {state: END + end.column for end, state in self.ends.items() if isinstance(end, His)}
        place |= {state: cards * state for state in self.rows.values()}
        idle = cards * len(self.rows)
        then = [place[state] for row in self.rows for state in row] + [idle] * cards
        assert idle < END, "more states than a machine has room for"
        of = np.vectorize(place.__getitem__, [np.uint16])
        return HandMachine(
            np.array([0, *then], np.uint16), tuple(done), tuple(again), of(dealt), of(begun), of(dealer), idle
        )

    def ended_by(self, machine: HandMachine) -> list[Ended]:
        """What every sum of the ends of a box and of the dealer means."""
        found = []
        for done in (*machine.done, None):
            for column in range(COLUMNS):
                ace_shown, total = divmod(column, ACE_SHOWN)
                dealers = total == DEALERS_BLACKJACK
                found.append(Ended(self._end(done, total), bool(ace_shown), dealers and bool(ace_shown)))
        return found

    def _end(self, done: Done | None, total: int) -> End | None:
        """How a box ends, none where its pair was split; a reader lets the dealer see a blackjack before it plays."""
        if total > DEALERS_BLACKJACK:
            return None
        if total == DEALERS_BLACKJACK and self.rules.card_reader and (done is None or done.found != AS_DEALT):
            return self.lost
        return None if done is None else done.lost if total == DEALERS_BLACKJACK else done.ends[total]


class BoxRounds(Rounds):
    """Rounds of a box of blackjack; ``splits[pair, up]`` says which pairs are split, from the ace on."""

    own: Machine
    splits: NDArray[np.bool_]
    played: Callable[..., State]

    def __init__(self, rules: Rules, own: Machine, splits: NDArray[np.bool_], dealer: Machine) -> None:
        super().__init__(rules, dealer, range(1, VALUES + 1), "dealer-blackjack")
        self.own, self.splits = own, splits
        self.played = cache(self._played)

    def dealt(self, first: int, second: int, up: int) -> State:
        if {first, second} == {ACE, TEN}:
            return self.ended(Done(("blackjack",) * TOTALS, "blackjack-push", AS_DEALT))
        own = int(self.own.dealt[first * WIDE + second])
        if self.act(own, up) == SURRENDER:
            early = self.rules.surrender == "early"
            return self.ended(Done(("surrender",) * TOTALS, "surrender" if early else self.lost, AS_DEALT))
        return self.ended(Split()) if first == second and self.is_split(first, up) else self.played(own, up)

    def second(self, first: int, second: int, up: int) -> State:
        return self.played(int(self.own.split[first * WIDE + second]), up)

    def is_split(self, pair: int, up: int) -> bool:
        return bool(self.splits[pair - 1, up - 1])

    def _played(self, own: int, up: int) -> State:
        """A hand, to be played."""
        act = self.act(own, up)
        if act == STAND:
            return self.ended(self.done(own, 1))
        after = [int(self.own.then[own * WIDE + card]) for card in self.cards]
        if act == DRAW:
            return self.state(self.played(then, up) for then in after)
        assert act == DOUBLE
        return self.state(self.ended(self.done(then, 2)) for then in after)

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
