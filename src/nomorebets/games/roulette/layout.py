"""The roulette layout: where the boxes lie, which places that gives (5.1(e) and (f)), and how a patron names them.

Places are found from the geometry: two boxes that share a line make a split, a point where boxes meet makes a group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, product

import msgspec

from nomorebets.equipment.wheels import BLACK, DOUBLE_ZERO, RED, SINGLE_ZERO, ZEROS, neighbours
from nomorebets.errors import EditionError, RulesError, WagerRefused, listed, shown, unknown
from nomorebets.games.roulette.terms import ALLOW_023, FIVE_ADJACENT, SEVEN_NUMBERS, WHEEL_KIND, wheel_of
from nomorebets.regulation import Citation, cite, law, reading
from nomorebets.table.house import House
from nomorebets.table.wagers import Layout, Place

DOZEN_LINE = "split:0-00@dozen-line"
ZERO_GROUPS = ({"0", "1", "2"}, {"0", "2", "00"}, {"00", "2", "3"})  # 5.1(e)3i
SEVEN = ("10", "11", "12", "13", "14", "15", "33")

PARAGRAPH = {
    "straight": "5.1(e)1",
    "five-adjacent": "5.1(e)1i(2)",
    "split": "5.1(e)2",
    "three-numbers": "5.1(e)3",
    "four-numbers": "5.1(e)4",
    "first-five": "5.1(e)5",
    "six-numbers": "5.1(e)6",
    "column": "5.1(e)7",
    "dozen": "5.1(e)8",
    "red": "5.1(e)9",
    "black": "5.1(e)10",
    "odd": "5.1(e)11",
    "even": "5.1(e)12",
    "low": "5.1(e)13",
    "high": "5.1(e)14",
    "seven-numbers": "5.1(f)2",
}
# other words for the same wagers
SPELLINGS = {
    "corner": "four-numbers",
    "trio": "three-numbers",
    "row": "three-numbers",
    "street": "three-numbers",
    "six": "six-numbers",
    "seven": "seven-numbers",
    "first-five-numbers": "first-five",
    "1-to-18": "low",
    "19-to-36": "high",
}


class Box(msgspec.Struct, frozen=True):
    """A number's box: half columns from the left, rows from the head."""

    number: str
    left: int
    right: int
    row: int

    def shares_a_line_with(self, other: Box) -> bool:
        beside = self.row == other.row and (self.right == other.left or other.right == self.left)
        overlap = min(self.right, other.right) - max(self.left, other.left)
        return beside or (abs(self.row - other.row) == 1 and overlap > 0)

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 4, self.row + 0.5

    def touches(self, x: int, y: int) -> bool:
        return self.left <= x <= self.right and self.row <= y <= self.row + 1


def boxes(double_zero: bool) -> tuple[Box, ...]:
    """The boxes of the layout: the zeros at the head (row 0), then twelve rows of three."""
    head = (Box("0", 0, 3, 0), Box("00", 3, 6, 0)) if double_zero else (Box("0", 0, 6, 0),)
    rows = tuple(Box(str(3 * r - 2 + c), 2 * c, 2 * c + 2, r) for r in range(1, 13) for c in range(3))
    return head + rows


def in_order(numbers: Iterable[str]) -> tuple[str, ...]:
    """Numbers as the layout counts them: 0, 00, 1, 2, …"""
    return tuple(sorted(numbers, key=lambda n: (int(n) - 0.5) if n == "00" else float(n) - (n == "0")))


@lru_cache(1 << 6)
def layout(house: House) -> Layout:
    """The layout that belongs to the wheel and the options."""
    return _layout(
        double_zero=house[WHEEL_KIND] == "double-zero",
        wheel=SINGLE_ZERO if wheel_of(house) == "single-zero" else DOUBLE_ZERO,
        five_adjacent=house.get(FIVE_ADJACENT) == "on",
        seven_numbers=house.get(SEVEN_NUMBERS) == "on",
        zero_two_three=house.get(ALLOW_023) == "on",
    )


@cache
def _layout(
    double_zero: bool, wheel: tuple[str, ...], five_adjacent: bool, seven_numbers: bool, zero_two_three: bool
) -> Layout:
    """Every place of a layout on which a wager may lie."""
    places = [*_inside(boxes(double_zero), zero_two_three), *_outside()]
    if double_zero:
        both = ("0", "00")
        places.append(_named("first-five", (*both, "1", "2", "3"), 'the common corner of "1st 12", 0 and 1', (0, 1)))
        places.append(_named("split", both, 'the line between "2nd 12" and "3rd 12"', (-0.5, 9), id=DOZEN_LINE))
    if seven_numbers:
        places.append(_named("seven-numbers", SEVEN, "the area set aside for it", (4, 5)))
    if five_adjacent:
        places += _replica(wheel, double_zero)
    return Layout({place.id: place for place in places})


def _named(kind: str, covers: Iterable[str], where: str, at: tuple[float, float], id: str = "") -> Place:
    """A place with a name of its own."""
    return Place(id or kind, kind, in_order(covers), cite(PARAGRAPH[kind]), where, at=at)


def _group(kind: str, covers: Iterable[str], where: str, at: tuple[float, float], by: Citation | None = None) -> Place:
    """A place named after the numbers it covers."""
    numbers = in_order(covers)
    return Place(f"{kind}:{'-'.join(numbers)}", kind, numbers, by or cite(PARAGRAPH[kind]), where, at=at)


def _inside(layout: tuple[Box, ...], zero_two_three: bool) -> Iterator[Place]:
    """Boxes, lines, corners and the outside line of the rows."""
    for box in layout:
        yield _group("straight", {box.number}, f"inside the box of {box.number}", box.middle)
    for box, other in combinations(layout, 2):
        if box.shares_a_line_with(other):
            line = f"the line between {box.number} and {other.number}"
            yield _group("split", {box.number, other.number}, line, _line(box, other))
    for first in range(1, 37, 3):
        row = [str(n) for n in range(first, first + 3)]
        yield _group("three-numbers", row, f"the outside line of {first}", (0, first // 3 + 1.5))
    for x, y in product(range(1, 6), range(1, 13)):
        meeting = {box.number for box in layout if box.touches(x, y)}
        corner = f"the common corner of {', '.join(in_order(meeting))}"
        if meeting in ZERO_GROUPS:
            yield _group("three-numbers", meeting, corner, (x / 2, y), cite("5.1(e)3ii"))
        elif meeting == {"0", "2", "3"} and zero_two_three:
            yield _group("three-numbers", meeting, corner, (x / 2, y), reading("R-5.1e3i-023"))
        elif len(meeting) == 4 and not meeting & ZEROS:
            yield _group("four-numbers", meeting, corner, (x / 2, y))
    for first in range(1, 34, 3):
        rows = [str(n) for n in range(first, first + 6)]
        corner = f"the outside common corner of {first} and {first + 3}"
        yield _group("six-numbers", rows, corner, (0, first // 3 + 2))


def _outside() -> Iterator[Place]:
    """Columns, dozens and the six even-money boxes."""
    for c in (1, 2, 3):
        column = (str(n) for n in range(c, 37, 3))
        yield _named("column", column, f"the box below column {c}", (c - 0.5, 13.5), id=f"column:{c}")
    for d, label in enumerate(("1st", "2nd", "3rd"), 1):
        dozen = (str(n) for n in range(12 * d - 11, 12 * d + 1))
        yield _named("dozen", dozen, f'the box "{label} 12"', (-0.5, 4 * d - 1), id=f"dozen:{d}")
    even_money: tuple[tuple[str, Iterable[str], str], ...] = (
        ("low", (str(n) for n in range(1, 19)), 'the box "1 to 18"'),
        ("even", (str(n) for n in range(2, 37, 2)), 'the box "Even"'),
        ("red", RED, "the red box"),
        ("black", BLACK, "the black box"),
        ("odd", (str(n) for n in range(1, 37, 2)), 'the box "Odd"'),
        ("high", (str(n) for n in range(19, 37)), 'the box "19 to 36"'),
    )
    for i, (kind, numbers, where) in enumerate(even_money):
        yield _named(kind, numbers, where, (-1.5, 2 * i + 2))


def _replica(wheel: tuple[str, ...], double_zero: bool) -> Iterator[Place]:
    """The centre numbers on the replica of the wheel; none whose neighbours include a 00 that is not in play."""
    by = cite(PARAGRAPH["five-adjacent"])
    for centre in wheel:
        five = neighbours(wheel, centre)
        if double_zero or "00" not in five:  # R-5.1e1i-neighbours
            where = f"{centre} on the replica of the wheel"
            fifths = reading("R-5.1e1i-fifths")
            yield Place(
                f"five-adjacent:{centre}",
                "five-adjacent",
                five,
                by,
                where,
                parts=5,
                paid_as="straight",
                limited_by=fifths,
            )


def _line(box: Box, other: Box) -> tuple[float, float]:
    """The middle of the line two boxes share."""
    if box.row == other.row:
        return max(box.left, other.left) / 2, box.row + 0.5
    left, right = max(box.left, other.left), min(box.right, other.right)
    return (left + right) / 4, max(box.row, other.row)


# --- how a patron names a place ------------------------------------------------------------------------------------


def find(text: str, layout: Layout, house: House) -> Place:
    """The place a patron names, or the refusal with its paragraph and what would be accepted."""
    words = text.strip().lower()
    if words in layout:
        return layout[words]
    kind, _, rest = words.partition(":")
    kind, rest = _spelled(kind, rest)
    if kind not in PARAGRAPH:
        alike = [place.id for place in layout.values() if _same(place.kind, place, _numbers(words))]
        accepts = listed(alike) or unknown("wager", kind, PARAGRAPH).accepts
        raise WagerRefused(f"{shown(text)} is no roulette wager", cite("5.1(e)"), house.as_of, accepts)
    by = cite(PARAGRAPH[kind])
    if not law.in_force(by, house.as_of):
        raise EditionError(
            f"{kind} was not yet a wager on {house.as_of}", by, law.newest(), f"dates from {law.since(by)} on"
        )
    if kind in layout and not rest:
        return layout[kind]
    named = _numbers(rest)
    for place in layout.kinds().get(kind, ()):
        if place.id == f"{kind}:{rest}" or (_same(kind, place, named) and place.id != DOZEN_LINE):
            return place
    raise _refusal(text, kind, named, layout, house)


def _numbers(text: str) -> list[str]:
    return re.split(r"[-/, ]+", text) if text else []  # with nothing dropped: straight:-1 is not straight:1


def _spelled(kind: str, rest: str) -> tuple[str, str]:
    """Other words for a wager, in the chapter's: row:4 is three-numbers:10-11-12, six:1-6 is six-numbers:1-2-…-6."""
    if kind in ("row", "street") and re.fullmatch(r"\d{1,2}", rest):
        first = 3 * int(rest) - 2
        rest = f"{first}-{first + 1}-{first + 2}"
    kind = SPELLINGS.get(kind, kind)
    ends = re.fullmatch(r"(\d{1,2})-(\d{1,2})", rest)
    if kind == "six-numbers" and ends and int(ends[2]) - int(ends[1]) == 5:
        rest = "-".join(str(n) for n in range(int(ends[1]), int(ends[2]) + 1))
    return kind, rest


def _same(kind: str, place: Place, named: list[str]) -> bool:
    if kind == "five-adjacent":
        return named == [place.id.split(":")[1]]
    return len(named) == len(place.covers) and set(named) == set(place.covers)


def _refusal(text: str, kind: str, named: list[str], layout: Layout, house: House) -> RulesError:
    """Why there is no such place on this layout."""
    offered = layout.kinds().get(kind, [])
    by: Citation = cite(PARAGRAPH[kind])
    near = [p.id for p in offered if named and named[0] in p.covers] or [p.id for p in offered]
    accepts = ", ".join(near[:6]) + (", …" if len(near) > 6 else "")
    if kind == "first-five" or ("00" in named and "straight:00" not in layout):
        return WagerRefused(
            f"{text[:60]!r} is no wager: 00 is not in play on this layout",
            reading("R-5.1e2-double-as-single"),
            house.as_of,
            accepts or "wagers without 00",
        )
    if not offered:
        by = cite("5.1(f)") if kind == "seven-numbers" else cite("5.1(e)1i")
        return WagerRefused(f"{kind} is not offered at this table", by, house.as_of, f"a table with {kind} = on")
    why = {
        "split": "their boxes share no line",
        "three-numbers": "they are neither a row nor a listed group with a zero",
        "four-numbers": "their boxes have no common corner",
        "six-numbers": "they are not two contiguous rows",
    }.get(kind, "the layout has no such place")
    if kind == "three-numbers" and set(named) == {"0", "2", "3"}:
        by = reading("R-5.1e3i-023")
    elif kind == "four-numbers" and set(named) == {"0", "1", "2", "3"}:
        by = reading("R-5.1e4-0123")
    elif kind == "five-adjacent" and named and named[0] in {"13", "1", "00", "27", "10"}:
        by, why = reading("R-5.1e1i-neighbours"), "00 is among its five neighbours and not in play"
    elif not named or any(f"straight:{n}" not in layout for n in named):
        by, why = reading("R-5.1d-no-place") if kind == "straight" else by, "the layout has no such place"
    return WagerRefused(f"{text[:60]!r} is no wager: {why}", by, house.as_of, accepts)
