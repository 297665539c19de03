"""Connections to a table: what each is sent, at once or when it can take it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from nomorebets.server.people.accounts import Purse
from nomorebets.server.people.pace import Budget

AT_ONCE = "nomorebets.at-once"  # the extension of a connection that takes frames without being waited for
WAITING_FRAMES = 1_000  # what a slow reader may leave unread before being cut off
encoded = msgspec.json.Encoder().encode
COME_AGAIN = 1012  # the close code of a wire whose table moves
TOO_SLOW = (1013, "you read too slowly: come back and catch up")

Frame = dict[str, Any] | bytes  # bytes are JSON already


@dataclass(slots=True)
class AtOnce:
    """The short way over a wire, where its server has one: nothing is put in a queue, and nobody has to wake up.

    A wire that is kept has no task of its own: the server calls ``receive``, ``goes_on`` and ``lost``.
    """

    send: Callable[[list[bytes]], bool] = lambda texts: False  # False where they would have to wait
    share: Callable[[Budget], None] = lambda budget: None  # with others, what is read for this wire
    keep: Callable[[], bool] | None = None  # from here on it is called; False where it is lost already
    close: Callable[[int, str], None] | None = None
    receive: Callable[[str], None] | None = None
    goes_on: Callable[[], None] | None = None  # it can take frames again
    lost: list[Callable[[], None]] = field(default_factory=list)  # to be called at the end
    is_kept: bool = False


class Watcher:
    """One connection: a seat's or a spectator's. What cannot be sent at once waits here."""

    def __init__(
        self, purse: Purse | None, at_once: Callable[[list[bytes]], bool] | None = None, takes_changes: bool = False
    ) -> None:
        self.purse: Purse | None = purse
        self.patron: str | None = purse.patron if purse is not None else None
        self.takes_changes = takes_changes  # states as what has changed since the one before
        # the number of the last state, what was his own in it, and that as JSON
        self.seen: tuple[int, tuple[Any, ...], bytes] | None = None
        self._at_once = at_once
        self.sending: int = 0  # odd while a frame is on its way
        self._looked_at = 0
        self._frames: asyncio.Queue[bytes] | None = None  # JSON that waits
        self.ending: tuple[int, str] | None = None  # code and reason
        self.ended: Callable[[], None] = lambda: None  # called at the end

    @property
    def frames(self) -> asyncio.Queue[bytes]:
        """What waits to be sent; most connections never need it."""
        if self._frames is None:
            self._frames = asyncio.Queue()
        return self._frames

    def send(self, *frames: Frame) -> None:
        self.send_texts([frame if isinstance(frame, bytes) else encoded(frame) for frame in frames])

    def send_texts(self, texts: list[bytes]) -> None:
        """Frames that are JSON already."""
        if self.ending is not None:
            return
        is_first = (self._frames is None or self._frames.empty()) and not self.sending % 2
        if is_first and self._at_once is not None and self._at_once(texts):
            return
        for text in texts:
            self.frames.put_nowait(text)
        if self.frames.qsize() > WAITING_FRAMES:
            self.end(*TOO_SLOW)  # nobody reads

    def send_waiting(self) -> None:
        """What could not be sent at once, all of it or none."""
        texts: list[bytes] = []
        while self._frames is not None and not self._frames.empty():
            texts.append(self._frames.get_nowait())
        if texts and self._at_once is not None:
            self.sending += 2
            if not self._at_once(texts):  # it waits on, in its order
                for text in texts:
                    self.frames.put_nowait(text)

    def is_stuck(self) -> bool:
        """Whether the same frame has been waiting, or on its way, since this was last asked."""
        before, self._looked_at = self._looked_at, self.sending
        waits = self.sending % 2 == 1 or (self._frames is not None and not self._frames.empty())
        return waits and self.sending == before

    def end(self, code: int, reason: str) -> None:
        """Nothing more is sent; what waits is forgotten, and the connection closes."""
        if self.ending is None:
            self.ending = (code, reason)
            self._frames = None
            self.ended()
