"""Rounds by the script, every game that can be dealt: this tree against an earlier commit, in one run.

    python -m benchmarks.scripts [--against REV] [GAME ...]

The earlier commit is checked out into a folder that is removed afterwards. Both sides play the same rounds of the same
bots from the same seed, in processes of their own that take turns; the median of the ratios is shown.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

TURNS, SECONDS, SEATS, SEED = 3, 0.5, 3, 1
HOME = Path(__file__).resolve().parent.parent
# what runs on either side: only names that both have
PLAYS = f"""
import json, sys
from time import thread_time
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.games import can_be_dealt, entries, open_table
from nomorebets.table import Round, play
from nomorebets.table.felt import Felt

def rate(game):
    table = open_table(game)
    bots, felt, rounds = bots_at(table, "variety", {SEATS}, SeededChance({SEED})), Felt(), 0
    seats = dict.fromkeys(range(1, 7), 0) if any(bet.bank == "pot" for bet in table.game.bets) else {{}}
    play(Round(table, seats=seats), bots)
    started = thread_time()
    while (spent := thread_time() - started) < {SECONDS}:
        felt = Felt.opened(play(Round(table, felt, seats), bots).next_opening)
        rounds += 1
    return rounds / spent

asked = sys.argv[1:] or [game for game in entries() if can_be_dealt(game)]
print(json.dumps({{game: rate(game) for game in asked}}))
"""


def rates(tree: Path, games: list[str]) -> dict[str, float]:
    """Rounds a second of some games, or of all, by the script of a tree."""
    clean = {**os.environ, "PYTHONPATH": str(tree / "src")}
    done = subprocess.run([sys.executable, "-c", PLAYS, *games], env=clean, check=True, capture_output=True, text=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def compare(against: str, games: list[str]) -> list[tuple[str, float, float, float]]:
    """Of every game: rounds a second before and now, and how many times as many."""
    git = ["git", "-C", str(HOME), "worktree"]
    with tempfile.TemporaryDirectory() as folder:
        earlier = Path(folder) / "earlier"
        subprocess.run([*git, "add", "--detach", str(earlier), against], check=True, capture_output=True)
        try:
            turns = [(rates(earlier, games), rates(HOME, games)) for _ in range(TURNS)]
        finally:
            subprocess.run([*git, "remove", "--force", str(earlier)], check=True, capture_output=True)
    return [
        (
            game,
            statistics.median(before[game] for before, _ in turns),
            statistics.median(now[game] for _, now in turns),
            statistics.median(now[game] / before[game] for before, now in turns),
        )
        for game in turns[0][1]
    ]


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--against", default="HEAD", metavar="REV", help="the earlier commit (HEAD)")
    options.add_argument("games", nargs="*", metavar="GAME")
    chosen = options.parse_args()
    print(f"{'script rounds a second':<24}{'before':>10}{'now':>10}{'times':>8}")
    for game, before, now, times in compare(chosen.against, chosen.games):
        print(f"{game:<24}{before:>10,.0f}{now:>10,.0f}{times:>8.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
