"""Drills in the terminal."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from cli.test_commands import run


def test_a_drill_marks_answers_with_their_paragraph_and_counts_the_right_ones() -> None:
    asked = json.loads(run("drill", "roulette", "--seed", "4", "--count", "2", "--json").out)["questions"]
    right = [question["parts"][0]["right"] for question in asked]
    ran = run(
        "drill", "roulette", "--seed", "4", "--count", "2", stdin=f"a fiver\n1.23\n{right[1]}\n{right[0]}\n".encode()
    )
    assert ran.status == 0
    assert "not an amount of money" in ran.out
    assert f"[{asked[0]['parts'][0]['cite']}" in ran.out
    assert ran.out.index("Question 2") < ran.out.index("Once more")
    assert "1 of 2 right at the first attempt" in ran.out


def test_a_drill_that_a_game_does_not_have_is_refused_with_those_it_has() -> None:
    ran = run("drill", "holdem", "--kind", "pay")
    assert ran.status == 2
    assert "accepted: call, error, next" in ran.err
    assert "no drill is called 'dance'" in run("drill", "holdem", "--kind", "dance").err


@pytest.mark.usefixtures("control_c")
def test_a_drill_that_is_interrupted_is_not_one_that_has_ended() -> None:
    """What answers is a pipe: Control-C ends with 130, the end of the answers with the score."""
    words = [sys.executable, "-m", "nomorebets", "drill", "roulette", "--seed", "4"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(b"Seat"):
            pass
        assert process.stdout.read(2) == b"> "
        while process.poll() is None:  # a signal that comes just before the wait for a line is seen at the next one
            process.send_signal(signal.SIGINT)
            try:
                process.wait(1)
            except subprocess.TimeoutExpired:
                continue
        assert process.returncode == 130
        assert b"right at the first attempt" not in process.stdout.read()
    ended = run("drill", "roulette", "--seed", "4")
    assert (ended.status, "0 of 0 right" in ended.out) == (0, True)
