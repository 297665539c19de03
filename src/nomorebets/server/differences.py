"""What has changed between two views of a table, and a view brought up to date: how states travel over the wire.

A change is a path into the view and what stands there now; a path alone says that nothing does any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, count
from operator import ne
from typing import Any

Change = Sequence[Any]  # [path, value], or [path]


def between(before: Any, after: Any) -> list[Change]:
    """The changes that make one view the other.

    >>> between({"clock": 9, "seats": [{"seat": 1, "stack": 500}]}, {"seats": [{"seat": 1, "stack": 400}]})
    [[['clock']], [['seats', 0, 'stack'], 400]]
    """
    if type(before) is not dict or type(after) is not dict:
        return [[[], after]]
    changes: list[Change] = []
    _note(before, after, [], changes)
    return changes


def _note(before: dict[str, Any], after: dict[str, Any], path: list[str | int], changes: list[Change]) -> None:
    """The changes within a part of the view that has names."""
    names: Iterable[str]
    if [*before] == [*after]:  # nearly always; what is the same is then passed over without a word
        names = compress(after, map(ne, before.values(), after.values()))
    else:
        changes.extend([[*path, name]] for name in before if name not in after)
        names = [name for name, value in after.items() if name not in before or before[name] != value]
    for name in names:
        value = after[name]
        kind = type(value)
        if kind is list:
            _note_list(before.get(name), value, [*path, name], changes)
        elif kind is dict and value and type(before.get(name)) is dict:
            _note(before[name], value, [*path, name], changes)
        else:
            changes.append([[*path, name], value])


def _note_list(old: Any, rows: list[Any], path: list[str | int], changes: list[Change]) -> None:
    """The changes within a list, row by row; all of it where the old one was longer or shorter, or none."""
    if type(old) is not list or len(old) != len(rows):
        changes.append([path, rows])
        return
    for at in compress(count(), map(ne, old, rows)):
        row = rows[at]
        kind = type(row)
        if kind is dict and row and type(old[at]) is dict:
            _note(old[at], row, [*path, at], changes)
        elif kind is list:
            _note_list(old[at], row, [*path, at], changes)
        else:
            changes.append([[*path, at], row])


def applied(view: Mapping[str, Any], changes: Sequence[Change]) -> dict[str, Any]:
    """The view with its changes; the one given stays as it was.

    >>> applied({"clock": 9, "seats": [{"seat": 1, "stack": 500}]}, [[["clock"]], [["seats", 0, "stack"], 400]])
    {'seats': [{'seat': 1, 'stack': 400}]}
    """
    fresh = dict(view)
    for path, *value in changes:
        inner: Any = fresh
        for step in path[:-1]:
            inner[step] = inner[step].copy()
            inner = inner[step]
        if value:
            inner[path[-1]] = value[0]
        else:
            del inner[path[-1]]
    return fresh
