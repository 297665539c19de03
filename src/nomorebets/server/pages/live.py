"""The wire to a table: one WebSocket per visitor, numbered events, and catching up after a break.

The server sends {"type": "state"}, {"type": "event"}, {"type": "ack"} and {"type": "refused"}; the messages a visitor
may send are listed in ``LiveTable._obey``. ``?after=SEQ`` first sends the events after that number.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from nomorebets.errors import RulesError
from nomorebets.server.live_table import LiveTable
from nomorebets.server.seating import Watcher
from nomorebets.server.service import House

LONGEST_MESSAGE = 4_096  # characters
FASTEST = 40.0  # messages a second, on average
BURST = 120.0
NO_TABLE, NOT_OURS = 4404, 4403

AnySocket = WebSocket[Any, Any, Any]


@websocket("/ws/tables/{table_id:str}")
async def live(socket: AnySocket, table_id: FromPath[str]) -> None:
    """Sit or watch at a table."""
    house: House = socket.app.state.house
    await socket.accept()
    if not _same_origin(socket):
        await socket.close(NOT_OURS, "another site's page may not play here")
        return
    try:
        table = house.table(table_id)
    except RulesError as fault:
        await socket.close(NO_TABLE, fault.text)
        return
    watcher = Watcher(await house.people.find(socket))
    table.join(watcher, _after(socket))
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        await _receive(socket, table, watcher)
    finally:
        table.part(watcher)
        sending.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending


def _after(socket: AnySocket) -> int | None:
    said = socket.query_params.get("after", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 16 else None


def _same_origin(socket: AnySocket) -> bool:
    """A browser says which page opened the socket; other clients say nothing."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


async def _send(socket: AnySocket, watcher: Watcher) -> None:
    while True:
        frame = await watcher.frames.get()
        if frame is None:
            await socket.close(1013, "too slow")
            return
        await socket.send_text(msgspec.json.encode(frame).decode())


async def _receive(socket: AnySocket, table: LiveTable, watcher: Watcher) -> None:
    allowance, at = BURST, asyncio.get_running_loop().time()
    with suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_text()
            now = asyncio.get_running_loop().time()
            allowance, at = min(BURST, allowance + (now - at) * FASTEST), now
            allowance -= 1
            if allowance < 0:
                watcher.send({"type": "refused", "id": None, "reason": "too many messages", "accepts": "fewer"})
                await asyncio.sleep(1 / FASTEST)
                allowance = max(allowance, -BURST)
                continue
            message = _message(text)
            if message is None:
                accepts = f'one JSON object of at most {LONGEST_MESSAGE} characters, like {{"type": "sit", "id": "1"}}'
                watcher.send({"type": "refused", "id": None, "reason": "that is no message", "accepts": accepts})
            else:
                table.receive(watcher, message)


def _message(text: str) -> dict[str, Any] | None:
    if len(text) > LONGEST_MESSAGE:
        return None
    try:
        message = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


ROUTES = [live]
