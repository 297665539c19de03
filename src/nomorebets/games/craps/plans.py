"""Strategies of craps: what to have on the table in which state, and what each roll then does.

A strategy is a finite automaton: the point, the numbers on which come bets lie, the points made for the fire bet and
the steps of wagers that grow. Wagers that do not depend on each other are followed apart and run side by side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from nomorebets.drivers.strategy_files import Figure, SessionKernel
from nomorebets.equipment.dice import Roll, rolls
from nomorebets.errors import UnknownName
from nomorebets.games.craps.settlement import Rolled, fire_points, next_point
from nomorebets.games.craps.wagers import BOX, COME_OUT, ODDS_BETS, wagers
from nomorebets.regulation import law
from nomorebets.table import Table, Wager

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALWAYS = (COME_OUT, *BOX)
TOGETHER = 2_048  # states up to which parts that could be followed apart are put into one automaton
MOST_STATES = 262_144
ROLLS = rolls(2)
NOBODY: frozenset[int] = frozenset()


class PlanError(UnknownName):
    """A strategy file that cannot be read or that the rules do not allow."""


@dataclass(frozen=True)
class PlannedWager:
    """One wager to have on the table: on which number, how much, and in which states."""

    kind: str  # the place, or come-odds and dont-come-odds for whatever number they go to
    family: str
    amounts: Mapping[int, tuple[int, ...]]  # cents: by point or number (0: any other), then by step
    when: tuple[int, ...] = ALWAYS  # points before which it is made
    unless: tuple[str, ...] = ()
    up_to: int = len(BOX)
    called_on: bool = False
    advance: str = ""  # the result after which its amount goes one step further; the other begins again
    then_again: bool = False  # after the last step the first, instead of the last for good

    def amount(self, number: int, step: int) -> int:
        return self.amounts.get(number, self.amounts.get(0, (0,)))[step]

    @cached_property
    def number(self) -> int:
        return wagers()[self.kind].number if self.kind in wagers() else 0


class State(NamedTuple):
    """What of the table a strategy depends on; what is not followed is left out."""

    point: int = COME_OUT
    come: frozenset[int] = NOBODY
    dont_come: frozenset[int] = NOBODY
    fire: frozenset[int] = NOBODY
    steps: tuple[int, ...] = ()


class Followed(NamedTuple):
    """Which parts of the table a part of a strategy needs to know besides the point."""

    come: frozenset[int] = NOBODY
    dont_come: frozenset[int] = NOBODY
    fire: bool = False
    steps: frozenset[str] = frozenset()

    def __or__(self, other: Followed) -> Followed:
        come, dont_come = self.come | other.come, self.dont_come | other.dont_come
        return Followed(come, dont_come, self.fire or other.fire, self.steps | other.steps)


class Part(NamedTuple):
    """One wager of a strategy on one number, which can be followed by itself."""

    have: PlannedWager
    number: int  # 0: where it is made; else the number it has gone to


class Decided(NamedTuple):
    """What a roll decides: net in cents, how many wagers, and for how much."""

    net: int = 0
    wagers: int = 0
    staked: int = 0


Parts = tuple[Part, ...]


@dataclass(frozen=True)
class Automaton:
    """Some parts of a strategy compiled: rows are states (0: a new shooter's), columns the 21 rolls."""

    unit: int  # cents of which net and up are multiples
    after: NDArray[np.int64]
    net: NDArray[np.int64]
    up: NDArray[np.int64]  # what lies on the table before a roll
    wagers: NDArray[np.int64]  # decided
    staked: NDArray[np.int64]  # cents, on wagers decided
    seven_out: NDArray[np.bool_]

    @property
    def states(self) -> int:
        return len(self.up)


@dataclass(frozen=True)
class Plan:
    """A strategy at a table."""

    table: Table
    name: str
    have: tuple[PlannedWager, ...]
    source: bytes = field(default=b"", repr=False)  # the text it was read from
    _known: dict[object, object] = field(default_factory=dict, repr=False, compare=False)

    @property
    def basis(self) -> law.Basis:
        places = [self.table.layout.get(have.kind) or self.table.layout[f"{have.kind}:4"] for have in self.have]
        return law.weakest([law.basis(p.by, self.table.as_of) for p in places] + ["reconstructed"])

    @property
    def rounds_are(self) -> str:
        return "rolls"

    def figures(self) -> tuple[Figure, ...]:
        """What the strategy costs, exactly."""
        from nomorebets.games.craps.plan_odds import plan_odds

        return plan_odds(self).figures()

    def to_dict(self) -> dict[str, Any]:
        """The same figures by their names in JSON."""
        from nomorebets.games.craps.plan_odds import plan_odds

        return plan_odds(self).to_dict()

    def sessions(self, length: int, bankroll: int | None) -> SessionKernel:
        """Sessions of so many rolls, each from a new shooter on."""
        from nomorebets.games.craps.plan_sessions import sessions_of

        return sessions_of(self, length, bankroll)

    # --- which parts hang together ----------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        for have in self.have:
            numbers = BOX if ODDS_BETS.get(have.family, have.family) in ("come", "dont-come") else ()
            if have.kind not in ("come-odds", "dont-come-odds"):
                yield Part(have, 0)
            yield from (Part(have, n) for n in numbers)

    def follows(self, part: Part) -> Followed:
        """What a part of the strategy depends on besides the point."""
        have, number = part
        parent = ODDS_BETS.get(have.family, have.family)
        lie: dict[str, frozenset[int]] = {}
        for kind in ("come", "dont-come"):
            numbers = {number} if kind == parent else {have.number} if kind in have.unless else set[int]()
            made = self.of(kind)
            if numbers and made and made.up_to < len(BOX):
                numbers = set(BOX)  # which numbers are taken decides whether another bet is made
            lie[kind] = frozenset(numbers - {0})
        steps = {name for name in (have.kind, parent) if (grows := self.of(name)) and grows.advance}
        return Followed(lie["come"], lie["dont-come"], have.family == "fire", frozenset(steps))

    @cached_property
    def groups(self) -> dict[Followed, Parts]:
        """The parts by what they depend on; sums of what each group wins are what the strategy wins."""
        groups: dict[Followed, list[Part]] = {}
        for part in self.parts():
            groups.setdefault(self.follows(part), []).append(part)
        return {followed: tuple(parts) for followed, parts in groups.items()}

    def automata(self) -> list[Automaton]:
        """The whole strategy: one automaton where that stays small, else several that run side by side."""
        bundles: list[tuple[Followed, Parts]] = []
        for followed, parts in sorted(self.groups.items(), key=lambda group: self.size(group[0])):
            before, others = bundles[-1] if bundles else (Followed(), ())
            if self.size(before | followed) <= TOGETHER:
                bundles[-1:] = [(before | followed, others + parts)]
            else:
                bundles.append((followed, parts))
        return [self.automaton(followed, parts) for followed, parts in bundles]

    def size(self, followed: Followed) -> int:
        """How many states can come up, up to one more than are put together."""
        key = ("size", followed)
        if key not in self._known:
            try:
                self._known[key] = len(self.states(followed, TOGETHER))
            except PlanError:
                self._known[key] = TOGETHER + 1
        return self._known[key]  # type: ignore[return-value]

    def of(self, kind: str) -> PlannedWager | None:
        return next((have for have in self.have if have.kind == kind), None)

    @cached_property
    def growing(self) -> tuple[PlannedWager, ...]:
        return tuple(have for have in self.have if have.advance)

    # --- what lies on the table -------------------------------------------------------------------------------------

    def is_made(self, have: PlannedWager, state: State) -> bool:
        """Whether a wager is put down before the next roll, or lies there already and is left."""
        if have.family in ("pass", "dont-pass"):
            return True  # made on every come-out roll and then left
        if state.point not in have.when:
            return False
        number = have.number
        if "point" in have.unless and state.point and state.point == number:
            return False
        if ("come" in have.unless and number in state.come) or (
            "dont-come" in have.unless and number in state.dont_come
        ):
            return False
        if have.family in ("come", "dont-come"):
            lying = state.come if have.family == "come" else state.dont_come
            return state.point != COME_OUT and len(lying) < have.up_to
        if have.family == "fire":
            return len(state.fire) < len(BOX)
        return have.family not in ("pass-odds", "dont-pass-odds") or state.point != COME_OUT

    def stake(self, part: Part, state: State) -> int:
        """How much of a part lies on the table before a roll, in cents."""
        have, number = part
        parent = ODDS_BETS.get(have.family, have.family)
        gone = state.come if parent == "come" else state.dont_come
        if not (number in gone if number else self.is_made(have, state)):
            return 0
        grows = next((i for i, other in enumerate(self.growing) if other.kind in (have.kind, parent)), None)
        return have.amount(number or state.point, 0 if grows is None else state.steps[grows])

    def lying(self, parts: Parts, state: State) -> list[tuple[Part, Wager]]:
        """What of some parts lies on the table before a roll."""
        stakes = ((part, self.stake(part, state)) for part in parts)
        return [(part, self._wager(part, amount)) for part, amount in stakes if amount]

    def _wager(self, part: Part, amount: int) -> Wager:
        """A part of the strategy as it lies: with its commission, and called on where the strategy says so."""
        on = f"{part.have.kind}:{part.number}" if part.number else part.have.kind
        key = ("wager", on, amount)
        if key not in self._known:
            fee = self.table.game.betting.fee(self.table.house, self.table.layout[on], amount)
            called = part.have.called_on
            self._known[key] = Wager(1, on, amount, fee=fee, call="on" if called else "", button=called)
        return self._known[key]  # type: ignore[return-value]

    # --- one roll ---------------------------------------------------------------------------------------------------

    def decided(self, wager: Wager, state: State, roll: Roll) -> Decided:
        """What a roll does to a wager that lies."""
        result = self.table.result_of(wager, Rolled(roll, state.point, state.fire))
        if result is None or result.outcome == "void":
            return Decided()
        return Decided(result.net, 1, wager.amount)

    def after(self, state: State, roll: Roll, followed: Followed) -> State:
        """The state after a roll, as far as it is followed."""
        total = sum(roll)
        fire = NOBODY
        if followed.fire and not (state.point and total == 7):
            fire = fire_points(state.fire, state.point, total)
        return State(
            next_point(state.point, total),
            self._lie_after("come", state, state.come, total, followed.come),
            self._lie_after("dont-come", state, state.dont_come, total, followed.dont_come),
            fire,
            tuple(self._step_after(i, have, state, roll, followed) for i, have in enumerate(self.growing)),
        )

    def _lie_after(
        self, kind: str, state: State, lying: frozenset[int], total: int, numbers: frozenset[int]
    ) -> frozenset[int]:
        """On which numbers come bets lie after a roll: it decides those on its number, and sends a new one there."""
        if not numbers or total == 7:
            return NOBODY
        have = self.of(kind)
        if have is not None and total in numbers and self.is_made(have, state):
            return lying | {total}
        return lying - {total}

    def _step_after(self, i: int, have: PlannedWager, state: State, roll: Roll, followed: Followed) -> int:
        """The step of a wager that grows: on after one result, back to the first after the other."""
        if have.kind not in followed.steps:
            return 0
        key = (have.kind, state.steps[i], state.point, self.is_made(have, state), roll)
        if key not in self._known:
            step, last = state.steps[i], len(have.amounts[0]) - 1
            lies = self.lying((Part(have, 0),), state)
            net = sum(self.decided(wager, state, roll).net for _, wager in lies)
            if not net:
                after = step
            elif (net > 0) == (have.advance == "win"):
                after = step + 1 if step < last else 0 if have.then_again else last
            else:
                after = 0
            self._known[key] = after
        return self._known[key]  # type: ignore[return-value]

    # --- compiled ---------------------------------------------------------------------------------------------------

    def states(self, followed: Followed, most: int = MOST_STATES) -> dict[State, list[int]]:
        """Every state that can come up, in the order it is reached, and the numbers of those after each roll."""
        if ("states", followed) in self._known:
            return self._known["states", followed]  # type: ignore[return-value]
        start = State(steps=(0,) * len(self.growing))
        numbers, todo = {start: 0}, [start]
        reached: dict[State, list[int]] = {}
        for state in todo:
            onward = []
            for roll in ROLLS:
                after = self.after(state, roll, followed)
                number = numbers.setdefault(after, len(numbers))
                if number == len(todo):
                    todo.append(after)
                onward.append(number)
            reached[state] = onward
            if len(numbers) > most:
                raise PlanError(
                    f"the strategy has more than {most:,} states", accepts="fewer wagers that depend on each other"
                )
        self._known["states", followed] = reached
        return reached

    def automaton(self, followed: Followed, parts: Parts) -> Automaton:
        """Some parts as one table of states and rolls."""
        import numpy as np

        states = self.states(followed)
        after = np.array(list(states.values()), np.int64)
        figures = np.zeros((len(states), len(ROLLS), 3), np.int64)
        up = np.zeros(len(states), np.int64)
        for i, state in enumerate(states):
            for part, wager in self.lying(parts, state):
                up[i] += wager.staked
                figures[i] += self._row(part, wager, state)
        unit = math.gcd(int(np.gcd.reduce(figures[..., 0], axis=None)), int(np.gcd.reduce(up))) or 1
        points = np.array([state.point != COME_OUT for state in states])
        seven = np.array([sum(roll) == 7 for roll in ROLLS])
        return Automaton(
            unit, after, figures[..., 0] // unit, up // unit, figures[..., 1], figures[..., 2], np.outer(points, seven)
        )

    def _row(self, part: Part, wager: Wager, state: State) -> NDArray[np.int64]:
        """What each roll decides of one wager."""
        import numpy as np

        fire = state.fire if part.have.family == "fire" else NOBODY
        key = ("row", wager, state.point, fire)
        if key not in self._known:
            self._known[key] = np.array([self.decided(wager, state, roll) for roll in ROLLS], np.int64)
        return self._known[key]  # type: ignore[return-value]
