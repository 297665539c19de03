"""The blocks of a simulation on somebody's executor: anything that submits like ``concurrent.futures``.

What travels is the job as text and the number of a block, as to a cluster; so processes, and other machines, do as well
as threads. Ray is given as its module, ``executor=ray``, after ``ray.init()``.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from nomorebets.errors import UnknownName, one_line, shown
from nomorebets.sim.blocks import BLOCKS_IN_HAND_PER_WORKER
from nomorebets.sim.cluster import OtherVersion, play_block
from nomorebets.sim.jobs import Job, code_version

if TYPE_CHECKING:
    from nomorebets.sim.blocks import Kernel

USUAL_WORKERS = 2  # of an executor that does not say how many it has


class Executor(Protocol):
    """Whoever plays blocks; what ``submit`` returns has a ``result()``."""

    def submit(self, play: Any, /, *args: Any) -> Any: ...


class OnRay:
    """Ray's tasks as an executor."""

    def __init__(self, ray: Any) -> None:
        if not ray.is_initialized():
            raise UnknownName(
                "Ray is not started", accepts="ray.init(), or ray.init(address=…), before it is given work"
            )
        self._play: Any = ray.remote(_played)
        self._max_workers = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def submit(self, play: Any, /, *args: Any) -> Any:
        return self._play.remote(play, *args).future()


def _played(play: Any, *args: Any) -> Any:
    return play(*args)


class OnExecutor:
    """A pool of blocks on an executor, which stays its owner's: it is not shut down here."""

    def __init__(self, executor: Executor | ModuleType) -> None:
        if isinstance(executor, ModuleType) and executor.__name__ == "ray":
            executor = OnRay(executor)
        if not callable(getattr(executor, "submit", None)):
            raise UnknownName(
                f"{shown(executor, 60)} cannot be given work",
                accepts="an executor like concurrent.futures', with submit",
            )
        self.executor: Any = executor
        self.workers = getattr(executor, "_max_workers", None) or USUAL_WORKERS

    @property
    def name(self) -> str:
        """Where a simulation ran."""
        if isinstance(self.executor, OnRay):
            return f"Ray with {self.workers} workers"
        return f"{type(self.executor).__module__.split('.')[0]} {type(self.executor).__name__}"

    def kernel(self, job: Job) -> Kernel:
        return functools.partial(play_block, msgspec.json.encode(job), code_version())  # type: ignore[return-value]

    @property
    def in_hand(self) -> int:
        return int(self.workers) * BLOCKS_IN_HAND_PER_WORKER

    def submit(self, kernel: Kernel, seed: int, block: int, rounds: int, /) -> Given:
        return Given(self.executor.submit(kernel, seed, block, rounds))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Whoever brought the executor closes it."""


class Given:
    """One block that was handed to an executor."""

    def __init__(self, future: Any) -> None:
        self._future = future

    def result(self) -> list[int]:
        try:
            counts: list[int] = self._future.result()
        except OtherVersion as fault:
            raise UnknownName(f"a worker of the executor runs another version of nomorebets: {fault}") from None
        except OSError as fault:
            raise UnknownName(f"the executor was lost: {one_line(fault, 120)}", accepts="one that runs") from None
        return counts

    def cancel(self) -> None:
        self._future.cancel()

    def cancelled(self) -> bool:
        return bool(self._future.cancelled())

    def exception(self) -> Any:
        return self._future.exception()
