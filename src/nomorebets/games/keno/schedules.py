"""What a way is paid for its catches: the licensee's schedules, and ours where it has none (15.3, R-15.3-sample)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import comb

from nomorebets.equipment.balls import MOST
from nomorebets.errors import HouseRuleError, shown
from nomorebets.regulation import HouseOption, cite, reading
from nomorebets.regulation.odds import LONGEST
from nomorebets.regulation.options import option
from nomorebets.table import House

SELECTED = 20  # numbers of a game
MOST_SPOTS = 20
SAMPLE, NONE = "sample", "none"
BY = reading("R-15.3-sample")

Schedule = Mapping[int, int]  # catches -> prize for 1, the price included

# our own, no licensee's and no law
_SAMPLES: Mapping[int, Schedule] = {
    1: {1: 3},
    2: {2: 12},
    3: {2: 1, 3: 42},
    4: {2: 1, 3: 4, 4: 113},
    5: {3: 1, 4: 12, 5: 800},
    6: {3: 1, 4: 4, 5: 88, 6: 1500},
    7: {4: 1, 5: 22, 6: 360, 7: 8000},
    8: {5: 9, 6: 90, 7: 1500, 8: 20000},
    9: {5: 4, 6: 44, 7: 320, 8: 4000, 9: 25000},
    10: {5: 2, 6: 20, 7: 130, 8: 1000, 9: 4500, 10: 25000},
    11: {6: 10, 7: 75, 8: 380, 9: 2000, 10: 12500, 11: 28000},
    12: {6: 5, 7: 32, 8: 220, 9: 700, 10: 2000, 11: 12000, 12: 36000},
    13: {6: 2, 7: 18, 8: 80, 9: 700, 10: 4000, 11: 10000, 12: 20000, 13: 40000},
    14: {6: 2, 7: 9, 8: 42, 9: 310, 10: 1100, 11: 3200, 12: 16000, 13: 30000, 14: 42000},
    15: {0: 1, 6: 1, 7: 7, 8: 21, 9: 100, 10: 300, 11: 2600, 12: 8000, 13: 20000, 14: 32000, 15: 50000},
}

BASIS = option(
    "payout-basis",
    reading("R-15.3-for"),
    "Whether a prize includes the price (for 1), or the price comes back beside it (to 1).",
    ("for", "to"),
    sign=cite("8.3"),
)


def _reader(spots: int) -> Callable[[str], str]:
    """Reads a schedule for so many spots: ``5:9 6:90 7:1500 8:20000``."""

    def parse(text: str) -> str:
        accepts = f'sample, none, or catches and prizes like "{spots}:{3 * spots}"'
        rows: dict[int, int] = {}
        for token in re.split(r"[,;\s]+", text.strip()):
            row = re.fullmatch(r"(\d{1,2}):(\d{1,6})", token, re.ASCII)
            if row is None or int(row[1]) > spots or int(row[2]) > LONGEST:
                why = f"{shown(text, 40)} is no schedule for {spots} spots"
                raise HouseRuleError(why, reading("R-15.3-sample"), accepts=accepts)
            if int(row[1]) in rows:
                raise HouseRuleError(f"{row[1]} catches are stated twice", reading("R-15.3-sample"), accepts=accepts)
            rows[int(row[1])] = int(row[2])
        return " ".join(f"{catches}:{prize}" for catches, prize in sorted(rows.items()))

    return parse


def _option(spots: int) -> HouseOption:
    values = (SAMPLE, NONE) if spots in _SAMPLES else (NONE,)
    many = f"{spots} spots" if spots > 1 else "1 spot"
    return option(
        f"pay-table-{spots}",
        BY,
        f"What a way of {many} is paid for its catches: the licensee's own schedule, or a sample of ours.",
        values,
        parse=_reader(spots),
    )


SCHEDULES: Mapping[int, HouseOption] = {spots: _option(spots) for spots in range(1, MOST_SPOTS + 1)}


def schedule(house: House, spots: int) -> Schedule:
    """What is paid for 1 by the catches of so many spots; nothing where the house has no schedule."""
    return _schedule(spots, house[SCHEDULES[spots]], house[BASIS]) if spots in SCHEDULES else {}


@cache
def _schedule(spots: int, stated: str, basis: str) -> Schedule:
    if stated in (SAMPLE, NONE):
        return _SAMPLES.get(spots, {}) if stated == SAMPLE else {}
    beside = 1 if basis == "to" else 0
    rows = (map(int, row.split(":")) for row in stated.split())
    return {catches: prize + beside for catches, prize in rows if prize + beside}


def chance_of(catches: int, spots: int) -> Fraction:
    """How likely so many catches are.

    >>> chance_of(1, 1), chance_of(0, 2)
    (Fraction(1, 4), Fraction(177, 316))
    """
    return Fraction(comb(spots, catches) * comb(MOST - spots, SELECTED - catches), comb(MOST, SELECTED))


@cache
def _return(rows: tuple[tuple[int, int], ...], spots: int) -> Fraction:
    return sum((prize * chance_of(catches, spots) for catches, prize in rows), Fraction(0))


def theoretical_return(house: House, spots: int) -> Fraction:
    """What a unit gives back on average, by the schedule of so many spots."""
    return _return(tuple(schedule(house, spots).items()), spots)


def stated(house: House, prize: int) -> str:
    """A prize as the house states it.

    >>> from nomorebets import open_table
    >>> stated(open_table("keno").house, 12), stated(open_table("keno", options={"payout-basis": "to"}).house, 12)
    ('12 for 1', '11 to 1')
    """
    return f"{prize:,} for 1" if house[BASIS] == "for" else f"{prize - 1:,} to 1"
