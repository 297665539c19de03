"""A simulation cut into fixed blocks of rounds, shared out among workers.

Every block has its own random stream, chosen by the seed and the number of the block alone, and the results
of blocks are whole numbers that are added. So the same seed and number of rounds give the same totals with
one worker or with twenty, in whatever order the blocks finish.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK_ROUNDS = 1 << 22
"""Rounds in a block. Part of the definition of a result: another size gives other totals for a seed."""

LARGEST_SEED = 2**64 - 1

# Enough blocks in waiting that no worker is idle while the main thread adds, few enough that a run of 10**12
# rounds takes no memory and an interrupted one has nothing to clear away.
BLOCKS_IN_HAND_PER_WORKER = 4

Kernel: TypeAlias = "Callable[[int, int, int], NDArray[np.int64]]"
"""Plays `rounds` rounds of block `block` under `seed`, as `kernel(seed, block, rounds)`, and returns counts.

It must release the interpreter lock, or more workers bring nothing.
"""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with `(done_rounds, total_rounds)` after each block, in the thread that called `run_blocks`."""

Merged: TypeAlias = tuple[int, list[int]]
"""How many blocks were added, from the first one on without a gap, and their totals."""

Enough: TypeAlias = Callable[[list[int], int], int]
"""Called with `(counts, rounds)`: how many rounds will do, judging from these. A simulation that has as many ends."""

LOOKS = 64
"""So many blocks are looked at one by one, later ones at steps of a 64th to a 32nd of what is done."""


class Pool(Protocol):
    """Whoever plays blocks in place of threads: a cluster. What it returns acts like a future."""

    @property
    def in_hand(self) -> int: ...  # how many blocks may be handed out and not added yet

    def submit(self, kernel: Kernel, seed: int, block: int, rounds: int, /) -> Any: ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


@dataclass(frozen=True)
class Tally:
    """The totals of a simulation.

    An interrupted tally holds the blocks before the interruption, without a gap: it equals the tally of an
    uninterrupted run of `rounds` rounds under the same seed.
    """

    rounds: int  # really done
    counts: list[int]  # empty if an interruption came before any block was finished
    seconds: float  # on the clock, including the time a kernel took to compile
    interrupted: bool


def run_blocks(
    kernel: Kernel,
    rounds: int,
    seed: int,
    workers: int,
    progress: Progress | None = None,
    *,
    enough: Enough | None = None,
    begun: Merged = (0, []),
    keep: Callable[[Merged], None] | None = None,
    pool: Pool | None = None,
) -> Tally:
    """Play `rounds` rounds in blocks on `workers` threads and add the counts exactly.

    On KeyboardInterrupt no further block is begun, the blocks under way are finished and kept, and the tally
    says that it was interrupted. A second KeyboardInterrupt meanwhile is not caught.

    `enough` is asked in the order of the blocks and after blocks that their numbers alone decide, so that a simulation
    that ends by it ends after the same block with any number of workers. `begun` are blocks played earlier; `keep` is
    given the whole blocks so far, to go on from another time. `pool` plays the blocks, where threads should not.

    >>> from nomorebets.sim.kernels import wheel_counts
    >>> def double_zero_wheel(seed, block, rounds):
    ...     return wheel_counts(seed, block, rounds, compartments=38)
    >>> tally = run_blocks(double_zero_wheel, rounds=1000, seed=1, workers=2)
    >>> tally.rounds, sum(tally.counts), len(tally.counts)
    (1000, 1000, 38)
    """
    if rounds < 1:
        raise ValueError(f"a simulation plays at least one round, not {rounds}")
    if workers < 1:
        raise ValueError(f"a simulation needs at least one worker, not {workers}")
    if not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")

    started = perf_counter()
    blocks = -(-rounds // BLOCK_ROUNDS)  # the last one holds the remainder
    in_hand: deque[tuple[int, Future[NDArray[np.int64]]]] = deque()
    # One tuple (blocks added, totals), replaced in one assignment: wherever an interruption strikes, a block
    # is counted wholly or not at all.
    merged = begun
    handed_out = merged[0]
    interrupted = False

    executor = pool or ThreadPoolExecutor(max_workers=workers, thread_name_prefix="nomorebets-sim")
    try:
        wanted, satisfied = _judged(merged, rounds, enough, rounds)
        while merged[0] < blocks and not satisfied:
            most = workers * BLOCKS_IN_HAND_PER_WORKER if pool is None else pool.in_hand
            while handed_out < blocks and len(in_hand) < most:
                block_rounds = _rounds_before(handed_out + 1, rounds) - _rounds_before(handed_out, rounds)
                in_hand.append((handed_out, executor.submit(kernel, seed, handed_out, block_rounds)))
                handed_out += 1
            merged = _with_next_block(merged, in_hand[0][1])
            in_hand.popleft()
            if keep is not None and merged[0] * BLOCK_ROUNDS <= rounds:
                keep(merged)
            wanted, satisfied = _judged(merged, rounds, enough, wanted)
            if progress is not None:
                done = _rounds_before(merged[0], rounds)
                progress(done, max(done, min(wanted, rounds)))
    except KeyboardInterrupt:
        interrupted = True
        # From the back, while the workers take from the front: the blocks that are played have no gap.
        for _, future in reversed(in_hand):
            future.cancel()
        executor.shutdown(wait=True)
        for block, future in in_hand:
            if block < merged[0]:
                continue  # interrupted between adding this block and letting go of it
            if future.cancelled() or future.exception() is not None:
                break
            merged = _with_next_block(merged, future)
        if keep is not None and merged[0] * BLOCK_ROUNDS <= rounds:
            keep(merged)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)

    added, counts = merged
    return Tally(_rounds_before(added, rounds), counts, perf_counter() - started, interrupted)


def _judged(merged: Merged, rounds: int, enough: Enough | None, before: int) -> tuple[int, bool]:
    """How many rounds will do, and whether these do; between two looks, what was thought before."""
    done, counts = merged
    step = max(1, (1 << done.bit_length()) // LOOKS)
    if enough is None or not counts or done % step:
        return before, False
    played = _rounds_before(done, rounds)
    wanted = enough(counts, played)
    return wanted, wanted <= played


def _rounds_before(block: int, rounds: int) -> int:
    """How many of `rounds` rounds lie in the blocks before `block`."""
    return min(block * BLOCK_ROUNDS, rounds)


def _with_next_block(merged: Merged, future: Future[NDArray[np.int64]]) -> Merged:
    """Add the counts of the next block, in Python integers, which do not overflow."""
    done, counts = merged
    played = future.result()
    block_counts: list[int] = played if isinstance(played, list) else played.tolist()
    if done == 0:
        return 1, block_counts
    return done + 1, [total + more for total, more in zip(counts, block_counts, strict=True)]
