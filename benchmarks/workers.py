"""Two workers against one for the kernel of every game: on the clock, and in processor time.

On the clock it needs two free cores. Processor time needs none: two workers together should take what one takes, and
whatever they take more (starting, handing out blocks, adding counts, waiting for the interpreter) is the overhead. The
blocks are a 16th of real ones, so that the share of that overhead is 16 times as large as in use.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter, process_time

from benchmarks import Line, times_as_fast
from benchmarks.kernels import DRAWS, SEED
from nomorebets.games import open_table
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import BLOCK_ROUNDS, Kernel, run_blocks
from nomorebets.sim.jobs import simulator_at

BLOCKS, TURNS = 8, 3
SECONDS_A_BLOCK = 0.02  # slow kernels play fewer rounds: as many as take so long


def measure() -> list[Line]:
    lines = []
    for game in DRAWS:
        kernel = _smaller(simulator_at(open_table(game), Pricing()).kernel)

        def run(workers: int, kernel: Kernel = kernel) -> list[int]:
            return run_blocks(kernel, BLOCKS * BLOCK_ROUNDS, SEED, workers).counts

        if run(1) != run(2):
            raise AssertionError(f"{game}: one worker and two gave different totals for the same seed")
        clock = times_as_fast(lambda: run(2), lambda: run(1), rounds=TURNS, clock=perf_counter)
        taken = times_as_fast(lambda: run(2), lambda: run(1), rounds=TURNS, clock=process_time)
        lines.append(Line(f"{game}, two workers", "one worker, on the clock", clock, 1.7))
        lines.append(Line(f"{game}, two workers", "one worker, processor time", taken, 0.9))
    return lines


def _smaller(kernel: Kernel) -> Kernel:
    """The kernel with a part of each block."""
    rounds = 1 << 12
    kernel(SEED, 0, rounds)
    took = median(_seconds(kernel, rounds) for _ in range(3))
    while took < SECONDS_A_BLOCK and rounds < BLOCK_ROUNDS >> 4:
        rounds, took = rounds * 2, took * 2
    return lambda seed, block, _: kernel(seed, block, rounds)


def _seconds(kernel: Kernel, rounds: int) -> float:
    started = process_time()
    kernel(SEED, 0, rounds)
    return process_time() - started
