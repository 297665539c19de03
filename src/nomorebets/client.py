"""A small client of a house: HTTP for looking up, a wire that mends itself for playing.

    async with Client("http://127.0.0.1:8047") as house:
        await house.come_in()
        table = await house.open_table("roulette")
        async with house.wire(table.id) as wire:
            await wire.act(Sit())
            await wire.act(PlaceWager(on="red", amount=500))
            await wire.act(Deal())

An act returns when it is in the house's book. After a break the wire connects again, catches up by the number of the
last event it has seen, and sends what was not acknowledged once more under the same id, which the house does once.

A wire notes what the house publishes of each round's chance when it first sees it, and then gives a random word to be
mixed in, so that the house, which knows the seed, does not know what comes. ``check`` holds a round that is over
against what was noted.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from nomorebets.errors import RulesError, package_missing

try:
    import httpx
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
except ModuleNotFoundError as _fault:
    raise (package_missing(_fault) or _fault) from None

from nomorebets.fairness import verify_round
from nomorebets.server.differences import applied
from nomorebets.server.web.api.shapes import (
    Agree,
    AnyAct,
    BuyIn,
    Call,
    Clear,
    Deal,
    Decide,
    Done,
    Double,
    EventPage,
    GiveWord,
    Leave,
    NewPatron,
    Patron,
    PlaceWager,
    Problem,
    Repeat,
    RoundPage,
    RoundShape,
    Sit,
    SitOut,
    TableNow,
    TablePage,
    TableShape,
    TakeBack,
    Wait,
    Wished,
)

__all__ = [
    "Agree",
    "BuyIn",
    "Call",
    "Clear",
    "Client",
    "Deal",
    "Decide",
    "Double",
    "GiveWord",
    "Leave",
    "Noted",
    "PlaceWager",
    "Refused",
    "Repeat",
    "Sit",
    "SitOut",
    "TakeBack",
    "Wait",
    "Wire",
]

T = TypeVar("T")
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # seconds between attempts to connect again
MOST_NOTED = 1_000  # rounds
SLOWLY = 0.05  # seconds between messages that are said again
HOPELESS = (4400, 4500)  # close codes with which a house says that coming back is no use


class Noted(msgspec.Struct):
    """What a house published of a round before the first wager, and the word that was given to it then."""

    round_id: str
    commitment: str
    series: str = ""  # of all rounds sealed together: a shoe
    word: str | None = None


class Refused(RulesError):
    """The house refused; ``problem`` says why, by which paragraph, and what would be accepted."""

    who = "house"

    def __init__(self, problem: Problem) -> None:
        cite = f" [{problem.cite}]" if problem.cite else ""
        super().__init__(f"{problem.detail}{cite}", accepts=problem.accepts)
        self.problem = problem


def _fresh_key() -> str:
    return secrets.token_hex(16)


class Client:
    """A house at an address, as one patron or as nobody."""

    def __init__(self, address: str, token: str | None = None, timeout: float = 60.0) -> None:
        self.address: str = address.rstrip("/")
        self.token = token
        self._http = httpx.AsyncClient(base_url=f"{self.address}/api/v1", timeout=timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    # --- looking up --------------------------------------------------------------------------------------------------

    async def games(self, as_of: str | None = None) -> dict[str, Any]:
        return await self._get("/games", dict[str, Any], as_of=as_of)

    async def rule(self, citation: str, as_of: str | None = None) -> dict[str, Any]:
        return await self._get(f"/rules/{citation}", dict[str, Any], as_of=as_of)

    async def odds(self, game: str, **asked: str | None) -> dict[str, Any]:
        return await self._get(f"/odds/{game}", dict[str, Any], **asked)

    async def ruling(self, transcript: str) -> dict[str, Any]:
        return await self._send("POST", "/rulings", dict[str, Any], {"transcript": transcript})

    # --- patrons and tables ------------------------------------------------------------------------------------------

    async def come_in(self, key: str | None = None) -> NewPatron:
        """Become a guest of the house."""
        patron = await self._send("POST", "/patrons", NewPatron, key=key or _fresh_key())
        self.token = patron.token
        return patron

    async def me(self) -> Patron:
        return await self._get("/me", Patron)

    async def tables(self) -> AsyncIterator[TableShape]:
        """Every open table, page by page."""
        cursor: str | None = None
        while True:
            page = await self._get("/tables", TablePage, cursor=cursor)
            for table in page.tables:
                yield table
            cursor = page.next
            if cursor is None:
                return

    async def open_table(self, game: str, key: str | None = None, **settings: Any) -> TableShape:
        """Open a table: ``as_of``, ``name``, ``options``; whoever supervises may give ``pay_table`` and ``limits``."""
        wanted = msgspec.convert({"game": game, **settings}, Wished)
        return await self._send("POST", "/tables", TableShape, wanted, key=key or _fresh_key())

    async def table(self, table_id: str) -> TableNow:
        return await self._get(f"/tables/{table_id}", TableNow)

    async def act(self, table_id: str, act: AnyAct, key: str | None = None) -> Done:
        """One act without a wire; sent again with the same key it is done once."""
        return await self._send("POST", f"/tables/{table_id}/acts", Done, act, key=key or _fresh_key())

    async def events(self, table_id: str, after: int = 0) -> EventPage:
        return await self._get(f"/tables/{table_id}/events", EventPage, after=str(after))

    def wire(self, table_id: str, words: bool = True) -> Wire:
        """A connection to a table; it gives a word to every round, unless ``words`` are left to you."""
        return Wire(self, table_id, words)

    # --- rounds ------------------------------------------------------------------------------------------------------

    async def rounds(self, **asked: str | None) -> AsyncIterator[RoundShape]:
        """Every round that is over, the latest first, page by page."""
        cursor: str | None = None
        while True:
            page = await self._get("/rounds", RoundPage, **asked, cursor=cursor)
            for row in page.rounds:
                yield row
            cursor = page.next
            if cursor is None:
                return

    async def record(self, round_id: str) -> bytes:
        answer = await self._http.get(f"/rounds/{round_id}", headers=self.headers)
        return _checked(answer).content

    async def opened(self, round_id: str) -> dict[str, Any]:
        """A round that is over with its seal opened: what verify_round.py reads."""
        return await self._get(f"/rounds/{round_id}/opened", dict[str, Any])

    async def shoe(self, round_id: str) -> dict[str, Any]:
        """All rounds that were sealed with one, as far as they may be read: verify_round.py reads it too."""
        return await self._get(f"/rounds/{round_id}/shoe", dict[str, Any])

    async def check(self, noted: Noted) -> list[str]:
        """Check a round that is over against what was noted of it; raises ``verify_round.Refused`` where it differs."""
        return verify_round.verify(await self.opened(noted.round_id), noted.commitment, noted.word)

    # --- the wire below ----------------------------------------------------------------------------------------------

    async def _get(self, path: str, shape: type[T], **query: str | None) -> T:
        given = {name: value for name, value in query.items() if value is not None}
        answer = await self._http.get(path, params=given, headers=self.headers)
        return msgspec.json.decode(_checked(answer).content, type=shape)

    async def _send(self, method: str, path: str, shape: type[T], body: object = None, key: str = "") -> T:
        headers = {**self.headers, "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        content = msgspec.json.encode(body) if body is not None else None
        answer = await self._http.request(method, path, content=content, headers=headers)
        return msgspec.json.decode(_checked(answer).content, type=shape)


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.is_success:
        return answer
    try:
        problem = msgspec.json.decode(answer.content, type=Problem)
    except msgspec.MsgspecError:
        problem = Problem(title="refused", status=answer.status_code, detail=f"the house answers {answer.status_code}")
    raise Refused(problem)


class Wire:
    """One connection to a table that mends itself. ``view`` is the table as it stands, ``events`` what happens."""

    def __init__(self, house: Client, table_id: str, words: bool = True) -> None:
        scheme, _, rest = house.address.partition("://")
        self._url = f"{'wss' if scheme == 'https' else 'ws'}://{rest}/ws/tables/{table_id}?states=changes"
        self._house, self._table_id, self._gives_words = house, table_id, words
        self._speaking: set[asyncio.Task[None]] = set()
        self.noted: dict[int, Noted] = {}  # by the number of the round, the latest last
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[bytes, asyncio.Future[None]]] = {}
        self._running: asyncio.Task[None] | None = None
        self._unheard: asyncio.Task[None] | None = None
        self._wait = 0.0  # seconds until what was not heard may be said again
        self._shown = asyncio.Event()
        self._over: Exception | None = None
        self.seq: int = 0  # the number of the last event seen
        self.view: Mapping[str, Any] = {}
        self.events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.connections: int = 0

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._run())
        await self._first_view()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None
    ) -> None:
        assert self._running is not None
        for task in (self._running, *self._speaking):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self._socket is not None:
            await self._socket.close()

    async def act(self, act: AnyAct, name: str | None = None) -> None:
        """Do something; returns when it is in the book, raises :class:`Refused` where the house does not allow it."""
        if self._over is not None:
            raise self._over
        name = name or _fresh_key()
        message = msgspec.json.encode(act.message(name))
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[name] = (message, done)
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(message, text=True)
        await done

    async def _first_view(self) -> None:
        shown = asyncio.create_task(self._shown.wait())
        assert self._running is not None
        await asyncio.wait({shown, self._running}, return_when=asyncio.FIRST_COMPLETED)
        shown.cancel()
        if self._over is not None:
            raise self._over

    async def _run(self) -> None:
        pause, socket = FIRST_PAUSE, None
        while True:
            try:
                async with connect(
                    f"{self._url}{f'&after={self.seq}' if self.connections else ''}",
                    additional_headers=self._house.headers,
                    max_size=None,
                ) as socket:
                    self.connections += 1
                    pause = FIRST_PAUSE
                    for message, _ in list(self._waiting.values()):
                        await socket.send(message, text=True)
                    self._socket = socket
                    async for text in socket:
                        self._read(text)
            except ConnectionClosed as closed:  # also by the house, with any code but that of a usual end
                if closed.rcvd is not None and HOPELESS[0] <= closed.rcvd.code < HOPELESS[1]:
                    self._give_up(closed.rcvd.reason or "the house closed the connection")
                    return
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            except asyncio.CancelledError:
                if socket is not None:
                    socket.transport.abort()  # to be cut short while it closes would leave it open
                raise
            finally:
                self._socket = None
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _read(self, text: str | bytes) -> None:
        frame = msgspec.json.decode(text)
        kind = frame.get("type")
        if kind == "event":
            self.seq = max(self.seq, frame["seq"])
            self.events.put_nowait(frame)
        elif kind in ("state", "change"):
            self.seq = max(self.seq, frame["seq"])
            self.view = frame["view"] if kind == "state" else applied(self.view, frame["changes"])
            self._note()
            self._shown.set()
        elif kind in ("ack", "refused") and frame.get("id") in self._waiting:
            _, done = self._waiting.pop(frame["id"])
            if done.done():
                return
            if kind == "ack":
                done.set_result(None)
            else:
                done.set_exception(Refused(_problem(frame)))
        elif frame.get("wait"):
            self._wait = frame["wait"]
            if self._unheard is None or self._unheard.done():
                self._unheard = asyncio.create_task(self._say_again())
                self._speaking.add(self._unheard)
                self._unheard.add_done_callback(self._speaking.discard)

    async def _say_again(self) -> None:
        """What came too fast was not heard: whatever waits is said again, slowly. The house does each of it once."""
        while self._wait:
            wait, self._wait = self._wait, 0.0
            await asyncio.sleep(wait)
            for message, done in list(self._waiting.values()):
                if not done.done() and self._socket is not None:
                    with suppress(ConnectionClosed):
                        await self._socket.send(message, text=True)
                    await asyncio.sleep(SLOWLY)

    def _note(self) -> None:
        """What is published of the round; once one sits there and a word is taken, one is given."""
        number, commitment = self.view["round"], self.view.get("commitment", "")
        if not commitment:
            return
        if number not in self.noted:
            self.noted[number] = Noted(f"{self._table_id}-{number}", commitment, self.view.get("series", ""))
            if len(self.noted) > MOST_NOTED:
                del self.noted[next(iter(self.noted))]
        noted = self.noted[number]
        may_speak = self.view["you"] is not None and self.view["takes_words"]
        if self._gives_words and may_speak and noted.word is None and not self.view["word"]:
            noted.word = secrets.token_hex(16)
            task = asyncio.create_task(self._speak(noted, number))
            self._speaking.add(task)
            task.add_done_callback(self._speaking.discard)

    async def _speak(self, noted: Noted, number: int) -> None:
        assert noted.word is not None
        try:
            await self.act(GiveWord(word=noted.word, round=number))
        except Refused:  # too late for this round
            noted.word = None

    def _give_up(self, reason: str) -> None:
        self._over = Refused(Problem(title="closed", status=404, detail=reason))
        for _, done in self._waiting.values():
            if not done.done():
                done.set_exception(self._over)
        self._waiting.clear()


def _problem(frame: Mapping[str, Any]) -> Problem:
    return Problem(
        title="refused",
        status=409,
        detail=frame["reason"],
        cite=frame.get("cite"),
        basis=frame.get("basis"),
        accepts=frame.get("accepts") or None,
    )
