"""How a simulation is carried out: on threads or on a cluster, from its beginning or from a checkpoint.

None of it changes a result.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from nomorebets.errors import UnknownName, one_line, shown
from nomorebets.sim.blocks import BLOCK_ROUNDS, LARGEST_SEED, Enough, Kernel, Merged, Progress, Tally, run_blocks
from nomorebets.sim.checkpoint import Checkpoint
from nomorebets.sim.executors import Executor, OnExecutor
from nomorebets.sim.jobs import Job

MOST_ROUNDS = 10**15
MOST_WORKERS = 256


@dataclass(frozen=True)
class Run:
    """What a simulation came to, and how much of it was taken from a checkpoint."""

    tally: Tally
    resumed: int  # rounds
    on: str = "threads of this process"


def require_number(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is no number of rounds, workers or the like."""
    if type(value) is not int or not least <= value <= most:
        what = one_line(value, 40) if type(value) is int else shown(value, 40)
        raise UnknownName(f"{what} is no {name} of a simulation", accepts=f"whole numbers from {least} to {most:,}")


def rounds_wanted(rounds: int | None, until_error: float | None) -> int:
    """How many rounds are played at most."""
    if until_error is not None and not (isinstance(until_error, int | float) and 0 < until_error < float("inf")):
        raise UnknownName(f"{shown(until_error, 40)} is no standard error", accepts="a number above 0, like 1e-5")
    if rounds is None:
        if until_error is None:
            raise UnknownName("a simulation without an end", accepts="a number of rounds, or a standard error")
        return MOST_ROUNDS
    require_number("number of rounds", rounds, 1, MOST_ROUNDS)
    return rounds


def carry_out(
    job: Job,
    kernel: Kernel,
    rounds: int,
    seed: int,
    workers: int,
    progress: Progress | None = None,
    enough: Enough | None = None,
    resume: str | Path | None = None,
    cluster: str | None = None,
    executor: Executor | ModuleType | None = None,
) -> Run:
    """Play the blocks of a job, here or on a cluster, and keep a checkpoint where one is wanted."""
    require_number("number of rounds", rounds, 1, MOST_ROUNDS)
    require_number("number of workers", workers, 1, MOST_WORKERS)
    require_number("seed", seed, 0, LARGEST_SEED)
    checkpoint = None if resume is None else Checkpoint(Path(resume), job, seed)
    begun: Merged = (0, []) if checkpoint is None else checkpoint.merged
    resumed = begun[0] * BLOCK_ROUNDS
    if resumed > rounds:
        raise UnknownName(
            f"{shown(resume)} holds {resumed:,} rounds already, more than {rounds:,}",
            accepts=f"{resumed:,} rounds or more, or another file",
        )
    keep, on = None if checkpoint is None else checkpoint.keep, "threads of this process"
    if cluster is not None and executor is not None:
        raise UnknownName("a simulation runs on a cluster or on an executor", accepts="one of them")
    try:
        if cluster is not None:
            from nomorebets.sim.cluster import Cluster

            with Cluster(cluster) as pool:
                played, threads, on = pool.kernel(job), pool.threads, f"the cluster at {cluster}"
                tally = run_blocks(
                    played, rounds, seed, threads, progress, enough=enough, begun=begun, keep=keep, pool=pool
                )
        elif executor is not None:
            given = OnExecutor(executor)
            played, workers, on = given.kernel(job), given.workers, given.name
            tally = run_blocks(
                played, rounds, seed, workers, progress, enough=enough, begun=begun, keep=keep, pool=given
            )
        else:
            kernel(0, 0, 1)  # compile or load before the clock starts
            tally = run_blocks(kernel, rounds, seed, workers, progress, enough=enough, begun=begun, keep=keep)
    finally:
        if checkpoint is not None:
            checkpoint.write()
    return Run(tally, resumed, on)
