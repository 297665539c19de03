"""Tickets of numbers: groups that are marked apart, and the ways in which they are played together.

A ticket is written as its groups and the ways that are played, each as how many ways of how many spots:
``1-2-3/4-5-6/7-8:1/2_2/3_1/8``; behind them how many games it is for, and whether the system chose the numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from nomorebets.equipment.balls import MOST
from nomorebets.errors import UnknownName, listed, shown

PREFIX = "ticket:"
MOST_GAMES = 1_000
_QUICK = "quick"
_LONGEST = 1_000  # characters
_GAMES = re.compile(r"x\s*(\d{1,4})", re.ASCII)
_WAY = re.compile(r"(\d{1,20})/(\d{1,2})", re.ASCII)
_BETWEEN = re.compile(r"[-_,;\s]+")


class NoTicket(UnknownName):
    """Words that are no ticket."""


class Ticket(msgspec.Struct, frozen=True):
    """Groups of numbers, and which unions of groups are played, by how many spots they have."""

    groups: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[int, int], ...]  # how many, of how many spots; by spots
    games: int = 1
    quick: bool = False  # the system chose the numbers

    @property
    def name(self) -> str:
        """The one spelling by which it is kept.

        >>> read_ticket("7 8 / 3, 2, 1 : 1/5 1/2").name
        'ticket:1-2-3/7-8:1/2_1/5'
        """
        parts = ["/".join("-".join(map(str, group)) for group in self.groups)]
        if not self.is_straight:
            parts.append("_".join(f"{ways}/{spots}" for ways, spots in self.ways))
        parts += [f"x{self.games}"] if self.games > 1 else []
        parts += [_QUICK] if self.quick else []
        return PREFIX + ":".join(parts)

    @property
    def words(self) -> str:
        """The ticket for a reader: its groups, and what is played."""
        groups = " / ".join(" ".join(map(str, group)) for group in self.groups)
        ways = "" if self.is_straight else ", " + " ".join(f"{ways}/{spots}" for ways, spots in self.ways)
        return groups + ways + (f", {self.games} games" if self.games > 1 else "")

    @property
    def is_straight(self) -> bool:
        """Whether all its numbers are one wager."""
        return len(self.groups) == 1

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.groups))

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(sorted(number for group in self.groups for number in group))

    @property
    def number_of_ways(self) -> int:
        return sum(ways for ways, _ in self.ways)

    def catches(self, drawn: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """Each group as its size and how many of it were drawn, in no order."""
        came = frozenset(drawn)
        return tuple(sorted((len(group), sum(n in came for n in group)) for group in self.groups))


@lru_cache(maxsize=4096)
def ways_caught(groups: tuple[tuple[int, int], ...], spots: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """How many unions of groups have so many spots and so many catches, from each group's size and catches.

    >>> ways_caught(((2, 2), (2, 2), (2, 0)), (4,))
    {(4, 2): 2, (4, 4): 1}
    """
    most = max(spots)
    unions: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for size, caught in groups:
        for (has, catches), ways in list(unions.items()):
            if has + size <= most:
                unions[has + size, catches + caught] += ways
    return {union: ways for union, ways in sorted(unions.items()) if union[0] in spots}


def ways_by_spots(sizes: Sequence[int]) -> dict[int, int]:
    """How many unions of groups there are, by how many spots they have.

    >>> ways_by_spots([3, 3, 2])
    {2: 1, 3: 2, 5: 2, 6: 1, 8: 1}
    """
    unions: Counter[int] = Counter({0: 1})
    for size in sizes:
        for has, ways in list(unions.items()):
            unions[has + size] += ways
    return {spots: ways for spots, ways in sorted(unions.items()) if spots}


def read_ticket(text: str, most: int = MOST) -> Ticket:
    """A ticket as somebody writes it, its numbers and groups in any order.

    >>> read_ticket("ticket:80-3-17").numbers
    (3, 17, 80)
    """
    if len(text) > _LONGEST:
        raise NoTicket(f"{shown(text, 40)} is too long for a ticket", accepts=f"at most {_LONGEST} characters")
    words = text.strip().lower().removeprefix(PREFIX)
    games, quick = 1, False
    parts = [part.strip() for part in words.split(":")]
    while len(parts) > 1 and (parts[-1] == _QUICK or _GAMES.fullmatch(parts[-1])):
        last = parts.pop()
        quick = quick or last == _QUICK
        if last != _QUICK:
            games = int(last[1:])
    if len(parts) > 2:
        raise NoTicket(f"{shown(text, 40)} is no ticket", accepts="groups of numbers, a colon, and ways like 2/3 1/8")
    groups = [[_number(token, most) for token in _tokens(group)] for group in parts[0].split("/")]
    return ticket(groups, parts[1] if len(parts) == 2 else "", games, quick)


def ticket(groups: Iterable[Iterable[int]], ways: str = "", games: int = 1, quick: bool = False) -> Ticket:
    """A ticket of groups and the ways that are played; its only way, where there is one group."""
    marked = tuple(sorted(tuple(sorted(group)) for group in groups))
    if not marked or not all(marked):
        raise NoTicket("a ticket has a group without a number", accepts=f"numbers from 1 to {MOST} in every group")
    for number, times in Counter(n for group in marked for n in group).items():
        if times > 1:
            raise NoTicket(f"{number} is marked {times} times", accepts="every number once, in one group")
    if not 1 <= games <= MOST_GAMES:
        raise NoTicket(f"a ticket for {games} games", accepts=f"1 to {MOST_GAMES} games")
    known = ways_by_spots([len(group) for group in marked])
    if not ways and len(marked) == 1:
        ways = f"1/{len(marked[0])}"
    return Ticket(marked, _ways(ways, known), games, quick)


def ticket_of_sizes(text: str) -> Ticket:
    """A ticket by the sizes of its groups and its ways, for figures that do not depend on which numbers they are.

    >>> ticket_of_sizes("4,4,4 3/4 3/8 1/12").number_of_ways
    7
    """
    tokens = _tokens(text.strip().lower()) if len(text) <= _LONGEST else []
    sizes = [token for token in tokens if "/" not in token]
    if not sizes or not all(re.fullmatch(r"[1-9]\d?", size, re.ASCII) for size in sizes):
        raise NoTicket(f"{shown(text, 40)} has no sizes of groups", accepts='a form like "4,4,4 3/4 3/8 1/12"')
    ends = [sum(map(int, sizes[: at + 1])) for at in range(len(sizes))]
    if ends[-1] > MOST:
        raise NoTicket(f"the groups have {ends[-1]} numbers together", accepts=f"at most {MOST}")
    groups = [range(end - int(size) + 1, end + 1) for size, end in zip(sizes, ends, strict=True)]
    return ticket(groups, " ".join(token for token in tokens if "/" in token))


def _ways(text: str, known: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """The ways that are played: as many of each number of spots as the groups give."""
    every = listed(f"{ways}/{spots}" for spots, ways in known.items())
    played: dict[int, int] = {}
    for token in _tokens(text):
        match = _WAY.fullmatch(token)
        ways, spots = (int(match[1]), int(match[2])) if match else (0, 0)
        if spots in played:
            raise NoTicket(f"ways of {spots} spots are stated twice", accepts=every)
        if known.get(spots) != ways:
            had = f": there are {known[spots]} of {spots} spots" if spots in known else ""
            raise NoTicket(f"{shown(token, 20)} are no ways of these groups{had}", accepts=every)
        played[spots] = ways
    if not played:
        raise NoTicket("the ticket does not say which ways are played", accepts=every)
    return tuple((ways, spots) for spots, ways in sorted(played.items()))


def _tokens(text: str) -> list[str]:
    return [token for token in _BETWEEN.split(text) if token]


def _number(token: str, most: int) -> int:
    if not re.fullmatch(r"\d{1,4}", token, re.ASCII) or not 1 <= int(token) <= most:
        raise NoTicket(f"{shown(token, 20)} is no number of the board", accepts=f"numbers from 1 to {most}")
    return int(token)
