"""What is left in a shoe from round to round: written, kept, and read again."""

from __future__ import annotations

from collections import Counter

import pytest

from nomorebets.errors import RecordError
from nomorebets.procedures import shoe_text as written
from nomorebets.procedures.shoe_text import read_shoe, shoe_text


def test_a_shoe_that_was_left_is_read_as_its_text_is(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe = Counter({"Kd": 7, "As": 8, "2c": 1})
    text = shoe_text(shoe)
    kept = read_shoe(text)
    monkeypatch.setattr(written, "_LEFT", {})
    assert (kept, list(kept)) == (read_shoe(text), list(read_shoe(text)))  # in the same order
    assert type(kept) is Counter


def test_cards_that_leave_a_shoe_do_not_leave_the_one_that_is_kept() -> None:
    shoe = Counter({"Qd": 2, "3s": 5})
    text = shoe_text(shoe)
    del shoe["Qd"]
    taken_up = read_shoe(text)
    taken_up["3s"] -= 1
    assert read_shoe(text) == {"Qd": 2, "3s": 5}


def test_only_some_shoes_are_kept() -> None:
    texts = [shoe_text(Counter({"As": number})) for number in range(1, 3 * written.MOST_LEFT)]
    assert len(written._LEFT) <= written.MOST_LEFT
    assert [read_shoe(text)["As"] for text in texts] == list(range(1, 3 * written.MOST_LEFT))


@pytest.mark.parametrize("shoe", [{"As": 0}, {"As": -1}, {"1x": 3}, {"As": 10_000}])
def test_what_could_not_be_read_again_is_not_written(shoe: dict[str, int]) -> None:
    for _ in range(2):
        with pytest.raises(RecordError, match="is no part of a shoe"):
            shoe_text(Counter(shoe))
