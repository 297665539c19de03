"""The first result of a fresh process, kernels cached, against a process that loads one trivial cached kernel;
and commands that compute little or nothing, against what they may take.

Measured in processor time of the children: on a busy machine the clock on the wall says more about the others.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from benchmarks import Line

TURNS = 9
HOME = Path(__file__).resolve().parent.parent
# seconds of the processor that a command may take when it was given once before
MAY_TAKE = {
    "--help": 0.1,
    "rule 5.6(b)": 0.25,
    "dispute examples/roulette-dispute.toml": 0.25,
    "check examples/house.toml": 0.25,
    "odds roulette": 0.25,
    "odds caribbean-stud": 0.2,  # an exact solution, read from the cache
    "odds blackjack": 0.2,
}
OURS = [sys.executable, "-m", "nomorebets", "simulate", "roulette", "--rounds", "1000"]
TRIVIAL = [sys.executable, "-m", "benchmarks._trivial"]


def measure() -> list[Line]:
    for command in (OURS, TRIVIAL):
        _seconds(command)  # compiles, and writes bytecode
    ratios = []
    for _ in range(TURNS):
        trivial, ours = _seconds(TRIVIAL), _seconds(OURS)
        ratios.append(trivial / ours)
    first = Line("first simulated result of a fresh process", "a trivial cached numba process", median(ratios), 0.5)
    return [first, *(_start(words, seconds) for words, seconds in MAY_TAKE.items())]


def _start(words: str, seconds: float) -> Line:
    command = [sys.executable, "-m", "nomorebets", *words.split()]
    _seconds(command)
    taken = median(_seconds(command) for _ in range(TURNS))
    return Line(f"nomorebets {words}", f"{seconds} seconds of one core", seconds / taken, 1)


def _seconds(command: list[str]) -> float:
    before = os.times()
    # with bytecode, as it is where the program is installed; a dispute ends with 1
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, cwd=HOME, stdout=subprocess.DEVNULL, check=False, env=env)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
