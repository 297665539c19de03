"""Plans of play and wagers by a count of the cards, in TOML.

    name = "Hi-Lo, one to eight units"
    play = "basic"              # or total, never-bust, mimic: what is done where no index says otherwise
    count = "hi-lo"             # hi-lo, ko, omega-ii, or the tags of your own: { A = -1, 2 = 1, …, T = -1 }
    boxes = 1                   # at the table; the others play as the plan does, and wager what does not matter
    wagers = { 0 = 1, 2 = 4, 4 = 8 }        # units from which count on; at lower counts the first

    [[index]]
    hand = "hard 16"            # hard or soft and a total, a pair like 8-8, or insurance
    against = "T"
    play = "stand"              # stand, draw, double, split, surrender; for insurance nothing
    from = 0                    # from this count on; or below = 0; or neither, and so always

A count is divided by the decks that are left and rounded down (`per_deck = false` leaves it as it runs). It starts at
`start` with every shoe: at 0, but ko at four less than four for each deck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np

from nomorebets.errors import RulesError, UnknownName, shown, unknown
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one.analysis.hands import NAMES
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, STAND, Play
from nomorebets.games.twenty_one.analysis.totals import AS_TOTAL, TotalPlay, basic, best_by_total, mimic, never_bust
from nomorebets.games.twenty_one.rules import VALUES, Rules
from nomorebets.table import Table
from nomorebets.untrusted import STRATEGY, read_toml

CHARTS: dict[str, Callable[[Rules], TotalPlay]] = {
    "basic": basic,
    "total": best_by_total,
    "never-bust": never_bust,
    "mimic": mimic,
}
# tags of the ace, of two to nine, and of all that count ten
SYSTEMS = {
    "hi-lo": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "ko": (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1),
    "omega-ii": (0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
}
MOST_COUNT = 40
MOST_UNITS = 10_000
INSURANCE = "insurance"
ACTS = {"stand": "S", "draw": "H", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


class PlanError(RulesError):
    """A plan that cannot be followed."""


class IndexLine(msgspec.Struct, forbid_unknown_fields=True, rename={"from_count": "from"}):
    """One play that a count calls for, as it is written."""

    hand: str
    against: str = ""
    play: str = ""
    from_count: int | None = None
    below: int | None = None


class PlanLines(msgspec.Struct, forbid_unknown_fields=True):
    """A plan as it is written."""

    name: str = "by a count"
    note: str = ""
    game: str = "blackjack"
    play: str = "basic"
    count: Any = "hi-lo"
    per_deck: bool | None = None
    start: int | None = None
    boxes: int = 1
    wagers: dict[str, int] = msgspec.field(default_factory=lambda: {"0": 1})
    index: list[IndexLine] = []


@dataclass(frozen=True)
class CountPlan:
    """A plan at a table: what is done and wagered at each count, from the lowest on."""

    name: str
    rules: Rules
    boxes: int
    tags: tuple[int, ...]
    start: int
    per_deck: bool
    lowest: int
    plays: tuple[Play, ...]
    wagers: tuple[int, ...]
    insures: tuple[bool, ...]
    has_indices: bool  # or one play at all counts


def read_plan(table: Table, source: bytes) -> CountPlan:
    """The plan that a file describes, at this table."""
    accepts = 'keys like play = "basic", count = "hi-lo", wagers = { 0 = 1, 3 = 4 }'
    text = read_toml(source, "the plan", PlanError, accepts, STRATEGY)
    try:
        lines = msgspec.convert(text, PlanLines)
    except msgspec.ValidationError as fault:
        raise PlanError(f"the plan cannot be read: {fault}", accepts=accepts) from None
    rules = rules_of(table.house)
    if lines.play not in CHARTS:
        raise unknown("way to play by totals", lines.play, CHARTS)
    if not 1 <= lines.boxes <= table.seats:
        raise PlanError(f"{lines.boxes} boxes", accepts=f"1 to {table.seats}")
    tags, counted_as = _tags(lines.count)
    units = _units(lines.wagers)
    marks = [*units, *(n for line in lines.index for n in (line.from_count, line.below) if n is not None)]
    if max(map(abs, marks)) > MOST_COUNT:
        raise PlanError(f"a count of {max(marks, key=abs)}", accepts=f"counts from -{MOST_COUNT} to {MOST_COUNT}")
    low, high = min(marks) - 1, max(marks)
    chart = CHARTS[lines.play](rules)
    counts = range(low, high + 1)
    plays = tuple(_at(chart, lines.index, count).play(rules) for count in counts)
    wagers = tuple(
        next((n for mark, n in reversed(units.items()) if count >= mark), units[min(units)]) for count in counts
    )
    insures = tuple(any(i.hand == INSURANCE and _holds(i, count) for i in lines.index) for count in counts)
    ko = counted_as == "ko"
    start = lines.start if lines.start is not None else 4 - 4 * rules.decks if ko else 0
    per_deck = lines.per_deck if lines.per_deck is not None else not ko
    indices = any(i.from_count is not None or i.below is not None for i in lines.index if i.hand != INSURANCE)
    return CountPlan(lines.name, rules, lines.boxes, tags, start, per_deck, low, plays, wagers, insures, indices)


def _tags(count: Any) -> tuple[tuple[int, ...], str]:
    if isinstance(count, str):
        if count not in SYSTEMS:
            raise unknown("count", count, SYSTEMS)
        return SYSTEMS[count], count
    if not isinstance(count, Mapping) or set(count) != set(NAMES) or not all(type(n) is int for n in count.values()):
        raise PlanError(f"{shown(count, 60)} is no count", accepts=f"a tag for each of {', '.join(NAMES)}")
    if max(map(abs, count.values())) > MOST_COUNT:
        raise PlanError("tags that large", accepts=f"-{MOST_COUNT} to {MOST_COUNT}")
    return tuple(int(count[name]) for name in NAMES), "own"


def _units(wagers: dict[str, int]) -> dict[int, int]:
    """Units by the count from which on they are wagered, the lowest first."""
    try:
        units = {int(mark): n for mark, n in wagers.items()}
    except ValueError:
        raise PlanError(
            f"{shown(wagers, 60)} are no wagers", accepts="counts and units like { 0 = 1, 3 = 4 }"
        ) from None
    if not units or not all(0 <= n <= MOST_UNITS for n in units.values()):
        raise PlanError(f"{shown(wagers, 60)} are no wagers", accepts=f"units from 0 to {MOST_UNITS:,}")
    return dict(sorted(units.items()))


def _holds(index: IndexLine, count: int) -> bool:
    """Whether a count calls for a play; one without a count is always made."""
    if index.from_count is not None and index.below is not None:
        raise PlanError(f"{index.hand}: when?", accepts="from = a count, or below = a count, or neither")
    if index.from_count is not None:
        return count >= index.from_count
    return index.below is None or count < index.below


def _at(chart: TotalPlay, indices: list[IndexLine], count: int) -> TotalPlay:
    """The chart with the plays that a count calls for."""
    own = replace(
        chart,
        draws=chart.draws.copy(),
        doubles=chart.doubles.copy(),
        surrenders=chart.surrenders.copy(),
        splits=chart.splits.copy(),
        pair_surrenders=chart.pair_surrenders.copy(),
        pair_acts=np.full_like(chart.splits, AS_TOTAL, np.int8) if chart.pair_acts is None else chart.pair_acts.copy(),
    )
    for index in indices:
        if index.hand == INSURANCE:
            continue
        if index.against not in NAMES or len(index.against) != 1:
            raise unknown("card shown", index.against, NAMES)
        if index.play not in ACTS:
            raise unknown("play", index.play, ACTS)
        if _holds(index, count):
            _put(own, index)
    return own


def _put(chart: TotalPlay, index: IndexLine) -> None:
    """Write one play into a chart."""
    up, act = NAMES.index(index.against), ACTS[index.play]
    one, dash, two = index.hand.partition("-")
    if dash and one == two and one in NAMES and one:
        pair = NAMES.index(one)
        chart.splits[pair, up], chart.pair_surrenders[pair, up] = act == "P", act == "R"
        assert chart.pair_acts is not None
        chart.pair_acts[pair, up] = {"S": STAND, "H": DRAW, "D": DOUBLE}.get(act, AS_TOTAL)
        return
    kind, _, number = index.hand.partition(" ")
    if kind not in ("hard", "soft") or not (number.isascii() and number.isdigit() and 4 <= int(number) <= 20):
        raise UnknownName(f"{shown(index.hand, 40)} is no hand", accepts="hard 16, soft 18, 8-8, insurance")
    if act == "P":
        raise PlanError(f"{index.hand} is no pair", accepts="a pair like 8-8")
    cell = int(kind == "soft"), int(number), up
    chart.surrenders[cell] = act == "R"
    if act == "R":
        return
    chart.doubles[cell] = act == "D"
    if act != "D":
        chart.draws[cell] = act == "H"


def plays_of(plan: CountPlan) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The pairs that each play splits, as rows of the compiled loop."""
    rows = np.zeros((len(plan.plays), 16, 16), np.uint8)
    for at, play in enumerate(plan.plays):
        rows[at, 1 : VALUES + 1, 1 : VALUES + 1] = play.splits
    return rows.reshape(len(plan.plays), -1)
