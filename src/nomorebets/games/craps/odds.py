"""Exact odds of craps: every wager followed through every roll, each settled as the live table settles it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import msgspec

from nomorebets.equipment.dice import Roll, rolls, ways, ways_to_total
from nomorebets.errors import unknown
from nomorebets.games.craps.acceptance import ceiling
from nomorebets.games.craps.life import WAYS, Life, State, end_of, live, outcomes_of, with_figures
from nomorebets.games.craps.settlement import (
    Rolled,
    commission,
    commission_base,
    commission_rate,
    is_active,
    next_point,
    paid_by,
    travels_to,
)
from nomorebets.games.craps.terms import ROUNDING
from nomorebets.games.craps.wagers import BOX, COME_OUT, ODDS_BETS, CrapsWager, wagers
from nomorebets.pricing.facet import GameOdds, Pricing
from nomorebets.pricing.lines import Ending
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import law, reading
from nomorebets.table import Table, Wager

POINTS = {n: Fraction(ways_to_total(2)[n], sum(ways_to_total(2)[b] for b in BOX)) for n in BOX}  # of a point, which
SEVEN = (3, 4)


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
            lines.append(_line(table, kind, wager_at(table, kind, pricing.stake)))
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


# --- one wager -------------------------------------------------------------------------------------------------------


def wager_at(table: Table, place: str, stake: int | None) -> Wager:
    """The wager a line is priced for: of the stake asked for, or of one that is paid, and charged, exactly."""
    amount = _exact_amount(table, wagers()[place]) if stake is None else stake
    return Wager(1, place, amount, fee=table.game.betting.fee(table.house, table.layout[place], amount))


def _exact_amount(table: Table, bet: CrapsWager) -> int:
    if bet.family in ODDS_BETS:
        return 60 * table.house.smallest_chip  # divides on every number
    unit = table.game.betting.unit(table.house, table.layout[bet.id])
    charged = bet.family in ("buy", "lay")
    if table.house[ROUNDING] == "up" and not bet.parts and not charged:
        unit *= 2 * 3 * 5 * 8 * 11  # an amount that needs no rounding
    amount = unit
    while charged and commission(table.house, bet, amount) != commission_rate(table.house) * commission_base(
        bet, amount
    ):
        amount += unit
    return amount


def life_of(table: Table, wager: Wager) -> Life:
    """One wager of craps, made as early as it may be: before a come-out roll, with a point on, or beside its bet."""
    bet = wagers()[wager.on]
    start: defaultdict[State, Fraction] = defaultdict(Fraction)
    if bet.family in ("come-odds", "dont-come-odds"):
        for point in BOX:  # the bet was made after the come-out roll and went to its number on the next
            start[COME_OUT if point == bet.number else point, wager] += POINTS[point]
    elif bet.family in ("pass-odds", "dont-pass-odds"):
        start |= {(n, wager): POINTS[n] for n in BOX}
    else:
        start[COME_OUT, wager] = Fraction(1)
    comes = bet.family in ("come", "dont-come")

    def step(state: State, roll: Roll) -> tuple[Ending | None, State]:
        assert isinstance(state, tuple)
        point, lies = state
        rolled = Rolled(roll, point)
        result = table.result_of(lies, rolled)
        if result is not None:
            return end_of(result), state
        if not comes:
            return None, (next_point(point, rolled.total), lies)
        to = travels_to(lies, rolled)  # the table's point does not matter to it
        return None, (point, msgspec.structs.replace(lies, on=to) if to else lies)

    def counts(state: State) -> bool:
        assert isinstance(state, tuple)
        point, lies = state
        return is_active(lies, table.house, point)

    return live(start, step, counts)


def _line(table: Table, name: str, wager: Wager) -> Line:
    return line_of(name, life_of(table, wager), table, wagers()[wager.on], Fraction(wager.staked, wager.amount))


def line_of(name: str, life: Life, table: Table, bet: CrapsWager, risked: Fraction) -> Line:
    """A followed wager as a line of the odds."""
    outcomes = outcomes_of(life.ends)
    place = table.layout[bet.id]
    rests_on = [*(o.by for o in outcomes), place.by, *([paid_by(bet)] if place.by.subchapter == "1" else [])]
    line = Line(name, outcomes, law.weakest([law.basis(c, table.as_of) for c in rests_on]), risked)
    return with_figures(line, life)


def _over_numbers(table: Table, kind: str, stake: int | None) -> Line:
    """Odds beside a Come or Don't Come Bet, over the numbers it may have gone to."""
    ends: defaultdict[Ending, Fraction] = defaultdict(Fraction)
    active = on_table = Fraction(0)
    for n in BOX:
        life = life_of(table, wager_at(table, f"{kind}:{n}", stake))
        for end, p in life.ends.items():
            ends[end] += POINTS[n] * p
        active += POINTS[n] * life.rolls
        on_table += POINTS[n] * life.rolls_on_table
    return line_of(kind, Life(ends, active, on_table), table, wagers()[f"{kind}:4"], Fraction(1))


# --- a line bet with odds --------------------------------------------------------------------------------------------


def line_with_odds(table: Table, family: str, point: int) -> tuple[Wager, ...]:
    """A line bet, and once a point is on all the odds the house allows beside it."""
    flat = wager_at(table, family, 60 * table.house.smallest_chip)
    if point == COME_OUT:
        return (flat,)
    odds = wagers()[f"{family}-odds"]
    return flat, wager_at(table, odds.id, ceiling(table.house, odds, point, flat.amount))


def with_odds(table: Table, family: str) -> Line:
    """A line bet with all the odds the house allows: per unit of the line bet, and of all that is risked."""
    (flat,) = line_with_odds(table, family, COME_OUT)
    ends: defaultdict[Ending, Fraction] = defaultdict(Fraction)
    risked = Fraction(1)
    for roll in rolls(2):
        result, p = table.result_of(flat, Rolled(roll)), Fraction(ways(roll), WAYS)
        if result is not None:
            ends[end_of(result)] += p
            continue
        point = sum(roll)
        together = line_with_odds(table, family, point)
        risked += p * Fraction(together[1].amount, flat.amount)
        number = Fraction(ways_to_total(2)[point], ways_to_total(2)[point] + ways_to_total(2)[7])
        for decides, chance in ((roll, number), (SEVEN, 1 - number)):
            line, odds = (table.result_of(wager, Rolled(decides, point)) for wager in together)
            assert line is not None
            assert odds is not None
            ends[Ending(line.outcome, Fraction(line.net + odds.net, flat.amount), line.by)] += p * chance
    life = life_of(table, flat)
    basis = law.weakest([law.basis(paid_by(wagers()[kind]), table.as_of) for kind in (family, f"{family}-odds")])
    return with_figures(Line(f"{family}-with-odds", outcomes_of(ends), basis, risked), replace(life, ends=ends))


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
    wager = wager_at(table, "fire", None)
    ends: dict[Ending, Fraction] = {}
    for number, p in points.items():
        last = Rolled(SEVEN, BOX[0], frozenset(BOX[:number]))  # the loser 7; a sixth point has ended it before
        result = table.result_of(wager, last)
        assert result is not None
        made = "one point" if number == 1 else f"{number} points"
        ends[Ending(made, Fraction(result.net, wager.amount), result.by)] = p
    line = Line("fire", outcomes_of(ends), law.basis(by, table.as_of))
    return with_figures(line, Life({Ending("lose", Fraction(0), by): Fraction(1)}, thrown, thrown))


ODDS = GameOdds(lines=price_craps)
