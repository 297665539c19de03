"""Rounds by the script, every game that can be dealt: this tree against an earlier commit, in one run.

    python -m benchmarks.scripts [--against REV] [GAME ...]

The earlier commit is checked out into a folder that is removed afterwards. Both sides play the same rounds of the same
bots from the same seed, in processes of their own that take turns; the median of the ratios is shown. Once the bots
decide and chance is drawn; once more with the answers they gave, which cost nothing: that is the script alone.
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
WARM, WARM_SECONDS = 60, 12  # rounds that do not count
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
from nomorebets.table.play import Play

def rates(game):
    table = open_table(game)
    bots, felt, told, spent = bots_at(table, "variety", {SEATS}, SeededChance({SEED})), Felt(), [], 0
    seats = dict.fromkeys(range(1, 7), 0) if any(bet.bank == "pot" for bet in table.game.bets) else {{}}
    started = thread_time()
    for _ in range({WARM}):  # tables of the best play are worked out once
        play(Round(table, seats=seats), bots)
        if thread_time() - started > {WARM_SECONDS}:
            break
    while spent < {SECONDS}:
        started = thread_time()
        played = play(Round(table, felt, seats), bots)
        felt = Felt.opened(played.next_opening)
        spent += thread_time() - started
        told.append((played.opening, [entry.answer for entry in played.entries]))
    bots_rate, rounds, started = len(told) / spent, 0, thread_time()
    while (spent := thread_time() - started) < {SECONDS}:
        opening, answers = told[rounds % len(told)]
        game = Play(Round(table, Felt.opened(opening), seats))
        for answer in answers:
            game.answer(answer)
        rounds += 1
    return bots_rate, rounds / spent

asked = sys.argv[1:] or [game for game in entries() if can_be_dealt(game)]
print(json.dumps({{game: rates(game) for game in asked}}))
"""


Rates = tuple[float, float]  # with bots, and with their answers told


def rates(tree: Path, games: list[str]) -> dict[str, Rates]:
    """Rounds a second of some games, or of all, by the script of a tree."""
    clean = {**os.environ, "PYTHONPATH": str(tree / "src")}
    done = subprocess.run([sys.executable, "-c", PLAYS, *games], env=clean, check=True, capture_output=True, text=True)
    measured: dict[str, Rates] = json.loads(done.stdout)
    return measured


def compare(against: str, games: list[str]) -> list[tuple[str, list[tuple[float, float, float]]]]:
    """Of every game, with bots and told: rounds a second before and now, and how many times as many."""
    git = ["git", "-C", str(HOME), "worktree"]
    with tempfile.TemporaryDirectory() as folder:
        earlier = Path(folder) / "earlier"
        subprocess.run([*git, "add", "--detach", str(earlier), against], check=True, capture_output=True)
        try:
            turns = [(rates(earlier, games), rates(HOME, games)) for _ in range(TURNS)]
        finally:
            subprocess.run([*git, "remove", "--force", str(earlier)], check=True, capture_output=True)
    return [(game, [_medians(game, how, turns) for how in (0, 1)]) for game in turns[0][1]]


def _medians(game: str, how: int, turns: list[tuple[dict[str, Rates], dict[str, Rates]]]) -> tuple[float, float, float]:
    pairs = [(before[game][how], now[game][how]) for before, now in turns]
    before, now = (statistics.median(side) for side in zip(*pairs, strict=True))
    return before, now, statistics.median(now / before for before, now in pairs)


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--against", default="HEAD", metavar="REV", help="the earlier commit (HEAD)")
    options.add_argument("games", nargs="*", metavar="GAME")
    chosen = options.parse_args()
    columns = "".join(f"{name:>10}" for name in ("before", "now", "times"))
    print(f"{'script rounds a second':<24}{columns}   {columns}")
    print(f"{'':<24}{'bots decide':>30}   {'answers told':>30}")
    for game, both in compare(chosen.against, chosen.games):
        figures = "   ".join(f"{before:>10,.0f}{now:>10,.0f}{times:>10.2f}" for before, now, times in both)
        print(f"{game:<24}{figures}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
