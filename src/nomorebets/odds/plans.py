"""Strategies of craps: what to have on the table in which state, solved exactly and compiled for simulation.

A strategy file (TOML) says what should lie on the table before each roll::

    name = "pass with full odds, two come bets, the six and eight"

    [[have]]
    wager = "pass"
    amount = "10.00"

    [[have]]
    wager = "pass-odds"
    amount = "max"              # as much as the house allows; or "2x" the bet it supports, or an amount

    [[have]]
    wager = "come"
    amount = "10.00"
    up_to = 2                   # only while fewer than two Come Bets lie on numbers

    [[have]]
    wager = "place-win-6"
    amount = "12.00"
    when = "point"              # always (the default), come-out, point, or points: [4, 5, 9, 10]
    unless = ["point", "come"]  # not while 6 is the point, or a Come Bet lies on 6
    call = "on"                 # also on come-out rolls, where it is usually off

Before every roll what is missing is put down and what should not be there is taken down, as far as 1.3 allows: line and
come bets stay until they are decided.
"""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from nomorebets.equipment.dice import Roll, ordered, rolls, ways
from nomorebets.errors import RulesError, UnknownName, shown, unknown
from nomorebets.games.craps_acceptance import ceiling
from nomorebets.games.craps_layout import odds_beside, payable_unit
from nomorebets.games.craps_settlement import on_at_come_out
from nomorebets.games.craps_wagers import (
    BOX,
    COME_OUT,
    ODDS_BETS,
    Bet,
    decide,
    fire_decision,
    fire_points,
    next_point,
    wagers,
)
from nomorebets.odds.dice import Staked
from nomorebets.odds.linear import expected_visits, functionals
from nomorebets.regulation import Odds, law
from nomorebets.table import Round, Table
from nomorebets.table.acceptance import verify_wager
from nomorebets.table.money import cents, show

WAYS = 36
SMALL = 40  # states up to which fractions are eliminated directly
MOST_EXACT = 1_000
MOST_STATES = 32_768
ALWAYS = (COME_OUT, *BOX)


class PlanError(UnknownName):
    """A strategy file that cannot be read or that the rules do not allow."""


class HaveLine(msgspec.Struct, forbid_unknown_fields=True):
    """One wager of a strategy as it is written."""

    wager: str
    amount: Any
    when: Any = "always"
    unless: list[str] = []
    up_to: int | None = None
    call: str = ""


@dataclass(frozen=True)
class Have:
    """One wager to have on the table: on which number, how much, and in which states."""

    kind: str  # the place, or come-odds and dont-come-odds for whatever number they go to
    family: str
    amounts: Mapping[int, int]  # cents, by the number it lies on (0 where it lies on none)
    when: tuple[int, ...]  # points before which it is made
    unless: tuple[str, ...] = ()
    up_to: int = len(BOX)
    called_on: bool = False


class State(NamedTuple):
    """What of the table a strategy depends on; numbers that are not followed are left out."""

    point: int = COME_OUT
    come: frozenset[int] = frozenset()
    dont_come: frozenset[int] = frozenset()
    fire: frozenset[int] = frozenset()


class Followed(NamedTuple):
    """Which parts of the table a part of a strategy needs to know."""

    come: tuple[int, ...] = ()
    dont_come: tuple[int, ...] = ()
    fire: bool = False


class Lying(NamedTuple):
    """A wager on the table before a roll."""

    staked: Staked
    point: int  # the point it is decided by
    active: bool


class Part(NamedTuple):
    """One wager of a strategy on one number, which can be followed by itself."""

    have: Have
    number: int  # 0: where it is made; else the number it has gone to


@dataclass(frozen=True)
class PlanOdds:
    """A strategy's exact figures, in dollars."""

    loss_per_shooter: Fraction
    rolls_per_shooter: Fraction
    resolved_per_shooter: Fraction
    staked_per_shooter: Fraction

    @property
    def loss_per_roll(self) -> Fraction:
        return self.loss_per_shooter / self.rolls_per_shooter

    @property
    def loss_per_resolved(self) -> Fraction:
        return self.loss_per_shooter / self.resolved_per_shooter if self.resolved_per_shooter else Fraction(0)

    @property
    def edge_on_resolved(self) -> Fraction:
        """The loss per dollar of all that was decided."""
        return self.loss_per_shooter / self.staked_per_shooter if self.staked_per_shooter else Fraction(0)

    def to_dict(self) -> dict[str, Any]:
        names = (
            "loss_per_roll",
            "loss_per_shooter",
            "loss_per_resolved",
            "rolls_per_shooter",
            "resolved_per_shooter",
            "staked_per_shooter",
            "edge_on_resolved",
        )
        exact = {name: str(getattr(self, name)) for name in names}
        return {**exact, **{f"{name}_decimal": float(getattr(self, name)) for name in names}}


@dataclass(frozen=True)
class Automaton:
    """A strategy compiled: state and roll give the next state and what is won, in units of so many cents."""

    states: int
    unit: int  # cents
    next_state: tuple[int, ...]  # [state * 36 + roll]
    net: tuple[int, ...]
    up: tuple[int, ...]  # what lies on the table before a roll, in units
    seven_out: tuple[bool, ...]  # [state * 36 + roll]: the hand ends


@dataclass(frozen=True)
class Plan:
    """A strategy at a table."""

    table: Table
    name: str
    have: tuple[Have, ...]
    source: bytes = field(default=b"", repr=False)  # the text it was read from
    _cache: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    # --- what lies on the table -------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        for have in self.have:
            if have.family in ("come", "dont-come"):
                yield Part(have, 0)
                yield from (Part(have, n) for n in BOX)
            elif have.kind in ("come-odds", "dont-come-odds"):
                yield from (Part(have, n) for n in BOX)
            else:
                yield Part(have, 0)

    def follows(self, part: Part) -> Followed:
        """What a part of the strategy depends on besides the point."""
        have, number = part
        come: set[int] = set()
        dont: set[int] = set()
        parent = ODDS_BETS.get(have.family, have.family)
        if parent in ("come", "dont-come"):
            own = come if parent == "come" else dont
            own |= {number} if number else set()
            made = self._of(parent)
            if made and made.up_to < len(BOX):
                own |= set(BOX)
        if "come" in have.unless:
            come.add(wagers()[have.kind].number)
        if "dont-come" in have.unless:
            dont.add(wagers()[have.kind].number)
        for name, numbers in (("come", come), ("dont-come", dont)):
            made = self._of(name)
            if numbers and made and made.up_to < len(BOX):
                numbers |= set(BOX)  # which numbers are taken decides whether another bet is made
        return Followed(tuple(sorted(come)), tuple(sorted(dont)), have.family == "fire")

    def _of(self, kind: str) -> Have | None:
        return next((have for have in self.have if have.kind == kind), None)

    def _is_made(self, have: Have, state: State) -> bool:
        """Whether a wager is put down before the next roll, or lies there already and is left."""
        if have.family in ("pass", "dont-pass"):
            return True  # made on every come-out roll and then left
        if state.point not in have.when:
            return False
        number = wagers()[have.kind].number if have.kind in wagers() else 0
        if "point" in have.unless and state.point and state.point == (number or state.point):
            return False
        if "come" in have.unless and number in state.come:
            return False
        if "dont-come" in have.unless and number in state.dont_come:
            return False
        if have.family in ("come", "dont-come"):
            lying = state.come if have.family == "come" else state.dont_come
            return state.point != COME_OUT and len(lying) < have.up_to
        if have.family == "fire":
            return len(state.fire) < len(BOX)
        return have.family not in ("pass-odds", "dont-pass-odds") or state.point != COME_OUT

    def lying(self, state: State, parts: tuple[Part, ...]) -> list[Lying]:
        """The wagers of some parts that lie on the table before a roll."""
        found = []
        for have, number in parts:
            if number:
                parent = ODDS_BETS.get(have.family, have.family)
                if number in (state.come if parent == "come" else state.dont_come):
                    bet = wagers()[f"{have.kind}:{number}"]
                    found.append(self._lie(have, bet, have.amounts.get(number, have.amounts.get(0, 0)), number, state))
            elif self._is_made(have, state):
                amount = have.amounts.get(state.point, have.amounts.get(0, 0))
                point = 0 if have.family in ("come", "dont-come") else state.point
                found.append(self._lie(have, wagers()[have.kind], amount, point, state))
        return [wager for wager in found if wager.staked.amount]

    def _lie(self, have: Have, bet: Bet, amount: int, point: int, state: State) -> Lying:
        active = state.point != COME_OUT or have.called_on or on_at_come_out(bet, self.table.house)
        return Lying(Staked(bet, amount, self.table.house), point, active)

    # --- one roll ---------------------------------------------------------------------------------------------------

    def outcome(self, wager: Lying, roll: Roll) -> tuple[int, int, int]:
        """What a roll does to a wager: net in cents, whether it is resolved, and how much was."""
        key = (wager.staked.bet.id, wager.staked.amount, wager.point, wager.active, roll)
        if key not in self._cache:
            self._cache[key] = self._outcome(wager, roll)
        found: tuple[int, int, int] = self._cache[key]
        return found

    def _outcome(self, wager: Lying, roll: Roll) -> tuple[int, int, int]:
        staked, bet = wager.staked, wager.staked.bet
        decision = decide(bet, roll, wager.point, wager.active)
        if decision.outcome not in ("win", "lose"):
            return 0, 0, 0
        _, net, _ = staked.end(decision.outcome, roll, wager.point, bet.by)
        return int(net * staked.amount), 1, staked.amount

    def _fire(self, wager: Lying, made: frozenset[int], point: int, roll: Roll) -> tuple[int, int, int]:
        outcome, points = fire_decision(made, point, sum(roll))
        amount = wager.staked.amount
        if outcome == "stands":
            return 0, 0, 0
        pays = self.table.house.pays.get(f"fire-{points}")
        return (pays.of(amount) if outcome == "win" and isinstance(pays, Odds) else -amount), 1, amount

    def settle(self, state: State, roll: Roll, lying: list[Lying]) -> tuple[int, int, int]:
        """What a roll wins or loses on all that lies, how many wagers it decides, and for how much."""
        total = [0, 0, 0]
        for wager in lying:
            if wager.staked.bet.family == "fire":
                found = self._fire(wager, state.fire, state.point, roll)
            else:
                found = self.outcome(wager, roll)
            total = [a + b for a, b in zip(total, found, strict=True)]
        return total[0], total[1], total[2]

    def after(self, state: State, roll: Roll, followed: Followed) -> State:
        """The state after a roll, as far as it is followed."""
        total = sum(roll)
        point = next_point(state.point, total)
        sets = []
        for kind, lying, numbers in (
            ("come", state.come, followed.come),
            ("dont-come", state.dont_come, followed.dont_come),
        ):
            left = frozenset() if total == 7 else lying - {total}
            have = self._of(kind)
            if have is not None and total in numbers and self._is_made(have, state):
                left |= {total}
            sets.append(left)
        fire = frozenset() if state.point and total == 7 else fire_points(state.fire, state.point, total)
        return State(point, sets[0], sets[1], fire if followed.fire else frozenset())

    # --- exactly ----------------------------------------------------------------------------------------------------

    def exact(self) -> PlanOdds:
        """Expected figures per shooter, up to the loser 7. Parts that do not hang together are solved and added."""
        groups: defaultdict[Followed, list[Part]] = defaultdict(list)
        for part in self.parts():
            groups[self.follows(part)].append(part)
        groups.setdefault(Followed(), [])
        total = [Fraction(0)] * 3
        thrown = Fraction(0)
        for followed, parts in groups.items():
            net, resolved, amount, rolls_thrown = self._solved(followed, tuple(parts))
            total = [a + b for a, b in zip(total, (net, resolved, amount), strict=True)]
            thrown = rolls_thrown
        return PlanOdds(-total[0] / 100, thrown, total[1], total[2] / 100)

    def _solved(self, followed: Followed, parts: tuple[Part, ...]) -> tuple[Fraction, ...]:
        states = self._reach(followed, MOST_EXACT, ends_with_hand=True)
        gains: list[list[int]] = []
        moves: list[dict[int, int]] = []
        for state in states:
            lying = self.lying(state, parts)
            gain = [0, 0, 0, WAYS]
            onward: defaultdict[int, int] = defaultdict(int)
            for roll in rolls(2):
                weight = ways(roll)
                for i, figure in enumerate(self.settle(state, roll, lying)):
                    gain[i] += weight * figure
                if not (state.point and sum(roll) == 7):
                    onward[states[self.after(state, roll, followed)]] += weight
            gains.append(gain)
            moves.append(dict(onward))
        if len(states) <= SMALL:
            chain = {i: {j: Fraction(w, WAYS) for j, w in onward.items()} for i, onward in enumerate(moves)}
            visits = expected_visits({0: Fraction(1)}, chain)
            return tuple(sum((visits[i] * g[k] for i, g in enumerate(gains)), Fraction(0)) / WAYS for k in range(4))
        rows: list[dict[int, int]] = [{i: WAYS} for i in range(len(states))]
        for i, leads in enumerate(moves):
            for j, weight in leads.items():
                rows[j][i] = rows[j].get(i, 0) - weight
        right = [WAYS] + [0] * (len(states) - 1)
        wanted = [[gain[k] for gain in gains] for k in range(4)]
        return tuple(f / WAYS for f in functionals(rows, right, wanted))

    def _reach(self, followed: Followed, most: int, ends_with_hand: bool) -> dict[State, int]:
        """Every state that can come up, numbered in the order it is found."""
        found = {State(): 0}
        todo = [State()]
        for state in todo:
            for roll in rolls(2):
                if ends_with_hand and state.point and sum(roll) == 7:
                    continue
                after = self.after(state, roll, followed)
                if after not in found:
                    found[after] = len(found)
                    todo.append(after)
            if len(found) > most:
                raise PlanError(
                    f"the strategy has more than {most:,} states", accepts="fewer wagers that depend on each other"
                )
        return found

    # --- compiled ---------------------------------------------------------------------------------------------------

    def automaton(self) -> Automaton:
        """The whole strategy as one table of states and rolls."""
        followed = Followed(
            BOX if self._of("come") else (),
            BOX if self._of("dont-come") else (),
            self._of("fire") is not None,
        )
        states = self._reach(followed, MOST_STATES, ends_with_hand=False)
        parts = tuple(self.parts())
        throws = [tuple(sorted(throw)) for throw in ordered(2)]
        next_state: list[int] = []
        nets: list[int] = []
        up: list[int] = []
        seven_out: list[bool] = []
        for state in states:
            lying = self.lying(state, parts)
            up.append(sum(wager.staked.amount + wager.staked.fee for wager in lying))
            by_roll = {
                roll: (states[self.after(state, roll, followed)], self.settle(state, roll, lying)[0])
                for roll in rolls(2)
            }
            for throw in throws:
                after, net = by_roll[throw]
                next_state.append(after)
                nets.append(net)
                seven_out.append(bool(state.point) and sum(throw) == 7)
        unit = math.gcd(*nets, *up) or 1
        return Automaton(
            len(states),
            unit,
            tuple(next_state),
            tuple(net // unit for net in nets),
            tuple(amount // unit for amount in up),
            tuple(seven_out),
        )

    def to_dict(self) -> dict[str, Any]:
        """The object that ``odds craps --strategy FILE --json`` prints."""
        day = self.table.as_of
        return {
            "game": self.table.game.id,
            "chapter": law.chapter_on(day).number,
            "as_of": day.isoformat(),
            "options": dict(self.table.house.options),
            "strategy": self.name,
            "method": "exact",
            "basis": self.basis,
            **self.exact().to_dict(),
        }

    @property
    def basis(self) -> law.Basis:
        places = [self.table.layout.get(have.kind) or self.table.layout[f"{have.kind}:4"] for have in self.have]
        return law.weakest([law.basis(p.by, self.table.as_of) for p in places] + ["reconstructed"])


# --- reading a file --------------------------------------------------------------------------------------------------

_EXAMPLE = '[[have]] with wager = "pass" and amount = "10.00"'


def read_plan(table: Table, content: bytes) -> Plan:
    """A strategy from its TOML text, checked against the table's rules."""
    try:
        raw = tomllib.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError) as fault:
        raise PlanError(f"the strategy is not TOML: {str(fault)[-120:]}", accepts=_EXAMPLE) from None
    for key in raw:
        if key not in ("name", "game", "note", "have"):
            strange = unknown("part of a strategy", key, ("name", "game", "note", "have"))
            raise PlanError(strange.text, accepts=strange.accepts)
    if raw.get("game", table.game.id) != table.game.id:
        raise PlanError(f"the strategy is for {shown(raw['game'], 40)}", accepts=table.game.id)
    rows = raw.get("have", [])
    if not isinstance(rows, list) or not rows:
        raise PlanError("the strategy has nothing on the table", accepts=_EXAMPLE)
    have: list[Have] = []
    for number, row in enumerate(rows, 1):
        try:
            line = msgspec.convert(row, HaveLine)
        except msgspec.ValidationError as fault:
            names = ", ".join(HaveLine.__struct_fields__)
            raise PlanError(f"wager {number} of the strategy: {' '.join(str(fault).split())}", accepts=names) from None
        made = _have(table, line, have)
        if any(other.kind == made.kind for other in have):
            raise PlanError(f"{made.kind} stands twice in the strategy", accepts="one line for each wager")
        have.append(made)
    return Plan(table, str(raw.get("name", "unnamed")), tuple(have), content)


def _have(table: Table, line: HaveLine, before: list[Have]) -> Have:
    kind = line.wager.strip().lower()
    if kind not in ("come-odds", "dont-come-odds"):
        kind = table.place(kind).id
    elif f"{kind}:4" not in table.layout:
        table.place(f"{kind}:4")  # raises the refusal
    if kind.startswith(("come:", "dont-come:", "come-odds:", "dont-come-odds:")):
        raise PlanError(f"{kind} names a number that only the dice give", accepts=kind.split(":", 1)[0])
    bet = wagers()[kind] if kind in wagers() else wagers()[f"{kind}:4"]
    parent = ODDS_BETS.get(bet.family, "")
    supported = next((have for have in before if have.kind == parent), None)
    if parent and supported is None:
        raise PlanError(f"{kind} supports nothing in this strategy", accepts=f"a line for {parent} before it")
    _require_words(kind, bet, line)
    when = _when(line.when, kind)
    if bet.family in ("pass", "dont-pass", "fire") and when != ALWAYS:
        raise PlanError(f"{kind} is made on come-out rolls and then stays", accepts="no when")
    if supported is not None:
        amounts = {n: _odds_amount(table, bet, n, line.amount, supported.amounts[0]) for n in BOX}
    else:
        amounts = {0: _amount(table, kind, line.amount)}
    up_to = len(BOX) if line.up_to is None else line.up_to
    return Have(kind, bet.family, amounts, when, tuple(line.unless), up_to, line.call == "on")


def _require_words(kind: str, bet: Bet, line: HaveLine) -> None:
    if line.call not in ("", "on"):
        raise PlanError(f"{kind}: call = {shown(line.call, 20)}", accepts='call = "on"')
    if line.call and bet.family not in ("place-win", "place-lose", "buy", "lay", "hardway", "come-odds"):
        raise PlanError(f"{kind} cannot be called on", accepts="no call")
    for word in line.unless:
        if word not in ("point", "come", "dont-come"):
            raise PlanError(f"{kind}: unless = {shown(word, 20)}", accepts="point, come, dont-come")
    if line.unless and bet.family not in ("place-win", "place-lose", "buy", "lay", "hardway"):
        raise PlanError(f"{kind}: unless is for wagers on a number", accepts="no unless")
    if line.up_to is not None and (bet.family not in ("come", "dont-come") or not 1 <= line.up_to <= len(BOX)):
        raise PlanError(f"{kind}: up_to = {line.up_to}", accepts="1 to 6, for come and dont-come")


def _when(given: object, kind: str) -> tuple[int, ...]:
    named = {"always": ALWAYS, "come-out": (COME_OUT,), "point": BOX}
    if isinstance(given, str) and given in named:
        return named[given]
    points = given if isinstance(given, list) else [given]
    if not points or not all(type(n) is int and n in BOX for n in points):
        raise PlanError(f"{kind}: when = {shown(given, 40)}", accepts="always, come-out, point, or a list of points")
    return tuple(sorted(set(points)))


def _amount(table: Table, kind: str, given: object) -> int:
    """A plain amount, as the table would take it."""
    try:
        amount = cents(given)
        state = {} if wagers()[kind].family not in ("come", "dont-come") else {"point": "6"}
        at = Round(table)
        at.felt.state.update(state)
        verify_wager(at, at.wager(1, kind, show(amount)))
    except RulesError as fault:
        raise PlanError(f"{kind}: {fault.text}", fault.by, table.as_of, fault.accepts) from None
    return amount


def _odds_amount(table: Table, bet: Bet, number: int, given: object, parent: int) -> int:
    """Odds beside a bet on a number: the most the house allows, a multiple, or an amount; what is payable of it."""
    most = ceiling(table.house, bet, number, parent)
    unit = payable_unit(table.house, odds_beside(bet, number))
    words = str(given).strip().lower()
    if words == "max":
        wanted = most
    elif words.endswith("x") and words[:-1].isascii() and words[:-1].isdigit():
        wanted = int(words[:-1]) * parent
    else:
        try:
            wanted = cents(given)
        except RulesError as fault:
            raise PlanError(f"{bet.family}: {fault.text}", accepts='"max", "2x" or an amount') from None
    if wanted > most:
        text = f"{bet.family} of {show(wanted)} on {number} is more than the posted multiple allows"
        raise PlanError(text, None, None, f"at most {show(most)}")
    return wanted // unit * unit
