"""Plans of play and wagers by a count of the cards, in TOML; the games of the blackjack family share them.

    name = "Hi-Lo, one to eight units"
    game = "…"                  # its id; without it any of the family that has the plays
    play = "basic"              # what is done where no index says otherwise: a way to play by totals
    count = "hi-lo"             # hi-lo, ko, omega-ii, or the tags of your own: { A = -1, 2 = 1, …, T = -1 }
    boxes = 1                   # at the table; the others play as the plan does, and wager what does not matter
    wagers = { 0 = 1, 2 = 4, 4 = 8 }        # units from which count on; at lower counts the first

    [[index]]
    hand = "hard 16"            # hard or soft and a total, a pair like 8-8, or insurance
    against = "T"
    play = "stand"              # stand, draw, double, split, surrender; for insurance nothing
    from = 0                    # from this count on; or below = 0; or neither, and so always

A count is divided by the decks that are left and rounded down (`per_deck = false` leaves it as it runs). It starts at
`start` with every shoe: without it, where all cards of the shoe bring it to 0, or to 4 with ko.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from nomorebets.errors import RulesError, UnknownName, shown, unknown
from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, STAND, Play, may_double, may_double_after_split
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.table import Table
from nomorebets.untrusted import STRATEGY, read_toml

BY_TOTALS = ("basic", "total", "never-bust", "mimic")
# tags of the ace, of two to nine, and of all that count ten
SYSTEMS = {
    "hi-lo": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "ko": (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1),
    "omega-ii": (0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
}
RUNNING = {"ko": 4}  # counts that are not divided by decks, and where a shoe brings them
MOST_COUNT = 40
MOST_UNITS = 10_000
INSURANCE = "insurance"
SPLIT, SURRENDER = "split", "surrender"
ACTS: dict[str, int | None] = {
    "stand": STAND,
    "draw": DRAW,
    "hit": DRAW,
    "double": DOUBLE,
    SPLIT: None,
    SURRENDER: None,
}


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
    game: str = ""
    play: str = "basic"
    count: Any = "hi-lo"
    per_deck: bool | None = None
    start: int | None = None
    boxes: int = 1
    wagers: dict[str, int] = msgspec.field(default_factory=lambda: {"0": 1})
    index: list[IndexLine] = []


@dataclass(frozen=True)
class CountPlan:
    """A plan at a table: what is wagered at each count, from the lowest on, and which plays it calls for."""

    name: str
    way: str  # what is done where no index says otherwise
    boxes: int
    tags: tuple[int, ...]
    start: int
    per_deck: bool
    lowest: int
    wagers: tuple[int, ...]
    insures: tuple[bool, ...]
    indices: tuple[IndexLine, ...]  # of hands

    @property
    def follows_the_count(self) -> bool:
        """Or hands are played alike at all counts."""
        return any(i.from_count is not None or i.below is not None for i in self.indices)

    def plays(self, rules: Rules) -> tuple[Play, ...]:
        """How hands are played at each count."""
        chart = play_named(self.way, rules)
        counts = range(self.lowest, self.lowest + len(self.wagers))
        return tuple(_at(chart, rules, [i for i in self.indices if _holds(i, count)]) for count in counts)


def read_plan(table: Table, source: bytes, rules: Rules, ways: Collection[str] = BY_TOTALS) -> CountPlan:
    """The plan that a file describes, at this table; what it does else is one of these ways."""
    accepts = 'keys like play = "basic", count = "hi-lo", wagers = { 0 = 1, 3 = 4 }'
    text = read_toml(source, "the plan", PlanError, accepts, STRATEGY)
    try:
        lines = msgspec.convert(text, PlanLines)
    except msgspec.ValidationError as fault:
        raise PlanError(f"the plan cannot be read: {fault}", accepts=accepts) from None
    if lines.game not in ("", table.game.id):
        raise PlanError(f"the plan is for {shown(lines.game, 40)}", accepts=f'game = "{table.game.id}", or none')
    if lines.play not in ways:
        raise PlanError(f"{shown(lines.play, 40)} is no way to play of a plan here", accepts=", ".join(ways))
    if not 1 <= lines.boxes <= table.seats:
        raise PlanError(f"{lines.boxes} boxes", accepts=f"1 to {table.seats}")
    tags, counted_as = _tags(lines.count)
    units = _units(lines.wagers)
    for index in lines.index:
        _verify(index)
    marks = [*units, *(n for line in lines.index for n in (line.from_count, line.below) if n is not None)]
    if max(map(abs, marks)) > MOST_COUNT:
        raise PlanError(f"a count of {max(marks, key=abs)}", accepts=f"counts from -{MOST_COUNT} to {MOST_COUNT}")
    low, high = min(marks) - 1, max(marks)
    counts = range(low, high + 1)
    wagers = tuple(
        next((n for mark, n in reversed(units.items()) if count >= mark), units[min(units)]) for count in counts
    )
    insures = tuple(any(i.hand == INSURANCE and _holds(i, count) for i in lines.index) for count in counts)
    whole = sum(tag * cards for tag, cards in zip(tags, rules.shoe, strict=True))
    start = lines.start if lines.start is not None else RUNNING.get(counted_as, 0) - whole
    per_deck = lines.per_deck if lines.per_deck is not None else counted_as not in RUNNING
    indices = tuple(i for i in lines.index if i.hand != INSURANCE)
    return CountPlan(lines.name, lines.play, lines.boxes, tags, start, per_deck, low, wagers, insures, indices)


def play_of_file(table: Table, source: bytes, rules: Rules) -> Play:
    """The one play of a plan; refused where there are several, which have no exact odds."""
    plan = read_plan(table, source, rules)
    if plan.follows_the_count:
        raise UnknownName(
            f"{plan.name}: plays that follow a count have no exact odds", accepts="nomorebets simulate, or plays always"
        )
    return plan.plays(rules)[0]


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


def _verify(index: IndexLine) -> None:
    """Refuse an index that names no hand, no card, no play, or two counts."""
    if index.from_count is not None and index.below is not None:
        raise PlanError(f"{index.hand}: when?", accepts="from = a count, or below = a count, or neither")
    if index.hand == INSURANCE:
        return
    if index.against not in NAMES or len(index.against) != 1:
        raise unknown("card shown", index.against, NAMES)
    if index.play not in ACTS:
        raise unknown("play", index.play, ACTS)
    if _pair(index) is None and _total(index) is None:
        raise UnknownName(f"{shown(index.hand, 40)} is no hand", accepts="hard 16, soft 18, 8-8, insurance")
    if index.play == SPLIT and _pair(index) is None:
        raise PlanError(f"{index.hand} is no pair", accepts="a pair like 8-8")


def _holds(index: IndexLine, count: int) -> bool:
    """Whether a count calls for a play; one without a count is always made."""
    if index.from_count is not None:
        return count >= index.from_count
    return index.below is None or count < index.below


def _pair(index: IndexLine) -> int | None:
    """The value of the pair that an index is for."""
    one, dash, two = index.hand.partition("-")
    return NAMES.index(one) if dash and one == two and one in NAMES and len(one) == 1 else None


def _total(index: IndexLine) -> tuple[bool, int] | None:
    """Whether the hands that an index is for are soft, and their total."""
    kind, _, number = index.hand.partition(" ")
    if kind not in ("hard", "soft") or not (number.isascii() and number.isdigit() and 4 <= int(number) <= 20):
        return None
    return kind == "soft", int(number)


def _at(chart: Play, rules: Rules, indices: Sequence[IndexLine]) -> Play:
    """A way to play with other plays written into it; those of pairs last, for a pair is a hand of its total too."""
    if not indices:
        return chart
    own = replace(
        chart,
        acts=chart.acts.copy(),
        after_split=chart.after_split.copy(),
        splits=chart.splits.copy(),
        surrenders=chart.surrenders.copy(),
    )
    for index in sorted(indices, key=lambda index: _pair(index) is not None):
        _put(own, rules, index)
    return own


def _put(play: Play, rules: Rules, index: IndexLine) -> None:
    """Write one play, as far as the table allows it: what it does not allow is played as before."""
    hands, up = all_hands(), NAMES.index(index.against)
    act, surrenders = ACTS[index.play], index.play == SURRENDER and rules.surrender != "none"
    if (pair := _pair(index)) is not None:
        hand = hands.of(NAMES[pair] * 2)
        play.splits[pair, up] = index.play == SPLIT and rules.splits_of(pair) > 0
        play.surrenders[hand, up] = surrenders
        if act is not None and (act != DOUBLE or may_double(rules)[hand]):
            play.acts[hand, up] = act
        return
    is_soft, total = _total(index) or (False, 0)
    of_total = (hands.soft == is_soft) & (hands.total == total) & (hands.size >= 2)
    play.surrenders[of_total & (hands.size == 2) & (hands.counts.max(axis=1) == 1), up] = surrenders
    if act is None:
        return
    play.acts[of_total & (may_double(rules) if act == DOUBLE else True), up] = act
    play.after_split[:, of_total & (may_double_after_split(rules) if act == DOUBLE else True), up] = act
