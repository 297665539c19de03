"""The kill test: people wager at several tables while the house is killed (SIGKILL) at random moments and opened again.

    python -m benchmarks.kill --kills 500                    a SQLite file of its own
    python -m benchmarks.kill --kills 100 --db postgres      a PostgreSQL server of its own (Debian's package)
    python -m benchmarks.kill --kills 100 --db URL           any empty database

Afterwards every acknowledged wager must be in the record of its round or wait on its seat, once; every acknowledged
decision in its record; every patron must have what came in plus what the rounds gave; and the audit must find nothing.
Exit status 0 if that is so, 1 if not.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from sqlalchemy import Connection, create_engine, text

from benchmarks._postgres import NoPostgres, server
from nomorebets import client
from nomorebets.client import BuyIn, Client, Deal, Decide, PlaceWager, Refused, Sit, Wire
from nomorebets.server.book.audit import audit
from nomorebets.server.book.database import address_of
from nomorebets.table.decisions import Ask, AskAll
from nomorebets.table.ledger import spot
from nomorebets.table.record import read, read_begun, reproduce
from nomorebets.table.requests import TakeWagers

GAMES = {  # and places in an order in which each may be wagered on after those before it
    "roulette": ("red", "straight:17", "black"),
    "three-card-poker": ("ante", "pair-plus"),
    "craps": ("pass", "field"),
    "casino-war": ("initial", "tie"),
    "keno": ("ticket:7", "ticket:1-2/3-4:2/2"),
}
AT_A_TABLE = 2
STAKES = (100, 200, 500)  # cents
BUY_IN = 20_000
IN_STARTING = 0.15  # of the kills come while the house is opening
MOST_ACKS = 30  # between two kills
AUDIT_EVERY = 50


# --- the house, killed and opened again ------------------------------------------------------------------------------


class Nursery:
    """A process that has everything imported and forks houses: opening one again takes no two seconds."""

    def __init__(self, url: str, port: int, log: Path) -> None:
        ours, theirs = socket.socketpair()
        self._nurse = os.fork()
        if not self._nurse:
            ours.close()
            _nurse(theirs, url, port, log)
        theirs.close()
        self._line = ours.makefile("rw")
        self.house = 0

    def _ask(self, order: str) -> int:
        self._line.write(order + "\n")
        self._line.flush()
        return int(self._line.readline())

    def open(self) -> None:
        """A fresh house, as a process of its own."""
        self.house = self._ask("open")

    def bury(self) -> int:
        """Wait for the last one's end; its status."""
        return self._ask("bury")

    def close(self) -> None:
        self._line.close()
        os.waitpid(self._nurse, 0)


def _nurse(line: socket.socket, url: str, port: int, log: Path) -> None:
    from nomorebets.server.web.pages import lobby
    from nomorebets.server.web.rooms import warm
    from nomorebets.server.web.run import Address, run

    lobby.games()
    warm()
    house = 0
    for order in line.makefile("r"):
        if order == "open\n":
            house = os.fork()
            if not house:
                line.close()
                with log.open("a") as said:
                    os.dup2(said.fileno(), 1)
                    os.dup2(said.fileno(), 2)
                try:
                    run(url, Address("127.0.0.1", port))
                except BaseException as fault:
                    print(f"the house ended: {fault!r}", file=sys.stderr, flush=True)
                os._exit(3)
            line.sendall(f"{house}\n".encode())
        else:
            line.sendall(f"{os.waitpid(house, 0)[1]}\n".encode())
            house = 0
    if house:
        os.kill(house, signal.SIGKILL)
    os._exit(0)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


# --- the people ------------------------------------------------------------------------------------------------------


@dataclass
class Told:
    """What one patron was told, by (table, round, seat)."""

    patron: str
    table: str
    acked: dict[tuple[str, int, int, str], int] = field(default_factory=lambda: defaultdict(int))
    unsure: dict[tuple[str, int, int, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    chosen: dict[tuple[str, int, int], list[str]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class Count:
    """How much happened."""

    wagers: int = 0
    decisions: int = 0
    others: int = 0

    @property
    def acks(self) -> int:
        return self.wagers + self.decisions + self.others


class Player:
    """Somebody who wagers, deals and decides, whatever happens to the house."""

    def __init__(self, address: str, table: str, game: str, count: Count, chosen: random.Random) -> None:
        self.client = Client(address)
        self.table, self.game, self.count, self.random = table, game, count, chosen
        self.told: list[Told] = []
        self.connections = 0

    async def play(self) -> None:
        """Until cancelled; whoever has lost everything comes in again as somebody else."""
        while True:
            try:
                found = await self.client.come_in()
            except (httpx.HTTPError, Refused):
                await asyncio.sleep(0.1)
                continue
            self.told.append(Told(found.patron, self.table))
            wire = self.client.wire(self.table)
            try:
                async with wire:
                    await self._sit_and_play(wire, self.told[-1])
            finally:
                self.connections += wire.connections
                await self.client._http.aclose()
                self.client = Client(self.client.address)

    async def _sit_and_play(self, wire: Wire, told: Told) -> None:
        while wire.view["you"] is None:
            with suppress(Refused):
                await wire.act(Sit(amount=BUY_IN))
                self.count.others += 1
            await asyncio.sleep(0.05)
        while True:
            while not wire.events.empty():
                wire.events.get_nowait()
            view = wire.view
            own = next((s for s in view["seats"] if s["seat"] == view["you"]), None)
            if own is None:
                await asyncio.sleep(0.05)
            elif view["ask"] and view["ask"]["yours"]:
                await self._decide(wire, told, view)
            elif view["phase"] == "wagers" and not own["ready"]:
                if own["stack"] < 5_000 and not own["orders"] and not view["wagers"]:
                    if view["purse"] < BUY_IN:
                        return
                    with suppress(Refused):
                        await wire.act(BuyIn(amount=BUY_IN))
                        self.count.others += 1
                await self._wager(wire, told, view)
            else:
                await asyncio.sleep(0.01)

    async def _wager(self, wire: Wire, told: Told, view: Any) -> None:
        for on in GAMES[self.game][: self.random.randint(1, len(GAMES[self.game]))]:
            amount = self.random.choice(STAKES)
            key = (self.table, view["round"], view["you"], on)
            before = wire.connections
            try:
                await wire.act(PlaceWager(on=on, amount=amount, round=view["round"]))
                told.acked[key] += amount
                self.count.wagers += 1
            except Refused:
                if wire.connections != before:  # an earlier copy may have been done
                    told.unsure[key].append(amount)
                return  # what follows may need it
            except asyncio.CancelledError:
                told.unsure[key].append(amount)  # the last kill came before the answer
                raise
        with suppress(Refused):
            await wire.act(Deal(round=view["round"]))
            self.count.others += 1
        await asyncio.sleep(0)

    async def _decide(self, wire: Wire, told: Told, view: Any) -> None:
        ask = view["ask"]
        choice = self.random.choice(ask["choices"])
        amount = ask["least"] if choice == ask["amount_for"] else None
        with suppress(Refused):
            await wire.act(Decide(choice=choice, amount=amount, at=view["at"]))
            told.chosen[self.table, view["round"], view["you"]].append(choice)
            self.count.decisions += 1
        while wire.view["at"] == view["at"]:
            await asyncio.sleep(0.005)


# --- what must be true afterwards ------------------------------------------------------------------------------------


@dataclass
class Verdict:
    missing: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    imbalance: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    rounds: int = 0


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    address = address_of(url)
    plain = address.set(drivername=address.drivername.replace("+aiosqlite", ""))
    engine = create_engine(plain)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def verify(url: str, told: list[Told], welcome: int) -> Verdict:
    """Hold the book against what people were told."""
    verdict = Verdict()
    verdict.findings = [f"{f.kind} {f.where}: {f.text}" for f in audit(url).findings]
    with reading(url) as connection:
        placed, chosen, nets, verdict.rounds = in_the_records(connection)
        for one in told:
            _compare(one, placed, chosen, verdict)
        for patron in {one.patron for one in told}:
            if wrong := count_money(connection, patron, nets[patron], welcome):
                verdict.imbalance.append(wrong)
    return verdict


def in_the_records(connection: Connection) -> tuple[Any, Any, Any, int]:
    """What was wagered and decided in every round, or waits on a seat; what each patron won; how many rounds are over.

    Every round that is over is dealt again from its record.
    """
    over = 0
    placed: dict[tuple[str, int, int, str], int] = defaultdict(int)
    chosen: dict[tuple[str, int, int], list[str]] = defaultdict(list)
    nets: dict[str, int] = defaultdict(int)
    for row in list(connection.execute(text("SELECT * FROM rounds ORDER BY n"))):
        query = text("SELECT line FROM lines WHERE round_id = :id ORDER BY n")
        lines = [line for (line,) in connection.execute(query, {"id": row.id})]
        if row.ended is not None:
            record = read(b"".join(bytes(line) + b"\n" for line in lines))
            reproduce(record)  # the script, run again, rules and pays the same: each wager once
            entries = record.entries
            owners = msgspec.json.decode(row.owners, type=dict[str, str])
            for ruling in record.rulings:
                if ruling.seat:  # the dealer's own wager against a bank is the house's
                    nets[owners[spot(ruling.seat, ruling.player)]] += ruling.net
            over += 1
        else:
            _, entries = read_begun([bytes(line) for line in lines])
        for entry in entries:
            if isinstance(entry.request, TakeWagers):
                for wager in entry.answer.placed:
                    placed[row.table_id, row.number, wager.seat, wager.on] += wager.amount
            elif isinstance(entry.request, Ask | AskAll):
                for seat, part in entry.request.parts(entry.answer).items():
                    chosen[row.table_id, row.number, seat].append(part.choice)
    for row in connection.execute(text("SELECT s.*, t.rounds FROM seats s JOIN tables t ON t.id = s.table_id")):
        for on, wager in msgspec.json.decode(row.orders).get("placed", {}).items():
            placed[row.table_id, row.rounds + 1, row.seat, on] += wager["amount"]
    return placed, chosen, nets, over


def _compare(one: Told, placed: Any, chosen: Any, verdict: Verdict) -> None:
    for key in {*one.acked, *one.unsure}:
        there, acked = placed[key], one.acked[key]
        possible = {acked}
        for amount in one.unsure[key]:
            possible |= {sum_ + amount for sum_ in possible}
        if there < acked:
            verdict.missing.append(f"{key}: {acked} cents acknowledged, {there} in the book")
        elif there not in possible:
            verdict.doubled.append(f"{key}: {acked} cents acknowledged, {there} in the book")
    for where, choices in one.chosen.items():
        kept = iter(chosen[where])
        if not all(choice in kept for choice in choices):
            verdict.missing.append(f"{where}: {choices} acknowledged, {chosen[where]} in the book")


def count_money(connection: Connection, patron: str, won: int, welcome: int) -> str:
    """What is wrong where purse, chips and wagers that lie or are played are not what came in and the rounds gave."""
    query = text("SELECT balance FROM accounts WHERE id = :id")
    has = connection.scalar(query, {"id": f"patron:{patron}"}) or 0
    seats = list(connection.execute(text("SELECT table_id, seat FROM seats WHERE patron_id = :id"), {"id": patron}))
    for table_id, seat in seats:
        has += connection.scalar(query, {"id": f"{table_id}/seat:{seat}"}) or 0
        lying = text("SELECT coalesce(sum(balance), 0) FROM accounts WHERE id LIKE :like")
        has += int(connection.scalar(lying, {"like": f"{table_id}/layout:{seat}:%"}))
        has += _under_way(connection, table_id, seat)
    return f"patron {patron}: has {has} cents, came with {welcome} and won {won}" if has != welcome + won else ""


def _under_way(connection: Connection, table_id: str, seat: int) -> int:
    """What a round that is not over has moved between the seat's accounts and the house so far, turned back."""
    query = text(
        "SELECT p.source, p.target, p.amount FROM postings p JOIN rounds r ON r.id = p.round_id "
        "WHERE r.ended IS NULL AND r.table_id = :id"
    )
    own = (f"{table_id}/seat:{seat}", f"{table_id}/layout:{seat}:")
    back = 0
    for source, target, amount in connection.execute(query, {"id": table_id}):
        back += amount * (source.startswith(own)) - amount * (target.startswith(own))
    return back


# --- the test --------------------------------------------------------------------------------------------------------


async def killing(
    nursery: Nursery, port: int, players: list[Player], count: Count, kills: int, url: str, chosen: random.Random
) -> list[str]:
    """Kill and open again, so many times; what the audits in between found."""
    found: list[str] = []
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        for number in range(1, kills + 1):
            if chosen.random() < IN_STARTING:
                await asyncio.sleep(chosen.uniform(0, 0.5))
            else:
                await _opened(port)
                goal, patience = count.acks + chosen.randint(0, MOST_ACKS), time.monotonic() + 4
                while count.acks < goal and time.monotonic() < patience:
                    await asyncio.sleep(0.002)
                await asyncio.sleep(chosen.uniform(0, 0.02))
            for task in playing:
                if task.done():
                    task.result()  # somebody gave up: say why
            os.kill(nursery.house, signal.SIGKILL)
            nursery.bury()
            if number % AUDIT_EVERY == 0:
                found += [f"after {number} kills: {f.kind} {f.where}: {f.text}" for f in audit(url).findings]
                print(f"{number} kills, {count.acks} acknowledgements", file=sys.stderr, flush=True)
            if number < kills:
                nursery.open()
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return found


async def _opened(port: int) -> None:
    until = time.monotonic() + 60
    while not is_open(port):
        if time.monotonic() > until:
            raise SystemExit("the house does not open any more")
        await asyncio.sleep(0.01)


async def tables_for(address: str) -> dict[str, str]:
    """One table of each game."""
    async with Client(address) as host:
        await host.come_in()
        return {(await host.open_table(game)).id: game for game in GAMES}


def test(url: str, kills: int, seed: int, folder: Path) -> dict[str, Any]:
    """The whole test over one empty database: what happened, and what is wrong."""
    chosen = random.Random(seed)
    port, count = free_port(), Count()
    client.LONGEST_PAUSE = 0.1  # come back at once: the test is of the house, not of anybody's patience
    nursery = Nursery(url, port, folder / "house.log")
    started = time.monotonic()

    async def run() -> tuple[list[Player], list[str]]:
        await _opened(port)
        address = f"http://127.0.0.1:{port}"
        tables = await tables_for(address)
        players = [
            Player(address, table, game, count, random.Random(chosen.random()))
            for table, game in tables.items()
            for _ in range(AT_A_TABLE)
        ]
        return players, await killing(nursery, port, players, count, kills, url, chosen)

    try:
        nursery.open()
        players, found = asyncio.run(run())
    finally:
        nursery.close()
    told = [one for player in players for one in player.told]
    verdict = verify(url, told, welcome=100_000)
    verdict.findings = found + verdict.findings
    return {
        "kills": kills,
        "seconds": round(time.monotonic() - started, 1),
        "acknowledged wagers": count.wagers,
        "acknowledged decisions": count.decisions,
        "rounds": verdict.rounds,
        "patrons": len({one.patron for one in told}),
        "connections": sum(player.connections for player in players),
        "wagers missing": verdict.missing,
        "paid or placed twice": verdict.doubled,
        "imbalance": verdict.imbalance,
        "audit": verdict.findings,
        "log": (folder / "house.log").read_text(errors="replace"),
    }


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m benchmarks.kill", description=__doc__.partition("\n")[0])
    options.add_argument("--kills", type=int, default=500)
    options.add_argument("--db", default="sqlite", help="sqlite, postgres, or the address of an empty database")
    options.add_argument("--seed", type=int, default=47)
    asked = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # and everything it started with it
    with ExitStack() as until:
        folder = Path(until.enter_context(tempfile.TemporaryDirectory()))
        url = asked.db
        if url == "sqlite":
            url = f"sqlite:///{folder / 'house.db'}"
        elif url == "postgres":
            try:
                url = until.enter_context(server()).new()
            except NoPostgres as why:
                options.error(str(why))
        done = test(url, asked.kills, asked.seed, folder)
    said = done.pop("log")
    faults = [line for line in said.splitlines() if "ERROR" in line or "Traceback" in line or "ended" in line]
    done["complaints of the house"] = faults
    for name, value in done.items():
        print(f"{name:<24} {len(value) if isinstance(value, list) else value}")
        for line in value[:10] if isinstance(value, list) else ():
            print(f"    {line}")
    wrong = ("wagers missing", "paid or placed twice", "imbalance", "audit")
    return int(any(done[name] for name in wrong))


if __name__ == "__main__":
    raise SystemExit(main())
