"""Dice: what two or three of them can show, in how many ways. They know no game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache, partial
from itertools import combinations_with_replacement, permutations

from nomorebets.errors import UnknownName

FACES = (1, 2, 3, 4, 5, 6)
OPPOSITE = 7  # opposite faces of a die sum to this

Roll = tuple[int, ...]  # faces up, lowest first


@cache
def rolls(dice: int) -> tuple[Roll, ...]:
    """Every different throw of so many dice, lowest face first.

    >>> len(rolls(2)), len(rolls(3))
    (21, 56)
    """
    return tuple(combinations_with_replacement(FACES, dice))


@cache
def ways(roll: Roll) -> int:
    """In how many ways a throw comes up: 3-4 in two, 4-4 in one.

    >>> ways((3, 4)), ways((4, 4)), sum(map(ways, rolls(3)))
    (2, 1, 216)
    """
    return len(set(permutations(roll)))


@cache
def ways_to_total(dice: int) -> dict[int, int]:
    """How many of all throws show each total."""
    totals: Counter[int] = Counter()
    for roll in rolls(dice):
        totals[sum(roll)] += ways(roll)
    return dict(totals)


def ordered(dice: int) -> tuple[Roll, ...]:
    """All throws in the order a kernel draws them: 1-1, 1-2, … 6-6, each equally likely."""
    faces: list[Roll] = [()]
    for _ in range(dice):
        faces = [(*roll, face) for roll in faces for face in FACES]
    return tuple(faces)


@lru_cache(256)
def read(text: str, dice: int) -> Roll | None:
    """A throw as people write it: ``3-4``, ``4/3``, ``34``; None if it is none.

    >>> read("4-3", 2), read("34", 2), read("7-1", 2)
    ((3, 4), (3, 4), None)
    """
    faces = re.findall(r"[1-6]", text)
    whole = re.fullmatch(r"\s*[1-6](?:\s*[-/,+ ]?\s*[1-6])*\s*", text, re.ASCII)
    return tuple(sorted(map(int, faces))) if whole and len(faces) == dice else None


_MAY_BE_TOTALS = ("11", "12")  # of two dice: the faces 1-1 and 1-2, or what is called for 5-6 and 6-6


def read_throw(text: str) -> str:
    """A throw as somebody tells it; what may be faces or a total is not guessed.

    >>> read_throw("34"), read_throw("1-2")
    ('34', '1-2')
    """
    if text.strip() in _MAY_BE_TOTALS:
        raise UnknownName(f"{text} may be faces or a total", accepts="every face, with a dash between them, as in 3-4")
    return text


def written(roll: Roll) -> str:
    """A throw as it is written down: ``3-4``."""
    return "-".join(map(str, roll))


def named_throws(dice: int) -> dict[str, tuple[str, Callable[[Roll], bool]]]:
    """Throws of so many dice that have a name, what it says, and whether a throw is so.

    >>> words, is_so = named_throws(2)["pair-6"]
    >>> words, is_so((6, 6)), is_so((5, 6))
    ('all dice show 6', True, False)
    >>> [named_throws(2)[name][1]((1, 2)) for name in ("odd", "even", "total-3", "shows-1", "pair")]
    [True, False, True, True, False]
    """
    alike = ("", "", "pair", "triple")[dice]
    named: dict[str, tuple[str, Callable[[Roll], bool]]] = {}
    for n in FACES:
        named[f"{alike}-{n}"] = (f"all dice show {n}", partial(_all_show, n))
    named[alike] = ("all dice show the same", lambda roll: len({*roll}) == 1)
    for n in range(dice, 6 * dice + 1):
        named[f"total-{n}"] = (f"the dice total {n}", partial(_totals, n))
    for n in FACES:
        named[f"shows-{n}"] = (f"a die shows {n}", partial(_shows, n))
    named["odd"] = ("the total is odd", lambda roll: sum(roll) % 2 == 1)
    named["even"] = ("the total is even", lambda roll: sum(roll) % 2 == 0)
    return named


def _all_show(face: int, roll: Roll) -> bool:
    return {*roll} == {face}


def _totals(total: int, roll: Roll) -> bool:
    return sum(roll) == total


def _shows(face: int, roll: Roll) -> bool:
    return face in roll
