"""The table as each connection sees it, on the wire: whole at first, and then what has changed since.

Whoever asks for changes is sent them; everybody else is sent the whole of it every time. A view is made for one
visitor before anything is compared, and compared with what he was shown before: nothing hidden from him is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any

import msgspec

from nomorebets.server import machine
from nomorebets.server.differences import between
from nomorebets.server.tables.watchers import Watcher

_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.decode
View = Mapping[str, Any]
_STATE = b'{"type":"state","seq":%d,"ts":%d,"n":%d,"view":%b,'
_CHANGE = b'{"type":"change","seq":%d,"ts":%d,"n":%d,"of":%d,"changes":['


class Sight:
    """What the watchers of a table were shown last."""

    def __init__(self, watchers: Iterable[Watcher] = ()) -> None:
        for watcher in watchers:
            watcher.seen = None  # by another count
        self._numbers = count(1)  # of states
        self._shown: dict[int, View] = {}  # what all see, by the number of the state; nobody changes it any more

    def frames(
        self,
        seq: int,
        of_all: dict[str, Any],
        own: Mapping[Watcher, tuple[Any, ...]],
        view_of: Callable[..., View],  # makes one's own view from what it is given, and from nothing else
    ) -> list[bytes]:
        """A frame for each of some watchers, who see what all do and what is their own."""
        number = next(self._numbers)
        stamp = (seq, int(machine.seconds() * 1000), number)
        whole = b""  # for those who are sent all of it
        since: dict[int, tuple[bytes, bytes]] = {}  # the frame of whoever saw a state, as far as all see the same
        frames = []
        for watcher, facts in own.items():
            before = watcher.seen
            is_same = before is not None and before[1] == facts
            rest = before[2] if before is not None and is_same else _encode(view_of(*facts))
            if watcher.takes_changes:
                watcher.seen = (number, facts, rest)
            if not watcher.takes_changes or before is None or before[0] not in self._shown:
                whole = whole or _STATE % (*stamp, _encode(of_all)[:-1])
                frames.append(b"%b%b}" % (whole, rest[1:]))
                continue
            of = before[0]
            if of not in since:
                head = _CHANGE % (*stamp, of)
                changes = _encode(between(self._shown[of], of_all))[1:-1]
                since[of] = (b"%b%b]}" % (head, changes), head + changes + b"," * bool(changes))
            same, begun = since[of]
            more = b"" if is_same or before[2] == rest else _own_changes(before[2], rest)
            frames.append(b"%b%b]}" % (begun, more) if more else same)
        self._shown[number] = of_all
        return frames

    def forget_but(self, watchers: Mapping[Watcher, None]) -> None:
        """Keep what somebody who is here was shown last; nobody is told what changed since anything else."""
        known = {watcher.seen[0] for watcher in watchers if watcher.seen is not None}
        self._shown = {number: view for number, view in self._shown.items() if number in known}


def _own_changes(before: bytes, after: bytes) -> bytes:
    return _encode(between(_decode(before), _decode(after)))[1:-1]
