"""House ways: how the dealer must set four tiles. Each is a total function; a licensee files one of them.

A filed table is one of the built-in methods with exceptions before it, a line each: four tiles, and which two of them
are the low hand. A tile is written by its pips, ``6-6``, or as any tile of so many points, ``10``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from nomorebets.equipment.tiles import looks_like_tile, pips, read_tile
from nomorebets.errors import HouseRuleError, RulesError, listed
from nomorebets.hands.tiles import GEE_JOON, HIGHEST, NEXT, SINGLE_RANK, Split, TileHand, in_order, split, splits
from nomorebets.regulation import reading

HouseWay = Callable[[tuple[str, ...]], Split]

ABOVE_NINE = 10  # what a pair, a wong or a gong is worth beside values
_CLASSES = {"pair": 3, "wong": 2, "gong": 1, "value": 0}
HIGH_THREE = (3, SINGLE_RANK["3-3"])  # a three with chong or better


def worth(hand: TileHand) -> int:
    """The value of a hand; every pair, wong and gong is above nine."""
    return hand.value if hand.kind == "value" else ABOVE_NINE


def by_low(made: Split) -> tuple[int, int]:
    """The higher low hand, then the higher high hand."""
    return made.ranks[::-1]


def by_high(made: Split) -> tuple[int, int]:
    """The higher high hand, then the higher low hand."""
    return made.ranks


# --- the order that a sister rule prints -----------------------------------------------------------------------------


def priority(tiles: tuple[str, ...]) -> Split:
    """The supreme pair, else the highest pair, wong or gong; else a nine, an eight or a seven; else the best low hand.

    >>> priority(("6-6", "1-6", "4-5", "2-3"))
    Split(high=('6-6', '4-5'), low=('1-6', '2-3'))
    """
    ways = splits(tiles)
    if any(_CLASSES[made.high_hand.kind] for made in ways):
        return max(ways, key=lambda made: (_CLASSES[made.high_hand.kind], *by_high(made)))
    for value in (9, 8, 7):
        with_it = [made for made in ways if value in (made.high_hand.value, made.low_hand.value)]
        if with_it:
            return max(with_it, key=by_low)
    return max(ways, key=by_low)


# --- as published of an Atlantic City casino -------------------------------------------------------------------------


def atlantic(tiles: tuple[str, ...]) -> Split:
    """Pairs that are split in named cases, then high nine, gong and wong, then hands as even as they can be.

    >>> atlantic(("2-4", "1-2", "3-3", "1-4")), atlantic(("6-6", "1-6", "4-5", "2-3"))
    (Split(high=('2-4', '3-3'), low=('1-2', '1-4')), Split(high=('6-6', '1-6'), low=('4-5', '2-3')))
    """
    ways = splits(tiles)
    paired = [made for made in ways if "pair" in (made.high_hand.kind, made.low_hand.kind)]
    if paired:
        return _with_a_pair(ways, paired)
    return _with_teen_or_day(tiles, ways) or _balanced(ways)


def _with_a_pair(ways: Sequence[Split], paired: Sequence[Split]) -> Split:
    both = [made for made in paired if made.high_hand.kind == made.low_hand.kind]
    if both:
        return max(both, key=by_high)
    kept = max(paired, key=by_high)
    parted = max((made for made in ways if made not in paired), key=by_low, default=None)
    if parted is None or not _is_split(kept, parted):
        return kept
    gains = parted.high_hand.rank > kept.high_hand.rank or parted.low_hand.rank > kept.low_hand.rank
    return parted if gains else kept


def _is_split(kept: Split, parted: Split) -> bool:
    """Whether a pair is of those that are split beside the two other tiles."""
    pair, rest = (kept.high, kept.low) if kept.high_hand.kind == "pair" else (kept.low, kept.high)
    others = sorted(pips(tile) for tile in rest)
    of = pips(pair[0])
    if pair[0] in GEE_JOON:
        return 6 in others and any(b in (4, 5, 6) for b in _without(others, 6))
    if pair[0] in (HIGHEST, NEXT):
        return others == [9, 11] or (worth(parted.low_hand) >= 6 and worth(parted.high_hand) >= 8)
    if of == 9:
        return set(others) <= {2, 10, 12}
    if of == 8:
        return others == [9, 11] or set(others) <= {2, 10, 11, 12}
    return of == 7 and set(others) <= {2, 10, 11, 12} and not {2, 12}.isdisjoint(others)


def _without(numbers: Sequence[int], one: int) -> list[int]:
    left = list(numbers)
    left.remove(one)
    return left


def _with_teen_or_day(tiles: Sequence[str], ways: Sequence[Split]) -> Split | None:
    """High nine, gong or wong, in this order; None where the tiles make none of them."""
    held = {pips(tile) for tile in tiles}
    tops = [tile for tile in (HIGHEST, NEXT) if tile in tiles]
    if not tops or held.isdisjoint((7, 8, 9)):
        return None
    if {8, 9} <= held and "2-2" in tiles:
        gongs = [made for made in ways if made.high_hand.kind == "gong" and made.low_hand.value == 3]
        if gongs:
            return max(gongs, key=by_high)
    for other in (7, 8, 9):
        for top in tops:
            made = [w for w in ways if any(top in h and other in map(pips, h) for h in (w.high, w.low))]
            if made:
                best = max(made, key=by_low)
                return best if _reaches(best.low_hand) else max(ways, key=by_high)
    return None


def _reaches(low: TileHand) -> bool:
    """Whether a low hand is a high three or better."""
    return (worth(low), low.within if low.kind == "value" else 0) >= HIGH_THREE


def _balanced(ways: Sequence[Split]) -> Split:
    """Of the splits with the greatest total, by the low hand where it is good enough, else by a seven or better."""
    total = max(worth(made.high_hand) + worth(made.low_hand) for made in ways)
    even = [made for made in ways if worth(made.high_hand) + worth(made.low_hand) == total]
    by_high_value = not any(_reaches(made.low_hand) for made in even) and any(worth(m.high_hand) >= 7 for m in even)

    def value(made: Split) -> int:
        return worth(made.high_hand) if by_high_value else worth(made.low_hand)

    most = max(map(value, even))
    alike = [made for made in even if value(made) == most]
    return max(alike, key=by_low if all(worth(made.high_hand) <= 7 for made in alike) else by_high)


# --- a filed table ---------------------------------------------------------------------------------------------------

BUILT_IN: dict[str, HouseWay] = {"atlantic": atlantic, "priority": priority}
_BETWEEN = re.compile(r"\s*[;\n]\s*")
_EXAMPLE = '"atlantic; 6-6 1-1 1-3 5-5 low 6-6 1-1; 12 2 4 10 low 12 2"'


class SetOtherwise(NamedTuple):
    """Four tiles that a filed table sets otherwise, and which two of them are the low hand."""

    tiles: tuple[str, ...]  # the two of the low hand first

    def low_of(self, tiles: Sequence[str]) -> tuple[str, str] | None:
        """The low hand of these tiles, where they are the ones meant."""
        for order in permutations(tiles):
            if all(_is(tile, word) for tile, word in zip(order, self.tiles, strict=True)):
                return order[0], order[1]
        return None


def _is(tile: str, word: str) -> bool:
    return tile == word if looks_like_tile(word) else pips(tile) == int(word)


@cache
def filed(text: str) -> HouseWay:
    """The method that a licensee filed: a built-in one, or one with exceptions.

    >>> tiles = ("6-6", "1-1", "1-3", "5-5")
    >>> filed("atlantic")(tiles), filed("atlantic; 12 2 4 10 low 2 4")(tiles).low
    (Split(high=('6-6', '1-1'), low=('1-3', '5-5')), ('6-6', '5-5'))
    """
    first, *rest = [part for part in _BETWEEN.split(text.strip()) if part]
    base = BUILT_IN[first]
    exceptions = tuple(map(_exception, rest))
    if not exceptions:
        return base

    def method(tiles: tuple[str, ...]) -> Split:
        for exception in exceptions:
            low = exception.low_of(tiles)
            if low is not None:
                return split(low, list((Counter(tiles) - Counter(low)).elements()))
        return base(tiles)

    return method


def parse_method(text: str) -> str:
    """A filed table as it is written down, or why it cannot be one."""
    first, *rest = [part for part in _BETWEEN.split(text.strip().lower()) if part] or [""]
    if first not in BUILT_IN:
        accepts = f"{listed(BUILT_IN)}, or one of them with exceptions: {_EXAMPLE}"
        raise HouseRuleError(f"{text[:40]!r} begins with no method", reading("R-10.7-house-way"), accepts=accepts)
    return "; ".join([first, *(_written(_exception(part)) for part in rest)])


def _written(exception: SetOtherwise) -> str:
    low = exception.tiles[:2]
    return f"{' '.join(exception.tiles)} low {' '.join(low)}"


def _exception(text: str) -> SetOtherwise:
    """One line of a filed table: four tiles, then the two of the low hand."""
    held, word, low = text.partition(" low ")
    tiles, apart = _tiles(held), _tiles(low)
    missing = Counter(apart) - Counter(tiles)
    if not word or len(tiles) != 4 or len(apart) != 2 or missing:
        why = f"{text[:60]!r} does not say how four tiles are set"
        raise HouseRuleError(why, reading("R-10.7-house-way"), accepts="6-6 1-1 1-3 5-5 low 6-6 1-1")
    return SetOtherwise((*apart, *(Counter(tiles) - Counter(apart)).elements()))


def _tiles(text: str) -> list[str]:
    words = []
    for word in text.split():
        try:
            words.append(read_tile(word) if looks_like_tile(word) else str(int(word)))
        except (RulesError, ValueError):
            why = f"{word[:20]!r} is neither a tile nor a number of points"
            raise HouseRuleError(why, reading("R-10.7-house-way"), accepts="6-6, or 12") from None
    return words


def set_apart(tiles: Iterable[str], method: str) -> tuple[str, ...]:
    """The low hand of four tiles by a method."""
    return filed(method)(in_order(tuple(tiles))).low
