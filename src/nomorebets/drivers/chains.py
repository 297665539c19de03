"""Wagers that stand from round to round, followed through every possible round of the script until they are decided.

A round that ends with the wager standing leads to the next opening state; equal openings are one state of a chain,
which is solved exactly. Slow, because it runs the script: the fast solvers are checked against it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from fractions import Fraction

from nomorebets.drivers.enumeration import Choose, branches, wager_once
from nomorebets.errors import ScriptError
from nomorebets.exact.linear import expected_visits
from nomorebets.regulation import Citation
from nomorebets.table import Round, Ruling, Table, Wager
from nomorebets.table.felt import Opening
from nomorebets.table.requests import Answer, Bets, Request

MOST_STATES = 2_000
End = tuple[str, Fraction, Citation]


def _key(opening: Opening) -> Hashable:
    return (*sorted(opening.state.items()), *opening.wagers)


def follow(table: Table, wager: Wager, opening: Opening | None = None) -> tuple[dict[End, Fraction], Fraction]:
    """Every way a wager ends, with its probability and net per unit, and how many rounds it takes on average.

    ``opening`` is the table before the wager is made, with what it needs beside it.
    """
    first = opening or Opening()
    openings: dict[Hashable, Opening] = {"made": first}
    moves: dict[Hashable, dict[Hashable, Fraction]] = {}
    ends: dict[Hashable, dict[End, Fraction]] = {}
    while todo := [key for key in openings if key not in moves]:
        for key in todo:
            onward: defaultdict[Hashable, Fraction] = defaultdict(Fraction)
            ended: defaultdict[End, Fraction] = defaultdict(Fraction)
            choose = _make(wager) if key == "made" else wager_once(())
            for way in branches(table, choose, (), openings[key]):
                if way.opening is None:
                    raise ScriptError("a round that does not end cannot be followed here")
                ruling = next((r for r in way.rulings if _is(r, wager) and r.result != "stands"), None)
                if ruling is None:
                    openings.setdefault(_key(way.opening), way.opening)
                    onward[_key(way.opening)] += way.probability
                else:
                    ended[ruling.result, Fraction(ruling.net, ruling.amount), ruling.by] += way.probability
            moves[key], ends[key] = dict(onward), dict(ended)
        if len(openings) > MOST_STATES:
            raise ScriptError(f"more than {MOST_STATES} openings")
    start: dict[Hashable, Fraction] = {"made": Fraction(1)}
    visits = expected_visits(start, moves)
    total: defaultdict[End, Fraction] = defaultdict(Fraction)
    for key, ways in ends.items():
        for end, probability in ways.items():
            total[end] += visits[key] * probability
    return dict(total), sum(visits.values(), Fraction(0))


def _make(wager: Wager) -> Choose:
    """Patrons of whom one makes the wager at the first call."""

    def choose(request: Request, table: Round) -> Answer:
        made = table.felt.on(wager.seat, wager.on) or getattr(request, "late", False)
        return Bets() if made else Bets(placed=(wager,))

    return choose


def _is(ruling: Ruling, wager: Wager) -> bool:
    return ruling.seat == wager.seat and ruling.wager == (wager.made_as or wager.on)
