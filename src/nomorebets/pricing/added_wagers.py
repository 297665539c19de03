"""Exact lines of wagers that a game file adds on the hand of a seat, settled as at the table."""

from __future__ import annotations

import math
from collections.abc import Mapping

from nomorebets.games import variations_of
from nomorebets.hands.rankings import class_counts
from nomorebets.pricing.lines import ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import Odds, cite
from nomorebets.table import Table, Wager
from nomorebets.table.added_wagers import Named, SeatHand, is_added

RANKED = cite("D.3(a)")


def hand_of(table: Table) -> SeatHand | None:
    """The hand that wagers of this table are added on; None where none is."""
    hand = variations_of(table.game.id).hand
    return hand if hand is not None and added_kinds(table) else None


def added_kinds(table: Table) -> list[str]:
    """The wagers that a file has added on hands."""
    return [kind for kind in table.game.bet if is_added(table.game, kind)]


def counts_of(hand: SeatHand, table: Table) -> dict[str, int]:
    """How many hands are of each class."""
    return class_counts(hand.ranking_name, hand.own + hand.shared, hand.decks(table.house))


def added_line(table: Table, kind: str, counts: Mapping[str, int]) -> Line:
    """The line of an added wager from how often each class comes."""
    rows = [pays for row, pays in table.house.pays.items() if row.startswith(f"{kind}.")]
    stake = math.lcm(*(pays.on for pays in rows if isinstance(pays, Odds)))
    counted = []
    for hand, ways in counts.items():
        results = table.settle([Wager(1, kind, stake)], Named(hand))
        counted.append((ending(f"win: {hand}" if results[0].outcome == "win" else "lose", results, stake), ways))
    return line_of(table, kind, counted, sum(counts.values()), rests_on=(RANKED,))
