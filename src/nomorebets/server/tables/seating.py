"""Who is at a table: seats with their chips and orders, connections, and how long people have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from nomorebets.errors import RulesError
from nomorebets.regulation import Citation
from nomorebets.server.people.accounts import Purse
from nomorebets.table import Round, Wager
from nomorebets.table.acceptance import verify_wager
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.requests import Bets
from nomorebets.table.wagers import Change

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
    hear: Callable[[str], None] | None = None


@dataclass(frozen=True)
class Clock:
    """Seconds people have where others wait for them; whoever sits alone has all the time of the world."""

    wagers: float = 25.0
    again: float = 4.0  # where a round takes wagers a second time: while the ball turns
    decision: float = 30.0


class Orders(msgspec.Struct):
    """What a seat wants done when the window closes; acknowledged, and not yet on the layout."""

    placed: dict[str, Wager] = {}
    removed: list[Wager] = []
    changed: list[Change] = []

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return tuple(self.placed.values())

    @property
    def staked(self) -> int:
        return sum(wager.staked for wager in self.placed.values())

    def __bool__(self) -> bool:
        return bool(self.placed or self.removed or self.changed)

    def carry_out(self, at: Round, by: Citation) -> None:
        """Do all of it on a felt."""
        for wager in self.removed:
            at.felt.take_up(wager, by)
        for change in self.changed:
            at.felt.change(change.wager, change.to, by)
        for wager in self.wagers:
            at.felt.put_down(wager, by)

    def bets(self) -> Bets:
        return Bets(self.wagers, tuple(self.removed), tuple(self.changed))


@dataclass
class Seated:
    """Somebody at the table, with the chips in front."""

    seat: int
    patron: str
    name: str
    stack: int = 0  # cents
    orders: Orders = field(default_factory=Orders)
    last: tuple[Wager, ...] = ()  # what was wagered before, to be repeated
    ready: bool = False
    leaving: bool = False


class Watcher:
    """One connection: a seat's or a spectator's. What cannot be sent at once waits here."""

    def __init__(self, purse: Purse | None, at_once: Callable[[list[bytes]], bool] | None = None) -> None:
        self.purse = purse
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


def put_down_in_any_order(at: Round, wagers: list[Wager], by: Citation) -> None:
    """Put wagers on a felt, each verified; one may need another to lie first. Raises the first refusal."""
    waiting = list(wagers)
    while waiting:
        refused: RulesError | None = None
        for wager in waiting:
            try:
                verify_wager(at, wager)
            except RulesError as fault:
                refused = refused or fault
            else:
                at.felt.put_down(wager, by)
                waiting.remove(wager)
                break
        else:
            assert refused is not None
            raise refused


def joined(first: Bets, second: Bets) -> Bets:
    return Bets(first.placed + second.placed, first.removed + second.removed, first.changed + second.changed)


def unless_told(request: Ask, gone: bool = False) -> Chosen:
    """What is taken from somebody who says nothing, or has gone: the usual, or the last choice, which risks no more."""
    usual = (gone and request.if_gone) or request.if_untold
    choice = usual if usual in request.choices else request.choices[-1]
    return Chosen(choice, request.least if choice == request.amount_for else 0)
