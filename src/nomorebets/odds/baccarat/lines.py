"""The odds of every wager of punto banco and minibaccarat: exact counts of coups, settled as at the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction

from nomorebets.hands.baccarat import Coup
from nomorebets.odds.baccarat.coups import coup_counts
from nomorebets.odds.baccarat.deals import count_deals, shoe_values
from nomorebets.odds.sheet import Line, Outcome
from nomorebets.regulation import Citation, law
from nomorebets.table import Result, Table, Wager

Settle = Callable[[Wager, Coup], Result]
Decide = Callable[[str, Coup], tuple[str, str]]  # how a kind of wager ends: coups that end alike are settled alike


def counted(decks: int, removed: tuple[str, ...] = ()) -> dict[Coup, int]:
    """In how many orderings of a shoe each coup comes out."""
    return coup_counts(count_deals(shoe_values(decks, removed)))


def lines_of(
    table: Table, coups: Mapping[Coup, int], wagers: list[Wager], decide: Decide, settle: Settle
) -> list[Line]:
    """One line per wager: every end with its exact probability."""
    total = sum(coups.values())
    lines = []
    for wager in wagers:
        ways, example = ends_of(wager.kind, coups, decide)
        ends: defaultdict[tuple[str, int, Citation], int] = defaultdict(int)
        for end, number in ways.items():
            result = settle(wager, example[end])
            ends[result.outcome, result.net, result.by] += number
        lines.append(line_of(table, wager, ends, total))
    return lines


def ends_of(
    kind: str, coups: Mapping[Coup, int], decide: Decide
) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], Coup]]:
    """In how many ways each end comes about, and one coup that leads to it."""
    ways: defaultdict[tuple[str, str], int] = defaultdict(int)
    example: dict[tuple[str, str], Coup] = {}
    for coup, number in coups.items():
        end = decide(kind, coup)
        ways[end] += number
        example[end] = coup
    return dict(ways), example


def line_of(table: Table, wager: Wager, ends: Mapping[tuple[str, int, Citation], int | Fraction], total: int) -> Line:
    """A line from the ways a wager can end."""
    outcomes = tuple(
        Outcome(outcome, Fraction(net, wager.amount), Fraction(ways) / total, by)
        for (outcome, net, by), ways in sorted(ends.items(), key=lambda end: (-end[0][1], end[0][2]))
    )
    place, odds = table.layout[wager.on], table.game.minimum_odds
    rows = [odds.by_for(row) for row in odds if row.split(".")[0] == place.odds_of]
    rests_on = {place.by, *(outcome.by for outcome in outcomes), *rows}
    return Line(wager.on, outcomes, law.weakest([law.basis(by, table.as_of) for by in rests_on]))
