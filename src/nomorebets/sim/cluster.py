"""The blocks of a simulation on a dask.distributed cluster. Imports distributed (extra ``cluster``) when it is used.

What travels is the job as text and the number of a block; a machine of the cluster makes the kernel for itself and
sends whole numbers back. A block whose machine is lost is played again elsewhere, from the same seed and number: it
gives the same counts, and it is counted once.
"""

from __future__ import annotations

import functools
import ipaddress
import socket
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


class OtherVersion(Exception):
    """A machine of the cluster has other code."""


def play_block(job: bytes, version: str, seed: int, block: int, rounds: int) -> list[int]:
    """One block, on whatever machine this runs."""
    if code_version() != version:
        raise OtherVersion(f"it has the code {code_version()}, here it is {version}")
    counts: list[int] = kernel_of(job)(seed, block, rounds).tolist()
    return counts


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
        except (OSError, ValueError, TypeError, ImportError) as fault:
            raise self._fault(f"no scheduler answers: {one_line(fault, 120)}") from None
        try:
            self.client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
        except TimeoutError:
            self.client.close()
            raise self._fault("it has no workers") from None
        self.threads: int = max(1, sum(self.client.nthreads().values()))

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
        return functools.partial(play_block, msgspec.json.encode(job), code_version())  # type: ignore[return-value]

    def submit(self, kernel: Kernel, seed: int, block: int, rounds: int, /) -> Task:
        return Task(self, kernel, seed, block, rounds)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Blocks not asked for any more are forgotten when their tasks are."""

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.client.close()

    def _fault(self, why: str) -> RulesError:
        accepts = "the address of a dask scheduler that runs, like tls://192.0.2.7:8786"
        return UnknownName(f"the cluster at {shown(self.address)}: {why}", accepts=accepts)


class Task:
    """One block on the cluster; it acts like a future."""

    def __init__(self, cluster: Cluster, kernel: Kernel, seed: int, block: int, rounds: int) -> None:
        self._cluster, self._asked = cluster, (kernel, seed, block, rounds)
        self._future: Any = self._send()

    def _send(self) -> Any:
        return self._cluster.client.submit(*self._asked, pure=False)

    def result(self) -> list[int]:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        for _ in range(MOST_TRIES):
            try:
                counts: list[int] = self._future.result()
            except KilledWorker:  # lost with several workers, one after the other: not its fault, as far as we know
                self._future = self._send()
            except (FutureCancelledError, OSError, TimeoutError) as fault:
                raise self._cluster._fault(f"its scheduler was lost: {one_line(fault, 120)}") from None
            except ModuleNotFoundError as fault:
                raise self._cluster._fault(f"a worker lacks a package: {one_line(fault, 120)}") from None
            except OtherVersion as fault:
                raise self._cluster._fault(f"a worker runs another version of nomorebets: {fault}") from None
            else:
                return counts
        raise self._cluster._fault(f"block {self._asked[2]} was lost with {MOST_TRIES} workers")

    def cancel(self) -> None:
        if not self._future.done():
            self._future.cancel()

    def cancelled(self) -> bool:
        return bool(self._future.status != "finished")

    def exception(self) -> None:
        return None
