"""What the house takes, and no more: each bound on both of its sides, of a real process where it can be."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from secrets import token_hex
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
import uvicorn
from serving import serving
from visiting import form_token
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from nomorebets.drivers.bots import wagers_of
from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.server import machine
from nomorebets.server.people.pace import MOST_KEYS, Budget, Pace
from nomorebets.server.tables.watchers import AT_ONCE, AtOnce
from nomorebets.server.web import entrance, relay, run
from nomorebets.server.web.api.shapes import Sit
from nomorebets.server.web.app import build_app
from nomorebets.server.web.play import Prices, course
from nomorebets.table import Round, Wager
from nomorebets.table.acceptance import require_stake

RECORD = (Path(__file__).parents[1] / "records" / "big-six-wins.jsonl").read_bytes()
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("wager=" + "x" * (16_384 - 6), 400),
        ("wager=" + "x" * (16_384 - 5), 414),
        ("&".join(f"k{n}=" for n in range(500)), 200),
        ("&".join(f"k{n}=" for n in range(501)), 414),
    ],
)
def test_a_query_has_so_many_bytes_and_fields(address: str, query: str, status: int) -> None:
    assert httpx.get(f"{address}/odds/roulette?{query}").status_code == status


@pytest.mark.parametrize(("fields", "status"), [(500, 403), (501, 413)])
def test_a_form_has_so_many_fields(address: str, fields: int, status: int) -> None:
    said = "&".join(f"k{n}=" for n in range(fields))
    assert httpx.post(f"{address}/records/verify", content=said, headers=FORM).status_code == status


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/login", 10_000),
        ("/register", 10_000),
        ("/password", 10_000),
        ("/drills/roulette/pay", 4_000),
        ("/sessions/goals", 2_000),
        ("/records/abc/share", 2_000),
        ("/records/verify", 2_000_000),
        ("/floor", 800_000),
        ("/tables", 4_000_000),
    ],
)
def test_a_form_has_so_many_bytes(address: str, path: str, most: int) -> None:
    with httpx.Client(base_url=address, timeout=30) as web:
        guest = web.post("/api/v1/patrons", headers={"idempotency-key": token_hex(16)}).json()
        web.headers["authorization"] = f"Bearer {guest['token']}"
        for more in (0, 1):
            said = "x=".ljust(most + more, "x")
            found = web.post(path, content=said, headers=FORM).status_code
            assert (found == 413) == bool(more), (path, more, found)


@pytest.mark.parametrize(("lines", "status"), [(100, 200), (101, 431)])
def test_a_head_has_so_many_lines(address: str, lines: int, status: int) -> None:
    head = "GET /rights HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + "X: y\r\n" * (lines - 2) + "\r\n"
    where = urlsplit(address)
    with socket.create_connection((where.hostname, where.port), timeout=30) as wire:
        wire.sendall(head.encode())
        assert wire.recv(65_536).split()[1] == str(status).encode()


@pytest.mark.parametrize(("size", "is_asked_for"), [(255, True), (256, False)])
def test_a_part_of_a_path_has_so_many_bytes(address: str, size: int, is_asked_for: bool) -> None:
    """Beyond it the entrance says so in a line; up to it there might be a file, and the house looks for it."""
    found = httpx.get(f"{address}/static/{'ñ' * (size // 2)}{'n' * (size % 2)}")
    assert found.status_code == 404
    assert found.headers["content-type"].startswith("text/html" if is_asked_for else "text/plain")


def test_a_cookie_has_so_many_bytes() -> None:
    longest = b"patron=" + b"x" * (4_096 - 7)
    assert entrance.own_cookies(longest) == longest
    assert entrance.own_cookies(longest + b"x") == b""


@pytest.mark.parametrize("more", [0, 1])
def test_records_are_handed_back_and_forth_up_to_a_size(address: str, more: int) -> None:
    """Of a file with several rounds beyond it only the first is shown, with no way to the others."""
    content = RECORD * (150_000 // len(RECORD) + more)
    with httpx.Client(base_url=address, timeout=30) as web:
        token = form_token(web.get("/records").text)
        shown = web.post("/records/verify", data={"_csrf_token": token}, files={"file": ("x", content)})
        assert shown.status_code == 200
        assert ('<button name="round" value="2"' in shown.text) == (not more)


@pytest.mark.parametrize(("path", "most"), [("simulate", 200_000_000), ("simulation", 20_000_000)])
def test_a_simulation_has_so_many_rounds(address: str, path: str, most: int) -> None:
    """Whoever has seen that it begins stops listening, and it stops."""
    for more, status in ((0, 200), (1, 400)):
        with httpx.stream("GET", f"{address}/odds/roulette/{path}?rounds={most + more}", timeout=30) as answer:
            assert answer.status_code == status


@pytest.mark.parametrize(("rounds", "points"), [(239, 240), (240, 121)])
def test_a_graph_has_so_many_points(rounds: int, points: int) -> None:
    """Of one more every second is drawn, and the last."""
    assert len(course([[]] * rounds, Prices())) == points


def test_so_many_are_kept_in_mind() -> None:
    """Whoever comes under ever new keys pushes out the oldest only, and not before there are so many."""
    pace = Pace(a_second=0, at_once=1)
    assert pace.take("first", 0)
    for n in range(MOST_KEYS - 1):
        pace.take(f"other {n}", 0)
    assert MOST_KEYS == 20_000
    assert not pace.take("first", 0)
    for n in range(MOST_KEYS):
        pace.take(f"another {n}", 0)
    assert pace.take("first", 0)


def test_an_answer_that_nobody_takes_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert entrance.TAKEN_WITHIN == 30
    monkeypatch.setattr(entrance, "TAKEN_WITHIN", 0.05)
    ended: list[float] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        ended.append(scope["takes"])

    async def asked_by_one_who_takes(seconds: float) -> None:
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [], "scheme": "http"}
        scope |= {"client": ("192.0.2.1", 1), "state": {}, "takes": seconds}
        doors: Any = entrance.Entrance(application, entrance.EntranceSettings())
        await asyncio.wait_for(doors(scope, None, lambda message: asyncio.sleep(seconds)), 20)

    for seconds in (0.0, 60.0):
        asyncio.run(asked_by_one_who_takes(seconds))
    assert ended == [0.0]
    assert caplog.messages == ["refused / from 192.0.2.1: too slow"]


def test_so_many_connections_to_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With those to tables, which a server of this kind lets in by itself without counting them."""
    assert run.MOST_CONNECTIONS == 12_000
    monkeypatch.setattr(run, "MOST_CONNECTIONS", 4)

    async def statuses(at: str) -> tuple[int, int]:
        """Of a request, and of a connection to a table that there is not: the house refuses it once it is let in."""
        async with httpx.AsyncClient() as web:
            page = (await web.get(f"http://{at}/rights")).status_code
        try:
            async with connect(f"ws://{at}/ws/tables/nowhere") as wire:
                await wire.wait_closed()
        except InvalidStatus as refused:
            return page, refused.response.status_code
        return page, wire.close_code or 0

    async def work() -> None:
        app = build_app(f"sqlite:///{tmp_path / 'house.db'}")
        server = uvicorn.Server(uvicorn.Config(app, **run.settings(run.Address())))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            serves = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started:
                await asyncio.sleep(0.02)
            at = f"127.0.0.1:{listening.getsockname()[1]}"
            others = [await asyncio.open_connection("127.0.0.1", listening.getsockname()[1]) for _ in range(2)]
            await asyncio.sleep(0.1)
            few = await statuses(at)
            others.append(await asyncio.open_connection("127.0.0.1", listening.getsockname()[1]))
            await asyncio.sleep(0.1)
            many = await statuses(at)
            for _, writer in others:
                writer.close()
                await writer.wait_closed()
            server.should_exit = True
            await serves
        assert few[0] == 200
        assert few[1] != 503
        assert many == (503, 503)

    asyncio.run(work())


# --- of one address --------------------------------------------------------------------------------------------------


class Standing(machine.Machine):
    """A machine whose clock stands until it is set."""

    at = 1_000.0

    def seconds(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Iterator[Standing]:
    standing = Standing()
    with machine.on(standing):
        yield standing


class Doors:
    """The entrance of a house that others than this machine come to, and nothing behind it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.came, self.budgets = 0, list[Budget]()
        settings = run.Address("0.0.0.0", names=("house",)).entrance
        self._entrance: Any = entrance.Entrance(self._application, settings)
        monkeypatch.setattr(entrance, "LONGEST_WAIT", 0.0)  # who asks without a pause is kept waiting: another bound

    async def _application(self, scope: Any, receive: Any, send: Any) -> None:
        """Whoever is refused does not come here."""
        self.came += 1

    def let_in(self, kind: str, number: int, host: str = "192.0.2.1") -> int:
        """How many of so many requests, or connections to tables that are closed again at once."""

        async def send(message: Any) -> None:
            pass

        async def come() -> None:
            for _ in range(number):
                wire = AtOnce(share=self.budgets.append)
                scope = {"type": kind, "method": "GET", "path": "/", "query_string": b"", "client": (host, 1)}
                scope |= {
                    "scheme": "http",
                    "state": {},
                    "headers": [(b"host", b"house")],
                    "extensions": {AT_ONCE: {"wire": wire}},
                }
                await self._entrance(scope, None, send)

        before = self.came
        asyncio.run(come())
        return self.came - before


@pytest.mark.parametrize(("kind", "at_once", "a_second"), [("http", 2_000, 100), ("websocket", 200, 5)])
def test_so_much_is_asked_from_one_address_at_once_and_then_a_second(
    clock: Standing, monkeypatch: pytest.MonkeyPatch, kind: str, at_once: int, a_second: int
) -> None:
    """Whoever leaves a table and joins it again without end is no better than who stays there."""
    doors = Doors(monkeypatch)
    assert doors.let_in(kind, at_once + 1) == at_once
    assert doors.let_in(kind, 1, "192.0.2.2") == 1
    clock.at += 1
    assert doors.let_in(kind, a_second + 1) == a_second


def test_connections_of_one_address_share_what_is_read_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much as twenty of them may send by themselves, however many they are."""
    doors = Doors(monkeypatch)
    assert doors.let_in("websocket", 2) == 2
    assert doors.let_in("websocket", 1, "192.0.2.2") == 1
    one, same, other = doors.budgets
    assert one is same is not other
    assert one.spend(20 * 400_000, 20 * 1_000, 0.0, 0.0) == 0
    assert one.spend(1, 0, 0.0, 0.0) > 0
    assert other.spend(0, 20 * 1_000 + 1, 0.0, 0.0) > 0


def test_so_many_new_connections_from_one_address_a_second(clock: Standing) -> None:
    """Also where each is closed before the next one comes."""
    protocol: Any = run.settings(run.Address("0.0.0.0"))["http"]
    assert [protocol.coming.take("192.0.2.7") for _ in range(1_001)] == [True] * 1_000 + [False]
    clock.at += 1
    assert [protocol.coming.take("192.0.2.7") for _ in range(51)] == [True] * 50 + [False]


# --- between the processes of a house --------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "status"), [(0, 200), (1, 413)])
def test_what_is_passed_on_to_another_process_has_so_many_bytes(
    monkeypatch: pytest.MonkeyPatch, more: int, status: int
) -> None:
    passed_on: list[int] = []
    statuses: list[int] = []

    def asked(there: str, method: str, target: str, headers: object, body: bytes) -> tuple[int, list[Any], bytes]:
        passed_on.append(len(body))
        return 200, [], b""

    monkeypatch.setattr(relay, "_ask", asked)
    pieces = [b"x" * 2_000_000, b"x" * 2_000_000 + b"x" * more]

    async def receive() -> Any:
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    async def send(message: Any) -> None:
        statuses.append(message.get("status", 0))

    async def elsewhere(table: str) -> str:
        return "http://127.0.0.1:1"

    house: Any = SimpleNamespace(store=SimpleNamespace(is_shared=True), elsewhere=elsewhere)
    house.people = SimpleNamespace(relay_token="one of the house")
    application: Any = None
    scope: Any = {"type": "http", "method": "POST", "path": "/tables/abcdef/x", "query_string": b"", "headers": []}
    scope |= {"scheme": "http", "client": ("192.0.2.1", 1), "state": {}}
    asyncio.run(relay.Relay(application, house)(scope, receive, send))
    assert statuses[0] == status
    assert passed_on == ([4_000_000] if not more else [])


# --- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "is_taken"), [(0, False), (1, True), (100, True), (101, False)])
def test_a_table_has_so_many_seats(seat: int, is_taken: bool) -> None:
    """Whoever asks: over the API, with bots, and with a wager in a record or a transcript."""
    act = msgspec.json.encode({"type": "sit", "amount": 500, "seat": seat})
    table = open_table("roulette")
    for ask in (
        lambda: msgspec.json.decode(act, type=Sit),
        lambda: wagers_of(table, "red", seat),
        lambda: require_stake(Round(table), Wager(seat, "red", 500)),
    ):
        with nullcontext() if is_taken else pytest.raises((msgspec.ValidationError, RulesError)):
            ask()
