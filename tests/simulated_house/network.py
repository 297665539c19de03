"""Wires and requests between patrons and houses, without sockets: late, lost and cut, on one wire in their order."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from nomorebets.errors import RulesError
from nomorebets.server.book.database import OUTAGES
from nomorebets.server.tables.watchers import AT_ONCE, AtOnce

if TYPE_CHECKING:
    from simulated_house.processes import Process
    from simulated_house.world import World

PATIENCE = 40.0  # seconds in which a request that was not lost is answered
HEADERS = [(b"host", b"localhost"), (b"x-relayed", b"by the network")]  # which passes on what reaches the wrong process


class Cut(Exception):
    """The line is dead; whether what was said has arrived nobody knows."""


class Wire:
    """One patron's connection to a table."""

    def __init__(self, world: World, process: Process, patron: str, table_id: str) -> None:
        self.world, self.process, self.patron, self.table_id = world, process, patron, table_id
        self.number = world.count("wires")
        self.asked: Counter[str] = Counter()  # messages that reached the house, by their ids
        self.answered: Counter[str] = Counter()
        self.heard: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()  # by the patron; None: it is over
        self.is_cut = False  # for the patron
        self.is_over = False  # for the house
        self._inward: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_house: deque[str] = deque()
        self._to_patron: deque[dict[str, Any] | None] = deque()
        self._arrives = [0.0, 0.0]  # when the last thing on its way to the house, to the patron, is there
        self.at_once = AtOnce(self._send_at_once)

    def __repr__(self) -> str:
        return f"wire {self.number} of {self.patron[:6]}"

    # --- the patron's end --------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        if self.is_cut:
            raise Cut
        self._to_house.append(text)
        self._later(0, self._deliver, self.process)
        if self.world.plan.now("cut"):
            self.cut()

    def cut(self) -> None:
        """It breaks: what is on its way arrives or does not, and the house learns of it late."""
        if self.is_cut:
            return
        self.is_cut = True
        self.world.note("cut", repr(self))
        if self.world.chance.random() < 0.5:
            self._to_house.clear()
        self._to_patron.clear()
        self.heard.put_nowait(None)
        loop, late = asyncio.get_running_loop(), self.world.chance.choice((0.0, 0.2, 3.0, 30.0))
        loop.call_later(late, self._inward.put_nowait, {"type": "websocket.disconnect", "code": 1006})

    def _deliver(self) -> None:
        if not self._to_house or self.is_over:
            return
        text = self._to_house.popleft()
        with suppress(msgspec.DecodeError, AttributeError):
            self.asked[str(msgspec.json.decode(text).get("id"))] += 1
        if self.at_once.receive is not None and self._inward.empty():
            self.at_once.receive(text)
        else:
            self._inward.put_nowait({"type": "websocket.receive", "text": text})

    def _hear(self) -> None:
        if self._to_patron and not self.is_cut:
            frame = self._to_patron.popleft()
            self.is_cut = frame is None
            self.heard.put_nowait(frame)

    def _later(self, way: int, do: Any, owner: Process | None) -> None:
        """In the order in which it was sent, after a while."""
        loop = asyncio.get_running_loop()
        self._arrives[way] = max(self._arrives[way], loop.time() + self.world.latency())
        context = owner.context() if owner is not None else self.world.outside.copy()
        loop.call_at(self._arrives[way], do, context=context)

    # --- the house's end ---------------------------------------------------------------------------------------------

    async def receive(self) -> dict[str, Any]:
        return await self._inward.get()

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await asyncio.sleep(self.world.latency())
            self._sent(message["text"].encode())
        elif message["type"] == "websocket.close":
            self.end()

    def _send_at_once(self, texts: list[bytes]) -> bool:
        if self.world.chance.random() < 0.1:
            return False  # whoever reads slowly has to be waited for
        for text in texts:
            self._sent(text)
        return True

    def _sent(self, text: bytes) -> None:
        if self.process.is_dead or self.is_over:
            return
        frame = msgspec.json.decode(text)
        self.world.note("frame", repr(self), text)
        self.world.checks.sent(self, frame, text)
        if frame["type"] in ("ack", "refused") and frame["id"] is not None:
            self.answered[str(frame["id"])] += 1
        if not self.is_cut:
            self._to_patron.append(frame)
            self._later(1, self._hear, None)
            if self.world.plan.now("cut"):
                self.cut()

    def end(self) -> None:
        """The house has hung up, or is no more."""
        if not self.is_over:
            self.is_over = True
            self.world.note("over", repr(self))
            if not self.is_cut:
                self._to_patron.append(None)
                self._later(1, self._hear, None)

    def unanswered(self) -> list[str]:
        """Messages that reached the house over this wire and have no answer, though the wire holds."""
        if self.is_cut or self.is_over:
            return []
        return [name for name in self.asked if self.answered[name] != self.asked[name] and name != "None"]


class Network:
    """How patrons reach the house."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.wires: dict[Wire, None] = {}
        self.requests: dict[asyncio.Task[Any], Process] = {}

    async def wire(self, patron: str, token: str, table_id: str, after: int | None) -> Wire:
        """A connection to a table, wherever it is served."""
        process = await self._serving(table_id)
        wire = Wire(self.world, process, patron, table_id)
        scope = self._scope("websocket", f"/ws/tables/{table_id}", token)
        scope |= {"query_string": b"" if after is None else f"after={after}".encode(), "subprotocols": []}
        scope["extensions"] = {AT_ONCE: {"wire": wire.at_once}} if self.world.chance.random() < 0.7 else {}
        wire._inward.put_nowait({"type": "websocket.connect"})
        self.wires[wire] = None

        async def serve() -> None:
            try:
                await process.app(scope, wire.receive, wire.send)
            finally:
                wire.end()
                self.wires.pop(wire, None)

        process.spawn(serve())
        return wire

    async def ask(
        self, method: str, path: str, token: str = "", key: str = "", body: Any = None, table_id: str = ""
    ) -> tuple[int, Any]:
        """A request to the programs' interface; its status and answer."""
        process = await self._serving(table_id) if table_id else self._any()
        headers = [(b"idempotency-key", key.encode())] if key else []
        scope = self._scope("http", f"/api/v1{path}", token, [*headers, (b"content-type", b"application/json")])
        scope |= {"method": method, "query_string": b""}
        done: asyncio.Future[tuple[int, Any]] = asyncio.get_running_loop().create_future()
        sent: list[dict[str, Any]] = [
            {"type": "http.request", "body": msgspec.json.encode(body) if body is not None else b""}
        ]
        answer: dict[str, Any] = {"body": b""}

        async def receive() -> dict[str, Any]:
            if sent:
                return sent.pop()
            await asyncio.get_running_loop().create_future()
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            if process.is_dead:
                return
            if message["type"] == "http.response.start":
                answer["status"] = message["status"]
            else:
                answer["body"] += message.get("body", b"")
                if not message.get("more_body") and not done.done():
                    done.set_result((answer["status"], msgspec.json.decode(answer["body"] or b"null")))

        async def serve() -> None:
            await asyncio.sleep(self.world.latency())
            await process.app(scope, receive, send)

        task = process.spawn(serve())
        self.requests[task] = process
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.sleep(self.world.latency())
                status, said = await done
                if self.world.plan.now("cut"):
                    raise Cut
        except TimeoutError:
            if not process.is_dead and not process.stood_still_lately(PATIENCE):
                self.world.checks.fail(f"{method} {path} was not answered in {PATIENCE:g} seconds")
            raise Cut from None
        finally:
            self.requests.pop(task, None)
        self.world.note("answer", f"{method} {path} {status}", msgspec.json.encode(said))
        if status == 500:
            self.world.checks.fail(f"{method} {path}: {status} {said}")
        return status, said

    def _any(self) -> Process:
        up = [process for process in self.world.processes if process.is_open]
        if not up:
            raise Cut
        return self.world.chance.choice(up)

    async def _serving(self, table_id: str) -> Process:
        """The process that serves a table: whichever is asked knows, or takes it."""
        process = self._any()
        if not process.house.store.is_shared:
            return process
        try:
            asked = process.spawn(process.house.elsewhere(table_id))
            async with asyncio.timeout(PATIENCE):
                there = await asked
        except (*OUTAGES, RulesError, TimeoutError, asyncio.CancelledError):
            if process.is_dead or not asyncio.current_task().cancelling():  # type: ignore[union-attr]
                raise Cut from None
            raise
        found = process if there is None else next((p for p in self.world.processes if p.address == there), None)
        if found is None or not found.is_open:
            raise Cut
        return found

    def _scope(self, kind: str, path: str, token: str, headers: Any = ()) -> dict[str, Any]:
        bearer = [(b"authorization", f"Bearer {token}".encode())] if token else []
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws" if kind == "websocket" else "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "headers": [*HEADERS, *bearer, *headers],
            "client": (f"192.0.2.{self.world.chance.randrange(200)}", 1947),
            "server": ("localhost", 80),
        }
