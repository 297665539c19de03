"""The fuzz test: a million messages, most of them nonsense, to tables of every game.

    python -m benchmarks.fuzz [--messages 1000000] [--seed N]

Whatever is sent, the house answers every message that has an id once, with an acknowledgement or a refusal; it writes
no traceback; and afterwards the audit finds nothing. Exit status 0 if that is so, 1 if not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks._deciding import decision
from benchmarks.house_load import Server
from nomorebets.client import Client
from nomorebets.library import game_ids
from nomorebets.server.book.audit import audit

AT_A_TABLE = 4
PACE = 36.0  # messages of one connection a second; the house takes 40
PATIENCE = 60.0  # seconds for the last answers
ACTS = ("sit", "leave", "buy-in", "wager", "take-back", "call", "clear", "repeat", "double", "deal", "decide")
WORDS = (
    "red",
    "ante",
    "pass",
    "player",
    "straight:17",
    "hop:3-4",
    "purple",
    "",
    "' OR 1=1 --",
    "<script>",
    "../..",
    "\n",
)
NONSENSE: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1,
        100,
        2**31,
        2**63,
        -(2**70),
        1.5,
        -0.0,
        1e308,
        "",
        "25.00",
        "-5",
        "NaN",
        "½",
        "\u202e",
        "\x00",
    ),
    *([], {}, [[[[]]]], {"a": {"b": {}}}, "x" * 3000),
)


class Fuzzer:
    """One connection that says whatever comes into its head."""

    def __init__(self, url: str, token: str, chance: random.Random) -> None:
        self._url, self._headers, self._chance = url, {"Authorization": f"Bearer {token}"}, chance
        self.view: dict[str, Any] = {}
        self.sent = self.connections = 0
        self.heard: Counter[str] = Counter()
        self.waiting: set[str] = set()
        self.faults: list[str] = []
        self._said: list[str] = []
        self._nameless = 0

    async def run(self, messages: int) -> None:
        while self.sent < messages:
            with contextlib.suppress(ConnectionClosed):
                async with connect(
                    self._url, additional_headers=self._headers, max_size=None, compression=None
                ) as line:
                    self.connections += 1
                    self.waiting.clear()  # what was under way when a line broke may or may not have been heard
                    reading = asyncio.create_task(self._read(line))
                    try:
                        await self._talk(line, messages)
                        await self._last_answers(reading)
                    finally:
                        reading.cancel()
                        with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
                            await reading

    async def _talk(self, line: ClientConnection, messages: int) -> None:
        loop = asyncio.get_running_loop()
        began, said = loop.time(), 0
        while self.sent < messages:
            self.sent += 1
            said += 1
            await line.send(self._message())
            ahead = said / PACE - (loop.time() - began)
            if ahead > 0:
                await asyncio.sleep(ahead)

    async def _last_answers(self, reading: asyncio.Task[None]) -> None:
        until = time.monotonic() + PATIENCE
        while len(self.waiting) > self._nameless and time.monotonic() < until and not reading.done():
            await asyncio.sleep(0.05)
        if len(self.waiting) > self._nameless and not reading.done():
            self.faults.append(f"{len(self.waiting)} messages were never answered")

    async def _read(self, line: ClientConnection) -> None:
        async for text in line:
            frame = json.loads(text)
            kind = frame["type"]
            self.heard[kind] += 1
            if kind == "state":
                self.view = frame["view"]
            elif kind in ("ack", "refused"):
                self.waiting.discard(str(frame.get("id")))
                self._nameless += frame.get("id") is None  # no message, or too many: refused without being read
            elif kind != "event":
                self.faults.append(f"a frame of the kind {kind!r}")

    # --- what is said ------------------------------------------------------------------------------------------------

    def _message(self) -> str | bytes:
        chance = self._chance
        kind = chance.random()
        if kind < 0.03:
            return chance.choice(
                ("", "{", "[]", "null", "[" * 2000, '{"type":', "\u0000", "🂡", b"\xff\xfe", "x" * 5000)
            )
        if kind < 0.08 and self._said:
            return chance.choice(self._said)  # again: it is done once
        message = self._sensible() if kind < 0.6 else self._wild()
        name = f"{id(self)}-{self.sent}"
        message["id"] = name
        self.waiting.add(name)
        text = json.dumps(message)
        if len(text) > 4096:
            self.waiting.discard(name)  # too long to be read, so its id is not known either
        self._said = [*self._said[-20:], text]
        return text

    def _sensible(self) -> dict[str, Any]:
        """What somebody at the table might do now."""
        chance, ask = self._chance, self.view.get("ask")
        if self.view.get("you") is None:
            return {"type": "sit", "amount": chance.choice((1_000, 5_000, 20_000))}
        if ask and ask.get("yours"):
            return decision(chance, self.view)
        lying = [wager["on"] for wager in self.view.get("wagers", [])] or list(WORDS[:6])
        return chance.choice(
            (
                {"type": "wager", "on": chance.choice(WORDS[:6]), "amount": chance.choice((50, 100, 500, 1_000))},
                {"type": "wager", "on": chance.choice(lying), "amount": 500},
                {"type": chance.choice(("deal", "deal", "repeat", "double", "clear"))},
                {"type": "take-back", "on": chance.choice(lying)},
                {"type": "call", "on": chance.choice(lying), "call": chance.choice(("on", "off"))},
                {"type": "buy-in", "amount": 1_000},
                {"type": "leave"} if chance.random() < 0.1 else {"type": "deal"},
            )
        )

    def _wild(self) -> dict[str, Any]:
        chance = self._chance
        message: dict[str, Any] = {"type": chance.choice((*ACTS, *ACTS, "pay-me", "", None, 7, []))}
        for name in ("on", "amount", "seat", "choice", "call", "round", "at", "patron", "x"):
            if chance.random() < 0.3:
                message[name] = chance.choice(NONSENSE) if chance.random() < 0.7 else chance.choice(WORDS)
        return message


async def fuzz(messages: int, seed: int, folder: Path) -> list[str]:
    chance = random.Random(seed)
    book = f"sqlite:///{folder}/house.db"
    log = folder / "house.log"
    with log.open("w") as complaints:
        house = Server("-m", "nomorebets", "serve", "--db", book, "--port", "0", stderr=complaints)
        try:
            fuzzers = await _seated(house.address, chance)
            began = time.perf_counter()
            telling = asyncio.create_task(_tell(fuzzers, messages))
            await asyncio.gather(*(fuzzer.run(-(-messages // len(fuzzers))) for fuzzer in fuzzers))
            telling.cancel()
            seconds = time.perf_counter() - began
        finally:
            house.stop()
    heard = sum((fuzzer.heard for fuzzer in fuzzers), Counter[str]())
    faults = [fault for fuzzer in fuzzers for fault in fuzzer.faults]
    told = log.read_text()
    faults += ["the house wrote a traceback"] if "Traceback" in told or "ERROR" in told else []
    found = audit(book, None)
    faults += [f"audit: {finding.text}" for finding in found.findings]
    print(f"messages       {sum(fuzzer.sent for fuzzer in fuzzers):>10,}   ({seconds:,.0f} s, seed {seed})")
    print(f"tables         {len(game_ids()):>10,}   one of every game")
    print(f"connections    {sum(fuzzer.connections for fuzzer in fuzzers):>10,}")
    for kind in ("ack", "refused", "event", "state"):
        print(f"{kind:<14} {heard[kind]:>10,}")
    print(f"rounds         {found.counts.get('rounds', 0):>10,}   postings {found.counts.get('postings', 0):,}")
    print(f"faults         {len(faults):>10,}")
    for fault in sorted(set(faults))[:10]:
        print(f"  {fault}")
    if faults:
        expected = "too many messages"
        print("\n".join(line for line in told.splitlines() if expected not in line)[:8000], file=sys.stderr)
    return faults


async def _tell(fuzzers: list[Fuzzer], messages: int) -> None:
    while True:
        await asyncio.sleep(10)
        print(f"{sum(fuzzer.sent for fuzzer in fuzzers):,} of {messages:,} messages", file=sys.stderr)


async def _seated(address: str, chance: random.Random) -> list[Fuzzer]:
    found = []
    for game in game_ids():
        async with Client(address) as house:
            await house.come_in()
            table = await house.open_table(game)
        for _ in range(AT_A_TABLE):
            async with Client(address) as house:
                token = (await house.come_in()).token
            url = f"{address.replace('http', 'ws', 1)}/ws/tables/{table.id}"
            found.append(Fuzzer(url, token, random.Random(chance.random())))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 1 if uvloop.run(fuzz(given.messages, given.seed, Path(folder))) else 0


if __name__ == "__main__":
    raise SystemExit(main())
