"""The wire to a table: one WebSocket per visitor, numbered events, and catching up after a break.

The server sends {"type": "state"}, {"type": "event"}, {"type": "ack"} and {"type": "refused"}; the messages a visitor
may send are listed in ``tables.acts``. ``?after=SEQ`` first sends the events after that number; ``?states=changes``
asks for {"type": "change"} in place of every state but the first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from nomorebets.errors import RulesError
from nomorebets.server import machine
from nomorebets.server.book.database import OUTAGES, reason
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.people.accounts import address_of
from nomorebets.server.people.pace import Allowance, Pace, network_of
from nomorebets.server.tables import wires
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.watchers import AT_ONCE, COME_AGAIN, AtOnce, Watcher
from nomorebets.server.web.relay import RELAYED

log: logging.Logger = logging.getLogger(__name__)
SELDOM = Seldom(log)

LONGEST_MESSAGE = 4_096  # characters
FASTEST, BURST = 40.0, 120.0  # messages of one connection: a second on average, and at once
WAIT = 1  # seconds until a message that came too fast may be sent again
FORGIVEN, MOST_REFUSED = 1.0, 100.0  # messages too many: a second for ever, and at once; then the connection ends
SENT_WITHIN = 20.0  # seconds in which a visitor must have taken a frame
NO_TABLE, TOO_OFTEN = 4404, 4429

GONE = WebSocketDisconnect | RuntimeError | OSError  # what a send raises when the other side has left
AnySocket = WebSocket[Any, Any, Any]


@websocket("/ws/tables/{table_id:str}", act="watch")
async def live(socket: AnySocket, table_id: FromPath[str]) -> None:
    """Sit or watch at a table."""
    house: LiveHouse = socket.app.state.house
    await socket.accept()
    try:
        table = house.table(table_id)
    except RulesError as fault:
        moving = RELAYED.decode() in socket.headers  # another process thinks that the table is here
        await socket.close(*((COME_AGAIN, "the table is being taken over") if moving else (NO_TABLE, fault.text)))
        return
    try:
        visit = await house.people.visit(socket)
    except OUTAGES as fault:
        SELDOM.error("the book cannot be read: %s", reason(fault))
        await socket.close(COME_AGAIN, "the book cannot be read: come again")
        return
    if house.wires.is_full(visit.session):
        log.warning("a session from %s has too many connections", address_of(socket))
        await socket.close(TOO_OFTEN, f"more than {wires.MOST} connections")
        return
    wire = _wire(socket)
    watcher = Watcher(visit.purse, wire.send, socket.query_params.get("states") == "changes")
    house.wires.add(visit.session, watcher)
    table.join(watcher, _after(socket))
    listener = Listener(socket, table, watcher, house.wires.pace)
    leave = Leaving(house, table, watcher, visit.session, address_of(socket))
    if wire.keep is None:
        await _serve(socket, watcher, listener, leave)
        return
    wire.receive, wire.goes_on = listener, watcher.send_waiting
    wire.lost.append(leave)
    watcher.ended = partial(_end, watcher, leave, wire)
    if not wire.keep():
        leave()
    elif watcher.ending is not None:  # before anybody could be told
        watcher.ended()
    else:
        watcher.send_waiting()


class Leaving:
    """What is done once when a connection ends, whoever ends it."""

    __slots__ = ("_done", "_from", "_house", "_session", "_table", "_watcher")

    def __init__(self, house: LiveHouse, table: LiveTable, watcher: Watcher, session: str, where: str) -> None:
        self._house, self._table, self._watcher, self._session, self._from = house, table, watcher, session, where
        self._done = False

    def __call__(self) -> None:
        if self._done:
            return
        self._done = True
        self._table.part(self._watcher)
        self._house.wires.remove(self._session, self._watcher)
        if self._watcher.ending is not None:
            why = self._watcher.ending[1]
            log.warning("the connection of %s to table %s ends: %s", self._from, self._table.id, why)


def _end(watcher: Watcher, leave: Leaving, wire: AtOnce) -> None:
    """The house ends a wire that is kept: soon, for whoever ends many goes through them."""
    asyncio.get_running_loop().call_soon(leave)
    if wire.close is not None and watcher.ending is not None:
        wire.close(*watcher.ending)


async def _serve(socket: AnySocket, watcher: Watcher, listener: Listener, leave: Leaving) -> None:
    """A wire whose server has no short way."""
    ended = asyncio.Event()
    watcher.ended = ended.set
    if watcher.ending is not None:
        ended.set()
    tasks = [asyncio.ensure_future(part) for part in (_receive(socket, listener), _send(socket, watcher), ended.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leave()
        for task in tasks:
            task.cancel()
        for done in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(done, Exception) and not isinstance(done, GONE):
                log.error("a connection to a table broke", exc_info=done)
    if watcher.ending is not None:
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(SENT_WITHIN):
                await socket.close(*watcher.ending)


def _wire(socket: AnySocket) -> AtOnce:
    """What the server offers beside its own way of sending and receiving; not every server does."""
    offered = (socket.scope.get("extensions") or {}).get(AT_ONCE, {}).get("wire")
    return offered if isinstance(offered, AtOnce) else AtOnce()


def _after(socket: AnySocket) -> int | None:
    said = socket.query_params.get("after", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 16 else None


async def _send(socket: AnySocket, watcher: Watcher) -> None:
    """What could not be sent at once."""
    while True:
        frame = await watcher.frames.get()
        watcher.sending += 1
        await socket.send({"type": "websocket.send", "bytes": None, "text": frame.decode()})
        watcher.sending += 1


class Listener:
    """Takes what one visitor says to a table: one JSON object at a time, at a pace."""

    def __init__(self, socket: AnySocket, table: LiveTable, watcher: Watcher, session_pace: Pace) -> None:
        self._table, self._watcher = table, watcher
        self._from = address_of(socket)
        self._key = watcher.patron or network_of(self._from)
        self._pace, self._session_pace = Allowance(FASTEST, BURST), session_pace
        self._patience, self._was_refused = Allowance(FORGIVEN, MOST_REFUSED), False

    def __call__(self, text: str) -> None:
        now = machine.seconds()
        if not (self._pace.take(now) and self._session_pace.take(self._key, now)):
            self._refuse_more(now)
            return
        if (message := _message(text)) is None:
            accepts = f'one JSON object of at most {LONGEST_MESSAGE} characters, like {{"type": "sit", "id": "1"}}'
            self._watcher.send({"type": "refused", "id": None, "reason": "that is no message", "accepts": accepts})
        elif self._watcher.ending is None:
            self._table.receive(self._watcher, message)

    def _refuse_more(self, now: float) -> None:
        if not self._patience.take(now):
            self._watcher.end(TOO_OFTEN, "too many messages")
            return
        if not self._was_refused:
            self._was_refused = True
            log.warning("too many messages from %s to table %s", self._from, self._table.id)
        accepts = f"at most {FASTEST:g} a second"
        slower = {"type": "refused", "id": None, "reason": "too many messages", "accepts": accepts, "wait": WAIT}
        self._watcher.send(slower)


async def _receive(socket: AnySocket, take: Callable[[str], None]) -> None:
    """What was not taken at once, until the visitor goes."""
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        take(str(event.get("text") or ""))


def _message(text: str) -> dict[str, Any] | None:
    if len(text) > LONGEST_MESSAGE:
        return None
    try:
        message = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


ROUTES = [live]
