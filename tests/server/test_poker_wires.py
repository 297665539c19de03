"""Nine people at one table over real connections: two leave in mid-hand, one is cut off and comes back."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import uvicorn

from nomorebets.client import Client, Deal, Decide, Leave, Refused, Sit, Wire
from nomorebets.server.book.audit import audit
from nomorebets.server.tables.clock import Clock
from nomorebets.server.web.app import build_app
from nomorebets.table.areas import HIDDEN, owner_of

PEOPLE, LEAVERS, ABSENT = 9, (1, 2), 3


async def play(wire: Wire, until: int) -> None:
    """Check or call whenever one is asked, until so many hands are over."""
    while wire.view["round"] <= until:
        ask = wire.view["ask"]
        if wire.view["phase"] == "pause":
            act: Decide | Deal | None = Deal()
        else:
            choices = ask["choices"] if ask and ask["yours"] else []
            act = next((Decide(choice=name) for name in ("check", "call", "show", "fold") if name in choices), None)
        if act is not None:
            with suppress(Refused):  # somebody or the clock was faster
                await wire.act(act)
        assert_covered(wire)
        await asyncio.sleep(0.01)


def assert_covered(wire: Wire) -> None:
    """While bets are made nobody sees a card of another seat."""
    if wire.view["phase"] == "decision" and "show" not in (wire.view["ask"] or {}).get("choices", ()):
        cards = wire.view["tableau"]["cards"].items()
        assert not [a for a, lying in cards if owner_of(a) not in (0, wire.view["you"]) and set(lying) > {HIDDEN}]


def test_nine_wires(tmp_path: Path) -> None:
    book = f"sqlite:///{tmp_path / 'house.db'}"
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    clock = Clock(pause=2.0, decision=2.0)
    server = uvicorn.Server(
        uvicorn.Config(build_app(book, clock=clock), log_level="error", ws="websockets-sansio", lifespan="on")
    )

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.02)
        async with AsyncExitStack() as stack:
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            people = [await stack.enter_async_context(Client(address)) for _ in range(PEOPLE)]
            for person in people:
                await person.come_in()
            table = await people[0].open_table("holdem")
            wires = [person.wire(table.id) for person in people]
            for wire in wires[:ABSENT] + wires[ABSENT + 1 :]:
                await stack.enter_async_context(wire)
                await wire.act(Sit(amount=20_000))
            async with wires[ABSENT] as cut_off:
                await cut_off.act(Sit(amount=20_000))
                await asyncio.gather(*(wire.act(Deal()) for wire in wires))
                while wires[0].view["phase"] != "decision":
                    await asyncio.sleep(0.01)
            for number in LEAVERS:
                await wires[number].act(Leave())
            here = [wire for at, wire in enumerate(wires) if at not in (*LEAVERS, ABSENT)]
            await asyncio.gather(*(play(wire, until=1) for wire in here))
            assert len(here[0].view["seats"]) == PEOPLE - len(LEAVERS)
            async with people[ABSENT].wire(table.id) as back:  # who was cut off has his seat and sits out
                own = next(seat for seat in back.view["seats"] if seat["seat"] == back.view["you"])
                assert (own["here"], own["sits_out"], own["leaving"]) == (True, True, False)
            for at, wire in enumerate(wires):
                if at not in (*LEAVERS, ABSENT):  # everybody checks the hand he saw, whatever stayed covered
                    assert any("the one you noted" in line for line in await people[at].check(wire.noted[1]))
            for number in LEAVERS:
                assert abs((await people[number].me()).balance - 100_000) <= 200  # no more than the blinds
            server.should_exit = True
        await asyncio.wait_for(serving, 20)

    asyncio.run(asyncio.wait_for(run(), 60))
    assert audit(book).findings == []
