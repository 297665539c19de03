"""A line of the odds, from ends that were counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, law
from nomorebets.table import Result, Table


class Ending(NamedTuple):
    """One way a wager may end: its name, what it nets per unit of the stake, and by which paragraph."""

    name: str
    net: Fraction
    by: Citation


def ending(name: str, results: Sequence[Result], stake: int) -> Ending:
    """How wagers that live and die together end; the paragraph is that of the last one that won or lost.

    >>> from nomorebets.regulation import cite
    >>> from nomorebets.table import Wager
    >>> ante, bet = Wager(1, "ante", 500), Wager(1, "bet", 1000)
    >>> won = Result(ante, "win", 500, cite("16.12(b)")), Result(bet, "win", 2000, cite("16.12(c)"))
    >>> ending("win: two pair", won, ante.amount)
    Ending(name='win: two pair', net=Fraction(5, 1), by=Citation('16.12(c)'))
    """
    decided = [result for result in results if result.outcome in ("win", "lose")] or results
    return Ending(name, Fraction(sum(result.net for result in results), stake), decided[-1].by)


def line_of(
    table: Table,
    wager: str,
    counted: Iterable[tuple[Ending, int]],
    total: int,
    *,
    average_wager: Fraction = Fraction(1),
    note: str = "",
    rests_on: Iterable[Citation] = (),
) -> Line:
    """A line from counts out of a total: alike ends taken together, the best first.

    It is no firmer than the paragraphs of its ends, and what else it rests on.
    """
    counts: defaultdict[Ending, int] = defaultdict(int)
    for end, count in counted:
        counts[end] += count
    outcomes = [Outcome(end.name, end.net, Fraction(n, total), end.by) for end, n in counts.items() if n]
    outcomes.sort(key=lambda outcome: (-outcome.net, outcome.outcome))
    basis = law.weakest([law.basis(by, table.as_of) for by in (*(o.by for o in outcomes), *rests_on)])
    return Line(wager, tuple(outcomes), basis, average_wager, note=note)
