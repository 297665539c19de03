"""A few evenings of the simulated house; many more: make simulate-house."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nomorebets.library import game_ids
from simulated_house import world

TESTS = Path(__file__).parents[1]
SEEDS = range(1, 9)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_with_whatever_goes_wrong_keeps_every_promise(seed: int) -> None:
    world.run(seed)


def test_the_evenings_of_this_file_see_rounds_crashes_and_messages() -> None:
    evening = world.run(5)
    assert evening.counts["crash"]
    assert evening.counts["rounds"]
    assert evening.counts["acknowledged"] < evening.counts["messages"]


def test_patrons_of_whom_many_talk_nonsense_finish_rounds_of_every_game() -> None:
    games = tuple(game_ids())
    evening = world.run(3, 2 * len(games), games, wild=0.2)
    assert [game for game in games if not evening.counts[f"rounds of {game}"]] == []
    assert evening.counts["messages"] > evening.counts["acknowledged"] > 0


def test_the_same_seed_is_the_same_evening_in_another_process_too() -> None:
    here = world.run(5).trace
    assert world.run(5).trace == here
    assert world.run(6).trace != here
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
