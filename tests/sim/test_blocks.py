"""Blocks of rounds: the same totals however they are shared out, and nothing half counted."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from nomorebets.sim import blocks
from nomorebets.sim.blocks import BLOCK_ROUNDS, Kernel, Tally, run_blocks
from nomorebets.sim.kernels import wheel_counts

TraceFunction: TypeAlias = Callable[[FrameType, str, Any], Any]


def double_zero_wheel(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
    return wheel_counts(seed, block, rounds, 38)


def signed_for(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
    """Plays nothing, but signs for its block: rounds, one block, and a number that tells blocks apart."""
    return np.array([rounds, 1, (block + 1) ** 2 + seed], np.int64)


def totals_signed_for(seed: int, blocks: int) -> list[int]:
    """What `signed_for` adds up to over the first `blocks` blocks, all of them full."""
    if blocks == 0:
        return []
    return [blocks * BLOCK_ROUNDS, blocks, sum((block + 1) ** 2 + seed for block in range(blocks))]


# Totals -----------------------------------------------------------------------------------------------------


def test_the_block_size_is_part_of_every_result() -> None:
    """A change here changes what every seed gives."""
    assert BLOCK_ROUNDS == 4_194_304


@pytest.mark.parametrize("rounds", [1, 1000, BLOCK_ROUNDS, 3 * BLOCK_ROUNDS + 12_345])
def test_any_number_of_workers_gives_the_same_totals(rounds: int) -> None:
    tallies = [run_blocks(double_zero_wheel, rounds, seed=7, workers=workers) for workers in (1, 2, 3)]
    assert tallies[0].counts == tallies[1].counts == tallies[2].counts
    assert sum(tallies[0].counts) == rounds
    assert [(tally.rounds, tally.interrupted) for tally in tallies] == [(rounds, False)] * 3


def test_totals_are_those_of_the_blocks_added_by_hand() -> None:
    tally = run_blocks(double_zero_wheel, 2 * BLOCK_ROUNDS + 5, seed=7, workers=2)
    by_hand = wheel_counts(7, 0, BLOCK_ROUNDS, 38) + wheel_counts(7, 1, BLOCK_ROUNDS, 38)
    by_hand += wheel_counts(7, 2, 5, 38)
    assert tally.counts == by_hand.tolist()


@pytest.mark.parametrize(
    ("rounds", "handed_out"),
    [
        (1, [1]),
        (BLOCK_ROUNDS - 1, [BLOCK_ROUNDS - 1]),
        (BLOCK_ROUNDS, [BLOCK_ROUNDS]),
        (BLOCK_ROUNDS + 1, [BLOCK_ROUNDS, 1]),
        (20 * BLOCK_ROUNDS + 3, [BLOCK_ROUNDS] * 20 + [3]),
    ],
)
def test_the_last_block_holds_the_remainder(rounds: int, handed_out: list[int]) -> None:
    played: dict[int, int] = {}

    def note(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        played[block] = rounds
        return signed_for(seed, block, rounds)

    tally = run_blocks(note, rounds, seed=0, workers=2)
    assert [played[block] for block in sorted(played)] == handed_out
    assert tally.counts[:2] == [rounds, len(handed_out)]


def test_blocks_may_finish_in_any_order() -> None:
    later_block_finished = threading.Event()

    def first_block_last(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        if block == 0:
            assert later_block_finished.wait(timeout=60)
        else:
            later_block_finished.set()
        return signed_for(seed, block, rounds)

    tally = run_blocks(first_block_last, 5 * BLOCK_ROUNDS, seed=3, workers=2)
    assert tally.counts == totals_signed_for(3, blocks=5)


def test_totals_may_outgrow_64_bits() -> None:
    def huge(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        return np.array([2**62], np.int64)

    counts = run_blocks(huge, 8 * BLOCK_ROUNDS, seed=0, workers=1).counts
    assert counts == [2**65]
    assert type(counts[0]) is int


def test_the_largest_seed_reaches_the_kernel() -> None:
    assert run_blocks(double_zero_wheel, 100, seed=2**64 - 1, workers=1).rounds == 100


def test_progress_is_told_after_each_block() -> None:
    told: list[tuple[int, int]] = []
    rounds = 2 * BLOCK_ROUNDS + 10
    run_blocks(signed_for, rounds, seed=0, workers=2, progress=lambda done, total: told.append((done, total)))
    assert told == [(BLOCK_ROUNDS, rounds), (2 * BLOCK_ROUNDS, rounds), (rounds, rounds)]


def test_seconds_are_counted() -> None:
    assert run_blocks(signed_for, 1, seed=0, workers=1).seconds > 0


# Interruption -----------------------------------------------------------------------------------------------


def assert_whole_blocks_without_a_gap(tally: Tally, seed: int) -> None:
    blocks, rest = divmod(tally.rounds, BLOCK_ROUNDS)
    assert rest == 0
    assert tally.counts == totals_signed_for(seed, blocks)
    assert tally.interrupted


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_an_interrupted_run_keeps_whole_blocks(workers: int) -> None:
    """The interruption strikes the thread that hands out, while the workers have blocks in hand."""

    def interrupt_after_five_blocks(done: int, total: int) -> None:
        if done == 5 * BLOCK_ROUNDS:
            raise KeyboardInterrupt

    tally = run_blocks(signed_for, 10**12, 3, workers, progress=interrupt_after_five_blocks)
    assert tally.rounds >= 5 * BLOCK_ROUNDS
    assert_whole_blocks_without_a_gap(tally, seed=3)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send a signal to a thread")
@pytest.mark.usefixtures("control_c")
@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("striking_block", [0, 1, 50, 500])
def test_control_c_in_the_middle_of_a_block(workers: int, striking_block: int) -> None:
    """A real SIGINT, sent to the main thread while a block is being played; where it strikes there is up to
    chance, and wherever that is, the tally must be whole."""
    main_thread = threading.get_ident()

    def press_control_c(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        if block == striking_block:
            signal.pthread_kill(main_thread, signal.SIGINT)
        return signed_for(seed, block, rounds)

    tally = run_blocks(press_control_c, 10**12, seed=4, workers=workers)
    assert tally.rounds < 10**12
    assert_whole_blocks_without_a_gap(tally, seed=4)


def test_an_interrupted_tally_is_that_of_a_shorter_run() -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    tally = run_blocks(double_zero_wheel, 10**12, seed=5, workers=2, progress=interrupt)
    assert tally.interrupted
    assert tally.counts == run_blocks(double_zero_wheel, tally.rounds, seed=5, workers=1).counts


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interruption_at_any_line(workers: int) -> None:
    """Signals come where they like; here one comes before each line of the first few blocks in turn."""
    for nth_line in range(1, 200):
        begun: list[int] = []

        def note(seed: int, block: int, rounds: int, begun: list[int] = begun) -> NDArray[np.int64]:
            begun.append(block)
            return signed_for(seed, block, rounds)

        with interruption_at_line(nth_line) as struck_at:
            try:
                tally = run_blocks(note, 10**12, seed=6, workers=workers)
            except KeyboardInterrupt:
                assert not begun, "an interruption is the caller's only before the first block"
                continue
        assert struck_at, "the run must not end otherwise"
        assert_whole_blocks_without_a_gap(tally, seed=6)


@contextmanager
def interruption_at_line(nth_line: int) -> Iterator[list[int]]:
    """Raise KeyboardInterrupt once, before the nth line that this thread runs in blocks.py."""
    lines_left = nth_line
    struck_at: list[int] = []

    def trace(frame: FrameType, event: str, argument: object) -> TraceFunction | None:
        nonlocal lines_left
        if struck_at or frame.f_code.co_filename != blocks.__file__:
            return None
        if event == "line":
            lines_left -= 1
            if lines_left == 0:
                struck_at.append(frame.f_lineno)
                raise KeyboardInterrupt
        return trace

    tracer_before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield struck_at
    finally:
        sys.settrace(tracer_before)


def test_blocks_under_way_are_finished_and_blocks_in_waiting_are_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[int] = []
    workers_may_go_on = threading.Event()

    class PatientExecutor(ThreadPoolExecutor):
        """Keeps its workers in their blocks until the thread that was interrupted waits for them."""

        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            workers_may_go_on.set()
            super().shutdown(wait, cancel_futures=cancel_futures)

    def play_when_allowed(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        begun.append(block)
        if block > 0:
            assert workers_may_go_on.wait(timeout=60)
        return signed_for(seed, block, rounds)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(blocks, "ThreadPoolExecutor", PatientExecutor)
    tally = run_blocks(play_when_allowed, 10**12, seed=0, workers=2, progress=interrupt)
    assert set(begun) <= {0, 1, 2}  # the one that is finished, and one for each worker
    assert tally.rounds == len(begun) * BLOCK_ROUNDS
    assert_whole_blocks_without_a_gap(tally, seed=0)


# Errors -----------------------------------------------------------------------------------------------------


def test_an_error_in_a_kernel_is_not_swallowed() -> None:
    def fail(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        if block == 2:
            raise ZeroDivisionError("block 2")
        return signed_for(seed, block, rounds)

    with pytest.raises(ZeroDivisionError, match="block 2"):
        run_blocks(fail, 10**12, seed=0, workers=2)


@pytest.mark.parametrize(
    ("rounds", "seed", "workers", "text"),
    [
        (0, 0, 1, "a simulation plays at least one round, not 0"),
        (-5, 0, 1, "at least one round, not -5"),
        (1, 0, 0, "a simulation needs at least one worker, not 0"),
        (1, -1, 1, r"a seed is a whole number from 0 to 2\*\*64 - 1, not -1"),
        (1, 2**64, 1, "a seed is a whole number"),
    ],
)
def test_impossible_simulations_are_refused(rounds: int, seed: int, workers: int, text: str) -> None:
    kernel: Kernel = signed_for
    with pytest.raises(ValueError, match=text):
        run_blocks(kernel, rounds, seed, workers)
