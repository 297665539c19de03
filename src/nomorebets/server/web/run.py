"""Serving the house: one process, one address, until it is stopped."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
import socket
import sys
import time
from asyncio import TimerHandle, Transport
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import click
import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

from nomorebets.errors import UnknownName
from nomorebets.server.book.database import address_of, named
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.book.store import Store
from nomorebets.server.people.pace import Budget, Pace, network_of
from nomorebets.server.tables.watchers import AT_ONCE, AtOnce
from nomorebets.server.web.app import build_app
from nomorebets.server.web.entrance import EntranceSettings
from nomorebets.server.web.frames import framed, text_in

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

log: logging.Logger = logging.getLogger(__name__)

SELDOM = Seldom(log)
LOOPBACK = ("127.0.0.1", "::1", "localhost")
LARGEST_HEAD = 65_536  # bytes
MOST_HEADERS = 100
PIECE = 4_096  # bytes of what comes over a wire, read before the budgets are looked at
SHORTEST_WAIT = 0.02  # seconds
MOST_FROM = 500  # connections from one address, where others than this machine come
CONNECTIONS_A_SECOND = 50.0  # new ones from one address, after twice as many as it may have
MOST_WIRES_FROM = 200  # of which to tables
HEAD_WITHIN = 10.0  # seconds for the head of a request to arrive
GONE_WITHIN = 10.0  # seconds for a wire to close once the house has done with it
LARGEST_FRAME = 65_536  # bytes
MOST_CONNECTIONS = 12_000
M_ARENA_MAX = -8  # glibc's name for how many heaps there are
RARELY = (20_000, 50, 100)  # how seldom garbage is looked for: the thresholds of gc
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 100.0, 2_000.0  # per address


@dataclass(frozen=True)
class Address:
    """Where the house listens, and for whom."""

    host: str = "127.0.0.1"
    port: int = 8047
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None
    guests: bool | None = None  # None: on this machine only
    reached_at: str = ""  # where other processes on the same database find this one
    witnesses: tuple[str, ...] = ()  # files and other houses that note the head of the book

    @property
    def is_loopback(self) -> bool:
        return self.host in LOOPBACK

    @property
    def entrance(self) -> EntranceSettings:
        guests = self.is_loopback if self.guests is None else self.guests
        names = (*(name.casefold() for name in self.names), self.host.casefold())
        own = self.is_loopback and not self.proxies  # everybody who comes is the user of this machine
        if own:
            return EntranceSettings(names, guests, 0, REQUESTS_AT_ONCE)
        return EntranceSettings(names, guests, REQUESTS_A_SECOND, REQUESTS_AT_ONCE, MOST_WIRES_FROM)


class HeadTooLarge(Exception):
    """The head of a request that is larger than any browser's."""


class Prompt(HttpToolsProtocol):
    """A connection whose requests must begin in time and have a head of some size; so many from one address."""

    most_from = 0  # connections from one address; 0: as many as come
    trusted: tuple[str, ...] = ()  # proxies: theirs are everybody's
    counted: ClassVar[Counter[str]] = Counter()  # per address
    coming: ClassVar[Pace] = Pace(0, 0)

    _late: TimerHandle | None = None
    _counts_for = ""
    _head = _headers = 0  # bytes and lines of the head that is being read
    _in_head = _too_large = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(begun=False)
        if not self.most_from or not self.client or self.client[0] in self.trusted:
            return
        where = network_of(self.client[0])
        if self.counted[where] >= self.most_from or not self.coming.take(where):
            SELDOM.warning("refused a connection from %s: too many", where)
            transport.abort()
            return
        self._counts_for = where
        self.counted[where] += 1

    def _counts_no_more(self) -> None:
        where, self._counts_for = self._counts_for, ""
        if where:
            self.counted[where] -= 1
            if not self.counted[where]:
                del self.counted[where]

    def handle_websocket_upgrade(self) -> None:
        if len(self.connections) >= MOST_CONNECTIONS:  # requests are told so by the parent, who lets these pass
            SELDOM.warning("refused a connection to a table: the house is full")
            self.transport.write(b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n")
            self.transport.close()
            return
        self._counts_no_more()  # connections to tables are counted at the entrance
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        was_in_head = self._in_head
        super().data_received(data)
        if was_in_head and self._in_head and not self.transport.is_closing():
            self._head += len(data)  # of which the parser has told nothing yet
            if self._head > LARGEST_HEAD:
                self._too_large = True
                self.send_400_response("")

    def send_400_response(self, msg: str) -> None:
        if not self._too_large:
            super().send_400_response(msg)
            return
        SELDOM.warning("refused a request from %s: its head is too large", self.client and self.client[0])
        self.transport.write(b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n")
        self.transport.close()

    def on_message_begin(self) -> None:
        self._wait()
        self._in_head, self._head, self._headers = True, 0, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers += 1
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > LARGEST_HEAD or self._headers > MOST_HEADERS:
            self._too_large = True
            raise HeadTooLarge

    def on_headers_complete(self) -> None:
        self._wait_no_more()
        self._in_head = False
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        self._counts_no_more()
        super().connection_lost(exc)

    def _wait(self, begun: bool = True) -> None:
        self._wait_no_more()
        self._late = self.loop.call_later(HEAD_WITHIN, self._hang_up, begun)

    def _hang_up(self, begun: bool) -> None:
        if begun:  # browsers open connections ahead that they may never use
            log.warning("refused a request from %s: its head did not come in time", self.client and self.client[0])
        self.transport.close()

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket that takes frames at once, and ends when the house ends it, even if the other side never reads.

    What comes is read in small pieces, as far as the budgets of the connection and its address go; then reading waits.
    A wire to a table is kept: when it has been let in, its task ends, and whatever happens is called.
    """

    at_once: AtOnce = AtOnce()  # until it is connected
    queue: asyncio.Queue[ASGIReceiveEvent]
    close_timer: TimerHandle | None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._budgets = [Budget()]
        self._unread = bytearray()
        self._frames = 0
        self._waiting: TimerHandle | None = None
        self._is_between_messages = False  # as far as is known

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_between_messages and self._waiting is None and len(data) <= PIECE:
            before, receive = time.perf_counter(), self.at_once.receive
            text = text_in(data)
            if text is not None and receive is not None:  # the short way of nearly all that is ever said
                receive(text)
                self._spend(len(data), 1, before)
                return
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._is_between_messages = False
        self._unread += data
        if self._waiting is not None:
            self.transport.pause_reading()  # somebody else has let it go on
        else:
            self._read_on()

    def _read_on(self) -> None:
        has_waited, self._waiting = self._waiting is not None, None
        while self._unread and not self.transport.is_closing():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            before, frames = time.perf_counter(), self._frames
            super().data_received(piece)
            if self._spend(len(piece), self._frames - frames, before):
                return
        self._is_between_messages = self.at_once.is_kept and not self.frames and _waits_for_a_frame(self.conn)
        if has_waited and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _spend(self, size: int, frames: int, before: float) -> bool:
        """Of the budgets, what was read since a moment; True where reading waits now.

        By the clock on the wall, which is no less than the processor's and is read in a thirtieth of the time.
        """
        seconds, now = time.perf_counter() - before, self.loop.time()
        wait = 0.0
        for budget in self._budgets:
            if (longer := budget.spend(size, frames, seconds, now)) > wait:
                wait = longer
        if not wait or self.transport.is_closing():
            return False
        SELDOM.warning("reading from %s waits: too many frames", self.client and self.client[0])
        self.transport.pause_reading()
        self._waiting = self.loop.call_later(max(wait, SHORTEST_WAIT), self._read_on)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._unread.clear()
        super().connection_lost(exc)
        wire, self.at_once = self.at_once, AtOnce()
        wire.is_kept, wire.receive = False, None
        for call in wire.lost:
            call()

    def handle_cont(self, event: Frame) -> None:
        self._frames += 1
        super().handle_cont(event)

    def handle_bytes(self, event: Frame) -> None:
        self._frames += 1
        super().handle_bytes(event)

    def handle_ping(self) -> None:
        self._frames += 1
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._frames += 1
        super().handle_pong(event)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self.at_once = AtOnce(self.send_at_once, self._budgets.append, self._keep, self._close)
        if self.response.status_code == 101:
            self.scope["extensions"][AT_ONCE] = {"wire": self.at_once}

    def handle_text(self, event: Frame) -> None:
        self._frames += 1
        receive = self.at_once.receive
        if receive is None or not event.fin or not self.queue.empty():  # in the order in which it was said
            super().handle_text(event)
            return
        try:
            text = bytes(event.data).decode()
        except UnicodeDecodeError:
            super().handle_text(event)  # which ends the connection
            return
        receive(text)

    def send_at_once(self, texts: list[bytes]) -> bool:
        """Text frames to whoever reads as fast as is written; False where they would have to wait."""
        is_open = self.handshake_complete and not self.close_sent and not self.disconnected
        if not is_open or not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        self.transport.write(framed(texts))
        return True

    def _keep(self) -> bool:
        """Nobody waits for this wire from here on; what has come already is heard first."""
        if self.disconnected or self.transport.is_closing():
            return False
        self.at_once.is_kept = True
        self.close_timer = self.loop.call_later(0, _nothing)  # a wire with a timer is not closed when its task ends
        self._hear_waiting()
        return True

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if self.at_once.is_kept:  # nobody asks for these again, and there may be ten thousand of them
            self.request.headers.clear()
            self.response.headers.clear()
            del self.scope, self.request, self.response
            self.queue = _Few()  # type: ignore[assignment]  # all that is asked of it, and no more

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if not self.at_once.is_kept:
            self.loop.call_later(GONE_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.at_once.goes_on is not None:
            self.at_once.goes_on()

    def send_receive_event_to_app(self) -> None:
        super().send_receive_event_to_app()
        if self.at_once.is_kept:
            self._hear_waiting()

    def _hear_waiting(self) -> None:
        """What could not be heard at once: in pieces, or said before anybody listened."""
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive" and self.at_once.receive is not None:
                self.at_once.receive(str(event.get("text") or ""))
        if self.read_paused:
            self.read_paused = False
            if self._waiting is None and not self.transport.is_closing():
                self.transport.resume_reading()

    def _close(self, code: int, reason: str) -> None:
        """The house ends it; whoever does not answer, or does not even read, is cut off."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        if self.conn.state is not State.OPEN:  # the other side ends it, by a frame behind the one that is heard now
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(GONE_WITHIN, self.transport.abort)


class _Few(list[Any]):
    """A queue for which nobody waits."""

    __slots__ = ()

    put_nowait = list.append

    def empty(self) -> bool:
        return not self

    def get_nowait(self) -> Any:
        return self.pop(0)


def _waits_for_a_frame(connection: ServerProtocol) -> bool:
    """Whether whole frames have come: the parser has begun no other, and asks first whether the end is there."""
    waits: Any = connection.parser
    while (inner := waits.gi_yieldfrom) is not None:
        waits = inner
    return connection.state is State.OPEN and waits.gi_code is StreamReader.at_eof.__code__


def _nothing() -> None:
    """What a timer does that is only there."""


class Announced(uvicorn.Server):
    """Says where the house is as soon as one can come in, and who can become its administrator."""

    def __init__(self, config: uvicorn.Config, app: Litestar, address: str, db_url: str) -> None:
        super().__init__(config)
        self._app, self._address, self._db_url = app, address, db_url

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        gc.freeze()  # rules, pages and tables stay: looking through them again and again is a quarter of the work
        gc.set_threshold(*RARELY)
        _tell(f"The house is open at {self._address} (play money only; Ctrl+C closes it).")
        _tell(f"Its book is {named(address_of(self._db_url))}.")
        if self._app.state.store.sound.fault is not None:
            _tell("The book is not in order: it is only read. nomorebets audit says what is wrong.", err=True)
            return
        link = await self._app.state.house.people.members.first_link()
        if link is not None:
            _tell("It has no administrator yet. Whoever opens this link within an hour, once, becomes it:")
            _tell(f"  {self._address}/first-administrator/{link}")


def _tell(line: str, err: bool = False) -> None:
    """Say something to whoever started the house, if he still listens: the house is open all the same."""
    try:
        click.echo(line, err=err)
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # what is left unsaid is not tried again at the end


def _share_heaps() -> None:
    """One heap beside the main thread's: glibc gives each thread that works out figures its own, and keeps them all."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # other C libraries have no such heaps
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def run(db_url: str, at: Address) -> None:
    """Serve until interrupted."""
    _share_heaps()
    asyncio.run(_require_book(db_url))
    listening = _listen(at)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    host = f"[{at.host}]" if ":" in at.host else at.host
    address = f"{'https' if at.certificate else 'http'}://{host}:{listening.getsockname()[1]}"
    logging.getLogger("uvicorn.error").addFilter(_in_one_line)
    for line in warnings(at):
        click.echo(line, err=True)
    app = build_app(db_url, settings=at.entrance, address=at.reached_at or address, witnesses=at.witnesses)
    config = uvicorn.Config(app, **settings(at))
    try:
        config.load()
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise UnknownName(f"{at.certificate}: {reason}", accepts="--certificate and --key in PEM") from None
    Announced(config, app, address, db_url).run(sockets=[listening])


def _in_one_line(record: logging.LogRecord) -> bool:
    """A frame that is no text is its sender's fault: no traceback of it."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


def settings(at: Address) -> dict[str, Any]:
    """How the server is set: small, prompt, and trusting only the proxies that were named."""
    return {
        "http": _prompt(at),
        "log_config": None,
        "access_log": False,
        "ws": Wire,
        "ws_max_size": LARGEST_FRAME,
        "ws_per_message_deflate": False,  # a small frame cannot become a large one
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 3,
        "limit_concurrency": MOST_CONNECTIONS,
        "server_header": False,
        "proxy_headers": bool(at.proxies),
        "forwarded_allow_ips": list(at.proxies),
        "ssl_certfile": at.certificate,
        "ssl_keyfile": at.key,
    }


def _prompt(at: Address) -> type[Prompt]:
    """The protocol of a house at an address, with a count of its own."""
    most = MOST_FROM if at.entrance.wires_from else 0
    coming = Pace(CONNECTIONS_A_SECOND, 2 * MOST_FROM)
    return type(
        "Prompt", (Prompt,), {"most_from": most, "trusted": at.proxies, "counted": Counter[str](), "coming": coming}
    )


def warnings(at: Address) -> list[str]:
    """What somebody who opens the house to others should know."""
    if at.is_loopback:
        return []
    lines = [f"The house can be reached from other machines at {at.host}; strangers may read and watch."]
    if not at.certificate and not at.proxies:
        lines.append(
            "Passwords and cookies travel readable: use --certificate and --key, or a proxy with https in front of "
            "the loopback address and --trusted-proxy."
        )
    if at.guests:
        lines.append("Guests may play without a name, as you asked.")
    return lines


def _listen(at: Address) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in at.host else socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((at.host, at.port))
    except OSError as fault:
        listening.close()
        reason = fault.strerror or str(fault)
        text = f"{at.host}:{at.port} cannot be opened: {reason}"
        raise UnknownName(text, accepts="another --port or --host") from None
    return listening


async def _require_book(db_url: str) -> None:
    """Refuse a database that cannot be opened before the house listens."""
    store = Store(db_url)
    await store.open()
    await store.close()
