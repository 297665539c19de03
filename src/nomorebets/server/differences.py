"""What has changed between two views of a table, and a view brought up to date: how states travel over the wire.

A change is a path into the view and what stands there now; a path alone says that nothing does any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
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
    if [*before] == [*after]:  # nearly always; what is the same is then passed over without a word
        for name in compress(after, map(ne, before.values(), after.values())):
            _note_one(before[name], after[name], [*path, name], changes)
        return
    changes.extend([[*path, name]] for name in before if name not in after)
    for name, value in after.items():
        if name not in before:
            changes.append([[*path, name], value])
        elif (old := before[name]) != value:
            _note_one(old, value, [*path, name], changes)


def _note_one(old: Any, value: Any, path: list[str | int], changes: list[Change]) -> None:
    """What has changed where two things stand that are not the same."""
    kind = type(value)
    if kind is dict and value and type(old) is dict:
        _note(old, value, path, changes)
    elif kind is list and type(old) is list and len(old) == len(value):
        for at in compress(range(len(value)), map(ne, old, value)):
            _note_one(old[at], value[at], [*path, at], changes)
    else:
        changes.append([path, value])


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
