"""An hour of a busy house: whether its memory stays, its timers keep time, and how its book grows.

    python -m benchmarks.soak [--minutes 60] [--tables 20] [--pace 1] [--every 30]

Two people at each table wager against each other's chances and call for the deal, a round a second (or as soon as one
is over: ``--pace 0``), and buy more chips when they have none. The pace is held because memory follows it: the ids of
the last minutes are kept, and a machine that is freer in the second half would look like a leak.
At one more table two people wager and never call: there the house's own clock closes every window, and how much later
than it said is its drift. Sampled are the resident memory of the house, the size of its book with what waits beside it,
rounds, and that lateness. Ids are kept for up to twelve and a half minutes; from the fourteenth on (or the second half,
where that is over sooner) memory must not grow by more than a tenth, nor the lateness by more than a tenth of a second.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import uvloop

from benchmarks.house_load import Server
from nomorebets.client import BuyIn, Client, Deal, PlaceWager, Refused, Sit, Wire

SETTLED = 14 * 60.0  # seconds
GROWS = 0.1  # of the memory
LATER = 0.1  # seconds
CHIPS, CHIP = 10_000, 100  # cents
SIDES = ("small", "big")  # two who wager alike would be out of chips at once, and nobody would deal


class Evening:
    """Everybody who plays."""

    def __init__(self, address: str, pace: float) -> None:
        self._address = address
        self._apart = 1 / pace if pace else 0.0  # seconds
        self.rounds = 0
        self.late: list[float] = []  # seconds, by the clock of the last table
        self.refused: list[str] = []

    async def play(self, table_id: str, on: str, calls: bool) -> None:
        """One person, for ever."""
        async with Client(self._address) as house:
            await house.come_in()
            async with house.wire(table_id) as wire:
                await wire.act(Sit(amount=CHIPS))
                while True:
                    number, next_at = wire.view["round"], time.perf_counter() + self._apart
                    await self._wager(wire, on)
                    if calls:
                        with suppress(Refused):
                            await wire.act(Deal())
                    await self._next(wire, number, calls)
                    await asyncio.sleep(max(0.0, next_at - time.perf_counter()) if calls else 0)

    async def _wager(self, wire: Wire, on: str) -> None:
        try:
            await wire.act(PlaceWager(on=on, amount=CHIP))
        except Refused as fault:
            self.refused.append(str(fault))
            with suppress(Refused):  # the round may have gone on meanwhile
                await wire.act(BuyIn(amount=CHIPS))
                await wire.act(PlaceWager(on=on, amount=CHIP))

    async def _next(self, wire: Wire, number: int, calls: bool) -> None:
        """Until another round has begun; where nobody calls, how late the clock was."""
        due = None
        while wire.view["round"] == number:
            if not calls and due is None and wire.view["clock"] is not None:
                due = time.perf_counter() + wire.view["clock"]
            await asyncio.sleep(0.02)
            while not wire.events.empty():
                wire.events.get_nowait()
        self.rounds += 1
        if due is not None:
            self.late.append(time.perf_counter() - due)


def size_of(book: Path) -> int:
    return sum(path.stat().st_size for path in book.parent.glob(f"{book.name}*"))


async def soak(minutes: float, tables: int, pace: float, every: float) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder) / "house.db"
        house = Server("-m", "nomorebets", "serve", "--db", f"sqlite:///{book}", "--port", "0")
        try:
            return await _sampled(house, book, minutes, Evening(house.address, pace), tables, every)
        finally:
            house.stop()


async def _sampled(house: Server, book: Path, minutes: float, evening: Evening, tables: int, every: float) -> bool:
    async with Client(house.address) as office:
        await office.come_in()
        opened = [(await office.open_table("sic-bo", name=f"Table {n}")).id for n in range(tables + 1)]
    playing = [asyncio.create_task(evening.play(table, on, table != opened[-1])) for table in opened for on in SIDES]
    began, samples = time.perf_counter(), list[tuple[float, int, int, int, float]]()
    print(f"{'minutes':>8} {'rounds':>9} {'memory MB':>10} {'book MB':>9} {'late ms':>8} {'processor s':>12}")
    while time.perf_counter() - began < 60 * minutes:
        await asyncio.sleep(every)
        for task in playing:
            if task.done():
                task.result()
        late, evening.late = statistics.median(evening.late or [0.0]), []
        samples.append((time.perf_counter() - began, evening.rounds // 2, house.memory, size_of(book), late))
        at, rounds, memory, size, _ = samples[-1]
        print(f"{at / 60:>8.1f} {rounds:>9,} {memory / 1e6:>10.1f} {size / 1e6:>9.1f} {1000 * late:>8.0f} "
              f"{house.seconds:>12.1f}", flush=True)  # fmt: skip
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    settled = min(SETTLED, samples[-1][0] / 2)
    first, last = next(sample for sample in samples if sample[0] >= settled), samples[-1]
    each = (last[3] - first[3]) / max(1, last[1] - first[1])
    is_flat = last[2] <= first[2] * (1 + GROWS)
    half = len(samples) // 2
    early, later = (statistics.median(s[4] for s in part) for part in (samples[:half] or samples, samples[half:]))
    keeps_time = later - early <= LATER
    print(f"memory          {first[2] / 1e6:.1f} MB, then {last[2] / 1e6:.1f}: {'flat' if is_flat else 'GREW'}")
    print(f"lateness        {1000 * early:.0f} ms, then {1000 * later:.0f}: {'no drift' if keeps_time else 'DRIFTED'}")
    print(f"book            {each:,.0f} bytes a round; {len(evening.refused)} wagers refused for want of chips")
    return is_flat and keeps_time


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--pace", type=float, default=1.0, help="rounds a second at each table; 0: as many as it can")
    parser.add_argument("--every", type=float, default=30.0, help="seconds between two samples")
    given = parser.parse_args()
    return int(not uvloop.run(soak(given.minutes, given.tables, given.pace, given.every)))


if __name__ == "__main__":
    sys.exit(main())
