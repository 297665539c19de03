"""Drills in the terminal."""

from __future__ import annotations

import json

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
