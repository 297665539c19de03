"""Hostile input at the doors of a real process: refused, logged on one line, and nothing has moved."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import secrets
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from litestar._parsers import parse_url_encoded_form_data
from people import Person, seated, with_house
from serving import eventually, serving
from visiting import Visitor, form_token
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from nomorebets.server.book.audit import audit
from nomorebets.server.book.store import Store
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.watchers import TOO_SLOW, WAITING_FRAMES
from nomorebets.server.web.app import app_of
from nomorebets.server.web.pages.live import FASTEST

LINE = re.compile(r"(WARNING|INFO) [\w.]+: .*")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as found:
        yield found
        assert httpx.get(f"{found}/").status_code == 200  # after everything, it is still there
    complaints = (folder / "house.log").read_text()
    assert [line for line in complaints.splitlines() if not LINE.fullmatch(line)] == []
    done = audit(f"sqlite:///{folder / 'house.db'}")
    assert done.findings == []


def key() -> dict[str, str]:
    return {"idempotency-key": secrets.token_hex(16)}


class Patron:
    """Somebody with a token, a seat and a connection."""

    def __init__(self, address: str) -> None:
        self.things = ExitStack()
        self.web = self.things.enter_context(httpx.Client(base_url=address, timeout=30))
        self.token = self.web.post("/api/v1/patrons", headers=key()).json()["token"]
        self.web.headers["authorization"] = f"Bearer {self.token}"
        opened = self.web.post("/api/v1/tables", json={"game": "roulette"}, headers=key())
        self.table = opened.json()["id"]
        wire = connect(
            f"{address.replace('http', 'ws')}/ws/tables/{self.table}",
            additional_headers={"authorization": f"Bearer {self.token}"},
            compression=None,
            max_queue=None,
            close_timeout=1,
        )
        self.wire = self.things.enter_context(wire)
        self.ask({"type": "sit", "id": "sit", "amount": 10_000})

    def next(self, *types: str) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = json.loads(self.wire.recv(timeout=30))
            if frame["type"] in types:
                return frame

    def ask(self, message: object) -> dict[str, Any]:
        self.wire.send(message if isinstance(message, str) else json.dumps(message))
        return self.next("ack", "refused")

    @property
    def stack(self) -> tuple[int, int]:
        """Chips in front, and on the layout."""
        view = self.web.get(f"/api/v1/tables/{self.table}").json()["view"]
        (seat,) = view["seats"]
        return seat["stack"], sum(order["amount"] for order in seat["orders"])


@pytest.fixture
def patron(address: str) -> Iterator[Patron]:
    found = Patron(address)
    with found.things:
        yield found


# --- requests -------------------------------------------------------------------------------------------------------


def answered(address: str, head: str, body: bytes = b"") -> bytes:
    """What the house answers to bytes as they are."""
    where = urlsplit(address)
    with socket.create_connection((where.hostname, where.port), timeout=30) as wire:
        wire.sendall(head.replace("\n", "\r\n").encode("latin-1") + body)
        return wire.recv(65_536)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.example", "", "[::1", "a b"])
def test_under_another_name_the_house_is_not_there(address: str, host: str) -> None:
    status = answered(address, f"GET / HTTP/1.1\nHost: {host}\nConnection: close\n\n").split(b"\r\n")[0]
    assert status.split()[1] in (b"421", b"400")


def test_under_its_own_names_it_is(address: str) -> None:
    port = urlsplit(address).port
    for host in ("localhost", f"localhost:{port}", "127.0.0.1", f"[::1]:{port}"):
        found = answered(address, f"GET /rights HTTP/1.1\nHost: {host}\nConnection: close\n\n")
        assert found.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/art/../static/../app.py",
        "/records/..%2f..%2fhouse.db/record.jsonl",
    ],
)
def test_no_path_leads_out_of_the_house(address: str, path: str) -> None:
    found = answered(address, f"GET {path} HTTP/1.1\nHost: localhost\nConnection: close\n\n")
    assert found.split()[1] in (b"404", b"400", b"403")
    assert b"import" not in found


def test_a_body_that_is_too_large_is_refused_before_it_is_read(address: str) -> None:
    with httpx.Client(base_url=address, timeout=30) as web:
        token = form_token(web.get("/tables/new").text)
        large = {"_csrf_token": token, "transcript": "x" * 5_000_000}
        assert web.post("/floor", data=large).status_code == 413
        assert web.post("/login", data={"_csrf_token": token, "name": "x" * 20_000}).status_code == 413
    pieces = (b"x" * 100_000 for _ in range(60))  # without a length
    headers = {"content-type": "application/json"}
    assert httpx.post(f"{address}/api/v1/rulings", content=pieces, headers=headers, timeout=30).status_code == 413


def test_a_compressed_body_is_refused(address: str) -> None:
    bomb = gzip.compress(b"0" * 50_000_000)
    for path in ("/floor", "/api/v1/rulings", "/records/verify"):
        answer = httpx.post(f"{address}{path}", content=bomb, headers={"content-encoding": "gzip"})
        assert answer.status_code == 415


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b'{"a":' * 50_000, b"\xff\xfe", b"null", b"NaN", b'"x"'])
def test_json_that_is_none_is_refused(patron: Patron, body: bytes) -> None:
    headers = {"content-type": "application/json", **key()}
    for path in ("/api/v1/tables", f"/api/v1/tables/{patron.table}/acts", "/api/v1/rulings"):
        assert patron.web.post(path, content=body, headers=headers).status_code in (400, 413, 422)
    assert patron.stack == (10_000, 0)


@pytest.mark.parametrize(
    "cookie",
    ["A" * 43, "' OR 1=1 --", "0" * 32 + "." + "0" * 64, "x" * 7000, "%00%0a", '"; patron=A', "../../house.db"],
)
def test_a_forged_cookie_is_nobodys(address: str, cookie: str) -> None:
    found = httpx.get(f"{address}/account", headers={"cookie": f"patron={cookie}"})
    assert found.status_code in (200, 400, 431)
    assert found.status_code != 200 or "We have not met yet" in found.text
    bearer = httpx.get(f"{address}/api/v1/me", headers={"authorization": f"Bearer {cookie}"[:4000]})
    assert bearer.status_code == 401


@pytest.mark.parametrize("name", ["patron", "theme"])
def test_a_cookie_of_backslashes_is_read_at_once(address: str, patron: Patron, name: str) -> None:
    cookies = f'{name}="' + '\\"' * 25_000 + f'"; patron={patron.token}'
    began = time.monotonic()
    found = httpx.get(f"{address}/account", headers={"cookie": cookies}, timeout=60)
    assert time.monotonic() - began < 5  # it took fifteen seconds, in which nobody else was answered
    assert "We have not met yet" not in found.text  # and the house's own cookie beside it counts


def test_a_form_or_query_of_many_fields_is_refused_before_it_is_read(address: str, folder: Path) -> None:
    fields = "&".join(f"k{n}=" for n in range(200_000))
    began = time.monotonic()
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert httpx.post(f"{address}/records/verify", content=fields, headers=form, timeout=60).status_code == 413
    assert time.monotonic() - began < 2  # it took five seconds, in which nobody else was answered
    assert "refused /records/verify from 127.0.0.1: too many fields" in (folder / "house.log").read_text()
    bare = httpx.post(f"{address}/records/verify", content="record=100%" + "%" * 1_900_000, headers=form, timeout=60)
    assert bare.status_code == 400
    assert "refused /records/verify from 127.0.0.1: a form that is none" in (folder / "house.log").read_text()
    for query in (fields[:4_000], "wager=" + "x" * 20_000):
        assert httpx.get(f"{address}/odds/roulette?{query}").status_code == 414


def test_large_forms_are_not_kept(tmp_path: Path) -> None:
    transcript = 'game = "roulette"\nspins = "17"\n#' + "x" * 100_000
    with Visitor(app_of(LiveHouse(Store(f"sqlite:///{tmp_path / 'house.db'}")))) as visitor:
        visitor.get("/floor")
        assert visitor.post("/floor", data={"transcript": transcript}).status_code == 200
        assert parse_url_encoded_form_data.cache_info().currsize == 0


def test_line_breaks_in_names_stay_on_one_line_of_the_log(address: str, folder: Path) -> None:
    with httpx.Client(base_url=address, timeout=30) as web:
        token = form_token(web.get("/account").text)
        forged = "x\nERROR nomorebets: forged\r\nERROR forged too"
        assert (
            web.post("/login", data={"_csrf_token": token, "name": forged, "password": "0123456789"}).status_code == 400
        )
        web.get("/ledger%0aERROR%20forged%0d%0aERROR")
        assert web.get("/first-administrator/%0aERROR%20forged").status_code in (400, 404)
    assert not re.search(r"^ERROR", (folder / "house.log").read_text(), re.M)


def test_scripts_in_names_are_shown_as_text(patron: Patron) -> None:
    name = "<script>alert(1)</script>\u202e\n<img src=x onerror=alert(1)>"
    made = patron.web.post("/api/v1/tables", json={"game": "roulette", "name": name}, headers=key())
    assert made.status_code == 201
    for path in ("/", f"/tables/{made.json()['id']}", "/guides"):
        page = patron.web.get(path).text
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    assert "\n" not in made.json()["name"]
    assert "\u202e" not in made.json()["name"]


@pytest.mark.parametrize(
    ("said", "kept"), [("\u3164\u2800 \u202e\u200b", "Roulette"), ("Ruby\u3164 \u2066 table", "Ruby table")]
)
def test_a_name_of_a_table_is_what_one_sees_of_it(patron: Patron, said: str, kept: str) -> None:
    made = patron.web.post("/api/v1/tables", json={"game": "roulette", "name": said}, headers=key())
    assert re.sub(r" \d+$", "", made.json()["name"]) == kept


def test_what_a_browser_is_bound_by(address: str) -> None:
    for path in ("/", "/static/house.css", "/nowhere", "/api/v1/games", "/records"):
        headers = httpx.get(f"{address}{path}").headers
        assert "unsafe" not in headers["content-security-policy"], path
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cache-control"]
        assert "server" not in headers


# --- the wire -------------------------------------------------------------------------------------------------------


def frame(opcode: int, payload: bytes, final: bool = True, compressed: bool = False) -> bytes:
    """A masked frame as a client sends it."""
    head = bytes([(0x80 if final else 0) | (0x40 if compressed else 0) | opcode])
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack("!H", size)
    return head + length + bytes(4) + payload


def closing_code(wire: ClientConnection) -> int:
    try:
        while True:
            wire.recv(timeout=30)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 0


def test_another_sites_page_gets_no_connection(address: str, patron: Patron) -> None:
    url = f"{address.replace('http', 'ws')}/ws/tables/{patron.table}"
    cookie = {"cookie": f"patron={patron.token}"}
    for origin in ("https://evil.example", "null", "http://localhost.evil.example"):
        with pytest.raises(Exception, match="403"):
            connect(url, origin=origin, additional_headers=cookie).__enter__()
    with connect(url, origin=address, additional_headers=cookie) as wire:
        assert json.loads(wire.recv(timeout=30))["view"]["you"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "[" * 4_000,
        '{"a":' * 800,
        '{"type":"wager","amount":1e400}',
        '{"type":"wager","on":"red","amount":"' + "9" * 3000 + '"}',
        '{"type":"sit","seat":1e9}',
        '{"type":["sit"]}',
        '{"type":"decide","choice":{"x":1}}',
        "\x00",
        "x" * 5_000,
    ],
    ids=range(9),
)
def test_a_message_that_is_none_is_refused(patron: Patron, text: str) -> None:
    assert patron.ask(text)["type"] == "refused"
    assert patron.stack == (10_000, 0)


@pytest.mark.parametrize(
    "amount", [-1, 0, 0.5, 1e9, 10**40, "-5", "0.001", "1e3", "NaN", "٣", [100], {"cents": 1}, True, ""]
)
def test_amounts_that_are_none_move_nothing(patron: Patron, amount: object) -> None:
    for said in ({"type": "wager", "on": "red"}, {"type": "buy-in"}):
        assert patron.ask({**said, "amount": amount, "id": said["type"]})["type"] == "refused"
    assert patron.stack == (10_000, 0)


def test_a_message_said_again_is_done_once_and_a_late_one_not_at_all(patron: Patron) -> None:
    wager = {"type": "wager", "on": "red", "amount": 500, "id": "once", "round": 1}
    assert [patron.ask(wager)["type"] for _ in range(3)] == ["ack"] * 3
    assert patron.stack == (9_500, 500)
    late = patron.ask({**wager, "id": "late", "round": 7})
    assert "meant for round 7" in late["reason"]
    assert patron.ask({**wager, "id": "early", "at": 10**6})["type"] == "refused"
    assert patron.stack == (9_500, 500)


def test_frames_that_are_too_large_end_the_connection(patron: Patron) -> None:
    with suppress(ConnectionClosed):  # it may end before the last byte is sent
        patron.wire.send("x" * 70_000)
    assert closing_code(patron.wire) == 1009


def test_a_message_in_many_pieces_is_no_larger(patron: Patron) -> None:
    with suppress(ConnectionClosed):
        patron.wire.send("x" * 9_000 for _ in range(8))
    assert closing_code(patron.wire) == 1009


def test_compression_is_not_spoken(address: str, patron: Patron) -> None:
    url = f"{address.replace('http', 'ws')}/ws/tables/{patron.table}"
    with connect(url, compression="deflate") as wire:
        assert wire.protocol.extensions == []
        wire.socket.sendall(frame(1, b"\x00" * 100, compressed=True))
        assert closing_code(wire) == 1002


@pytest.mark.parametrize("sent", [frame(1, b"\xff\xfe\xfd"), frame(3, b"x"), frame(9, b"x" * 126)])
def test_frames_that_are_no_text_end_the_connection_only(address: str, patron: Patron, sent: bytes) -> None:
    with connect(f"{address.replace('http', 'ws')}/ws/tables/{patron.table}", compression=None) as wire:
        wire.socket.sendall(sent)
        assert closing_code(wire) in (1002, 1003, 1007, 1011)
    assert patron.stack == (10_000, 0)


def test_a_frame_of_bytes_is_no_message(patron: Patron) -> None:
    patron.wire.send(b'{"type": "leave", "id": "1"}')
    assert patron.next("ack", "refused")["type"] == "refused"
    assert patron.stack == (10_000, 0)


def test_too_many_messages_are_refused_and_then_the_connection_ends(patron: Patron, folder: Path) -> None:
    try:
        for number in range(900):
            patron.wire.send(json.dumps({"type": "clear", "id": f"n{number}"}))
        assert patron.next("refused")["reason"] == "too many messages"
        code = closing_code(patron.wire)
    except ConnectionClosed as end:
        code = end.rcvd.code if end.rcvd else 0
    assert code == 4429
    assert "too many messages from" in (folder / "house.log").read_text()
    assert sum(patron.stack) == 10_000


def test_a_session_has_so_many_connections_and_no_more(address: str, patron: Patron) -> None:
    url = f"{address.replace('http', 'ws')}/ws/tables/{patron.table}"
    bearer = {"authorization": f"Bearer {patron.token}"}
    with ExitStack() as wires:
        for _ in range(15):
            wires.enter_context(connect(url, additional_headers=bearer, max_queue=None)).recv(timeout=30)
        assert closing_code(wires.enter_context(connect(url, additional_headers=bearer))) == 4429

    def there_is_room() -> bool:
        with connect(url, additional_headers=bearer, max_queue=None) as wire, suppress(ConnectionClosed):
            return bool(wire.recv(timeout=30))
        return False

    eventually(there_is_room, "whoever hung up has made no room")


def test_a_reader_who_does_not_read_is_let_go_and_the_others_notice_nothing(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        player = await seated(house, live)
        asleep = Person(live, None)
        while asleep.watcher.ending is None:
            assert asleep.watcher.frames.qsize() <= WAITING_FRAMES
            await player.do("wager", on="red", amount=100)
            await player.do("clear")
        assert asleep.watcher.ending == TOO_SLOW
        assert asleep.watcher.frames.empty()
        await player.do("wager", on="red", amount=100)
        again = Person(live, None, after=0)
        assert (await again.hear())[-1]["type"] == "state"

    with_house(tmp_path, work)


def asleep(address: str, path: str) -> socket.socket:
    """A connection to a table of somebody who holds little unread, and reads nothing."""
    where = urlsplit(address)
    wire = socket.socket()
    wire.settimeout(60)
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)  # so the other side holds little for it too
    wire.connect((where.hostname, where.port))
    head = f"GET {path} HTTP/1.1\nHost: {where.netloc}\nUpgrade: websocket\nConnection: Upgrade\n"
    head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nSec-WebSocket-Version: 13\n\n"
    wire.sendall(head.replace("\n", "\r\n").encode())
    return wire


def is_cut_off(wire: socket.socket) -> bool:
    try:
        wire.sendall(b"x")
    except ConnectionError:
        return True
    return False


@pytest.mark.slow
def test_a_frame_that_is_not_taken_in_time_ends_the_connection(address: str, patron: Patron, folder: Path) -> None:
    path = f"/ws/tables/{patron.table}"
    dead = asleep(address, path)
    with (
        dead,
        asleep(address, path) as sleeper,
        connect(f"{address.replace('http', 'ws')}{path}", max_queue=None) as awake,
    ):
        for number in range(80):
            wager = {"type": "wager", "id": f"w{number}", "on": "red", "amount": 100}
            for message in (wager, {"type": "deal", "id": f"d{number}"}):  # what is dealt everybody is told at once
                assert patron.ask(message)["type"] == "ack"
                time.sleep(1 / FASTEST)  # faster than that messages are refused
        log = folder / "house.log"
        eventually(lambda: log.read_text().count(TOO_SLOW[1]) == 2, "the sleepers were not let go")
        told = b""
        while TOO_SLOW[1].encode() not in told:  # whoever wakes up soon finds what was under way, and why it ended
            part = sleeper.recv(65_536)
            assert part
            told += part
        assert struct.pack(">H", TOO_SLOW[0]) + TOO_SLOW[1].encode() in told
        frames = 0
        with suppress(TimeoutError):
            while awake.recv(timeout=1):
                frames += 1
        assert 300 <= frames < WAITING_FRAMES  # nobody else was let go, and it was the clock that ended it
        assert (folder / "house.log").read_text().count(f"to table {patron.table} ends") == 2
        eventually(lambda: is_cut_off(dead), "whoever never reads at all is still connected")


@pytest.mark.slow
def test_a_request_that_does_not_come_to_an_end_is_hung_up_on(address: str, folder: Path) -> None:
    where = urlsplit(address)
    begun = (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b"", b"POST /floor HTTP/1.1\r\nHost: localhost\r\n"
             b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nx=")  # fmt: skip
    wires = [socket.create_connection((where.hostname, where.port), timeout=60) for _ in begun]
    for wire, head in zip(wires, begun, strict=True):
        wire.sendall(head)
    answers = [wire.recv(4096) for wire in wires]
    assert answers[:2] == [b"", b""]
    assert answers[2] == b"" or http.client.responses[408].encode() in answers[2]
    for wire in wires:
        wire.close()
    assert (folder / "house.log").read_text().count(" in time") == 2  # of the silent one nothing
