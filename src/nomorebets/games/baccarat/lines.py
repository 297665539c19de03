"""The odds of every wager of punto banco and minibaccarat: exact counts of coups, settled as at the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.baccarat.coups import CODES, Counts, count_codes, coup_with
from nomorebets.games.baccarat.deals import count_deals, shoe_values
from nomorebets.hands.baccarat import Coup
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, law
from nomorebets.table import Result, Table, Wager

Settle = Callable[[Wager, Coup], Result]
Decide = Callable[[str, Coup], Hashable]  # how a kind of wager ends: coups that end alike are settled alike
Group = tuple[Coup, NDArray[np.int64]]  # one coup, and the codes of all that end as it does


@cache
def groups(decide: Decide, kind: str) -> tuple[Group, ...]:
    """All coups there can be, those together that end alike for a kind of wager."""
    ends: defaultdict[Hashable, list[int]] = defaultdict(list)
    for code in range(CODES):
        ends[decide(kind, coup_with(code))].append(code)
    return tuple((coup_with(codes[0]), np.array(codes)) for codes in ends.values())


def counted(decks: int, removed: tuple[str, ...] = ()) -> Counts:
    """In how many orderings of a shoe each coup comes out."""
    return count_codes(count_deals(shoe_values(decks, removed)))


def lines_of(table: Table, counts: Counts, wagers: list[Wager], decide: Decide, settle: Settle) -> list[Line]:
    """One line per wager: every end with its exact probability."""
    total = int(counts.sum())
    lines = []
    for wager in wagers:
        ends: defaultdict[tuple[str, int, Citation], int] = defaultdict(int)
        for coup, codes in groups(decide, wager.kind):
            ways = int(counts[codes].sum())
            if ways:
                result = settle(wager, coup)
                ends[result.outcome, result.net, result.by] += ways
        lines.append(line_of(table, wager, ends, total))
    return lines


def line_of(table: Table, wager: Wager, ends: Mapping[tuple[str, int, Citation], int | Fraction], total: int) -> Line:
    """A line from the ways a wager can end."""
    outcomes = tuple(
        Outcome(outcome, Fraction(net, wager.amount), Fraction(ways) / total, by)
        for (outcome, net, by), ways in sorted(ends.items(), key=lambda end: (-end[0][1], end[0][2]))
    )
    place, odds = table.layout[wager.on], table.game.minimum_pays
    rows = [odds.by_for(row) for row in odds if row.split(".")[0] == place.odds_of]
    rests_on = {place.by, *(outcome.by for outcome in outcomes), *rows}
    return Line(wager.on, outcomes, law.weakest([law.basis(by, table.as_of) for by in rests_on]))
