"""`python -m benchmarks.attacks`: how soon a table answers while somebody at another address attacks the house.

A house of its own is opened behind a proxy's address, so that visitors have addresses. Somebody plays at one table;
an attacker in a process of its own does one thing as fast as it can. The median time of an answer under each attack is
compared with that of the seconds before it, in which such a process is as busy and leaves the house alone: what an
attacker on the same machine takes from the processor is no attack. Exits with 1 where it is more than twice as long.
"""

from __future__ import annotations

import json
import multiprocessing
import re
import secrets
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

GOAL = 2.0  # times the usual
SECONDS = 4.0  # of each attack
PAUSE = 0.02  # between two acts of the one who plays
ATTACKER, PLAYER = "192.0.2.66", "192.0.2.1"
DIRECT = "127.0.0.2"  # past the proxy, which would not pass on such a head
PING = bytes([0x89, 0x80]) + bytes(4)
TEXT = bytes([0x81, 0xFE]) + struct.pack("!H", 4_000) + bytes(4) + b"x" * 4_000


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        book = f"sqlite:///{Path(folder) / 'house.db'}"
        command = [sys.executable, "-m", "nomorebets", "serve", "--port", "0", "--db", book]
        command += ["--trusted-proxy", "127.0.0.1", "--guests"]
        with (
            (Path(folder) / "house.log").open("w") as log,
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as house,
        ):
            try:
                assert house.stdout is not None
                found = None
                while found is None:
                    found = re.search(r"http://[\d.]+:\d+", house.stdout.readline())
                missed = _measure(found[0])
            finally:
                house.terminate()
    print(
        f"\ngoal: answers within {GOAL:g} times the usual: {'missed by ' + ', '.join(missed) if missed else 'reached'}"
    )
    return int(bool(missed))


def _measure(address: str) -> list[str]:
    missed = []
    url, bearer = _table(address, PLAYER)
    print(f"{'attack':<12} {'usual':>9} {'under it':>9} {'times':>6}")
    with connect(url, additional_headers=bearer, max_queue=None) as wire:
        _ask(wire, {"type": "sit", "id": "sit"})
        for name, attack in ATTACKS.items():
            target = _table(address, ATTACKER)[0]
            usual, under = (_median_beside(wire, work, address, target) for work in (_nothing, attack))
            times = under / usual
            print(f"{name:<12} {usual * 1000:>6.1f} ms {under * 1000:>6.1f} ms {times:>6.2f}")
            if times > GOAL:
                missed.append(name)
            time.sleep(1)
    return missed


def _median_beside(wire: ClientConnection, work: Callable[[str, str], None], address: str, url: str) -> float:
    beside = multiprocessing.Process(target=work, args=(address, url), daemon=True)
    beside.start()
    time.sleep(0.5)
    try:
        return _median(wire)
    finally:
        beside.terminate()
        beside.join()


def _median(wire: ClientConnection) -> float:
    taken, until = [], time.monotonic() + SECONDS
    while time.monotonic() < until:
        taken.append(_ask(wire, {"type": "clear", "id": secrets.token_hex(8)}))
        time.sleep(PAUSE)
    return statistics.median(taken)


def _ask(wire: ClientConnection, message: dict[str, str]) -> float:
    before = time.monotonic()
    wire.send(json.dumps(message))
    while json.loads(wire.recv(timeout=30)).get("id") != message["id"]:
        pass
    return time.monotonic() - before


def _table(address: str, where: str) -> tuple[str, dict[str, str]]:
    """A table somebody at an address has opened, and what he is known by."""
    key = {"idempotency-key": secrets.token_hex(16), "x-forwarded-for": where}
    token = _post(f"{address}/api/v1/patrons", key, b"")["token"]
    bearer = {"authorization": f"Bearer {token}", "x-forwarded-for": where}
    asked = {**key, **bearer, "content-type": "application/json"}
    table = _post(f"{address}/api/v1/tables", asked, b'{"game": "roulette"}')["id"]
    return f"{address.replace('http', 'ws')}/ws/tables/{table}", bearer


def _post(url: str, headers: dict[str, str], body: bytes) -> dict[str, str]:
    with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30) as answer:
        found: dict[str, str] = json.loads(answer.read())
        return found


# --- what an attacker does, until he is stopped ---------------------------------------------------------------------


def _nothing(address: str, url: str) -> None:
    while True:
        pass


def _frames(sent: bytes) -> Callable[[str, str], None]:
    return lambda address, url: _pour(url, sent)


def _pour(url: str, sent: bytes) -> None:
    while True:
        with (
            suppress(Exception),
            connect(url, additional_headers={"x-forwarded-for": ATTACKER}, max_queue=None) as wire,
        ):
            while True:
                wire.socket.sendall(sent)


def _heads(address: str, url: str) -> None:
    where = urlsplit(address)
    while True:
        with (
            suppress(OSError),
            socket.create_connection((where.hostname, where.port), timeout=5, source_address=(DIRECT, 0)) as wire,
        ):
            wire.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            while True:
                wire.sendall(b"x" * 65_536)


def _joins(address: str, url: str) -> None:
    """Anonymous sockets, as many as the house takes, and then one goes and another comes."""
    while True:
        with ExitStack() as wires, suppress(Exception):
            while True:
                asked = {"x-forwarded-for": ATTACKER}
                wires.enter_context(connect(url, additional_headers=asked, max_queue=None, close_timeout=0.1))


def _logins(address: str, url: str) -> None:
    while True:
        asked = urllib.request.Request(f"{address}/login", b"name=x&password=y", {"x-forwarded-for": ATTACKER})
        with suppress(Exception), urllib.request.urlopen(asked, timeout=5):
            pass


ATTACKS: dict[str, Callable[[str, str], None]] = {
    "pings": _frames(PING * 10_000),
    "text": _frames(TEXT * 16),
    "heads": _heads,
    "joins": _joins,
    "logins": _logins,
}


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    raise SystemExit(main())
