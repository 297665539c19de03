"""Ten thousand people at a house: how soon their wagers are acknowledged, and what each of them costs.

    python -m benchmarks.crowd [--clients 10000] [--wagers 2000] [--seconds 20] [--db postgresql://…]

One house and one process of clients. Five people at each of at most two hundred tables wager at a steady pace,
whatever the house answers; everybody else watches. A wager is acknowledged when it is in the book. Memory is what the
house has grown by from when all who play have sat down until all who watch have come. Where this machine lets a
process open fewer files than there are clients, fewer come, and that is said.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import secrets
import tempfile
import time
from collections.abc import Sequence

import msgspec
import uvloop

from benchmarks._wires import Wire, come
from benchmarks.house_load import SEATS, WATCHED, Server
from nomorebets.client import Client

MOST_TABLES = 200
GOAL_MS, GOAL_KIB = 250.0, 30.0
SPARE_FILES = 200


class Crowd:
    """Everybody who has come."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.players: list[Wire] = []
        self.watching: list[Wire] = []
        self._asked: dict[bytes, float] = {}
        self.took: list[float] = []  # seconds
        self.refused = 0

    def hear(self, text: bytes) -> None:
        if text.startswith((b'{"type":"ack","id":"', b'{"type":"refused","id":"')):
            name = text.split(b'"', 8)[7]
            self.took.append(time.perf_counter() - self._asked.pop(name, 0.0))
            self.refused += text.startswith(b'{"type":"refused"')

    async def come(self, tables: Sequence[str], tokens: Sequence[str | None]) -> list[Wire]:
        seats = zip(tables, tokens, strict=True)
        return await come([Wire(self._address, WATCHED.format(at), self.hear, token) for at, token in seats])

    def say(self, wire: Wire, **message: object) -> None:
        name = secrets.token_hex(16)
        self._asked[name.encode()] = time.perf_counter()
        wire.say(msgspec.json.encode({**message, "id": name}))

    async def settle(self) -> None:
        """Until everything is answered."""
        until = time.perf_counter() + 60
        while self._asked and time.perf_counter() < until:
            await asyncio.sleep(0.05)

    async def wager(self, a_second: int, seconds: float) -> float:
        """At a steady pace, in beats of ten milliseconds; how many a second were really said."""
        began, said, beat = time.perf_counter(), 0, 0
        while (now := time.perf_counter() - began) < seconds:
            while said < now * a_second:
                player = self.players[said % len(self.players)]
                turn = said // len(self.players)
                if turn % 20 == 19:
                    self.say(player, type="clear")
                else:
                    self.say(player, type="wager", on="red", amount=100)
                said += 1
            beat += 1
            await asyncio.sleep(max(0.0, began + beat * 0.01 - time.perf_counter()))
        return said / (time.perf_counter() - began)


async def measure(clients: int, wagers: int, seconds: float, db: str | None) -> bool:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if clients > hard - SPARE_FILES:
        print(f"a process may open {hard:,} files here: {hard - SPARE_FILES:,} clients come, not {clients:,}")
        clients = hard - SPARE_FILES
    with tempfile.TemporaryDirectory() as folder:
        house = Server("-m", "nomorebets", "serve", "--db", db or f"sqlite:///{folder}/house.db", "--port", "0")
        try:
            return await _measured(house, clients, wagers, seconds)
        finally:
            house.stop()


async def _measured(house: Server, clients: int, wagers: int, seconds: float) -> bool:
    crowd, tables, tokens = Crowd(house.address), [], []
    async with Client(house.address) as office:
        for number in range(min(MOST_TABLES, clients // SEATS)):
            for _ in range(SEATS):
                tokens.append((await office.come_in()).token)
            tables.append((await office.open_table("roulette", name=f"Table {number}")).id)
    at = [table for table in tables for _ in range(SEATS)]
    crowd.players = await crowd.come(at, tokens)
    for wire in crowd.players:
        crowd.say(wire, type="sit", amount=20_000)
    await crowd.settle()
    first, rest = house.memory, clients - len(at)
    crowd.watching = await crowd.come([tables[n % len(tables)] for n in range(rest)], [None] * rest)
    await asyncio.sleep(2)
    each = (house.memory - first) / max(1, rest) / 1024
    await crowd.wager(wagers, 3)
    await crowd.settle()
    crowd.took, before = [], house.seconds
    said = await crowd.wager(wagers, seconds)
    await crowd.settle()
    used, took = house.seconds - before, sorted(crowd.took)
    if not took:
        raise SystemExit("no wager was answered")
    share = [1000 * took[int(len(took) * part)] for part in (0.5, 0.95, 0.99)]
    is_met = share[1] <= GOAL_MS and said >= 0.95 * wagers
    seated = f"{len(crowd.players):,} of them with a seat"
    print(f"{clients:,} clients at {len(tables)} tables, {seated}; {os.cpu_count()} cores")
    print(f"wagers          {said:>9,.0f} a second said, {len(took):,} answered, {crowd.refused} refused")
    print(
        f"acknowledged    {share[0]:>9,.0f} ms the median, {share[1]:,.0f} ms 95 percent, {share[2]:,.0f} ms 99 percent"
    )
    print(f"goal            {GOAL_MS:>9,.0f} ms for 95 percent at {wagers:,} a second: {'met' if is_met else 'MISSED'}")
    print(f"processor       {100 * used / seconds:>9,.0f} percent of a core by the house")
    print(f"memory          {each:>9,.1f} KiB a client, goal {GOAL_KIB:g}: {'met' if each <= GOAL_KIB else 'MISSED'}")
    return is_met and each <= GOAL_KIB


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=10_000)
    parser.add_argument("--wagers", type=int, default=2_000, help="a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--db", help="another book than a new SQLite file")
    given = parser.parse_args()
    return int(not uvloop.run(measure(given.clients, given.wagers, given.seconds, given.db)))


if __name__ == "__main__":
    raise SystemExit(main())
