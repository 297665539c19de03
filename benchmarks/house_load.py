"""How many durable wagers a second a house takes, beside a bare WebSocket echo server in the same run.

    python -m benchmarks.house_load [--clients 1000] [--seconds 18] [--db postgresql [--processes 2]]

One server process, or several on one PostgreSQL, and one process of clients. Every client has one message under way at
a time: first with an echo server on the same stack, then at the tables of a house, where a wager is acknowledged when
it is in the book. On a busy machine the processor time says more than the rate: that of an echo, as a share of that of
a wager.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import _postgres
from nomorebets.client import Client

SEATS = 5  # patrons at a table
TURNS = 3  # of echo and wagers in turn; the median counts
GOALS = {"sqlite": 0.5, "postgresql": 0.3}  # of the echo's rate


class Server:
    """A process that serves, and how much memory it has."""

    def __init__(self, *command: str, stderr: IO[str] | None = None) -> None:
        self._process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, stderr=stderr, text=True)
        assert self._process.stdout is not None
        self.address = ""
        while not self.address:
            line = self._process.stdout.readline()
            if not line:
                raise SystemExit("the server did not start")
            found = re.search(r"http://[^\s]+:\d+", line)
            self.address = found[0].rstrip(".") if found else ""

    @property
    def memory(self) -> int:
        """Resident bytes."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def seconds(self) -> float:
        """Of a processor, used by all its threads until now."""
        told = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(20)


async def answered(work: Callable[[int], Awaitable[None]], clients: int, seconds: float) -> tuple[int, float]:
    """Messages answered, and in how many seconds, with every client sending its next one when the last is answered."""
    until = time.perf_counter() + seconds
    done = 0

    async def one(client: int) -> None:
        nonlocal done
        while time.perf_counter() < until:
            await work(client)
            done += 1

    began = time.perf_counter()
    await asyncio.gather(*(one(client) for client in range(clients)))
    return done, time.perf_counter() - began


async def connected(urls: list[str], headers: list[dict[str, str]]) -> list[ClientConnection]:
    found: list[ClientConnection] = []
    for first in range(0, len(urls), 50):
        some = zip(urls[first : first + 50], headers[first : first + 50], strict=True)
        found += await asyncio.gather(
            *(connect(u, additional_headers=h, max_size=None, compression=None, open_timeout=60) for u, h in some)
        )
    return found


async def echo(address: str, clients: int) -> tuple[list[ClientConnection], Callable[[int], Awaitable[None]]]:
    url = address.replace("http", "ws", 1) + "/echo"
    sockets = await connected([url] * clients, [{}] * clients)
    message = '{"type": "wager", "on": "red", "amount": 100, "id": "0123456789abcdef0123456789abcdef"}'

    async def work(client: int) -> None:
        await sockets[client].send(message)
        await sockets[client].recv()

    return sockets, work


class Patrons:
    """Clients with a seat each, who put a chip down and take it back."""

    def __init__(self, address: str, clients: int) -> None:
        self.address, self.clients = address, clients
        self.refused: list[str] = []
        self.sockets: list[ClientConnection] = []
        self._turn = [0] * clients

    async def sit_down(self, server: Server) -> tuple[float, float]:
        """Open the tables and take the seats; the memory of a table and of a client, in bytes."""
        tables, tokens = [], []
        before = server.memory
        async with Client(self.address) as house:
            for _ in range(-(-self.clients // SEATS)):
                await house.come_in()
                tables.append((await house.open_table("roulette")).id)
        with_tables = server.memory
        async with Client(self.address) as house:
            for _ in range(self.clients):
                tokens.append((await house.come_in()).token)
        urls = [
            f"{self.address.replace('http', 'ws', 1)}/ws/tables/{tables[n // SEATS]}?states=changes"
            for n in range(self.clients)
        ]
        self.sockets = await connected(urls, [{"Authorization": f"Bearer {token}"} for token in tokens])
        await asyncio.gather(*(self._say(n, {"type": "sit", "amount": 10_000}) for n in range(self.clients)))
        return (with_tables - before) / len(tables), (server.memory - with_tables) / self.clients

    async def wager(self, client: int) -> None:
        self._turn[client] += 1
        if self._turn[client] % 20 == 0:
            await self._say(client, {"type": "clear"})
        await self._say(client, {"type": "wager", "on": "red", "amount": 100})

    async def _say(self, client: int, message: dict[str, object]) -> None:
        name = secrets.token_hex(16)
        socket = self.sockets[client]
        await socket.send(msgspec.json.encode({**message, "id": name}), text=True)
        wanted = name.encode()
        while True:
            text = await socket.recv(decode=False)
            if wanted in text[:200]:
                if not text.startswith(b'{"type":"ack"'):
                    self.refused.append(text[:200].decode())
                return


async def measure(clients: int, seconds: float, book: str, processes: int) -> None:
    """Echoes and wagers in turn; ``processes`` houses share one book, and the clients."""
    command = ("-m", "nomorebets", "serve", "--db", book, "--port", "0")
    houses = [Server(*command) for _ in range(processes)]
    bare = Server("-m", "benchmarks._echo_server")
    try:
        sockets, say = await echo(bare.address, clients)
        each = clients // processes
        patrons = [Patrons(house.address, each) for house in houses]
        memory = [await those.sit_down(house) for those, house in zip(patrons, houses, strict=True)]

        async def wager(client: int) -> None:
            await patrons[client % processes].wager(client // processes)

        turns = []
        for _ in range(TURNS):
            before = bare.seconds
            echoes, in_seconds = await answered(say, clients, seconds / TURNS)
            echo_rate, each_echo = echoes / in_seconds, (bare.seconds - before) / echoes
            before = sum(house.seconds for house in houses)
            wagers, in_seconds = await answered(wager, each * processes, seconds / TURNS)
            each_wager = (sum(house.seconds for house in houses) - before) / wagers
            turns.append((echo_rate, wagers / in_seconds, each_echo, each_wager))
        for socket in (*sockets, *(socket for those in patrons for socket in those.sockets)):
            await socket.close()
    finally:
        for house in houses:
            house.stop()
        bare.stop()
    goal = GOALS["sqlite" if book.startswith("sqlite") else "postgresql"]
    ratio = statistics.median(wagers / echoes for echoes, wagers, _, _ in turns)
    of_processor = statistics.median(echo / wager for _, _, echo, wager in turns)
    refused = [text for those in patrons for text in those.refused]
    print(f"{clients:,} clients connected, {len(refused)} errors, {processes} of the house")
    for text in refused[:3]:
        print(f"  {text}")
    print(f"echo            {statistics.median(turn[0] for turn in turns):>9,.0f} messages/s")
    print(f"durable wagers  {statistics.median(turn[1] for turn in turns):>9,.0f} a second")
    print(f"ratio           {ratio:>9.2f}   goal {goal} {'met' if ratio >= goal else 'MISSED'}")
    print(f"processor time  {of_processor:>9.2f}   of an echo's, as a share of a wager's: by the server alone, "
          f"{1e6 * statistics.median(turn[2] for turn in turns):.0f} and "
          f"{1e6 * statistics.median(turn[3] for turn in turns):.0f} microseconds")  # fmt: skip
    per_table, per_client = (statistics.mean(values) for values in zip(*memory, strict=True))
    print(f"memory          {per_table / 1024:,.0f} KiB a table, {per_client / 1024:,.0f} KiB a client")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=18.0)
    parser.add_argument("--db", choices=tuple(GOALS), default="sqlite", help="postgresql: a server of its own")
    parser.add_argument("--processes", type=int, default=1, help="of the house, on one PostgreSQL")
    given = parser.parse_args()
    if given.processes > 1 and given.db == "sqlite":
        parser.error("one process at a time serves a SQLite file: --db postgresql")
    with ExitStack() as opened:
        if given.db == "sqlite":
            book = f"sqlite:///{opened.enter_context(tempfile.TemporaryDirectory())}/house.db"
        else:
            book = opened.enter_context(_postgres.server()).new()
        uvloop.run(measure(given.clients, given.seconds, book, given.processes))


if __name__ == "__main__":
    main()
