"""Blackjack over a grid of decks and options: integers and the float analysis agree, and each option moves as is known.

A dozen in every run, all of them in the long proofs.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.values import best
from nomorebets.games.twenty_one.rules import Rules

SURRENDER: tuple[Literal["none", "late"], ...] = ("none", "late")
# what an option is worth to the player: at least, and at most, over all decks (bounds of our own)
DOUBLES_AFTER_SPLITS = 0.0009, 0.0020
ACES_AGAIN = 0.0001, 0.0010
LATE_SURRENDER = 0.0002, 0.0013


def grid() -> list[Rules]:
    every = product((1, 2, 4, 6, 8), (False, True), (2, 3, 4), (True, False), (False, True), SURRENDER)
    return [
        Rules(
            decks=decks,
            hit_soft_17=hit,
            most_hands=hands,
            double_after_split=das,
            resplit_aces=aces,
            surrender=surrender,
        )
        for decks, hit, hands, das, aces, surrender in every
        if hands > 2 or not aces
    ]


EVERY = grid()


def marked(rules: Rules, at: int) -> Any:
    return pytest.param(rules, id=rules.shorthand, marks=() if at % 17 == 0 else pytest.mark.slow)


def mean(rules: Rules) -> float:
    """By integers; and by floats, which must say the same."""
    analysis = best(rules)
    exact = float(price(rules, analysis.play).mean)
    assert abs(exact - analysis.mean) < 1e-13
    return exact


@pytest.mark.parametrize("rules", [marked(rules, at) for at, rules in enumerate(EVERY)])
def test_every_table_of_the_grid(rules: Rules) -> None:
    gain = mean(rules)
    if not rules.double_after_split:
        least, most = DOUBLES_AFTER_SPLITS
        assert least < mean(replace(rules, double_after_split=True)) - gain < most
    if rules.resplit_aces:
        least, most = ACES_AGAIN
        assert least < gain - mean(replace(rules, resplit_aces=False)) < most
    if rules.surrender == "late":
        least, most = LATE_SURRENDER
        assert least < gain - mean(replace(rules, surrender="none")) < most


def test_the_grid_has_both_sides_of_every_option() -> None:
    often = EVERY[::17]
    assert len(EVERY) == 200
    assert len(often) == 12
    for name in ("hit_soft_17", "double_after_split", "resplit_aces", "surrender"):
        assert len({getattr(rules, name) for rules in often}) == 2
