"""Spins of a wheel: our kernel, counted, against numpy that only draws, and two workers against one."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from benchmarks import Line, times_as_fast
from nomorebets.sim.blocks import BLOCK_ROUNDS, run_blocks
from nomorebets.sim.kernels import wheel_counts

SEED = 1
NUMPY_SPINS = 1 << 22
NUMPY_BATCH = 1 << 16  # small enough for the processor's cache: numpy at its best
BLOCKS_FOR_WORKERS = 48


def measure() -> list[Line]:
    return [against_numpy(), two_workers_against_one()]


def against_numpy() -> Line:
    generator = np.random.default_rng(SEED)

    def numpy_draws() -> None:
        for _ in range(NUMPY_SPINS // NUMPY_BATCH):
            generator.integers(0, 38, NUMPY_BATCH, dtype=np.uint8)

    ratio = times_as_fast(lambda: wheel_counts(SEED, 0, NUMPY_SPINS, 38), numpy_draws)
    return Line("wheel of 38, drawn and counted", "numpy Generator.integers alone", ratio, goal=1.0)


def two_workers_against_one() -> Line:
    def spin_with(workers: int) -> list[int]:
        return run_blocks(wheel_of_38, BLOCKS_FOR_WORKERS * BLOCK_ROUNDS, SEED, workers).counts

    if spin_with(1) != spin_with(2):
        raise AssertionError("one worker and two gave different totals for the same seed")
    ratio = times_as_fast(lambda: spin_with(2), lambda: spin_with(1), clock=perf_counter)
    return Line("wheel of 38, two workers", "one worker, same totals", ratio, goal=1.7)


def wheel_of_38(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
    return wheel_counts(seed, block, rounds, 38)
