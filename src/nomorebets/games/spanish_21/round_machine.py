"""The hands of Spanish 21 as a machine that every card moves on: see `twenty_one.round_machine`. They end by a gain."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from nomorebets.games.spanish_21.automaton import BUST, SPLIT, SURRENDER, SYMBOLS, UPS, WIDE, Machine, parts_of
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, RESCUE
from nomorebets.games.twenty_one.automaton import OVER
from nomorebets.games.twenty_one.automaton import Machine as Dealer
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.round_machine import (
    AS_DEALT,
    BUSTED_HAND,
    DECIDED,
    LEAST,
    OPEN,
    TOTALS,
    Done,
    Rounds,
    Split,
    State,
)
from nomorebets.games.twenty_one.rules import Rules


class SpanishRounds(Rounds):
    """Rounds of a box; gains are in parts of a unit."""

    own: Machine
    unit: int
    played: Callable[..., State]
    done: Callable[..., Done]

    def __init__(self, rules: Rules, own: Machine, dealer: Dealer) -> None:
        self.own, self.unit = own, parts_of(rules)
        super().__init__(rules, dealer, [value + 1 for value, _ in SYMBOLS], -self.unit)
        self.played, self.done = cache(self._played), cache(self._done)

    def dealt(self, first: int, second: int, up: int) -> State:
        own = int(self.own.dealt[first * WIDE + second])
        if self.own.total[own] == MOST:
            won = int(self.unit * self.rules.blackjack_pays)
            return self.ended(Done((won,) * TOTALS, won, AS_DEALT))
        act = self.act(own, up)
        if act == SURRENDER:
            return self.ended(Done((-self.unit // 2,) * TOTALS, -self.unit, AS_DEALT))
        return self.ended(Split()) if act == SPLIT else self.played(own, 1, up)

    def second(self, first: int, second: int, up: int) -> State:
        return self.played(int(self.own.split[first * WIDE + second]), 1, up)

    def is_split(self, pair: int, up: int) -> bool:
        alike = [card for card in self.cards if self.values[card - 1] == pair]
        return any(self.act(int(self.own.dealt[one * WIDE + two]), up) == SPLIT for one in alike for two in alike)

    def _played(self, own: int, units: int, up: int) -> State:
        """A hand with so many units on it, to be played."""
        act = self.act(own, up)
        if act not in (DRAW, DOUBLE):
            return self.ended(self.done(own, units, up))
        leads, raised = (self.own.then, units) if act == DRAW else (self.own.doubled, 2 * units)
        return self.state(self.played(int(leads[own * WIDE + card]), raised, up) for card in self.cards)

    def _done(self, own: int, units: int, up: int) -> Done:
        """21 is paid at once, a double may be taken back; of the others a blackjack takes one original wager."""
        totals = range(LEAST, OVER + 1)
        paid = int(self.own.paid[own * UPS + up]) * units
        if paid or self.act(own, up) == RESCUE:
            gain = paid or -units * self.unit // 2
            return Done((gain,) * len(totals), gain, DECIDED)
        total, staked, won = int(self.own.total[own]), units * self.unit, units * int(self.unit * self.rules.win_pays)
        lost = [own == BUST or (his != OVER and total < his) for his in totals]
        ends = (-staked if loses else 0 if total == his else won for loses, his in zip(lost, totals, strict=True))
        return Done(tuple(ends), -self.unit, BUSTED_HAND if own == BUST else OPEN)

    def act(self, own: int, up: int) -> int:
        return int(self.own.act[0, own * UPS + up])
