"""The exact odds of every game of the chapter under its defaults, against what they may take of one core.

Cold is a new process that finds compiled code and the parsed law, but no odds, in the cache; warm is the same question
again in that process, whatever the games remember of the first answer having been forgotten.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks import Line
from nomorebets.games import open_table
from nomorebets.library import game_ids
from nomorebets.pricing.facet import odds_of
from nomorebets.pricing.sheet import odds_at

HOME = Path(__file__).resolve().parent.parent
WARM, COLD = 1.0, 3.0  # seconds
# more is allowed to these; why, is in the README
EXCEPTIONS = {"pai-gow-poker", "blackjack-switch"}
FORGETFUL = ("nomorebets.games", "nomorebets.pricing", "nomorebets.drivers")


def measure() -> list[Line]:
    lines = []
    for game in game_ids():
        if odds_of(open_table(game).game) is None and not _can_be_enumerated(game):
            continue
        _asked(game)  # compiles
        cold, warm = _asked(game)
        for name, took, may in (("cold", cold, COLD), ("warm", warm, WARM)):
            goal = None if game in EXCEPTIONS else 1.0
            lines.append(Line(f"{game}, exact odds, {name}", f"{may:g} s of one core", may / took, goal))
    return lines


def _can_be_enumerated(game: str) -> bool:
    return open_table(game).game.chance is not None


def _asked(game: str) -> tuple[float, float]:
    """Seconds of a new process and of the same question again in it."""
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.exact_odds", game], cwd=HOME, check=True, capture_output=True, text=True
    )
    cold, warm = map(float, ran.stdout.split())
    return cold, warm


def _forget() -> None:
    for kept in gc.get_objects():
        forget: Any = getattr(kept, "cache_clear", None) if type(kept).__name__ == "_lru_cache_wrapper" else None
        if forget is not None and str(getattr(kept, "__module__", "")).startswith(FORGETFUL):
            forget()


def main(game: str) -> None:
    odds_at(open_table(game))
    cold = sum(os.times()[:2])  # the whole process, interpreter and imports with it
    _forget()
    started = process_time()
    odds_at(open_table(game))
    print(cold, process_time() - started)


if __name__ == "__main__":
    main(sys.argv[1])
