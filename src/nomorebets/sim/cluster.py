"""The blocks of a simulation on a dask.distributed cluster. Imports distributed (extra ``cluster``) when it is used.

What travels is the job as text and the number of a block; a machine of the cluster makes the kernel for itself and
sends whole numbers back. A block whose machine is lost is played again elsewhere, from the same seed and number: it
gives the same counts, and it is counted once.
"""

from __future__ import annotations

import functools
import ipaddress
import logging
import socket
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from nomorebets.errors import RulesError, UnknownName, one_line, shown
from nomorebets.sim.jobs import Job, code_version, kernel_of

if TYPE_CHECKING:
    from types import TracebackType

    from nomorebets.sim.blocks import Kernel

SECONDS_TO_CONNECT = 1.5
SECONDS_TO_ANSWER = 10  # of a scheduler that is there, but busy
SECONDS_FOR_WORKERS = 60
MOST_TRIES = 100  # machines that one block may be lost with
A_TASK = 0.5  # seconds: short blocks travel together, or handing them out costs as much as playing them
MOST_TOGETHER = 64  # blocks
DASK_LOG = logging.getLogger("distributed.client")


def _not_shown(record: logging.LogRecord) -> bool:
    """What dask logs of a scheduler that is lost, tracebacks included: whoever waits is told in a sentence."""
    return False


class OtherVersion(Exception):
    """A machine of the cluster has other code."""


def play_block(job: bytes, version: str, seed: int, block: int, rounds: int) -> list[int]:
    """One block, on whatever machine this runs."""
    if code_version() != version:
        raise OtherVersion(f"it has the code {code_version()}, here it is {version}")
    counts: list[int] = kernel_of(job)(seed, block, rounds).tolist()
    return counts


def play_blocks(job: bytes, version: str, seed: int, blocks: list[tuple[int, int]]) -> tuple[list[list[int]], float]:
    """Some blocks with their rounds; their counts, and the seconds they took."""
    began = perf_counter()
    return [play_block(job, version, seed, *block) for block in blocks], perf_counter() - began


def is_this_machine(address: str) -> bool:
    """Whether an address leads nowhere else.

    >>> [is_this_machine(a) for a in ("tcp://127.0.0.1:8786", "[::1]:8786", "tcp://192.0.2.7:8786", "127.0.0.1.nip.io")]
    [True, True, False, False]
    """
    scheme, _, rest = address.rpartition("://")
    if scheme == "inproc":
        return True
    try:
        host = urlsplit(f"//{rest}").hostname or ""
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Cluster:
    """A pool of blocks on the workers of a cluster."""

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            import distributed
        except ImportError:
            raise UnknownName(
                "a cluster needs the package distributed", accepts="pip install 'nomorebets[cluster]', or --workers"
            ) from None
        client_of: Any = distributed.Client
        security = self._security()
        try:
            self._knock()
            self.client: Any = client_of(
                address, timeout=SECONDS_TO_ANSWER, set_as_default=False, **({"security": security} if security else {})
            )
        except (OSError, ValueError, TypeError, ImportError, RuntimeError) as fault:
            raise self._fault(f"no scheduler answers: {one_line(fault, 120)}") from None
        try:
            self.client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
        except TimeoutError:
            self.client.close()
            raise self._fault("it has no workers") from None
        self.threads: int = max(1, sum(self.client.nthreads().values()))
        self._together: int = 1  # blocks that travel as one task
        self._group: Group | None = None  # that is being filled

    def _knock(self) -> None:
        """Is anybody there? dask would go on asking for all its time."""
        at = urlsplit(f"//{self.address.rpartition('://')[2]}")
        if at.hostname and at.port:  # a port that is none is a ValueError
            socket.create_connection((at.hostname, at.port), SECONDS_TO_CONNECT).close()

    def _security(self) -> Any:
        """Keys for an address beyond this machine; without them it is refused, for an open scheduler runs any code."""
        if is_this_machine(self.address):
            return None
        from distributed.security import Security

        make: Any = Security
        keys = make(require_encryption=True)
        if self.address.startswith("tls://") and keys.tls_ca_file and keys.tls_client_cert:
            return keys
        raise UnknownName(
            f"the cluster at {shown(self.address)} is not on this machine, and whoever reaches an open scheduler runs "
            "code on all its machines and on this one",
            accepts="tls://HOST:PORT with certificates in dask's configuration (docs/cluster.md), or an address of "
            "this machine",
        )

    def kernel(self, job: Job) -> Kernel:
        return functools.partial(play_blocks, msgspec.json.encode(job), code_version())  # type: ignore[return-value]

    @property
    def in_hand(self) -> int:
        """How many blocks are to be handed out at a time."""
        return int(self.threads) * 3 * self._together

    def submit(self, kernel: Kernel, seed: int, block: int, rounds: int, /) -> Task:
        group = self._group
        if group is None or group.is_sent:
            group = self._group = Group(self, kernel, seed)
        group.blocks.append((block, rounds))
        if len(group.blocks) >= self._together:
            group.send()
        return Task(group, len(group.blocks) - 1)

    def took(self, blocks: int, seconds: float) -> None:
        """So many blocks took a worker so long: how many make a task."""
        self._together = max(1, min(MOST_TOGETHER, int(A_TASK * blocks / max(seconds, 1e-6))))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Blocks not asked for any more are forgotten when their tasks are."""

    def __enter__(self) -> Cluster:
        DASK_LOG.addFilter(_not_shown)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.client.close()
        finally:
            DASK_LOG.removeFilter(_not_shown)

    def _fault(self, why: str) -> RulesError:
        accepts = "the address of a dask scheduler that runs, like tls://192.0.2.7:8786"
        return UnknownName(f"the cluster at {shown(self.address)}: {why}", accepts=accepts)


class Group:
    """Blocks that travel to a worker together."""

    def __init__(self, cluster: Cluster, kernel: Kernel, seed: int) -> None:
        self._cluster, self._kernel, self._seed = cluster, kernel, seed
        self.blocks: list[tuple[int, int]] = []  # with their rounds
        self.future: Any = None
        self._found: list[list[int]] | None = None

    @property
    def is_sent(self) -> bool:
        return self.future is not None

    def send(self) -> None:
        self.future = self._cluster.client.submit(self._kernel, self._seed, self.blocks, pure=False)

    def result(self) -> list[list[int]]:
        if self._found is None:
            if not self.is_sent:
                self.send()
            self._found, seconds = self._played()
            self._cluster.took(len(self.blocks), seconds)
        return self._found

    def _played(self) -> tuple[list[list[int]], float]:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        for _ in range(MOST_TRIES):
            try:
                played: tuple[list[list[int]], float] = self.future.result()
            except KilledWorker:  # lost with several workers, one after the other: not its fault, as far as we know
                self.send()
            except FutureCancelledError:
                raise self._cluster._fault("its scheduler was lost") from None
            except (OSError, TimeoutError) as fault:
                raise self._cluster._fault(f"its scheduler was lost: {one_line(fault, 120)}") from None
            except ModuleNotFoundError as fault:
                raise self._cluster._fault(f"a worker lacks a package: {one_line(fault, 120)}") from None
            except OtherVersion as fault:
                raise self._cluster._fault(f"a worker runs another version of nomorebets: {fault}") from None
            else:
                return played
        raise self._cluster._fault(f"block {self.blocks[0][0]} was lost with {MOST_TRIES} workers")


class Task:
    """One block on the cluster; it acts like a future."""

    def __init__(self, group: Group, at: int) -> None:
        self._group, self._at = group, at

    def result(self) -> list[int]:
        return self._group.result()[self._at]

    def cancel(self) -> None:
        if self._group.is_sent and not self._group.future.done():
            self._group.future.cancel()

    def cancelled(self) -> bool:
        return not self._group.is_sent or bool(self._group.future.status != "finished")

    def exception(self) -> None:
        return None
