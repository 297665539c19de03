"""The same blocks on a real cluster of processes, one of which is killed in the middle."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from certificates import openssl
from nomorebets.sim.sessions import simulate_sessions

pytest.importorskip("distributed")

from distributed import LocalCluster

from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.craps.plan_file import read_plan
from nomorebets.pricing.facet import Pricing
from nomorebets.sim import cluster as clusters
from nomorebets.sim.blocks import BLOCK_ROUNDS
from nomorebets.sim.cluster import OtherVersion, play_block
from nomorebets.sim.jobs import code_version, job_at
from nomorebets.sim.simulate import simulate
from nomorebets.table import Settings

ROUNDS = 6 * BLOCK_ROUNDS + 1000
PLAN = b'[[have]]\nwager = "pass"\namount = 10\n'


@pytest.fixture(scope="module")
def running() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as cluster:
        yield cluster


def workers_of(cluster: LocalCluster) -> list[int]:
    return [nanny.pid for nanny in cluster.workers.values() if nanny.pid]


def test_a_cluster_gives_the_local_result_although_a_worker_is_killed(running: LocalCluster, tmp_path: Path) -> None:
    table = open_table("casino-war", settings=Settings({"decks": "8"}))
    before = workers_of(running)
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if not killed and done >= BLOCK_ROUNDS:
            killed.append(before[0])
            os.kill(before[0], signal.SIGKILL)

    asked = {"seed": 7, "strategy": "always-surrender"}
    file = tmp_path / "run.json"
    found = simulate(table, ROUNDS, progress=kill_one, cluster=running.scheduler_address, resume=file, **asked)
    assert killed
    local = simulate(table, ROUNDS, workers=2, **asked)
    assert (found.lines, found.rounds) == (local.lines, ROUNDS)
    assert set(workers_of(running)) != set(before), "the worker was not killed"
    # and what the cluster wrote down is gone on with here
    further = simulate(table, ROUNDS + BLOCK_ROUNDS, workers=2, resume=file, **asked)
    assert further.resumed == 6 * BLOCK_ROUNDS
    assert further.lines == simulate(table, ROUNDS + BLOCK_ROUNDS, workers=2, **asked).lines


@pytest.mark.slow
def test_a_scheduler_that_is_lost_is_one_sentence_and_what_was_played_is_kept(tmp_path: Path) -> None:
    """Real processes, as docs/cluster.md starts them."""
    file, where = tmp_path / "run.json", tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    here = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(where)]
    scheduler = subprocess.Popen([*dask, "scheduler", *here], **quiet)
    started = [scheduler]
    try:
        until(where.exists)
        at = json.loads(where.read_text())["address"]
        started.append(subprocess.Popen([*dask, "worker", at, "--nthreads", "1", "--no-nanny"], **quiet))
        words = ["simulate", "roulette", "--rounds", "1e14", "--wager", "red", "--cluster", at, "--resume", str(file)]
        command = subprocess.Popen([sys.executable, "-m", "nomorebets", *words], stderr=subprocess.PIPE, text=True)
        started.append(command)
        until(lambda: file.exists() and bool(json.loads(file.read_text())["blocks"]))
        scheduler.kill()
        said = command.communicate(timeout=60)[1]
    finally:
        for process in started:
            process.kill()
            process.wait()
    assert command.returncode == 2, said
    [sentence] = said.strip().splitlines()
    assert sentence.startswith(f"nomorebets: the cluster at '{at}': its scheduler was lost; accepted:")
    assert simulate(open_table("roulette"), None, wager="red", until_error=0.5, resume=file).resumed


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that happens within a minute."""
    for _ in range(300):
        if holds():
            return
        time.sleep(0.2)
    raise TimeoutError


def test_until_an_error_ends_after_the_same_block(running: LocalCluster) -> None:
    asked = {"seed": 1, "wager": "red", "until_error": 3e-4}
    found = simulate(open_table("roulette"), None, cluster=running.scheduler_address, **asked)
    assert found.lines == simulate(open_table("roulette"), None, **asked).lines


def test_sessions_of_a_strategy_on_a_cluster(running: LocalCluster) -> None:
    plan = read_plan(open_table("craps"), PLAN)
    found, local = (
        simulate_sessions(plan, BLOCK_ROUNDS + 5000, seed=2, bankroll=20_000, cluster=where)
        for where in (running.scheduler_address, None)
    )
    assert (found.bins, found.ruined, found.mean) == (local.bins, local.ruined, local.mean)


def test_a_worker_with_other_code_is_refused(running: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "code_version", lambda: "another")
    with pytest.raises(UnknownName, match="a worker runs another version of nomorebets"):
        simulate(open_table("roulette"), 1000, cluster=running.scheduler_address)


def test_other_code_is_noticed_on_the_worker_itself() -> None:
    import msgspec

    job = msgspec.json.encode(job_at(open_table("roulette"), Pricing()))
    assert sum(play_block(job, code_version(), 1, 0, 1000)) == 1000
    with pytest.raises(OtherVersion):
        play_block(job, "another", 1, 0, 1000)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://127.0.0.1:9", "127.0.0.1:99999999"])
def test_a_cluster_that_is_not_there_is_one_sentence_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distributed.Client", lambda *_, **__: pytest.fail("dask asks again and again"))
    with pytest.raises(UnknownName, match="no scheduler answers") as fault:
        simulate(open_table("roulette"), 1000, cluster=address)
    assert address in str(fault.value)


def test_an_open_address_where_encryption_is_required_is_one_sentence() -> None:
    from dask import config

    with (
        socket.create_server(("127.0.0.1", 0)) as there,
        config.set({"distributed.comm.require-encryption": True}),
        pytest.raises(UnknownName, match=r"no scheduler answers: encryption required"),
    ):
        clusters.Cluster(f"tcp://127.0.0.1:{there.getsockname()[1]}")


@pytest.mark.parametrize(
    "address",
    ["tcp://192.0.2.7:8786", "192.0.2.7:8786", "tls://192.0.2.7:8786", "tcp://dask-scheduler:8786",
     "tcp://127.0.0.1.example:8786", "tcp://me@192.0.2.7:8786", "tcp://localhost@192.0.2.7:8786", "tcp://[2001:db8::1]:1",
     "ucx://192.0.2.7:8786", "ws://192.0.2.7:8786", "nonsense", ""],
)  # fmt: skip
def test_another_machine_without_keys_is_refused_before_anything_is_sent(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("distributed.Client", lambda *_, **__: pytest.fail("it was called"))
    with pytest.raises(UnknownName, match=r"not on this machine.*runs code.*; accepted: tls://"):
        clusters.Cluster(address)


def keys_in(folder: Path) -> dict[str, Any]:
    """A certificate of its own authority, for every role."""
    folder.mkdir()
    command = (openssl(), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=ours")
    subprocess.run(
        (*command, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"), check=True, capture_output=True
    )
    own = {"cert": str(folder / "cert.pem"), "key": str(folder / "key.pem")}
    tls = "distributed.comm.tls"
    roles = {f"{tls}.{role}.{what}": file for role in ("client", "scheduler", "worker") for what, file in own.items()}
    return {f"{tls}.ca-file": own["cert"], **roles}


def test_with_keys_it_is_spoken_to_over_tls_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dask import config
    from distributed.security import Security

    ours, strangers = keys_in(tmp_path / "ours"), keys_in(tmp_path / "strangers")
    monkeypatch.setattr(clusters, "is_this_machine", lambda address: False)
    with config.set(ours):
        keys = Security(require_encryption=True)
        with LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            host="127.0.0.1",
            protocol="tls",
            security=keys,
        ) as cluster:
            found = simulate(open_table("roulette"), 1000, seed=3, cluster=cluster.scheduler_address)
            assert found.lines == simulate(open_table("roulette"), 1000, seed=3).lines
            monkeypatch.setattr(clusters, "SECONDS_TO_ANSWER", 2)
            with (
                config.set(strangers),
                pytest.raises(UnknownName, match="no scheduler answers"),
            ):
                clusters.Cluster(cluster.scheduler_address)
