"""`python -m benchmarks.audit_book`: a book of many rounds made by a real house, and how long its audit takes.

    python -m benchmarks.audit_book --rounds 100000 --keep FILE     makes it once, and audits it
    python -m benchmarks.audit_book --rounds 110000 --keep FILE     goes on with the same book and its checkpoint

Rounds of all games that can be played alone are dealt, in a file without waiting for the disk. Then three audits,
each in a process of its own: without a checkpoint, with one that is written on the way, and with the one that was
written; and one more after a line in the middle was altered, which must be found. Measured in processor time: on a busy
machine the clock on the wall says more about the others.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from nomorebets.drivers.chance import SecureChance
from nomorebets.games import game_ids, open_table
from nomorebets.server.book import database
from nomorebets.server.book.store import Store
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.watchers import Watcher

TABLES = 24
MONEY = 90_000_000_000  # cents for each patron


class Player:
    """Somebody who wagers the usual and decides as nobody would."""

    def __init__(self, live: LiveTable, watcher: Watcher) -> None:
        self._live, self._watcher, self._said = live, watcher, 0

    def say(self, kind: str, **fields: object) -> None:
        self._said += 1
        self._live.receive(self._watcher, {"type": kind, "id": f"{id(self)}-{self._said}", **fields})

    def go_on(self) -> None:
        """Whatever brings the round on."""
        request, game = self._live.round.asked, self._live.table.game
        if request is None:
            return
        if not request.takes_wagers:
            for seat in request.seats():
                self.say("decide", choice=getattr(request.default(seat), "choice", ""))
            return
        if not self._live.round.opening.wagers:
            for on in game.betting.usual or [*game.betting.bundles, *self._live.table.layout][:1]:
                self.say("wager", on=on, amount=2_000)
        self.say("deal")


async def deal(book: str, rounds: int) -> int:
    """Deal until the book has so many rounds; how many were dealt now."""
    house = LiveHouse(Store(book), SecureChance())
    await house.open()
    try:
        live_tables = await _tables(house)
        before = done = sum(live.rounds for live in live_tables)
        players = []
        for live in live_tables:
            patron = next((s.patron for s in live.seats.values()), None)
            purse = await house.people.purse(patron) if patron else await house.people.create(money=MONEY)
            assert purse is not None
            watcher = Watcher(purse)
            watcher.send = lambda *frames: None  # type: ignore[method-assign]
            live.join(watcher)
            players.append(Player(live, watcher))
            if patron is None:
                players[-1].say("sit", amount=MONEY)
        while done < rounds:
            for player in players:
                player.go_on()
            await asyncio.gather(*(live.settled() for live in live_tables))
            now = sum(live.rounds for live in live_tables)
            if sys.stderr.isatty() and now // 1000 != done // 1000:
                print(f"  {now:,} rounds", end="\r", file=sys.stderr)
            done = now
        return done - before
    finally:
        await house.close()


async def _tables(house: LiveHouse) -> list[LiveTable]:
    if not house.tables:
        games = [game for game in game_ids() if not open_table(game).game.terms.why_not_alone]
        for number in range(TABLES):
            await house.open_table(games[number % len(games)])
    return list(house.tables.values())


def audited(book: str, *options: str) -> tuple[float, float, dict[str, object]]:
    """Seconds of a processor, megabytes and what an audit says, by a process of its own."""
    command = [sys.executable, "-m", "nomorebets", "audit", "--db", book, "--json", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = json.loads(process.stdout.read())
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--keep", type=Path, help="a file to keep the book in, and go on with")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.keep or Path(folder) / "house.db"
        book, checkpoint = f"sqlite:///{path}", Path(f"{path}.checkpoint")
        database.SQLITE = tuple(s.replace("FULL", "OFF") for s in database.SQLITE)  # the disk is not what is measured
        began = time.perf_counter()
        dealt = asyncio.run(deal(book, given.rounds))
        seconds = time.perf_counter() - began
        print(f"{dealt:,} rounds dealt in {seconds:,.0f} s; the book has {path.stat().st_size / 1e6:,.0f} MB")
        print(f"this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
        was_there = checkpoint.exists()
        for name, options in (
            (
                "going on from its checkpoint" if was_there else "writing a checkpoint",
                ("--checkpoint", str(checkpoint)),
            ),
            ("from that checkpoint", ("--checkpoint", str(checkpoint))),
            ("without a checkpoint", ()),
        ):
            seconds, megabytes, said = audited(book, *options)
            counts = said["counts"]
            assert isinstance(counts, dict)
            rate = counts["replayed"] / seconds
            print(f"audit {name}: {seconds:,.1f} s, {megabytes:,.0f} MB, {counts['rounds']:,} rounds, "
                  f"{counts['replayed']:,} replayed ({rate:,.0f} a second), in order: {said['in_order']}")  # fmt: skip
        return _tampered(path, checkpoint)


def _tampered(path: Path, checkpoint: Path) -> int:
    """One line of a record in the middle altered, under the checkpoint."""
    with tempfile.TemporaryDirectory() as folder:
        copy, beside = Path(folder) / path.name, Path(folder) / "checkpoint"
        shutil.copy(path, copy)
        beside.write_text(checkpoint.read_text().replace(str(path), str(copy)))
        with closing(sqlite3.connect(copy)) as connection:
            change = (
                "UPDATE lines SET line = CAST(replace(line, '\"answer\":{', '\"answer\":{ ') AS BLOB) "
                "WHERE n = 3 AND round_id = (SELECT id FROM rounds WHERE n = (SELECT max(n) / 2 FROM rounds))"
            )
            assert connection.execute(change).rowcount == 1
            connection.commit()
        seconds, _, said = audited(f"sqlite:///{copy}", "--checkpoint", str(beside))
        findings = said["findings"]
        assert isinstance(findings, list)
        print(f"one line altered under the checkpoint: {seconds:,.1f} s, {len(findings)} findings: {findings[:2]}")
        return 0 if {f["kind"] for f in findings} >= {"checkpoint", "round"} else 1


if __name__ == "__main__":
    sys.exit(main())
