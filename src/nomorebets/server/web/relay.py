"""A visitor who reached the wrong process: pages and wires of a table are passed on to the process that serves it."""

from __future__ import annotations

import asyncio
import http.client
import logging
import re
from contextlib import suppress
from typing import Any, cast
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send, WebSocketScope
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from nomorebets.errors import RulesError
from nomorebets.server.book.database import OUTAGES, reason
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.watchers import COME_AGAIN

log: logging.Logger = logging.getLogger(__name__)
SELDOM = Seldom(log)

RELAYED = b"x-relayed"  # whoever finds it passes nothing on again; with the right token it is believed
RELAYED_FOR = b"x-relayed-for"
LARGEST_BODY = 4_000_000  # bytes, where a page says nothing smaller
PATIENCE = 60.0  # seconds for an answer
_OF_A_TABLE = re.compile(r"/(?:ws/|api/v1/|embed/)?tables/([a-z0-9]{6})(?:/|$)", re.ASCII)
_NOT_PASSED_ON = {
    RELAYED,
    RELAYED_FOR,
    b"connection",
    b"keep-alive",
    b"transfer-encoding",
    b"upgrade",
    b"content-length",
    b"te",
    b"trailer",
}
_OF_THE_SOCKET = ("sec-websocket-", "host", "origin", "user-agent")


class Relay:
    """The application, and before it the question whose a table is."""

    def __init__(self, app: ASGIApp, house: LiveHouse) -> None:
        self._app, self._house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            there = await self._elsewhere(scope)
        except (*OUTAGES, RulesError) as fault:
            SELDOM.error("whose a table is cannot be read: %s", reason(fault))
            await _come_again(scope, send)
            return
        if there is None:
            await self._app(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await _pass_wire(scope, receive, send, there, self._for(scope))
        else:
            await _pass_page(scope, receive, send, there, self._for(scope))

    def _for(self, scope: Scope) -> dict[str, str]:
        """Whom a request is passed on for, which only another process on the same book can say."""
        client = scope.get("client")
        return {RELAYED.decode(): self._house.people.relay_token, RELAYED_FOR.decode(): client[0] if client else ""}

    async def _elsewhere(self, scope: Scope) -> str | None:
        if not self._house.store.is_shared or scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            return None
        match = _OF_A_TABLE.match(scope["path"])
        if match is None or any(name == RELAYED for name, _ in scope["headers"]):
            return None
        return await self._house.elsewhere(match[1])


async def _come_again(scope: Scope, send: Send) -> None:
    """Nobody knows at the moment whose the table is."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.close", "code": COME_AGAIN, "reason": "the book cannot be read: come again"})
        return
    headers = [(b"content-type", b"text/plain"), (b"retry-after", b"2")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    body = b"the book cannot be read at the moment: come again"
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _target(scope: Scope) -> str:
    path = (cast("dict[str, Any]", scope).get("raw_path") or scope["path"].encode()).decode("latin-1")
    query = scope["query_string"].decode("latin-1")
    return f"{path.partition('?')[0]}?{query}" if query else path.partition("?")[0]


# --- pages -----------------------------------------------------------------------------------------------------------


async def _pass_page(scope: HTTPScope, receive: Receive, send: Send, there: str, relayed: dict[str, str]) -> None:
    body = b""
    while True:
        part = cast("dict[str, Any]", await receive())
        if part["type"] != "http.request":
            return
        body += part.get("body", b"")
        if len(body) > LARGEST_BODY or not part.get("more_body"):
            break
    headers = [(n.decode("latin-1"), v.decode("latin-1")) for n, v in scope["headers"] if n not in _NOT_PASSED_ON]
    headers += relayed.items()
    try:
        if len(body) > LARGEST_BODY:
            status, reply_headers, content = (
                413,
                [(b"content-type", b"text/plain")],
                b"that is more than this page takes",
            )
        else:
            asked = (there, scope["method"], _target(scope), headers, body)
            status, reply_headers, content = await asyncio.to_thread(_ask, *asked)
    except (OSError, http.client.HTTPException) as fault:
        log.warning("the process at %s does not answer: %s", there, fault)
        text = b"the process that serves this table does not answer; another one takes the table over: come again"
        status, reply_headers, content = 503, [(b"content-type", b"text/plain"), (b"retry-after", b"2")], text
    reply_headers = [(n, v) for n, v in reply_headers if n.lower() not in _NOT_PASSED_ON]
    await send({"type": "http.response.start", "status": status, "headers": reply_headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})


def _ask(
    there: str, method: str, target: str, headers: list[tuple[str, str]], body: bytes
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    asked = urlsplit(there)
    kind = http.client.HTTPSConnection if asked.scheme == "https" else http.client.HTTPConnection
    connection = kind(asked.hostname or "", asked.port, timeout=PATIENCE)
    try:
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for name, value in (*headers, ("content-length", str(len(body)))):
            connection.putheader(name, value)
        connection.endheaders(body or None)
        answer = connection.getresponse()
        reply_headers = [
            (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.getheaders()
        ]
        return answer.status, reply_headers, answer.read()
    finally:
        connection.close()


# --- wires -----------------------------------------------------------------------------------------------------------


async def _pass_wire(scope: WebSocketScope, receive: Receive, send: Send, there: str, relayed: dict[str, str]) -> None:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    passed = {n: v for n, v in headers.items() if n.encode() not in _NOT_PASSED_ON and not n.startswith(_OF_THE_SOCKET)}
    asked = urlsplit(there)
    secured: dict[str, Any]
    scheme, secured = ("wss", {"server_hostname": asked.hostname}) if asked.scheme == "https" else ("ws", {})
    await receive()  # websocket.connect
    try:
        wire = await connect(
            f"{scheme}://{headers.get('host', asked.netloc)}{_target(scope)}",  # as the visitor called it
            host=asked.hostname,
            port=asked.port,
            origin=headers.get("origin"),  # type: ignore[arg-type]
            additional_headers={**passed, **relayed},
            user_agent_header=headers.get("user-agent"),
            compression=None,
            proxy=None,
            max_size=None,
            **secured,
        )
    except (OSError, InvalidHandshake, InvalidStatus, TimeoutError) as fault:
        log.warning("the process at %s does not answer: %s", there, fault)
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.close", "code": COME_AGAIN, "reason": "the table is being taken over"})
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    outward = asyncio.create_task(_outward(receive, wire))
    try:
        code, reason = await _inward(wire, send)
        with suppress(OSError, RuntimeError):
            await send({"type": "websocket.close", "code": code, "reason": reason})
    finally:
        outward.cancel()
        await wire.close()


async def _outward(receive: Receive, wire: ClientConnection) -> None:
    """What the visitor says."""
    while True:
        said = cast("dict[str, Any]", await receive())
        if said["type"] != "websocket.receive":
            await wire.close()
            return
        with suppress(ConnectionClosed):
            text = said.get("text")
            await wire.send(text if text is not None else said["bytes"])


async def _inward(wire: ClientConnection, send: Send) -> tuple[int, str]:
    """What the table says, until one of the two ends it; how it ended."""
    with suppress(ConnectionClosed):
        async for frame in wire:
            text, content = (frame, None) if isinstance(frame, str) else (None, frame)
            await send({"type": "websocket.send", "text": text, "bytes": content})
    code = wire.close_code or COME_AGAIN
    return (COME_AGAIN if code in (1005, 1006) else code), wire.close_reason or ""
