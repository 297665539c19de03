"""Connections to a table: what each is sent, at once or when it can take it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from nomorebets.server.people.accounts import Purse
from nomorebets.server.people.pace import Budget

AT_ONCE = "nomorebets.at-once"  # the extension of a connection that takes frames without being waited for
WAITING_FRAMES = 1_000  # what a slow reader may leave unread before being cut off
_encode = msgspec.json.Encoder().encode
COME_AGAIN = 1012  # the close code of a wire whose table moves
TOO_SLOW = (1013, "you read too slowly: come back and catch up")

Frame = dict[str, Any] | bytes  # bytes are JSON already


@dataclass
class AtOnce:
    """The short way over a wire, where its server has one: nothing is put in a queue, and nobody has to wake up."""

    send: Callable[[list[bytes]], bool] = lambda texts: False  # False where they would have to wait
    receive: Callable[[str], None] | None = None
    share: Callable[[Budget], None] = lambda budget: None  # with others, what is read for this wire


class Watcher:
    """One connection: a seat's or a spectator's. What cannot be sent at once waits here."""

    def __init__(
        self, purse: Purse | None, at_once: Callable[[list[bytes]], bool] | None = None, takes_changes: bool = False
    ) -> None:
        self.purse = purse
        self.takes_changes = takes_changes  # states as what has changed since the one before
        self.seen: tuple[int, bytes] | None = None  # the number of the last state, and what in it was his own
        self._at_once = at_once
        self.sending = 0  # odd while a frame is on its way
        self._looked_at = 0
        self.frames: asyncio.Queue[bytes] = asyncio.Queue()  # JSON
        self.ending: tuple[int, str] | None = None  # code and reason
        self.ended = asyncio.Event()

    @property
    def patron(self) -> str | None:
        return self.purse.patron if self.purse else None

    def send(self, *frames: Frame) -> None:
        if self.ending is not None:
            return
        texts = [frame if isinstance(frame, bytes) else _encode(frame) for frame in frames]
        is_first = self.frames.empty() and not self.sending % 2
        if is_first and self._at_once is not None and self._at_once(texts):
            return
        for text in texts:
            self.frames.put_nowait(text)
        if self.frames.qsize() > WAITING_FRAMES:
            self.end(*TOO_SLOW)  # nobody reads

    def is_stuck(self) -> bool:
        """Whether the same frame has been on its way since this was last asked."""
        before, self._looked_at = self._looked_at, self.sending
        return self.sending % 2 == 1 and self.sending == before

    def end(self, code: int, reason: str) -> None:
        """Nothing more is sent; what waits is forgotten, and the connection closes."""
        if self.ending is None:
            self.ending = (code, reason)
            self.frames = asyncio.Queue()
            self.ended.set()
