"""Exact odds of dice games: one wager followed from the roll it is made before to the roll that decides it.

A wager is a small Markov chain: its states are the points that matter to it, each roll is settled by the functions the
live table settles by. How often each state is visited is one linear system in fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import cast

from nomorebets.equipment.dice import Roll, rolls, ways, ways_to_total
from nomorebets.errors import unknown
from nomorebets.exact.linear import expected_visits
from nomorebets.games.craps.acceptance import ceiling
from nomorebets.games.craps.settlement import commission, fee_of, on_at_come_out
from nomorebets.games.craps.wagers import (
    BOX,
    COME_OUT,
    ODDS_BETS,
    TRUE_ODDS,
    TRUE_ODDS_AGAINST,
    Bet,
    decide,
    decided_by,
    next_point,
    paid_by,
    wagers,
    winnings,
)
from nomorebets.games.mini_dice import game as mini_dice
from nomorebets.pricing.facet import GameOdds, Pricing
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, Odds, law, reading
from nomorebets.table import House, Table

State = Hashable
End = tuple[str, Fraction, Citation]  # outcome, net per unit, paragraph
WAYS = 36
POINTS = {n: Fraction(ways_to_total(2)[n], sum(ways_to_total(2)[b] for b in BOX)) for n in BOX}  # of a point, which


@dataclass(frozen=True)
class Life:
    """A wager from making to deciding: every end with its probability, and how many rolls it takes."""

    ends: Mapping[End, Fraction]
    rolls: Fraction  # on which it could be decided
    rolls_on_table: Fraction  # all that were thrown meanwhile

    @property
    def resolved(self) -> Fraction:
        """How likely it is that the wager wins or loses, and is not void."""
        return sum((p for (outcome, _, _), p in self.ends.items() if outcome in ("win", "lose")), Fraction(0))


def live(
    start: Mapping[State, Fraction],
    step: Callable[[State, Roll], tuple[End | None, State]],
    is_active: Callable[[State], bool],
) -> Life:
    """Follow a wager through every roll until it ends."""
    moves: dict[State, dict[State, Fraction]] = {}
    ends_at: dict[State, dict[End, Fraction]] = {}
    todo = list(start)
    while todo:
        state = todo.pop()
        if state in moves:
            continue
        onward: defaultdict[State, Fraction] = defaultdict(Fraction)
        ended: defaultdict[End, Fraction] = defaultdict(Fraction)
        for roll in rolls(2):
            end, after = step(state, roll)
            if end is None:
                onward[after] += Fraction(ways(roll), WAYS)
            else:
                ended[end] += Fraction(ways(roll), WAYS)
        moves[state], ends_at[state] = dict(onward), dict(ended)
        todo += onward
    visits = expected_visits(start, moves)
    ends: defaultdict[End, Fraction] = defaultdict(Fraction)
    for state, found in ends_at.items():
        for end, probability in found.items():
            ends[end] += visits[state] * probability
    active = sum((visits[state] for state in moves if is_active(state)), Fraction(0))
    return Life(ends, active, sum(visits.values(), Fraction(0)))


# --- craps -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Staked:
    """A wager of so many cents under one house's rules."""

    bet: Bet
    amount: int
    house: House

    @property
    def fee(self) -> int:
        return fee_of(self.house, self.bet, self.amount)

    def end(self, outcome: str, roll: Roll, point: int, by: Citation) -> End:
        """An end of the wager, with what it nets per unit of the stake."""
        if outcome == "win":
            pays = cast("Mapping[str, Odds]", self.house.pays)
            net = winnings(self.bet, roll, point, self.amount, pays, self.house.smallest_chip) - self.fee
            if self.house.options.get("commission-time") == "on-win":
                net -= commission(self.house, self.bet, self.amount)
            return ("push" if net == 0 else outcome), Fraction(net, self.amount), by
        return outcome, Fraction(-(self.amount + self.fee) if outcome == "lose" else 0, self.amount), by


def life_of(staked: Staked, by: Citation | None = None) -> Life:
    """One wager of craps, made as early as it may be: before a come-out roll, with a point on, or beside its bet."""
    bet = staked.bet
    if bet.family == "one-roll":
        return live({COME_OUT: Fraction(1)}, lambda state, roll: (one_roll(staked, roll, by), state), lambda s: True)
    if bet.family in ("come", "dont-come"):
        return live({0: Fraction(1)}, lambda number, roll: come(staked, number, roll, by), lambda s: True)
    start: defaultdict[State, Fraction] = defaultdict(Fraction)
    if bet.family in ("come-odds", "dont-come-odds"):
        for point in BOX:  # the bet was made after the come-out roll and went to its number on the next
            start[COME_OUT if point == bet.number else point] += POINTS[point]
    elif bet.family in ("pass-odds", "dont-pass-odds"):
        start |= {n: POINTS[n] for n in BOX}
    else:
        start[COME_OUT] = Fraction(1)

    def is_active(point: State) -> bool:
        return point != COME_OUT or on_at_come_out(bet, staked.house)

    return live(start, lambda point, roll: standing(staked, point, roll, is_active(point), by), is_active)


def one_roll(staked: Staked, roll: Roll, by: Citation | None) -> End:
    decision = decide(staked.bet, roll, COME_OUT)
    return staked.end(decision.outcome, roll, COME_OUT, by or decided_by(staked.bet, decision))


def come(staked: Staked, number: State, roll: Roll, by: Citation | None) -> tuple[End | None, State]:
    """A Come or Don't Come Bet in its area (0) or on its number; the table's point does not matter to it."""
    assert isinstance(number, int)
    bet = wagers()[f"{staked.bet.family}:{number}" if number else staked.bet.family]
    decision = decide(bet, roll, COME_OUT)
    if decision.outcome in ("travel", "stands"):
        return None, sum(roll) if decision.outcome == "travel" else number
    return staked.end(decision.outcome, roll, number, by or decided_by(bet, decision)), number


def standing(staked: Staked, point: State, roll: Roll, active: bool, by: Citation | None) -> tuple[End | None, State]:
    assert isinstance(point, int)
    bet, total = staked.bet, sum(roll)
    if bet.family in ODDS_BETS and not active and total in (bet.number, 7):
        return staked.end("void", roll, point, by or reading("R-1.6-come-out")), point
    decision = decide(bet, roll, point, active)
    if decision.outcome == "stands":
        return None, next_point(point, total)
    return staked.end(decision.outcome, roll, point, by or decided_by(bet, decision)), point


def price_craps(table: Table, pricing: Pricing) -> list[Line]:
    """Every wager of a craps table."""
    lines: list[Line] = []
    every = [*_kinds(table), *([] if "pass-odds" not in table.layout else ["pass-with-odds", "dont-pass-with-odds"])]
    wanted = every if pricing.wager is None else _named(table, pricing.wager, every)
    for kind in wanted:
        if kind.endswith("-with-odds"):
            lines.append(with_odds(table, kind.removesuffix("-with-odds")))
        elif kind == "fire":
            lines.append(fire_line(table))
        elif kind in ("come-odds", "dont-come-odds"):
            lines.append(_over_numbers(table, kind, pricing.stake))
        else:
            lines.append(_line(table, kind, staked_at(table, kind, pricing.stake)))
    return lines


def _kinds(table: Table) -> list[str]:
    """The lines of a table: come and odds bets once, whatever number they lie on; hops one by one."""
    return list(dict.fromkeys(place if place.startswith("hop:") else place.split(":")[0] for place in table.layout))


def _named(table: Table, name: str, every: list[str]) -> list[str]:
    if name in every:
        return [name]
    if name == "hop":
        return [kind for kind in every if kind.startswith("hop:")]
    if name.endswith("-with-odds"):
        raise unknown("line of the odds", name, every)
    place = table.place(name).id
    return [place if place in every else place.split(":", 1)[0]]


def staked_at(table: Table, kind: str, stake: int | None) -> Staked:
    """The stake a line is priced for: the one asked for, or one that is paid, and charged, exactly."""
    bet = wagers()[kind]
    if stake is not None:
        return Staked(bet, stake, table.house)
    if bet.family in ODDS_BETS:
        return Staked(bet, 60 * table.house.smallest_chip, table.house)  # divides on every number
    unit = table.game.betting.unit(table.house, table.layout[kind])
    if table.house.options.get("rounding") == "up" and not bet.parts and bet.family not in ("buy", "lay"):
        unit *= 2 * 3 * 5 * 8 * 11  # an amount that needs no rounding
    amount = unit
    if bet.family in ("buy", "lay"):
        rate = Fraction(table.house.options["commission-rate"].removesuffix("%")) / 100
        base = (lambda a: a) if bet.family == "buy" else TRUE_ODDS_AGAINST[bet.number].of
        while rate and Fraction(commission(table.house, bet, amount)) != rate * base(amount):
            amount += unit
    return Staked(bet, amount, table.house)


def _line(table: Table, name: str, staked: Staked) -> Line:
    by = table.layout[staked.bet.id].by if table.layout[staked.bet.id].by.subchapter != "1" else None
    return line_of(name, life_of(staked, by), table, staked.bet, Fraction(staked.amount + staked.fee, staked.amount))


def line_of(name: str, life: Life, table: Table, bet: Bet | None, risked: Fraction) -> Line:
    """A life as a line of the sheet, with the figures that only wagers of many rolls have."""
    outcomes = outcomes_of(life.ends)
    rests_on = [o.by for o in outcomes]
    if bet is not None:
        place = table.layout.get(bet.id)
        rests_on += [place.by] if place else []
        rests_on += [paid_by(bet)] if place and place.by.subchapter == "1" else []
    line = Line(name, outcomes, law.weakest([law.basis(c, table.as_of) for c in rests_on]), risked)
    return _with_figures(line, life)


def outcomes_of(ends: Mapping[End, Fraction]) -> tuple[Outcome, ...]:
    in_order = sorted(ends.items(), key=lambda e: (-e[0][1], e[0][0], e[0][2]))
    return tuple(Outcome(outcome, net, p, by) for (outcome, net, by), p in in_order)


def _with_figures(line: Line, life: Life) -> Line:
    return replace(
        line,
        extra={
            "edge_per_resolved": line.edge / life.resolved,
            "edge_per_roll": line.edge / life.rolls,
            "expected_rolls": life.rolls,
            "expected_rolls_on_table": life.rolls_on_table,
        },
    )


def _over_numbers(table: Table, kind: str, stake: int | None) -> Line:
    """Odds beside a Come or Don't Come Bet, over the numbers it may have gone to."""
    ends: defaultdict[End, Fraction] = defaultdict(Fraction)
    active = on_table = Fraction(0)
    for n in BOX:
        bet = wagers()[f"{kind}:{n}"]
        amount = stake or staked_at(table, bet.id, None).amount
        life = life_of(Staked(bet, amount, table.house))
        for end, p in life.ends.items():
            ends[end] += POINTS[n] * p
        active += POINTS[n] * life.rolls
        on_table += POINTS[n] * life.rolls_on_table
    return line_of(kind, Life(ends, active, on_table), table, wagers()[f"{kind}:4"], Fraction(1))


def with_odds(table: Table, family: str) -> Line:
    """A line bet with all the odds the house allows: per unit of the line bet, and of all that is risked."""
    bet, odds_bet = wagers()[family], wagers()[f"{family}-odds"]
    amount = 60 * table.house.smallest_chip
    flat = Staked(bet, amount, table.house)
    ends: defaultdict[End, Fraction] = defaultdict(Fraction)
    risked, made = Fraction(1), Fraction(0)
    for roll in rolls(2):
        decision, p = decide(bet, roll, COME_OUT), Fraction(ways(roll), WAYS)
        if decision.outcome != "stands":
            ends[flat.end(decision.outcome, roll, COME_OUT, decided_by(bet, decision))] += p
            continue
        point = sum(roll)
        most = Fraction(ceiling(table.house, odds_bet, point, amount), amount)
        wins_to = (TRUE_ODDS if family == "pass" else TRUE_ODDS_AGAINST)[point].ratio
        number = Fraction(ways_to_total(2)[point], ways_to_total(2)[point] + ways_to_total(2)[7])
        risked += p * most
        for total, chance in ((point, number), (7, 1 - number)):
            end = decide(bet, (1, total - 1) if total < 8 else (total - 6, 6), point)
            outcome, net, by = flat.end(end.outcome, roll, point, decided_by(bet, end))
            net += most * wins_to if outcome == "win" else -most
            ends[outcome, net, by] += p * chance
        made += p
    life = life_of(flat)
    basis = law.weakest([law.basis(c, table.as_of) for c in (paid_by(bet), paid_by(odds_bet))])
    return _with_figures(
        Line(f"{family}-with-odds", outcomes_of(ends), basis, risked), Life(ends, life.rolls, life.rolls_on_table)
    )


# --- the fire bet ----------------------------------------------------------------------------------------------------


def fire_distribution() -> tuple[dict[int, Fraction], Fraction]:
    """How many different points a shooter makes before the loser 7 (six end the bet), and the expected rolls."""
    totals = ways_to_total(2)
    to_a_point = Fraction(WAYS, sum(totals[n] for n in BOX))  # come-out rolls until a point is set
    made = {n: POINTS[n] * Fraction(totals[n], totals[n] + totals[7]) for n in BOX}
    seven = 1 - sum(made.values(), Fraction(0))
    cycle = to_a_point + sum((POINTS[n] * Fraction(WAYS, totals[n] + totals[7]) for n in BOX), Fraction(0))
    reach: defaultdict[frozenset[int], Fraction] = defaultdict(Fraction, {frozenset(): Fraction(1)})
    ends: defaultdict[int, Fraction] = defaultdict(Fraction)
    rolls_thrown = Fraction(0)
    for size in range(len(BOX)):
        for points in [p for p in reach if len(p) == size]:
            again = 1 - sum((made[n] for n in points), Fraction(0))  # a point made before changes nothing
            visits = reach[points] / again
            rolls_thrown += visits * cycle
            ends[size] += visits * seven
            for n in BOX:
                if n not in points:
                    reach[points | {n}] += visits * made[n]
    ends[len(BOX)] += reach[frozenset(BOX)]
    return dict(ends), rolls_thrown


def fire_line(table: Table) -> Line:
    """The fire bet: one outcome for each number of points made."""
    by = reading("R-1.12-pays")
    points, thrown = fire_distribution()
    ends: dict[End, Fraction] = {}
    for number, p in points.items():
        net = cast(Odds, table.house.pays[f"fire-{number}"]).ratio if number >= 4 else Fraction(-1)
        ends[f"{number} points", net, by] = p
    line = Line("fire", outcomes_of(ends), law.basis(by, table.as_of))
    return _with_figures(line, Life({("lose", Fraction(0), by): Fraction(1)}, thrown, thrown))


# --- mini-dice -------------------------------------------------------------------------------------------------------


def price_mini_dice(table: Table, pricing: Pricing) -> list[Line]:
    """Every wager of mini-dice: each is decided on one shake, or stands and is active again on the next."""
    places = list(table.layout) if pricing.wager is None else [table.place(pricing.wager).id]
    lines = []
    for kind in places:
        by = table.layout[kind].by
        unit = table.game.betting.unit(table.house, table.layout[kind])
        amount = pricing.stake or unit * (60 if table.house.options["rounding"] == "up" else 1)
        life = live({0: Fraction(1)}, _shake(table, kind, amount, by), lambda state: True)
        rests_on = [by, table.game.minimum_pays.by_for(kind)]
        basis = law.weakest([law.basis(c, table.as_of) for c in rests_on])
        lines.append(_with_figures(Line(kind, outcomes_of(life.ends), basis), life))
    return lines


def _shake(table: Table, kind: str, amount: int, by: Citation) -> Callable[[State, Roll], tuple[End | None, State]]:
    chip = table.house.smallest_chip

    def step(state: State, roll: Roll) -> tuple[End | None, State]:
        outcome = mini_dice.decide(kind, roll)
        if outcome == "stands":
            return None, state
        net = -(-mini_dice.odds_for(kind, roll, table.house.pays).of(amount) // chip) * chip
        return (outcome, Fraction(net if outcome == "win" else -amount, amount), by), state

    return step


ODDS = GameOdds(lines=price_craps)
