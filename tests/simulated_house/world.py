"""One evening, as a seed makes it: what goes wrong, who is there, and what happened."""

from __future__ import annotations

import asyncio
import atexit
import hashlib
import logging
import os
import random
import shutil
import sqlite3
import tempfile
from collections import Counter, deque
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from nomorebets.library import game_ids
from nomorebets.server.book.database import address_of, prepare
from nomorebets.server.tables.clock import Clock
from simulated_house.book import WRITES, Book, Connection
from simulated_house.checks import Broken, Checks
from simulated_house.loop import SeededLoop
from simulated_house.network import Network
from simulated_house.patrons import Patron
from simulated_house.processes import BEGAN, Process

# how often what may go wrong does, at each moment at which it may
RATES = {
    "slow": 0.3,  # a call to the book takes a while
    "error": 0.01,  # it fails
    "full": 0.0005,  # from here on for a while, nothing can be written
    "outage": 0.0004,  # from here on for a while, the book cannot be reached
    "lost-commit": 0.01,  # a commit is done and its answer lost: a server's only
    "crash": 0.0005,  # the process is gone
    "cut": 0.01,  # a wire breaks, an answer gets lost
    "twice": 0.1,  # a message is sent twice
    "still": 0.05,  # the process stands still: asked once a second
    "clock": 0.05,  # its clock jumps: likewise
}
FOLDER = "/dev/shm" if os.path.isdir("/dev/shm") else None  # in memory, where there is such a folder


AT_A_TABLE = 5  # patrons, where there are many
MOST_TABLES = 150


@dataclass
class Plan:
    """Which faults an evening has; another set for every seed."""

    chance: random.Random
    rates: dict[str, float] = field(default_factory=dict)
    is_over: bool = False
    full_until: float = -1.0
    out_until: float = -1.0

    @classmethod
    def of(cls, chance: random.Random) -> Plan:
        rates = {name: rate * chance.choice((0.3, 1, 3)) for name, rate in RATES.items() if chance.random() < 0.5}
        return cls(chance, rates)

    def now(self, fault: str) -> bool:
        """Whether it happens now."""
        return not self.is_over and self.chance.random() < self.rates.get(fault, 0)

    def fail(self, call: str, connection: Connection, is_server: bool) -> None:
        """Let a call to the book fail, if it is to."""
        time = connection._book.time()
        if self.now("full"):
            self.full_until = time + self.chance.choice((0.5, 5.0))
        if self.now("outage"):
            self.out_until = time + self.chance.choice((0.5, 5.0))
        if self.is_over:
            return
        if time < self.out_until:
            if is_server:
                connection.break_off()
                connection.require_open()
            raise sqlite3.OperationalError("unable to open database file")
        if time < self.full_until and call.startswith((*WRITES, "COMMIT")):
            raise sqlite3.OperationalError("database or disk is full")
        if self.now("error"):
            raise sqlite3.OperationalError("disk I/O error")


@dataclass(frozen=True)
class Evening:
    """What came of a seed."""

    seed: int
    trace: str  # the hash of everything that happened, in its order
    steps: int
    seconds: float  # of simulated time
    counts: Counter[str]
    rates: dict[str, float]


class Failure(Exception):
    """An evening after which something does not hold."""

    def __init__(self, seed: int, why: str, last: list[str]) -> None:
        super().__init__(f"seed {seed}: {why}\nthe last steps:\n  " + "\n  ".join(last))
        self.seed = seed


class World:
    """Everything there is on one evening."""

    def __init__(
        self, seed: int, folder: Path, patrons: int = 6, games: tuple[str, ...] = (), wild: float = 0.04
    ) -> None:
        self.seed, self.wild = seed, wild
        self.chance = random.Random(seed)
        self.loop = SeededLoop(random.Random(self.chance.getrandbits(64)))
        self.plan = Plan.of(random.Random(self.chance.getrandbits(64)))
        self.outside = copy_context()
        self.several = self.chance.random() < 0.5
        self.clock = Clock(*self.chance.choice(((25.0, 4.0, 30.0), (3.0, 1.0, 2.0))))
        self._hash, self._last = hashlib.sha256(), deque[str](maxlen=60)
        self._counts: Counter[str] = Counter()
        path = folder / "house.db"
        shutil.copy(_empty_book(), path)
        self.book = Book(path, self.loop.time, lambda: int((BEGAN.timestamp() + self.loop.time()) * 1000))
        self.network = Network(self)
        self.checks = Checks(self)
        self.book.on_commit = self.checks.committed
        self.processes: list[Process] = []
        self._burying: list[asyncio.Task[None]] = []
        self.is_late = False  # nobody begins anything new
        self.lasts = self.chance.choice((8.0, 25.0))
        self.games = games or tuple(self.chance.sample(game_ids(), 3))
        self.tables = min(patrons, MOST_TABLES, max(len(self.games), patrons // AT_A_TABLE))
        self.patrons = [Patron(self, n) for n in range(patrons)]

    # --- what happens ------------------------------------------------------------------------------------------------

    def count(self, what: str) -> int:
        self._counts[what] += 1
        return self._counts[what]

    def note(self, kind: str, what: str, content: bytes = b"") -> None:
        """One thing that has happened."""
        self._counts[kind] += 1
        line = f"{self.loop.time():9.3f} {kind}: {what}"
        self._hash.update(line.encode())
        self._hash.update(content)
        self._last.append(f"{line} {content[:160].decode(errors='replace')}")

    def latency(self) -> float:
        return self.chance.expovariate(20) if not self.is_late else 0.01

    def replace(self, dead: Process) -> None:
        """A process that is no more: its tasks end, and after a while there is another one."""

        async def begin() -> None:
            await self.loop.bury(dead)
            await asyncio.sleep(self.chance.choice((0.1, 1.0, 8.0)))
            self.processes[dead.place] = Process(self, dead.place)

        self._burying.append(self.loop.create_task(begin(), context=self.outside.copy()))

    # --- the evening -------------------------------------------------------------------------------------------------

    async def _evening(self) -> None:
        self.processes = [Process(self, n) for n in range(self.chance.choice((2, 3)) if self.several else 1)]
        playing = [self.loop.create_task(patron.play()) for patron in self.patrons]
        while self.loop.time() < self.lasts:
            await asyncio.sleep(1.0)
            for process in self.processes:
                if process.is_open and self.plan.now("still"):
                    process.stand_still(self.plan.chance.choice((1.0, 7.0, 15.0)))
                if self.plan.now("clock"):
                    process.machine.set_wrongly += self.plan.chance.choice((-5.0, 5.0, 0.5))
        self.plan.is_over = True
        await asyncio.sleep(12)  # whatever is closed opens, whoever was cut off comes back
        self.is_late = True
        await asyncio.gather(*playing)
        await asyncio.sleep(3)
        self.checks.everybody_is_answered()
        await asyncio.gather(*self._burying)
        for process in self.processes:
            await process.close()
        for process in self.processes:
            await self.loop.bury(process)

    def _break_up(self) -> None:
        """An evening that has failed: whatever still runs ends, and what it complains of is not told."""
        for process in self.processes:
            process.is_dead = True
        self.is_late, self.loop.ends_with = True, None
        with suppress(Broken, RuntimeError):
            self.loop.run(self.loop.bury(*self.processes, None))

    def run(self) -> Evening:
        caught = _Complaints(self.checks)
        logger, pools = logging.getLogger("nomorebets"), logging.getLogger("sqlalchemy.pool")
        logger.addHandler(caught)
        before = logger.propagate, pools.level
        logger.propagate = False
        pools.setLevel(logging.CRITICAL)  # it tells of every connection that broke
        try:
            self.loop.run(self._evening())
            self.checks.afterwards()
        except Broken as fault:
            last = list(self._last)
            self._break_up()
            raise Failure(self.seed, str(fault), last) from None
        finally:
            logger.propagate = before[0]
            pools.setLevel(before[1])
            logger.removeHandler(caught)
            for connection in list(self.book.connections):
                connection.break_off()
        return Evening(
            self.seed, self._hash.hexdigest(), self.loop.steps, self.loop.time(), self._counts, self.plan.rates
        )


class _Complaints(logging.Handler):
    """What the house logs as a defect of its own."""

    def __init__(self, checks: Checks) -> None:
        super().__init__()
        self._checks = checks

    def emit(self, record: logging.LogRecord) -> None:
        self._checks.logged(record)


def run(seed: int, patrons: int = 6, games: tuple[str, ...] = (), wild: float = 0.04) -> Evening:
    """Run one seed; raises Failure where something does not hold. Of the messages, so many are wild."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        return World(seed, Path(folder), patrons, games, wild).run()


@cache
def _empty_book() -> Path:
    """A book in which nothing stands yet, made once."""
    folder = tempfile.TemporaryDirectory(dir=FOLDER)
    atexit.register(folder.cleanup)
    path = Path(folder.name) / "empty.db"
    asyncio.run(prepare(address_of(f"sqlite:///{path}")))
    return path
