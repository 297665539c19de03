"""Run many evenings: python -m simulated_house --seeds 1-1000 [--patrons 6] [--games roulette,blackjack]

A seed that fails is printed with its last steps; the same seed fails the same way again. Exit status 0 if none does.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from nomorebets.library import game_ids
from simulated_house.world import Failure, run

TOLD_EVERY = 30.0  # seconds


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m simulated_house", description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", default="1-200", help="a seed, or the first and the last")
    parser.add_argument("--patrons", type=int, default=6)
    parser.add_argument("--games", default="", help="instead of three that the seed chooses; all: every one")
    parser.add_argument("--wild", type=float, default=0.04, help="of the messages, how many are nonsense")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    asked = parser.parse_args()
    first, _, last = asked.seeds.partition("-")
    games = tuple(game_ids() if asked.games == "all" else filter(None, asked.games.split(",")))
    counts: Counter[str] = Counter()
    failed: list[int] = []
    began = told = time.monotonic()
    simulated, seeds = 0.0, 0
    for seed in range(int(first), int(last or first) + 1):
        try:
            evening = run(seed, asked.patrons, games, asked.wild)
            counts += evening.counts
            simulated += evening.seconds
        except Failure as fault:
            failed.append(seed)
            print(fault, flush=True)
        seeds += 1
        if time.monotonic() - told > TOLD_EVERY or first == (last or first):
            told = time.monotonic()
            print(f"seed {seed}: {seeds} evenings, {len(failed)} failed", flush=True)
        if asked.minutes and time.monotonic() - began > 60 * asked.minutes:
            break
    print(f"evenings       {seeds:>10,}   ({simulated / 3600:,.1f} simulated hours, {time.monotonic() - began:,.0f} s)")
    for name in ("messages", "acknowledged", "rounds", "call", "frame", "crash", "cut", "stands still", "fault"):
        print(f"{name:<14} {counts[name]:>10,}")
    print(f"failed         {len(failed):>10,}   {' '.join(map(str, failed[:20]))}")
    return int(bool(failed))


if __name__ == "__main__":
    raise SystemExit(main())
