"""Two workers against one for the kernel of every game: on the clock, and in processor time.

On the clock it needs two free cores. Processor time needs none: two workers together should take what one takes, and
whatever they take more (starting, handing out blocks, adding counts, waiting for the interpreter) is the overhead. The
blocks are those of `simulate`, more of them where they are short.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter, process_time

from benchmarks import Line, times_as_fast
from benchmarks.kernels import DRAWS, SEED
from nomorebets.games import open_table
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import BLOCK_ROUNDS, Kernel, run_blocks
from nomorebets.sim.jobs import simulator_at

FEW, MANY, TURNS = 4, 64, 5  # blocks of a run, an even number for two workers
SHORT = 0.02  # seconds of a block


def measure(games: Iterable[str] = tuple(DRAWS)) -> list[Line]:
    lines = []
    for game in games:
        kernel = simulator_at(open_table(game), Pricing()).kernel
        kernel(SEED, 0, 1)  # compiles
        rounds = BLOCK_ROUNDS * (MANY if _seconds(kernel) < SHORT else FEW)

        def run(workers: int, kernel: Kernel = kernel, rounds: int = rounds) -> list[int]:
            return run_blocks(kernel, rounds, SEED, workers).counts

        if run(1) != run(2):
            raise AssertionError(f"{game}: one worker and two gave different totals for the same seed")
        clock = times_as_fast(lambda: run(2), lambda: run(1), rounds=TURNS, clock=perf_counter)
        taken = times_as_fast(lambda: run(2), lambda: run(1), rounds=TURNS, clock=process_time)
        lines.append(Line(f"{game}, two workers", "one worker, on the clock", clock, 1.7))
        lines.append(Line(f"{game}, two workers", "one worker, processor time", taken, 0.9))
    return lines


def _seconds(kernel: Kernel) -> float:
    started = process_time()
    kernel(SEED, 0, BLOCK_ROUNDS)
    return process_time() - started
