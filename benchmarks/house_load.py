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
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple

import uvloop

from benchmarks import _postgres, seconds_of
from benchmarks._wires import Wire, come
from nomorebets.client import Client

SEATS = 5  # patrons at a table
TURNS = 3  # of echo and wagers in turn; the median counts
GOALS = {"sqlite": 0.5, "postgresql": 0.3}  # of the echo's rate
GOAL_TOGETHER = 1.6  # of two processes, times one
WATCHED = "/ws/tables/{}?states=changes"


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
        return seconds_of(self._process.pid)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(20)


class Asker:
    """A client with one message under way at a time: it says the next one when the last is answered."""

    def __init__(self, address: str, path: str, token: str | None = None) -> None:
        self.wire = Wire(address, path, self._hear, token)
        self.answered = 0
        self._until = 0.0
        self._done: asyncio.Future[None] | None = None

    async def ask(self, text: bytes, until: float = 0.0) -> None:
        """Something, and then one message after the other until a time on the clock."""
        self._until, self._done = until, asyncio.get_running_loop().create_future()
        self.wire.say(text)
        await self._done

    def next(self) -> bytes:
        """What is said next."""
        raise NotImplementedError

    def is_answered_by(self, text: bytes) -> bool:
        raise NotImplementedError

    def _hear(self, text: bytes) -> None:
        if self._done is None or not self.is_answered_by(text):
            return
        self.answered += 1
        if time.perf_counter() < self._until:
            self.wire.say(self.next())
        else:
            self._done.set_result(None)
            self._done = None


class Echoed(Asker):
    """One who hears what it said."""

    def next(self) -> bytes:
        return b'{"type": "wager", "on": "red", "amount": 100, "id": "0123456789abcdef0123456789abcdef"}'

    def is_answered_by(self, text: bytes) -> bool:
        return True


class Patron(Asker):
    """One with a seat, who puts chips down and now and then takes them all back."""

    def __init__(self, address: str, table: str, token: str) -> None:
        super().__init__(address, WATCHED.format(table), token)
        self.refused: list[str] = []
        self.cleared = 0  # messages that are no wagers
        self._turn, self._name = 0, secrets.token_hex(8)

    def next(self) -> bytes:
        self._turn += 1
        if self._turn % 21 == 20:
            self.cleared += 1
            return self.said(b'"type":"clear"')
        return self.said(b'"type":"wager","on":"red","amount":100')

    def said(self, what: bytes) -> bytes:
        self._own = b"%s%016x" % (self._name.encode(), self._turn)
        return b'{%s,"id":"%s"}' % (what, self._own)

    def is_answered_by(self, text: bytes) -> bool:
        if self._own not in text:
            return False
        if not text.startswith(b'{"type":"ack"'):
            self.refused.append(text.decode(errors="replace"))
        return True


async def answered(askers: Sequence[Asker], seconds: float) -> tuple[int, float]:
    """Messages answered, and in how many seconds, with every client sending its next one when the last is answered."""
    before, began = sum(asker.answered for asker in askers), time.perf_counter()
    await asyncio.gather(*(asker.ask(asker.next(), began + seconds) for asker in askers))
    return sum(asker.answered for asker in askers) - before, time.perf_counter() - began


async def seated(house: Server, clients: int) -> tuple[list[Patron], float, float]:
    """Tables opened and seats taken; the memory of a table and of a client, in bytes."""
    tables, tokens = [], []
    before = house.memory
    async with Client(house.address) as office:
        for _ in range(-(-clients // SEATS)):
            await office.come_in()
            tables.append((await office.open_table("roulette")).id)
    with_tables = house.memory
    async with Client(house.address) as office:
        for _ in range(clients):
            tokens.append((await office.come_in()).token)
    patrons = [Patron(house.address, tables[n // SEATS], token) for n, token in enumerate(tokens)]
    await come([patron.wire for patron in patrons])
    await asyncio.gather(*(patron.ask(patron.said(b'"type":"sit","amount":10000')) for patron in patrons))
    return patrons, (with_tables - before) / len(tables), (house.memory - with_tables) / clients


class Turn(NamedTuple):
    """Of echoes, or of wagers: how many a second, and the microseconds of a processor each took, of whom."""

    rate: float
    server: float
    clients: float


async def turn(askers: Sequence[Asker], servers: list[Server], seconds: float) -> Turn:
    def spent() -> tuple[float, float]:
        return sum(server.seconds for server in servers), time.process_time()

    uncounted = sum(asker.cleared for asker in askers if isinstance(asker, Patron))
    before = spent()
    done, in_seconds = await answered(askers, seconds)
    done -= sum(asker.cleared for asker in askers if isinstance(asker, Patron)) - uncounted
    server, clients = (1e6 * (now - then) / done for now, then in zip(spent(), before, strict=True))
    return Turn(done / in_seconds, server, clients)


async def measure(clients: int, seconds: float, book: str, processes: int) -> float:
    """Echoes and wagers in turn; ``processes`` houses share one book, and the clients. Wagers a second."""
    command = ("-m", "nomorebets", "serve", "--db", book, "--port", "0")
    houses = [Server(*command) for _ in range(processes)]
    bare = Server("-m", "benchmarks._echo_server")
    try:
        echoed = [Echoed(bare.address, "/echo") for _ in range(clients)]
        await come([one.wire for one in echoed])
        sat = [await seated(house, clients // processes) for house in houses]
        patrons = [patron for those, _, _ in sat for patron in those]
        turns = [
            (await turn(echoed, [bare], seconds / TURNS), await turn(patrons, houses, seconds / TURNS))
            for _ in range(TURNS)
        ]
    finally:
        for house in houses:
            house.stop()
        bare.stop()
    goal = GOALS["sqlite" if book.startswith("sqlite") else "postgresql"]
    ratio = statistics.median(wagers.rate / echoes.rate for echoes, wagers in turns)
    of_processor = statistics.median(echoes.server / wagers.server for echoes, wagers in turns)
    echoes, wagers = (Turn(*map(statistics.median, zip(*side, strict=True))) for side in zip(*turns, strict=True))
    refused = [text for patron in patrons for text in patron.refused]
    print(f"{clients:,} clients connected, {len(refused)} errors, {processes} of the house")
    for text in refused[:3]:
        print(f"  {text}")
    print(f"echo            {echoes.rate:>9,.0f} messages/s")
    print(f"durable wagers  {wagers.rate:>9,.0f} a second")
    print(f"ratio           {ratio:>9.2f}   goal {goal} {'met' if ratio >= goal else 'MISSED'}")
    print(f"processor time  {of_processor:>9.2f}   of an echo's, as a share of a wager's: by the server alone, "
          f"{echoes.server:.0f} and {wagers.server:.0f} microseconds (by the clients, "
          f"{echoes.clients:.0f} and {wagers.clients:.0f})")  # fmt: skip
    per_table, per_client = (statistics.mean(values) for values in zip(*(those[1:] for those in sat), strict=True))
    print(f"memory          {per_table / 1024:,.0f} KiB a table, {per_client / 1024:,.0f} KiB a client")
    return wagers.rate


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
            books = opened.enter_context(_postgres.server())
            book = books.new()
        alone = uvloop.run(measure(given.clients, given.seconds, book, 1))
        if given.processes > 1:
            together = uvloop.run(measure(given.clients, given.seconds, books.new(), given.processes))
            times, met = together / alone, "met" if together >= GOAL_TOGETHER * alone else "MISSED"
            print(f"{given.processes} of the house  {times:>9.2f}   times one, goal {GOAL_TOGETHER} {met}")


if __name__ == "__main__":
    main()
