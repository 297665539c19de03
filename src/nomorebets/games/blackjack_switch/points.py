"""The switch by points: what hands are worth, in hundredths of a wager, so that a person can add two of them up.

Points are what a hand of its kind is worth on average by the chart of the hands, the other hand not looked at.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.blackjack_switch.spots import ACE_TEN, LIKE_DEALS, STARTS, start_at, start_worths
from nomorebets.games.blackjack_switch.terms import SpotRules
from nomorebets.games.twenty_one.analysis.chart import COLUMNS, play_chart, row_name
from nomorebets.games.twenty_one.analysis.hands import NAMES
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.analysis.play import Flags
from nomorebets.games.twenty_one.analysis.values import follow
from nomorebets.games.twenty_one.rules import VALUES, Rules
from nomorebets.pricing.facet import ChartCell, ChartRow, PlayChart

Ints = NDArray[np.int64]
HUNDRED = 100
BLACKJACK, SWITCHED = "blackjack", "21"  # rows of an ace and a ten: as dealt, and brought together by the switch


def row_of(start: int) -> str:
    """The row of a hand of two cards."""
    first, second = STARTS[start]
    return SWITCHED if start == ACE_TEN else row_name(NAMES[first] + NAMES[second], may_split=True)


@lru_cache(maxsize=8)
def points(rules: Rules) -> dict[str, tuple[int, ...]]:
    """What each kind of hand counts against each card shown, the best kinds as the chart has them."""
    worth = start_worths(follow(rules, play_named("basic", rules)))
    sums: dict[str, NDArray[np.float64]] = {}
    weights: dict[str, float] = {}
    shoe = rules.shoe
    for start, (first, second) in enumerate(STARTS):
        weight = shoe[first] * (shoe[second] - (first == second)) / (2 if first == second else 1)
        row = row_of(start)
        sums[row] = sums.get(row, np.zeros(VALUES)) + weight * worth[start]
        weights[row] = weights.get(row, 0.0) + weight
    made = {row: tuple(round(HUNDRED * float(x / max(weights[row], 1e-9))) for x in sums[row]) for row in sums}
    return {BLACKJACK: (round(HUNDRED * rules.blackjack_pays),) * VALUES, **made}


def points_of(spot: SpotRules, switched: bool) -> Ints:
    """The points of two cards, as dealt or switched: ``[start, card shown]``."""
    rows = points(spot.rules)
    counted = np.array([rows[row_of(start)] for start in range(len(STARTS))], np.int64)
    if not switched or spot.switched_counts:
        counted[ACE_TEN] = rows[BLACKJACK]
    return counted


def points_switch(spot: SpotRules) -> Flags:
    """Switch where the two hands have more points then."""
    at = start_at()
    a, b, c, d = np.indices(LIKE_DEALS)
    kept, switched = points_of(spot, False), points_of(spot, True)
    return np.asarray(switched[at[a, d]] + switched[at[c, b]] > kept[at[a, b]] + kept[at[c, d]])


def switch_chart(spot: SpotRules) -> PlayChart:
    """The chart of the hands, with the points of the switch."""
    hands, counted = play_chart(spot.rules), points(spot.rules)
    kinds = {"hard": [], "soft": [], "pairs": []}  # type: dict[str, list[str]]
    for row in counted:
        kinds["pairs" if "-" in row else row.split()[0] if " " in row else "soft"].append(row)
    groups = []
    for kind, rows in kinds.items():
        rows.sort(key=lambda row: -_order(row))
        made = (ChartRow(f"points {row}", tuple(ChartCell(str(counted[row][up])) for up in COLUMNS)) for row in rows)
        groups.append((f"switch, {kind}", tuple(made)))
    notes = (
        "points are hundredths of a wager; switch where the two hands have more points then",
        f"'{SWITCHED}' is an ace and a ten that the switch brings together"
        + (", here as good as a blackjack" if spot.switched_counts else ""),
    )
    title = f"Blackjack switch: {spot.rules.shorthand}"
    return PlayChart(title, hands.columns, (*groups, *hands.groups), hands.letters, (*notes, *hands.notes))


def _order(row: str) -> int:
    """Blackjacks first, then from the highest total or pair down, aces above all."""
    if row in (BLACKJACK, SWITCHED):
        return 99 if row == BLACKJACK else 98
    if "-" in row:
        return 90 if row[0] == NAMES[0] else NAMES.index(row[0])
    return int(row.split()[1])
