"""What a cluster adds: the processor time of one simulation alone, and on four worker processes of this machine.

    python -m benchmarks.cluster_cost [GAME] [--rounds 1e9] [--turns 2]

A scheduler and four workers with one thread each are started; then the same command is given to the cluster and alone,
in turn. What the workers use is compared with what the command alone uses; the scheduler and the command that waits are
told apart. The totals of both must be the same.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import time

from benchmarks import seconds_of

WORKERS = 4
HOW = ("workers", "seconds", "rounds_per_second", "ran_on")  # how it was played, not what came of it
GOAL = 1.05  # times the processor time of the same work alone


def given(game: str, rounds: str, *more: str) -> tuple[float, object]:
    """Seconds of a processor of a command, and what it found."""
    command = [sys.executable, "-m", "nomorebets", "simulate", game, "--rounds", rounds, "--json", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    found = json.loads(said)
    return used.ru_utime + used.ru_stime, {name: value for name, value in found.items() if name not in HOW}


def measure(game: str, rounds: str, turns: int) -> bool:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    dask = [sys.executable, "-m", "dask"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    address = f"tcp://127.0.0.1:{port}"
    options = ("--host", "127.0.0.1", "--port", port, "--no-dashboard")
    started = [subprocess.Popen([*dask, "scheduler", *options], **quiet)]  # type: ignore[call-overload]
    try:
        time.sleep(5)
        alone_worker = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        started += [
            subprocess.Popen([*dask, "worker", address, *alone_worker], **quiet)  # type: ignore[call-overload]
            for _ in range(WORKERS)
        ]
        time.sleep(15)
        given(game, "1e8", "--cluster", address)  # so that every worker has the kernel
        ratios = []
        for _ in range(turns):
            before = [seconds_of(process.pid) for process in started]
            command, found = given(game, rounds, "--cluster", address)
            scheduler, *workers = (seconds_of(p.pid) - b for p, b in zip(started, before, strict=True))
            alone, same = given(game, rounds, "--workers", "1")
            assert found == same, "the totals differ"
            ratios.append(sum(workers) / alone)
            print(f"alone {alone:.1f} s; {WORKERS} workers {sum(workers):.1f}, scheduler {scheduler:.1f}, "
                  f"command {command:.1f}: workers {ratios[-1]:.3f} of alone", flush=True)  # fmt: skip
    finally:
        for process in started:
            process.kill()
            process.wait()
    ratio = statistics.median(ratios)
    print(f"{game}, {rounds} rounds: {ratio:.3f} of alone, goal {GOAL}: {'met' if ratio <= GOAL else 'MISSED'}")
    return ratio <= GOAL


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="caribbean-stud")
    parser.add_argument("--rounds", default="1e9")
    parser.add_argument("--turns", type=int, default=2)
    asked = parser.parse_args()
    return int(not measure(asked.game, asked.rounds, asked.turns))


if __name__ == "__main__":
    raise SystemExit(main())
