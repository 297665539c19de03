"""The first result of a fresh process, kernels cached, against a process that loads one trivial cached kernel.

Measured in processor time of the children: on a busy machine the clock on the wall says more about the others.
"""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

from benchmarks import Line

TURNS = 9
OURS = [sys.executable, "-m", "nomorebets", "simulate", "roulette", "--rounds", "1000"]
TRIVIAL = [sys.executable, "-m", "benchmarks._trivial"]


def measure() -> list[Line]:
    for command in (OURS, TRIVIAL):
        _seconds(command)  # compiles, and writes bytecode
    ratios = []
    for _ in range(TURNS):
        trivial, ours = _seconds(TRIVIAL), _seconds(OURS)
        ratios.append(trivial / ours)
    return [Line("first simulated result of a fresh process", "a trivial cached numba process", median(ratios), 0.5)]


def _seconds(command: list[str]) -> float:
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
