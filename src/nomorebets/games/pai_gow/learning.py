"""A way to set hands that a person can learn: every hand has a score as high and as low hand, and the greater sum wins.

What a setting gains on average is the chance that its high hand ranks higher, plus the chance that its low hand does,
less one: a win is both, a loss is neither. So the two chances may be looked up apart. The table leaves out only which
tiles oneself holds, and tiles of one group count alike.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from nomorebets.equipment.tiles import KINDS, NAMES, PAIRS, pips
from nomorebets.games.pai_gow.holdings import AGAINST_EACH, COPIES, Numbers, hand_at, holdings, way_of
from nomorebets.games.pai_gow.house_ways import filed
from nomorebets.games.pai_gow.solver import chances_against
from nomorebets.hands.tiles import CLASSES, SINGLE_RANK, STEP, in_order, split

GROUPS = ("a low tile", "a middle tile", "a high tile")  # by the tile that decides
_BOUNDS = (6, 12)  # the first rank of the second and of the third group
_ALIKE = (CLASSES["gong"], CLASSES["wong"])  # the tile makes too little difference


class Scores(NamedTuple):
    """Percent of hands that each kind of hand beats, as high and as low hand; by class and group of the tile."""

    high: dict[int, int]
    low: dict[int, int]


def group_of(ranks: Numbers) -> Numbers:
    """The row and the column of the table for each rank."""
    classes, within = ranks // STEP, ranks % STEP
    tile = within + (
        classes == CLASSES["pair"]
    )  # pairs rank as their tiles do, one place lower: the supreme one is first
    group = np.searchsorted(np.array(_BOUNDS), tile, side="right")
    alike = np.isin(classes, _ALIKE)
    grouped: Numbers = classes * len(GROUPS) + np.where(alike, 0, group)
    return grouped


@cache
def scores(method: str) -> Scores:
    """The table against a method of the dealer."""
    every = holdings()
    high, low = chances_against(filed(method))
    return Scores(_means(group_of(every.high), high), _means(group_of(every.low), low))


def _means(groups: Numbers, beaten: Numbers) -> dict[int, int]:
    number = np.broadcast_to(holdings().number[:, None], groups.shape)
    of, at = np.unique(groups, return_inverse=True)
    total = np.bincount(at.ravel(), number.ravel())
    won = np.bincount(at.ravel(), (number * beaten).ravel())
    return {int(group): round(100 * w / (n * AGAINST_EACH)) for group, w, n in zip(of, won, total, strict=True)}


@cache
def ways_by_scores(method: str) -> Numbers:
    """How each hand is set by the table: the greatest sum, and between equal ones the higher low hand."""
    every, table = holdings(), scores(method)
    total = _looked_up(table.high, group_of(every.high)) + _looked_up(table.low, group_of(every.low))
    ways: Numbers = (total * (every.low.max() + 1) + every.low).argmax(axis=1)
    return ways


def _looked_up(table: dict[int, int], groups: Numbers) -> Numbers:
    scored = np.zeros(max(table) + 1, np.int64)
    scored[list(table)] = list(table.values())
    found: Numbers = scored[groups]
    return found


# --- in words --------------------------------------------------------------------------------------------------------


def rows(method: str) -> list[tuple[str, str, str]]:
    """The table in words: the hand, its scores as high and low hand, and for which tile."""
    table = scores(method)
    names = {cls: name for name, cls in CLASSES.items()} | {value: str(value) for value in range(10)}
    listed = []
    for cls in sorted(names, reverse=True):
        for group, tile in reversed(list(enumerate(GROUPS))):
            key = cls * len(GROUPS) + group
            if key in table.high or key in table.low:
                as_high, as_low = (part.get(key, 0) for part in table)
                whole = cls in _ALIKE or cls == 0
                when = "whatever the tile" if whole else f"with {tile}"
                listed.append((names[cls], f"high {as_high}, low {as_low}", when))
    return listed


def groups_in_words() -> str:
    """Which tiles are low, middle and high."""
    named: list[list[str]] = [[] for _ in GROUPS]
    for tile in KINDS:
        named[sum(SINGLE_RANK[tile] >= bound for bound in _BOUNDS)].append(tile)
    groups = [f"{group}: {' '.join(tiles)}" for group, tiles in zip(GROUPS, named, strict=True)]
    return "; ".join([*groups, "the supreme pair counts as of high tiles"])


def split_pairs(best: Numbers) -> list[tuple[str, str]]:
    """Each pair that the best play splits now and then, and beside which two tiles: by points where all are alike."""
    copies = dict(zip(KINDS, COPIES, strict=True))
    listed = []
    for pair in PAIRS:
        beside: dict[tuple[int, ...], list[tuple[str, bool]]] = {}
        for rest in combinations_with_replacement(KINDS, 2):
            held = in_order((*pair, *rest))
            if all(held.count(tile) <= copies[tile] for tile in held) and set(rest).isdisjoint(pair):
                at = hand_at(held)
                kept = way_of(held, split(pair, rest))
                points = tuple(sorted(map(pips, rest)))
                beside.setdefault(points, []).append((" ".join(rest), int(best[at]) != kept))
        words = [
            "+".join(map(str, points)) if all(apart for _, apart in own) else tiles
            for points, own in sorted(beside.items())
            for tiles, apart in own
            if apart
        ]
        if words:
            name = f"a pair of {NAMES[pair[0]]}" if pair[0] == pair[1] else " with ".join(pair)
            listed.append((name, ", ".join(dict.fromkeys(words))))
    return listed
