"""A few evenings of the simulated house; many more: make simulate-house."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from nomorebets.library import game_ids
from nomorebets.server.tables.inbox import Inbox
from nomorebets.server.tables.outbox import Batch, Outbox
from nomorebets.server.tables.watchers import Watcher
from simulated_house import world

TESTS = Path(__file__).parents[1]
SEEDS = range(1, 9)


@cache
def evening_of(seed: int) -> world.Evening:
    """Of a house that is as it should be: it is the same whenever it is asked for."""
    return world.run(seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_with_whatever_goes_wrong_keeps_every_promise(seed: int) -> None:
    evening_of(seed)


def test_the_evenings_of_this_file_see_rounds_crashes_and_messages() -> None:
    for evening in map(evening_of, SEEDS):
        assert evening.counts["rounds"]
        assert evening.counts["acknowledged"] < evening.counts["messages"]
        if evening.counts["crash"]:  # which evening has one depends on the games there are
            return
    raise AssertionError("no evening has a crash")


def test_patrons_of_whom_many_talk_nonsense_finish_rounds_of_every_game() -> None:
    games = tuple(game_ids())
    finished: Counter[str] = Counter()
    for seed in range(6, 14):  # one evening may be too stormy for a game
        counts = world.run(seed, 3 * len(games), games, wild=0.2).counts
        assert counts["messages"] > counts["acknowledged"] > 0
        finished += Counter(game for game in games if counts[f"rounds of {game}"])
        if {*finished} == {*games}:
            break
    assert {*games} - {*finished} == set()


def test_the_same_seed_is_the_same_evening_in_another_process_too() -> None:
    here = evening_of(5).trace
    assert world.run(5).trace == here
    assert evening_of(6).trace != here
    path = os.pathsep.join((str(TESTS), str(TESTS.parent), str(TESTS.parent / "src")))
    code = "from simulated_house import world; print(world.run(5).trace)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "47"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.strip() == here


# --- a house that breaks a promise is found --------------------------------------------------------------------------


def found() -> world.Failure:
    """The first of some seeds that fails."""
    for seed in range(1, 7):
        try:
            world.run(seed)
        except world.Failure as fault:
            return fault
    raise AssertionError("nothing was found")


def test_a_house_that_does_a_message_twice_is_found_and_fails_alike_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Inbox, "is_done", lambda *_: False)
    fault = found()
    assert "done twice" in str(fault)
    with pytest.raises(world.Failure) as again:
        world.run(fault.seed)
    assert str(again.value) == str(fault)


def test_a_house_that_acknowledges_before_it_writes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    take = Outbox.take

    def too_early(outbox: Outbox) -> Batch:
        batch = take(outbox)
        for watcher, _, text in batch.replies:
            watcher.send_texts([text])
        return batch._replace(replies=[])

    monkeypatch.setattr(Outbox, "take", too_early)
    assert "was acknowledged, and is not in the book" in str(found())


def test_a_house_that_loses_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    send, sent = Watcher.send_texts, count()

    def forgetful(watcher: Watcher, texts: list[bytes]) -> None:
        if next(sent) % 50 != 49:
            send(watcher, texts)

    monkeypatch.setattr(Watcher, "send_texts", forgetful)
    assert re.search("no answer to|was not answered", str(found()))
