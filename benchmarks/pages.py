"""`python -m benchmarks.pages`: how soon the pages of a house that has just opened come, and how large they are.

A house of its own is opened; the lobby is the first page anybody asks it for. Exits with 1 where a goal is missed.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

FIRST = 0.5  # seconds until the first page is there
LARGEST = 300_000  # bytes of a page
PAGES = (
    "/",
    "/rules/5.2(b)",
    "/rules",
    "/rules/16",
    "/rules/coverage",
    "/odds",
    "/odds/roulette",
    "/odds/craps",
    "/records",
    "/floor/caribbean-stud",
    "/guide/sample/roulette",
    "/tables/new?game=craps",
)


def main() -> int:
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        book = f"sqlite:///{Path(folder) / 'house.db'}"
        command = [sys.executable, "-m", "nomorebets", "serve", "--port", "0", "--db", book]
        began = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as house:
            try:
                assert house.stdout is not None
                found = None
                while found is None:
                    found = re.search(r"http://[\d.]+:\d+", house.stdout.readline())
                print(f"the house opened after {time.perf_counter() - began:.2f} s")
                print(f"{'page':<24} {'seconds':>7} {'bytes':>8}")
                for page in PAGES:
                    began = time.perf_counter()
                    with urllib.request.urlopen(found[0] + page, timeout=60) as answer:
                        size = len(answer.read())
                    seconds = time.perf_counter() - began
                    print(f"{page:<24} {seconds:>7.3f} {size:>8,}")
                    if size > LARGEST or (page == PAGES[0] and seconds > FIRST):
                        missed.append(page)
            finally:
                house.terminate()
    goal = f"goals: the first page within {FIRST} s, no page above {LARGEST:,} bytes"
    print(f"\n{goal}: {'missed by ' + ', '.join(missed) if missed else 'reached'}")
    return int(bool(missed))


if __name__ == "__main__":
    raise SystemExit(main())
