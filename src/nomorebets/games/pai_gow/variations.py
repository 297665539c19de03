"""What a game file may do with pai gow: wagers added on the four tiles of a player, however they are set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

from nomorebets.equipment.tiles import NAMES, PAIRS, TILES
from nomorebets.games.pai_gow.settlement import PAI_GOW, FourTiles
from nomorebets.games.pai_gow.terms import STACK
from nomorebets.hands.tiles import GEE_JOON, in_order, splits
from nomorebets.table.added_wagers import Event
from nomorebets.table.variation import GameVariations

Holds = Callable[[tuple[str, ...]], bool]


@cache
def _hands(tiles: tuple[str, ...]) -> tuple[frozenset[str], bool]:
    """What two of four tiles may be, and whether they are two pairs."""
    made = [(way.high_hand.kind, way.low_hand.kind) for way in splits(tiles)]
    return frozenset(kind for way in made for kind in way), ("pair", "pair") in made


def _can_be(kind: str) -> Holds:
    return lambda tiles: kind in _hands(tiles)[0]


def _has(pair: tuple[str, str]) -> Holds:
    return lambda tiles: all(tiles.count(tile) >= pair.count(tile) for tile in pair)


NAMED: dict[str, tuple[str, Holds]] = {
    "gee-joon": ("the supreme pair", _has(GEE_JOON)),
    "two-pairs": ("two pairs", lambda tiles: _hands(tiles)[1]),
    **{f"pair-of-{NAMES[pair[0]]}": (f"a pair of {NAMES[pair[0]]}", _has(pair)) for pair in PAIRS if pair != GEE_JOON},
    "pair": ("any pair", _can_be("pair")),
    "wong": ("two tiles that are a wong", _can_be("wong")),
    "gong": ("two tiles that are a gong", _can_be("gong")),
}


@cache
def every_hand() -> dict[FourTiles, int]:
    """All hands of four tiles that look different, and how many look so."""
    return dict(Counter(FourTiles(in_order(four)) for four in combinations(TILES, STACK)))


VARIATIONS = GameVariations(
    on=Event(
        named=NAMED,
        every=lambda house, gone: every_hand(),
        of=lambda outcome: in_order(outcome.tiles) if isinstance(outcome, FourTiles) else None,
        beside=(PAI_GOW,),
    )
)
