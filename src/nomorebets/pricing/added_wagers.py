"""Exact lines of wagers that a game file adds on the hand of a seat, or on an event; settled as at the table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from nomorebets.games import variations_of
from nomorebets.hands.rankings import class_counts
from nomorebets.pricing.lines import ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import Odds, cite
from nomorebets.table import Table, Wager
from nomorebets.table.added_wagers import Event, Named, SeatHand, is_added, row_won

RANKED = cite("D.3(a)")


def added_on(table: Table) -> SeatHand | Event | None:
    """The hand or event that wagers of this table are added on; None where none is."""
    return variations_of(table.game.id).on if added_kinds(table) else None


def added_kinds(table: Table) -> list[str]:
    """The wagers that a file has added."""
    return [kind for kind in table.game.bet if is_added(table.game, kind)]


def exact_line(table: Table, kind: str, on: SeatHand | Event, gone: tuple[str, ...] = ()) -> Line:
    """The line of an added wager, by all hands or by all that may come up; with some cards gone from the shoe."""
    if isinstance(on, Event):
        return event_line(table, kind, on, on.every(table.house, gone))
    size = on.own + on.shared
    return hand_line(table, kind, class_counts(on.ranking_name, size, on.decks(table.house), gone))


def added_edges(table: Table) -> dict[str, Fraction]:
    """What each added wager costs."""
    on = added_on(table)
    return {} if on is None else {kind: exact_line(table, kind, on).edge for kind in added_kinds(table)}


def even_stake(table: Table, kind: str) -> int:
    """A stake on which every row of a wager pays whole cents."""
    rows = [pays for row, pays in table.house.pays.items() if row.startswith(f"{kind}.")]
    return math.lcm(*(pays.on for pays in rows if isinstance(pays, Odds)))


def hand_line(table: Table, kind: str, counts: Mapping[str, int]) -> Line:
    """The line of a wager on a hand, from how often each class comes."""
    stake, counted = even_stake(table, kind), []
    for hand, ways in counts.items():
        results = table.settle([Wager(1, kind, stake)], Named(hand))
        counted.append((ending(f"win: {hand}" if results[0].outcome == "win" else "lose", results, stake), ways))
    return line_of(table, kind, counted, sum(counts.values()), rests_on=(RANKED,))


def event_line(table: Table, kind: str, event: Event, counts: Mapping[Any, int]) -> Line:
    """The line of a wager on an event, from how often each thing came up."""
    ways: Counter[str] = Counter()
    shows: dict[str, Any] = {}  # one of each row, which is settled
    for came, number in counts.items():
        row = row_won(event.named, kind, event.of(came), table.house)
        ways[row] += number
        shows.setdefault(row, came)
    stake, counted = even_stake(table, kind), []
    for row, number in ways.items():
        results = table.settle([Wager(1, kind, stake)], shows[row])
        counted.append((ending(f"win: {row.removeprefix(f'{kind}.')}" if row else "lose", results, stake), number))
    return line_of(table, kind, counted, ways.total())
