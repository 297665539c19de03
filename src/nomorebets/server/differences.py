"""What has changed between two views of a table, and a view brought up to date: how states travel over the wire.

A change is a path into the view and what stands there now; a path alone says that nothing does any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Change = Sequence[Any]  # [path, value], or [path]


def between(before: Any, after: Any, path: tuple[str | int, ...] = ()) -> Iterator[Change]:
    """The changes that make one view the other.

    >>> list(between({"clock": 9, "seats": [{"seat": 1, "stack": 500}]}, {"seats": [{"seat": 1, "stack": 400}]}))
    [[['clock']], [['seats', 0, 'stack'], 400]]
    """
    if isinstance(before, dict) and isinstance(after, dict) and (after or not path):
        for name in before:
            if name not in after:
                yield [[*path, name]]
        for name, value in after.items():
            if name not in before:
                yield [[*path, name], value]
            elif before[name] != value:
                yield from between(before[name], value, (*path, name))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                yield from between(old, new, (*path, at))
    else:
        yield [list(path), after]


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
