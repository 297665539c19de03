"""Frames that are read without the parser are heard as the parser would have read them."""

import asyncio
from itertools import count
from typing import Any

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from nomorebets.server.tables.watchers import AT_ONCE
from nomorebets.server.web import run
from nomorebets.server.web.frames import framed, head_of, text_in
from nomorebets.server.web.run import PIECE, Address, Wire
from nomorebets.server.web.run import settings as settings_of

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
)


def said(text: str, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 128, 4_000, 65_535])
def test_a_whole_text_of_any_size(size):
    assert text_in(said("x" * size)) == "x" * size


def test_a_text_whose_size_is_written_at_greater_length_than_need_be():
    plain = said("Hi")
    assert text_in(plain[:1] + b"\xfe\x00\x02" + plain[2:]) == "Hi"


OTHERS = [
    b"",
    said("x" * 65_536),  # its size takes eight bytes
    b"\x81\xff" + bytes(4) + b"x" * 127,  # which these are not
    Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
    b"\xc1" + said("compressed")[1:],
    Frame(Opcode.TEXT, b"\xff no text").serialize(mask=True),
    said("to be continued", fin=False),
    said("the rest", Opcode.CONT),
    said("bytes", Opcode.BINARY),
    said("ping", Opcode.PING),
    said("", Opcode.CLOSE),
    said("one") + said("two"),
    *(said("cut off")[:size] for size in range(1, 13)),
]


@pytest.mark.parametrize("case", range(len(OTHERS)))  # masks are random, and no names
def test_anything_else_is_left_to_the_parser(case):
    assert text_in(OTHERS[case]) is None


@given(st.binary(max_size=40))
def test_a_frame_of_the_house_is_read_as_it_was_meant(text):
    assert head_of(text) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@given(st.lists(st.integers(0, 1_100) | st.sampled_from([65_535, 65_536]), max_size=4))
def test_frames_that_are_sent_together_are_those_sent_one_by_one(sizes):
    texts = [bytes([65 + at]) * size for at, size in enumerate(sizes)]
    assert framed(texts) == b"".join(Frame(Opcode.TEXT, text).serialize(mask=False) for text in texts)


class Line(asyncio.Transport):
    """A transport of which nothing is read."""

    def __init__(self) -> None:
        super().__init__()
        self.is_closed = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def write(self, data: Any) -> None:
        pass

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


async def _wire(heard: list[str]) -> Wire:
    """A wire that is kept, and notes what it hears."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        at_once = scope["extensions"][AT_ONCE]["wire"]
        at_once.receive = heard.append
        at_once.keep()

    config = uvicorn.Config(app, **settings_of(Address()) | {"ws_ping_interval": None})
    config.load()
    config.loaded_app = app  # type: ignore[assignment]
    wire = Wire(config, ServerState(), {})
    wire.connection_made(Line())
    wire.data_received(HANDSHAKE)
    while not wire.at_once.is_kept:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    return wire


_texts = st.text(max_size=60)
_messages = st.lists(
    st.one_of(
        _texts.map(lambda text: ([text], said(text))),
        st.tuples(_texts, _texts).map(
            lambda two: (
                ["".join(two)],
                said(two[0], fin=False) + said("?", Opcode.PING) + said(two[1], Opcode.CONT),
            )
        ),
        st.sampled_from([Opcode.PING, Opcode.PONG]).map(lambda kind: ([], said("here?", kind))),
        st.just((["x" * (PIECE + 1)], said("x" * (PIECE + 1)))),
    ),
    max_size=8,
)


@settings(deadline=None, max_examples=150)
@given(_messages, st.lists(st.integers(0, 400), max_size=12), st.booleans())
def test_however_it_is_cut_into_pieces_the_same_is_heard(messages, cuts, is_whole):
    async def go() -> None:
        heard: list[str] = []
        wire = await _wire(heard)
        if is_whole:
            for _, frames in messages:
                wire.data_received(frames)
        else:
            stream, at = b"".join(frames for _, frames in messages), 0
            for size in (*cuts, len(stream)):
                if stream[at : at + size]:
                    wire.data_received(stream[at : at + size])
                at += size
        assert heard == [text for texts, _ in messages for text in texts]
        wire.connection_lost(None)

    asyncio.run(go())


def test_the_parser_sees_the_first_message_and_then_only_what_it_must(monkeypatch):
    parsed = []
    parse = WebSocketsSansIOProtocol.data_received
    monkeypatch.setattr(
        WebSocketsSansIOProtocol, "data_received", lambda self, data: (parsed.append(data), parse(self, data))[1]
    )

    async def go() -> None:
        heard: list[str] = []
        wire = await _wire(heard)
        parsed.clear()
        for text in ("first", "second", "third"):
            wire.data_received(said(text))
        assert heard == ["first", "second", "third"]
        assert len(parsed) == 1
        wire.data_received(said("in ", fin=False))
        wire.data_received(said("pieces", Opcode.CONT))
        wire.data_received(said("fourth"))
        assert heard[3:] == ["in pieces", "fourth"]
        assert len(parsed) == 3
        half = said("fifth")
        wire.data_received(half[:3])
        wire.data_received(half[3:])
        wire.data_received(said("sixth"))
        assert heard[5:] == ["fifth", "sixth"]
        assert len(parsed) == 5
        wire.connection_lost(None)

    asyncio.run(go())


def test_a_text_that_is_none_ends_the_wire_by_the_short_way_too():
    async def go() -> None:
        heard: list[str] = []
        wire = await _wire(heard)
        wire.data_received(said("first"))
        wire.data_received(Frame(Opcode.TEXT, b"\xff").serialize(mask=True))
        assert heard == ["first"]
        assert wire.transport.is_closing()

    asyncio.run(go())


def test_what_is_read_the_short_way_is_spent_too():
    async def go() -> None:
        heard: list[str] = []
        wire = await _wire(heard)
        for _ in range(1_200):
            wire.data_received(said("again"))
        assert 1_000 <= len(heard) < 1_200
        wire.connection_lost(None)

    asyncio.run(go())


@pytest.mark.parametrize("cut", [0, 3], ids=["whole", "in pieces"])
def test_whoever_keeps_the_house_busy_is_read_no_further(monkeypatch, cut):
    times = count(step=0.9)  # seconds from one look at the clock to the next: a message takes so long, and two are left
    monkeypatch.setattr(run.time, "perf_counter", lambda: next(times))

    async def go() -> None:
        heard: list[str] = []
        wire = await _wire(heard)
        for _ in range(6):
            frame = said("again")
            for piece in filter(None, (frame[:cut], frame[cut:])):
                wire.data_received(piece)
        assert 1 <= len(heard) < 4
        wire.connection_lost(None)

    asyncio.run(go())


def test_what_lies_inside_another_frame_is_not_heard_as_one():
    async def go() -> None:
        heard: list[str] = []
        wire = await _wire(heard)
        wire.data_received(said("first"))
        inside = said("smuggled")
        outside = b"\x82" + bytes([0x80 | len(inside)]) + bytes(4)  # bytes, and a mask that changes nothing
        wire.data_received(outside)
        wire.data_received(inside)
        wire.data_received(said("last"))
        assert heard == ["first", "", "last"]
        wire.connection_lost(None)

    asyncio.run(go())


def test_a_message_that_begins_within_another_ends_the_wire():
    async def go() -> None:
        heard: list[str] = []
        wire = await _wire(heard)
        wire.data_received(said("first"))
        wire.data_received(said("to be continued", fin=False))
        wire.data_received(said("something else"))
        assert heard == ["first"]
        assert wire.transport.is_closing()

    asyncio.run(go())


def test_a_wire_that_both_sides_end_at_once_is_ended_once():
    async def go() -> None:
        heard: list[str] = []
        wire = await _wire(heard)
        wire.data_received(said("first"))
        wire.at_once.receive = lambda text: wire.at_once.close(4429, "too many messages")
        wire.data_received(said("second") + Frame(Opcode.CLOSE, b"").serialize(mask=True))
        assert wire.transport.is_closing()

    asyncio.run(go())
