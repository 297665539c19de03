"""Runs that are stopped, killed and gone on with: to the bit what an uninterrupted one gives."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nomorebets.errors import RecordError, UnknownName
from nomorebets.games import open_table
from nomorebets.games.craps.plan_file import read_plan
from nomorebets.sim import blocks
from nomorebets.sim import checkpoint as checkpoints
from nomorebets.sim.blocks import Tally, run_blocks
from nomorebets.sim.jobs import can_be_simulated
from nomorebets.sim.sessions import simulate_sessions
from nomorebets.sim.simulate import simulate
from nomorebets.table import Settings
from rounds import DEALT

SMALL_BLOCK = 1_000
ROUNDS = 20 * SMALL_BLOCK + 7
PLAN = b'[[have]]\nwager = "pass"\namount = 10\n'


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many blocks of few rounds: what is tested is how they are put together."""
    monkeypatch.setattr(blocks, "BLOCK_ROUNDS", SMALL_BLOCK)
    monkeypatch.setattr(checkpoints, "BLOCK_ROUNDS", SMALL_BLOCK)
    monkeypatch.setattr("nomorebets.sim.running.BLOCK_ROUNDS", SMALL_BLOCK)
    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN", 0.0)


def stop_after(blocks_done: int):
    def progress(done: int, total: int) -> None:
        if done == blocks_done * SMALL_BLOCK:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("game", [name for name in DEALT if can_be_simulated(open_table(name).game)])
def test_every_game_gives_the_same_with_1_and_64_workers_and_when_it_is_gone_on_with(game: str, tmp_path: Path) -> None:
    table, file = open_table(game), tmp_path / "run.json"
    whole = simulate(table, ROUNDS, seed=5, workers=1)
    assert whole.rounds == ROUNDS
    assert simulate(table, ROUNDS, seed=5, workers=64).lines == whole.lines
    first = simulate(table, ROUNDS, seed=5, workers=2, progress=stop_after(3), resume=file)
    assert first.interrupted
    assert first.lines != whole.lines
    second = simulate(table, ROUNDS, seed=5, workers=3, resume=file)
    assert second.resumed >= 3 * SMALL_BLOCK
    assert (second.lines, second.rounds) == (whole.lines, ROUNDS)


def test_sessions_of_a_strategy_are_gone_on_with_too(tmp_path: Path) -> None:
    plan, file = read_plan(open_table("craps"), PLAN), tmp_path / "run.json"
    whole = simulate_sessions(plan, ROUNDS, seed=5, session=50)
    stopped = simulate_sessions(plan, ROUNDS, seed=5, session=50, progress=stop_after(3), resume=file)
    assert stopped.sessions < whole.sessions
    gone_on = simulate_sessions(plan, ROUNDS, seed=5, session=50, workers=2, resume=file)
    assert (gone_on.bins, gone_on.mean, gone_on.deviation) == (whole.bins, whole.mean, whole.deviation)
    with pytest.raises(RecordError, match="another simulation: session is '50' there and '25' here"):
        simulate_sessions(plan, ROUNDS, seed=5, session=25, resume=file)


def test_a_finished_run_can_be_taken_further_and_its_remainder_is_not_counted_twice(tmp_path: Path) -> None:
    table, file = open_table("big-six"), tmp_path / "run.json"
    simulate(table, 3 * SMALL_BLOCK + 500, seed=1, resume=file)
    further = simulate(table, ROUNDS, seed=1, resume=file)
    assert further.resumed == 3 * SMALL_BLOCK
    assert further.lines == simulate(table, ROUNDS, seed=1).lines
    with pytest.raises(UnknownName, match="holds 20,000 rounds already, more than 19,999; accepted: 20,000 rounds or"):
        simulate(table, ROUNDS - 8, seed=1, resume=file)
    assert simulate(table, ROUNDS - 7, seed=1, resume=file).rounds == ROUNDS - 7


def test_a_killed_process_is_gone_on_with(tmp_path: Path) -> None:
    """The real thing: SIGKILL while it plays, without a word of warning."""
    file = tmp_path / "run.json"
    rounds = 7 * 4_194_304 + 11
    words = ["simulate", "casino-war", "--rounds", str(rounds), "--seed", "3", "--json", "--resume"]
    command = [sys.executable, "-m", "nomorebets", *words]
    with subprocess.Popen([*command, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        until = time.monotonic() + 120
        while run.poll() is None and time.monotonic() < until:
            if file.exists() and json.loads(file.read_bytes())["blocks"] > 0:
                os.kill(run.pid, signal.SIGKILL)
                break
            time.sleep(0.005)
        run.communicate()
    assert run.returncode == -signal.SIGKILL, "it ended before it could be killed"
    killed_after = json.loads(file.read_bytes())["blocks"]
    assert 0 < killed_after < 8
    found = [
        json.loads(subprocess.run([*command, str(to)], capture_output=True, check=True, timeout=300).stdout)
        for to in (file, tmp_path / "other.json")
    ]
    assert found[0]["resumed_rounds"] == killed_after * 4_194_304
    assert found[1]["resumed_rounds"] == 0
    assert found[0]["wagers"] == found[1]["wagers"]
    assert json.loads(file.read_bytes()) == json.loads((tmp_path / "other.json").read_bytes())


# What is refused --------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    file = tmp_path / "run.json"
    simulate(open_table("roulette"), ROUNDS, seed=1, resume=file)
    return file


@pytest.mark.parametrize(
    ("game", "options", "seed", "wager", "says"),
    [
        ("roulette", {}, 2, None, "seed is '1' there and '2' here"),
        ("roulette", {}, 1, "red", "wager is 'None' there and 'red' here"),
        ("roulette", {"even-money-on-zero": "whole"}, 1, None, "even-money-on-zero is 'half' there and 'whole' here"),
        ("big-six", {}, 1, None, "game is 'roulette' there and 'big-six' here"),
    ],
)
def test_the_checkpoint_of_another_simulation_is_refused_and_left_alone(kept, game, options, seed, wager, says) -> None:
    before = kept.read_bytes()
    with pytest.raises(RecordError, match=says):
        simulate(open_table(game, settings=Settings(options)), ROUNDS, seed=seed, wager=wager, resume=kept)
    assert kept.read_bytes() == before


def test_a_checkpoint_of_other_code_is_refused(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "code_version", lambda: "another")
    with pytest.raises(RecordError, match="written by another version of nomorebets"):
        simulate(open_table("roulette"), ROUNDS, seed=1, resume=kept)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: text[:-40], "is no checkpoint of a simulation, or is broken off"),
        (lambda text: "", "or is broken off"),
        (lambda text: "{}", "is no checkpoint of a simulation"),
        (lambda text: "[" * 100_000, "or is broken off"),
        (lambda text: "a list of things to do", "is no checkpoint"),
        (lambda text: text.replace('"blocks": 20', '"blocks": 21'), "was altered"),
        (lambda text: text.replace('"counts": [', '"counts": [1'), "was altered"),
        (lambda text: text.replace('"seed": 1', '"seed": 2'), "was altered"),
    ],
)
def test_a_broken_file_is_refused_and_left_alone(kept: Path, spoil, says: str) -> None:
    text = spoil(kept.read_text())
    kept.write_text(text)
    with pytest.raises(RecordError, match=says):
        simulate(open_table("roulette"), ROUNDS, seed=1, resume=kept)
    assert kept.read_text() == text


def test_a_file_that_cannot_be_written_is_found_before_the_work(tmp_path: Path) -> None:
    def progress(done: int, total: int) -> None:
        raise AssertionError("a block was played")

    with pytest.raises(FileNotFoundError):
        simulate(open_table("roulette"), ROUNDS, progress=progress, resume=tmp_path / "nowhere" / "run.json")


def test_a_write_that_fails_leaves_the_old_file(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        simulate(open_table("roulette"), 2 * ROUNDS, seed=1, resume=kept)
    assert kept.read_bytes() == before
    assert [file.name for file in kept.parent.iterdir()] == [kept.name]


# Until the error is small enough ----------------------------------------------------------------------------


def test_a_run_ends_at_the_wanted_error_after_the_same_block_with_any_number_of_workers(tmp_path: Path) -> None:
    table = open_table("roulette")
    found = [
        simulate(table, None, seed=4, workers=workers, wager="red", until_error=0.003, resume=file)
        for workers, file in ((1, None), (64, None), (2, tmp_path / "run.json"))
    ]
    assert found[0].lines == found[1].lines == found[2].lines
    (line,) = found[0].lines
    assert line.standard_error <= 0.003
    one_look_less = simulate(table, line.rounds - 2 * SMALL_BLOCK, seed=4, wager="red").lines[0]
    assert one_look_less.standard_error > 0.003
    assert line.rounds == 108 * SMALL_BLOCK  # 107 would have done; it is looked at two by two


def test_a_run_to_an_error_that_was_stopped_ends_where_it_would_have_ended(tmp_path: Path) -> None:
    table, file = open_table("roulette"), tmp_path / "run.json"
    whole = simulate(table, None, seed=4, wager="red", until_error=0.005)
    for stop in (1, 2, 17, 30):
        simulate(table, None, seed=4, wager="red", until_error=0.005, progress=stop_after(stop), resume=file)
    assert simulate(table, None, seed=4, wager="red", until_error=0.005, resume=file).lines == whole.lines
    again = simulate(table, None, seed=4, wager="red", until_error=0.005, resume=file)
    assert (again.lines, again.resumed) == (whole.lines, whole.rounds)


def test_rounds_are_a_maximum_beside_an_error() -> None:
    found = simulate(open_table("roulette"), 2_500, seed=4, wager="red", until_error=1e-9)
    assert found.rounds == 2_500


def test_sessions_end_at_the_wanted_error_of_their_mean() -> None:
    plan = read_plan(open_table("craps"), PLAN)
    found = [simulate_sessions(plan, None, seed=1, workers=w, session=10, until_error=0.2) for w in (1, 5)]
    assert found[0].bins == found[1].bins
    assert 0.19 < found[0].standard_error <= 0.2


def test_the_largest_error_of_all_wagers_counts() -> None:
    found = simulate(open_table("roulette"), None, seed=4, until_error=0.02)
    assert max(line.standard_error for line in found.lines) <= 0.02
    assert simulate(open_table("roulette"), None, seed=4, wager="red", until_error=0.02).rounds < found.rounds


@pytest.mark.parametrize("error", [0, -1, float("nan"), float("inf"), "small"])
def test_what_is_no_error_is_refused(error: object) -> None:
    with pytest.raises(UnknownName, match="is no standard error"):
        simulate(open_table("roulette"), None, until_error=error)  # type: ignore[arg-type]


def test_without_rounds_and_error_there_is_no_end() -> None:
    with pytest.raises(UnknownName, match="without an end"):
        simulate(open_table("roulette"), None)


def test_blocks_are_looked_at_in_steps_that_their_number_alone_decides() -> None:
    looked: list[int] = []

    def enough(counts: list[int], rounds: int) -> int:
        looked.append(rounds // SMALL_BLOCK)
        return 10**9

    def one(seed: int, block: int, rounds: int) -> list[int]:
        return [1]

    tally: Tally = run_blocks(one, 300 * SMALL_BLOCK, 0, 4, enough=enough)  # type: ignore[arg-type]
    assert tally.counts == [300]
    assert looked == [*range(1, 64), *range(64, 128, 2), *range(128, 256, 4), *range(256, 301, 8)]
