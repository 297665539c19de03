"""WebSockets with as little to them as can be, so that those who ask cost little beside the house that answers."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

HEARD = 80  # bytes of a frame that are handed on: who is answered, and how, stands at its beginning


class Wire(asyncio.Protocol):
    """Whole text frames out, and the beginnings of those that come."""

    def __init__(self, address: str, path: str, hear: Callable[[bytes], None], token: str | None = None) -> None:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        allowed = f"Authorization: Bearer {token}\r\n" if token else ""
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\n{allowed}Upgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._address, self._hear, self._left, self._is_open = address, hear, b"", False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def house(self) -> tuple[str, int]:
        """Its host, and where it listens."""
        host, _, port = urlsplit(self._address).netloc.partition(":")
        return host, int(port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self._hello.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("the house hung up"))

    def data_received(self, data: bytes) -> None:
        if self._left:
            data = self._left + data
        if not self._is_open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._left = data
                return
            if b" 101 " not in data[:16]:
                self.opened.set_exception(ConnectionError(data[:80].decode()))
                return
            data, self._is_open = data[end + 4 :], True
            self.opened.set_result(None)
        self._left = data[self._read(data) :]

    def _read(self, data: bytes) -> int:
        """All frames that have wholly come; how many bytes they are."""
        at, end = 0, len(data)
        while end - at >= 2:
            first, size = at + 2, data[at + 1]
            if size == 126:
                first, size = at + 4, int.from_bytes(data[at + 2 : at + 4])
            elif size == 127:
                first, size = at + 10, int.from_bytes(data[at + 2 : at + 10])
            if end < first + size:
                break
            if data[at] == 0x81:
                self._hear(data[first : first + min(size, HEARD)])
            elif data[at] == 0x89:  # a ping
                self._write(0x8A, data[first : first + size])
            at = first + size
        return at

    def say(self, text: bytes) -> None:
        self._write(0x81, text)

    def _write(self, kind: int, text: bytes) -> None:
        size = bytes((kind, 0x80 | len(text))) if len(text) < 126 else bytes((kind, 0xFE)) + len(text).to_bytes(2)
        self.transport.write(size + b"\0\0\0\0" + text)  # the mask is zero: the text as it is


async def come(wires: list[Wire]) -> list[Wire]:
    """Fifty at a time, so that nobody is turned away for coming all at once."""
    loop = asyncio.get_running_loop()
    for first in range(0, len(wires), 50):
        some = wires[first : first + 50]
        for wire in some:
            await loop.create_connection(lambda wire=wire: wire, *wire.house)  # type: ignore[misc]
        await asyncio.gather(*(wire.opened for wire in some))
    return wires
