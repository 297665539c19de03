"""The table as each connection sees it, on the wire: whole at first, and then what has changed since.

Whoever asks for changes is sent them; everybody else is sent the whole of it every time. A view is made for one
visitor before anything is compared, and compared with what he was shown before: nothing hidden from him is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress, count
from operator import ne
from typing import Any

import msgspec

from nomorebets.server.differences import between
from nomorebets.server.tables.watchers import Watcher

_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.decode
Parts = dict[str, bytes]  # a view by its fields, each as JSON


class Sight:
    """What the watchers of a table were shown last."""

    def __init__(self, watchers: Iterable[Watcher] = ()) -> None:
        for watcher in watchers:
            watcher.seen = None  # by another count
        self._numbers = count(1)  # of states
        self._shown: dict[int, Parts] = {}  # what all see, by the number of the state

    def frames(self, seq: int, of_all: Mapping[str, Any], own: Mapping[Watcher, Mapping[str, Any]]) -> list[bytes]:
        """A frame for each of some watchers, who see what all do and what is their own."""
        parts = {name: _encode(value) for name, value in of_all.items()}
        number = next(self._numbers)
        whole = b""  # for those who are sent all of it
        since: dict[int, tuple[bytes, bytes]] = {}  # the frame of whoever saw a state, as far as all see the same
        frames = []
        for watcher, view in own.items():
            rest, before = _encode(view), watcher.seen
            if watcher.takes_changes:
                watcher.seen = (number, rest)
            if not watcher.takes_changes or before is None or before[0] not in self._shown:
                whole = whole or b'{"type":"state","seq":%d,"n":%d,"view":{%b,' % (seq, number, _members(parts))
                frames.append(b"%b%b}" % (whole, rest[1:]))
                continue
            of, seen = before
            if of not in since:
                head = b'{"type":"change","seq":%d,"n":%d,"of":%d,"changes":[' % (seq, number, of)
                changes = _changes(self._shown[of], parts)
                since[of] = (b"%b%b]}" % (head, changes), head + changes + b"," * bool(changes))
            same, begun = since[of]
            more = b"" if seen == rest else _own_changes(seen, rest)
            frames.append(b"%b%b]}" % (begun, more) if more else same)
        self._shown[number] = parts
        return frames

    def forget_but(self, watchers: Mapping[Watcher, None]) -> None:
        """Keep what somebody who is here was shown last; nobody is told what changed since anything else."""
        known = {watcher.seen[0] for watcher in watchers if watcher.seen is not None}
        self._shown = {number: parts for number, parts in self._shown.items() if number in known}


def _members(parts: Parts) -> bytes:
    return b",".join(b'"%b":%b' % (name.encode(), value) for name, value in parts.items())


def _changes(before: Parts, after: Parts) -> bytes:
    """What changed in what all see; only fields that are not the same are looked into."""
    if [*before] == [*after]:
        names = [*compress(after, map(ne, before.values(), after.values()))]
    else:
        names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    old, new = ({name: _decode(parts[name]) for name in names if name in parts} for parts in (before, after))
    return _encode(between(old, new))[1:-1]


def _own_changes(before: bytes, after: bytes) -> bytes:
    return _encode(between(_decode(before), _decode(after)))[1:-1]
