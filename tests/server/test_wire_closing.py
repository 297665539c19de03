"""The client's wire to a table is closed when one has done with it, whatever the house does."""

from __future__ import annotations

import asyncio

from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from nomorebets.client import Client, Wire


def test_a_wire_whose_closing_is_cut_short_is_not_left_open() -> None:
    """The house went down, the wire was closing, and then its visitor left: it had stayed open."""

    async def run() -> None:
        over = asyncio.Event()

        async def never_says_goodbye(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            house = ServerProtocol()
            house.receive_data(await reader.readuntil(b"\r\n\r\n"))
            (asked,) = house.events_received()
            assert isinstance(asked, Request)
            house.send_response(house.accept(asked))
            house.send_text(b'{"type": "state", "seq": 1, "view": {"round": 1}}')
            writer.writelines(house.data_to_send())
            await over.wait()
            writer.close()

        listening = await asyncio.start_server(never_says_goodbye, "127.0.0.1", 0)
        address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        async with listening, Client(address) as visitor:
            async with Wire(visitor, "abcdef") as wire:
                socket, running = wire._socket, wire._running
                assert socket is not None
                assert running is not None
                running.cancel()
                while wire._socket is not None and socket.state is not State.CLOSING:
                    await asyncio.sleep(0.01)
                assert not socket.transport.is_closing()
            assert socket.transport.is_closing()
            over.set()
            await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(run(), 30))
