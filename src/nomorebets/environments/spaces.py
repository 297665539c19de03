"""What an agent sees and does, as numbers: the same for every interface.

An action is a word of the game with the least or the most amount it takes, or, where cards are set apart or discarded,
one of the ways to do that. What may be done now is the mask. An observation counts the cards a seat may see.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.drivers.bots import wagers_of
from nomorebets.drivers.facet import has_decisions, strategies_of
from nomorebets.drivers.position import Position
from nomorebets.drivers.seen import Seen
from nomorebets.equipment.packs import pack
from nomorebets.errors import UnknownName, one_line
from nomorebets.regulation.odds import Money, Odds
from nomorebets.table import Table
from nomorebets.table.money import show

MOST_AT_STAKE = 100.0  # units that a seat may have on the layout, doubled and split hands included
WAYS = 32  # to set cards apart or to discard: at most two of seven, or any of five


class Untyped:
    """What type checkers take for a class of a package without types."""

    def __init__(self, *arguments: Any) -> None: ...

    def __getattr__(self, name: str) -> Any: ...


class Spaces:
    """The actions and observations of a game."""

    def __init__(self, table: Table) -> None:
        if not has_decisions(table):
            why = table.game.terms.no_decision or "there is nothing to decide"
            raise UnknownName(f"{table.game.id} is no environment: {why}", accepts="a game with decisions")
        if table.game.banked:
            text = f"{table.game.id} is no environment: what is wagered is as much as another player banks"
            raise UnknownName(text, accepts="a game against the house, or for a pot")
        self.table = table
        self.words: tuple[str, ...] = tuple(dict.fromkeys(strategies_of(table.game).choices))
        self.actions: tuple[str, ...] = (
            *self.words,
            *(f"{word} most" for word in self.words),
            *(f"way {n}" for n in range(WAYS)),
        )
        self.kinds: tuple[str, ...] = tuple(dict.fromkeys(pack(table.game.chance.pack)))
        self._at = {card: at for at, card in enumerate(self.kinds)}

    def legal(self, seen: Seen) -> dict[int, str]:
        """What may be done now: the answer in words, by the number of the action."""
        found: dict[int, str] = {}
        ways = len(self.words) * 2
        for said in seen.legal:
            word = said.split(" ", 1)[0]
            if word in self.words:
                action = self.words.index(word)
                found[action + len(self.words) if action in found else action] = said
            else:
                found[ways] = said
                ways += 1
        return found

    def mask(self, legal: Mapping[int, str]) -> NDArray[np.int8]:
        mask = np.zeros(len(self.actions), np.int8)
        mask[list(legal)] = 1
        return mask

    def counts(self, cards: tuple[str, ...]) -> NDArray[np.int8]:
        """How many of each card."""
        seen = np.zeros(len(self.kinds), np.int8)
        for card in cards:
            if card in self._at:
                seen[self._at[card]] += 1
        return seen

    def observation(self, seen: Seen, legal: Mapping[int, str]) -> dict[str, Any]:
        """A seat's own cards, all others that lie open to it, what it has staked in units, and what it may do."""
        others = tuple(card for cards in seen.cards.values() for card in cards)
        own = self.counts(seen.own)
        staked = sum(wager.amount for wager in seen.wagers if wager.seat == seen.seat)
        return {
            "own": own,
            "open": self.counts(others) - own,
            "hand": np.array([seen.hand], np.int8),
            "staked": np.array([staked / self.unit], np.float32),
            "action_mask": self.mask(legal),
        }

    @cached_property
    def is_for_pots(self) -> bool:
        """Whether seats play for what they put in themselves."""
        return any(bet.bank == "pot" for bet in self.table.game.bets)

    @cached_property
    def unit(self) -> int:
        """The wagers a seat begins with, in cents: rewards are in units of it."""
        if self.is_for_pots:
            assert self.table.game.terms.buy_in is not None
            return self.table.game.terms.buy_in(self.table.house).usual
        return sum(wager.amount for wager in wagers_of(self.table, "+".join(self.table.usual), 1))

    def seated(self, seats: object) -> int:
        """How many seats play; refused where no round can be dealt to as many."""
        why = self.table.game.terms.why_not_alone
        least = 2 if why else 1
        try:
            number = index(seats)  # type: ignore[arg-type]  # whatever somebody gives
        except TypeError:
            number = 0
        if number < least or isinstance(seats, bool):
            text = f"{self.table.game.id} with seats = {one_line(seats, 20)}: {why or 'nobody plays'}"
            raise UnknownName(text, on=self.table.as_of, accepts=f"a whole number from {least} on")
        self.begun(number, 0)  # more seats than the table has are refused by the table
        return number

    def least_and_most(self, seats: int) -> tuple[float, float]:
        """Bounds of what a seat may win of a round, in units; losses are below zero."""
        if self.is_for_pots:
            return -1.0, seats - 1.0
        pays = self.table.house.pays.values()
        longest = max((float(odds.ratio) for odds in pays if isinstance(odds, Odds)), default=1.0)
        amounts = sum(fixed.cents for fixed in pays if isinstance(fixed, Money)) / self.unit
        return -MOST_AT_STAKE, MOST_AT_STAKE * max(longest, 1.0) + amounts

    def begun(self, seats: int, seed: int, kind: type[Position] = Position) -> Position:
        """A round in which so many seats have made their usual wagers."""
        table = self.table
        if self.is_for_pots:
            return kind(table, seed=seed, seats=dict.fromkeys(range(1, seats + 1), self.unit))
        made: dict[int, dict[str, object]] = {seat: {} for seat in range(1, seats + 1)}
        for wager in wagers_of(table, "+".join(table.usual), seats):
            made[wager.seat][wager.on] = show(wager.amount)
        return kind(table, made, seed=seed)
