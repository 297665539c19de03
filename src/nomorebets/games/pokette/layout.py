"""The layout of pokette: a row for each rank, a column for each suit, and how a patron names a place.

Cards whose boxes share a line make a split, four boxes that meet at a corner make a corner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from nomorebets.equipment.cards import RANKS, ranks_shown
from nomorebets.equipment.packs import printed
from nomorebets.equipment.wheels import JACER
from nomorebets.errors import WagerRefused, listed, shown, unknown
from nomorebets.games.pokette.hand import of_ranks
from nomorebets.games.pokette.terms import GROUPS, HANDS, MINIMUM_ODDS, POKER_HANDS, SUIT_ORDER
from nomorebets.regulation import cite
from nomorebets.table import House
from nomorebets.table.wagers import Layout, Place

ROWS = RANKS[::-1]  # from the head: ace, king, … two
SUIT_NAMES = {"s": "spades", "h": "hearts", "c": "clubs", "d": "diamonds"}
COLOURS = {"red": "hd", "black": "cs"}
BY = cite("12.5")


def layout(house: House) -> Layout:
    """The layout with the columns as the house prints them."""
    return _layout(house[SUIT_ORDER], house[POKER_HANDS] == "on")


@cache
def _layout(columns: str, poker_hands: bool) -> Layout:
    places = [*_cards(columns), *_ranks(), *_outside(columns)]
    if poker_hands:
        places += [
            Place(kind, kind, (), cite("12.8"), f"the area of {kind.replace('-', ' ')}", at=(5, at))
            for at, kind in enumerate(HANDS)
        ]
    return Layout({place.id: place for place in places})


def _cards(columns: str) -> Iterator[Place]:
    """Boxes, and the lines and corners between them: cards are named column by column, the lower rank first."""
    for row, rank in enumerate(ROWS):
        for column, suit in enumerate(columns):
            yield _group("card", (rank + suit,), f"the box of {printed(rank + suit)}", (column + 0.5, row + 0.5))
    for row, rank in enumerate(ROWS):
        for column, suit in enumerate(columns):
            if column + 1 < len(columns):
                beside = rank + columns[column + 1]
                yield _group("split", (rank + suit, beside), "the line between them", (column + 1, row + 0.5))
            if row + 1 == len(ROWS):
                continue
            below = ROWS[row + 1]
            yield _group("split", (below + suit, rank + suit), "the line between them", (column + 0.5, row + 1))
            if column + 1 < len(columns):
                four = tuple(low + of for of in columns[column : column + 2] for low in (below, rank))
                yield _group("corner", four, "their common corner", (column + 1, row + 1))


def _group(kind: str, cards: tuple[str, ...], where: str, at: tuple[float, float]) -> Place:
    return Place(f"{kind}:{'-'.join(cards)}", kind, cards, BY, where, at=at)


def _ranks() -> Iterator[Place]:
    """One rank, two neighbours, and the four groups of three."""
    for row, rank in enumerate(ROWS):
        yield _of_ranks(f"rank:{rank}", "rank", rank, (-0.5, row + 0.5))
    for row, (rank, below) in enumerate(pairwise(ROWS)):
        yield _of_ranks(f"double-rank:{rank}-{below}", "double-rank", rank + below, (-0.5, row + 1))
    for kind, ranks in GROUPS.items():
        yield _of_ranks(kind, kind, ranks, (-1.5, ROWS.index(ranks[1]) + 0.5))


def _of_ranks(id: str, kind: str, ranks: str, at: tuple[float, float]) -> Place:
    letters = [ranks_shown(rank) for rank in ranks]
    named = " and ".join(filter(None, (", ".join(letters[:-1]), letters[-1])))
    return Place(id, kind, tuple(sorted(of_ranks(*ranks))), BY, f"the area of {named}", at=at)


def _outside(columns: str) -> Iterator[Place]:
    """Suits below their columns, the colours, and the jacer."""
    for column, suit in enumerate(columns):
        cards, name = tuple(rank + suit for rank in ROWS), SUIT_NAMES[suit]
        yield Place(f"suit:{name}", "suit", cards, BY, f"the column of {name}", at=(column + 0.5, len(ROWS) + 0.5))
    for at, (colour, suits) in enumerate(COLOURS.items()):
        cards = tuple(rank + suit for suit in suits for rank in ROWS)
        yield Place(colour, colour, cards, BY, f"the area of {colour}", at=(2 * at + 1, len(ROWS) + 1.5))
    yield Place(JACER, JACER, (JACER,), BY, "the area of the jacer", at=(2, -0.5))


def find(text: str, layout: Layout, house: House) -> Place:
    """The place a patron names, its cards in any order: ``split:7h-8h``, ``corner:…``, ``rank:10``, ``suit:hearts``."""
    words = re.sub(r"10", "T", text.strip())
    kind, _, rest = words.partition(":")
    kind = kind.lower().replace("jt9", "j109").replace(" ", "-")
    if kind in layout and not rest:
        return layout[kind]
    if kind in HANDS and house[POKER_HANDS] == "off":
        raise WagerRefused(f"{kind} is not offered at this table", cite("12.8"), house.as_of, "offer-poker-hands = on")
    if kind not in MINIMUM_ODDS:
        accepts = unknown("wager", kind, MINIMUM_ODDS).accepts
        raise WagerRefused(f"{shown(text)} is no pokette wager", BY, house.as_of, accepts)
    offered = layout.kinds()[kind]
    named = {
        part.lower() if kind == "suit" else part[:1].upper() + part[1:].lower() for part in re.split(r"[-/, ]+", rest)
    }
    for place in offered:
        if set(place.id.partition(":")[2].split("-")) == named:
            return place
    near = [p.id for p in offered if named & {*p.covers, *p.id.partition(":")[2].split("-")}] or [p.id for p in offered]
    why = {"split": "their boxes share no line", "corner": "their boxes have no common corner"}
    reason = why.get(kind, "the layout has no such place")
    raise WagerRefused(f"{shown(text)} is no wager: {reason}", BY, house.as_of, listed(near[:6]))
