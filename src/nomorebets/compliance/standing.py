"""The posted rule of a tournament: who sits where, who goes on, who has which place and prize (R-8.6e-posted)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Literal, Protocol, TypeVar


class Entrant(Protocol):
    """Somebody in a tournament: the last stage he was in, and what he had when it ended."""

    @property
    def stage(self) -> int: ...
    @property
    def chips(self) -> int: ...
    @property
    def number(self) -> int | None: ...  # drawn for the stage
    @property
    def table(self) -> str | None: ...
    @property
    def is_out(self) -> bool: ...  # disqualified


T = TypeVar("T")
E = TypeVar("E", bound=Entrant)


def drawn(people: Iterable[T], below: Callable[[int], int]) -> list[T]:
    """People in the order of the numbers they draw; ``below(n)`` is any number below n, each as likely."""
    left, order = list(people), []
    while left:
        order.append(left.pop(below(len(left))))
    return order


def seated(order: Sequence[T], seats: int) -> list[list[T]]:
    """As few tables as will do, as full as each other; the first number at the first table, and so on in turn.

    >>> seated("abcdefg", 3)
    [['a', 'd', 'g'], ['b', 'e'], ['c', 'f']]
    """
    tables = -(-len(order) // seats)
    return [list(order[n::tables]) for n in range(tables)]


def ranked(entrants: Iterable[E]) -> list[E]:
    """From the first on: by stage, by chips, and by the number drawn; the disqualified last."""
    return sorted(entrants, key=lambda one: (one.is_out, -one.stage, -one.chips, one.number or 0))


def going_on(entrants: Iterable[E], advance: int) -> list[E]:
    """Who go on from a stage: so many from each table, but one is cut unless he is alone; 0: whoever has chips."""
    by_table = groupby(sorted(entrants, key=lambda one: one.table or ""), key=lambda one: one.table)
    on: list[E] = []
    for _, at in by_table:
        there = [one for one in ranked(at) if not one.is_out]
        most = min(advance, max(len(there) - 1, 1)) if advance else len(there)
        on += [one for one in there[:most] if one.chips]
    return on


def prizes_by_place(
    order: Sequence[Entrant], prizes: Sequence[int], ties: Literal["draw", "share"]
) -> list[tuple[int, int]]:
    """Place and prize of each, from the first on.

    Equals who share have the best place of theirs, and the prizes of all of them in equal parts; a cent that is left
    over goes to the lower number. Who is disqualified has no prize.
    """
    playing = sum(not one.is_out for one in order)
    each = [*prizes[:playing], *(0 for _ in order)][: len(order)]
    if ties == "draw":
        return [(place, prize) for place, prize in enumerate(each, 1)]
    result: list[tuple[int, int]] = []
    for _, equals in groupby(order, key=lambda one: (one.is_out, one.stage, one.chips)):
        number, first = len(list(equals)), len(result)
        part, over = divmod(sum(each[first : first + number]), number)
        result += [(first + 1, part + (n < over)) for n in range(number)]
    return result
