"""Questions for language models: reproducible, answered rightly by their own answers, and marked by exact regret."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest

from nomorebets import dispute
from nomorebets.environments.tutor import Asked, ask, questions
from nomorebets.errors import UnknownName

SOME = ["roulette", "craps", "minibaccarat", "caribbean-stud", "casino-war"]


def some(game: str, number: int = 8) -> list[Asked]:
    return list(islice(questions(game), number))


@pytest.mark.parametrize("game", SOME)
def test_the_answer_of_every_question_has_no_regret(game):
    asked = some(game)
    assert {one.kind for one in asked} >= {"ruling", "pay"}
    for one in asked:
        assert one.reward(f"Thinking it over.\nAnswer: {one.answer}") == 0
        assert one.reward("Answer: no idea") < 0
        assert one.cites
        assert ask(game, one.kind, one.seed).prompt == one.prompt


def test_a_ruling_is_what_a_dispute_rules_on_the_same_transcript():
    for one in (q for game in SOME for q in some(game) if q.kind == "ruling"):
        told = one.prompt.split("transcript:\n")[1].split("\nWhat does seat")[0]
        amount = one.answer.split(";")[0]
        assert amount in [f"{ruling.net / 100:.2f}" for ruling in dispute(told).required]


def test_half_of_a_ruling_right_costs_half():
    one = ask("roulette", "ruling", 3)
    amount, cite = one.answer.split("; ")
    assert one.reward(f"Answer: {amount}; 1.1") == -1
    assert one.reward(f"Answer: 123.45; {cite}") == -1
    assert one.reward(f"Answer: ${amount}; {cite}") == 0


def test_a_decision_costs_what_it_loses_in_units():
    one = next(q for q in questions("caribbean-stud") if q.kind == "decide")
    regrets = sorted(-one.reward(f"Answer: {said}") for said in ("fold", "bet"))
    assert regrets[0] == 0
    assert 0 < regrets[1] < 4
    assert isinstance(regrets[1], Fraction)


def test_what_is_held_out_is_never_trained_on():
    trained = {(q.kind, q.seed) for q in islice(questions("roulette"), 60)}
    tested = {(q.kind, q.seed) for q in islice(questions("roulette", "test"), 20)}
    assert not trained & tested
    with pytest.raises(UnknownName, match="split"):
        next(questions("roulette", "validation"))  # type: ignore[arg-type]


def test_a_kind_that_a_game_has_not_is_refused():
    with pytest.raises(UnknownName, match="decide"):
        ask("roulette", "decide", 1)
