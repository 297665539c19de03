"""One betting round: whose turn it is, and what he may do with which amounts (14.7, 14.10(f)). Pure.

>>> round = BettingRound([3, 1, 2], {1: 90, 2: 80, 3: 100}, Limits("no-limit", 20), posted={1: 10, 2: 20})
>>> round.turn, round.choices()
(3, {'fold': None, 'call': Range(least=20, most=20), 'raise': Range(least=40, most=100)})
>>> round.act("raise", 60); round.act("call"); round.act("fold")
>>> round.turn, round.bets
(None, {1: 60, 2: 20, 3: 60})
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

Structure = Literal["fixed-limit", "spread-limit", "pot-limit", "no-limit"]


class Range(NamedTuple):
    """The amounts a choice brings a player to, all he put in this round included."""

    least: int
    most: int


class Limits(NamedTuple):
    """What may be bet and raised in a betting round."""

    structure: Structure
    unit: int  # the bet of a fixed limit, the least bet otherwise
    most: int = 0  # of a spread
    raises: int | None = None  # how often may be raised; None: without end


class BettingRound:
    """The betting on one street. Seats without chips left play on and are not asked."""

    order: tuple[int, ...]
    limits: Limits

    def __init__(
        self,
        order: Sequence[int],
        stacks: Mapping[int, int],
        limits: Limits,
        *,
        pot: int = 0,
        posted: Mapping[int, int] | None = None,
        facing: int = 0,
        acted: Collection[int] = (),
    ) -> None:
        """``order``: the seats that play on, whoever acts first first. ``pot``: what was put in before this round.

        ``posted``: what lies in front of seats already, gone from their stacks; ``facing``: what is to be matched,
        where that is more than anybody could post; ``acted``: who had his choice when he posted, and waits for a bet.
        """
        self.order, self.limits, self._pot = tuple(order), limits, pot
        self.stacks: dict[int, int] = {seat: stacks[seat] for seat in order}
        self.bets: dict[int, int] = {seat: (posted or {}).get(seat, 0) for seat in sorted(order)}
        self.folded: list[int] = []
        self.live: list[int] = list(order)
        self.high: int = max(facing, *self.bets.values())
        self._forced = self.high if self.high < limits.unit else 0  # less than a bet: to be completed first
        self._full = 0 if self._forced else self.high  # the last bet or raise of full size goes up to here
        self._size = max(limits.unit, self.high)  # a raise is at least as large as the one before
        self._raises = 1 if self._full else 0  # the bet is counted too, and a blind is one
        self._waiting = [seat for seat in order if self.stacks[seat] and seat not in acted]
        self._answered: set[int] = set(acted)  # who has acted since the last full bet or raise
        self.last_bettor: int = 0

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None when the round is over."""
        if len(self.live) < 2 or not self._waiting:
            return None
        seat, stacks = self._waiting[0], self.stacks
        for other in self.live:
            if stacks[other] and other != seat:  # he can answer
                return seat
        return seat if self._owed(seat) else None

    def _owed(self, seat: int) -> int:
        """What a seat must still put in: no more than another one could match."""
        others = max([self.bets[s] + self.stacks[s] for s in self.live if s != seat], default=0)
        return max(min(self.high, others) - self.bets[seat], 0)

    def choices(self) -> dict[str, Range | None]:
        """What the player whose turn it is may do, and to which amounts."""
        seat = self.turn
        return {} if seat is None else self.choices_of(seat)

    def choices_of(self, seat: int) -> dict[str, Range | None]:
        """The same, where it is known whose turn it is."""
        owed, reach = self._owed(seat), self.bets[seat] + self.stacks[seat]
        to = min(self.high, reach)
        offered: dict[str, Range | None] = {"fold": None, "call": Range(to, to)} if owed else {"check": None}
        raised = self._raise_of(seat)
        if raised is not None:
            offered["raise" if self.high else "bet"] = raised
        return offered

    def _raise_of(self, seat: int) -> Range | None:
        """To how much a seat may bet or raise; None where it may not."""
        reach = self.bets[seat] + self.stacks[seat]
        covers = max([self.bets[s] + self.stacks[s] for s in self.live if s != seat and self.stacks[s]], default=0)
        capped = self.limits.raises is not None and self._raises > self.limits.raises
        if min(reach, covers) <= self.high or seat in self._answered or capped:
            return None
        least, most = self._sizes(seat)
        # a raise that covers all the others is enough, whatever its size
        return Range(min(least, reach, covers), min(max(most, least), reach))

    def _sizes(self, seat: int) -> tuple[int, int]:
        """The least and the most that a seat may raise to, if it has the chips."""
        unit, completes = self.limits.unit, bool(self._forced) and self.high == self._forced
        match self.limits.structure:
            case "fixed-limit" if completes:
                return unit, unit
            case "fixed-limit":  # a bet of less than half is completed; one of more went up to here itself
                return self._full + unit, self._full + unit
            case "spread-limit":
                most = self.high + self.limits.most
            case "pot-limit":
                most = self.high + self._pot + sum(self.bets.values()) + self.high - self.bets[seat]
            case "no-limit":
                most = self.bets[seat] + self.stacks[seat]
        return (unit if completes else self.high + self._size), most

    def act(self, choice: str, to: int = 0) -> None:
        """What the player whose turn it is does; it was one of his choices."""
        seat = self._waiting.pop(0)
        self._answered.add(seat)
        if choice == "fold":
            self.folded.append(seat)
            self.live.remove(seat)
        elif choice == "call":
            self._put(seat, min(self.high, self.bets[seat] + self.stacks[seat]))
        elif choice in ("bet", "raise"):
            self._bet(seat, to)

    def _bet(self, seat: int, to: int) -> None:
        size, before = to - self.high, self.high
        self._put(seat, to)
        self.high, self.last_bettor = to, seat
        if self._is_full(size, before):
            self._size = max(self._size, size) if self.limits.structure != "fixed-limit" else self.limits.unit
            self._full, self._answered = to, {seat}
            self._raises += 1
        at = self.order.index(seat)
        around = self.order[at + 1 :] + self.order[:at]
        self._waiting = [s for s in around if s not in self.folded and self.stacks[s] and self.bets[s] < to]

    def _is_full(self, size: int, before: int) -> bool:
        """Whether a bet or raise is of full size, so that everybody may raise again."""
        if self.limits.structure == "fixed-limit":
            return 2 * (before + size - self._full) >= self.limits.unit
        return size >= self._size

    def _put(self, seat: int, to: int) -> None:
        self.stacks[seat] -= to - self.bets[seat]
        self.bets[seat] = to
