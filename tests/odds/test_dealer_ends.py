"""What the dealer ends with, against the cards dealt out one after the other."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.twenty_one.analysis.dealer import dealer_ends
from nomorebets.games.twenty_one.rules import NONE, Rules
from nomorebets.pricing.sheet import dealer_at
from nomorebets.table import Settings

SMALL = {
    "one deck": NONE,
    "few low cards": (1, 3, 4, 2, 4, 4, 1, 0, 2, 9),
    "no tens, no aces": (4, 0, 1, 2, 0, 0, 3, 1, 0, 16),
    "tens and fives": (2, 4, 4, 4, 0, 4, 4, 4, 4, 3),
}


def dealt_out(shoe: tuple[int, ...], up: int, hit_soft_17: bool, pushes_at: int = 0) -> dict[str, Fraction]:
    """The dealer's hand card by card: aces count one, and one of them eleven where that is not too much."""

    @cache
    def on(left: tuple[int, ...], points: int, aces: int, cards: int) -> tuple[tuple[str, Fraction], ...]:
        soft = aces > 0 and points + 10 <= 21
        total = points + 10 * soft
        if cards == 2 and soft and total == 21:
            return (("blackjack", Fraction(1)),)
        if total > 21:
            return ((str(total) if total == pushes_at else "bust", Fraction(1)),)
        if total > 17 or (total == 17 and not (soft and hit_soft_17)):
            return ((str(total), Fraction(1)),)
        ends: dict[str, Fraction] = {}
        for value, n in enumerate(left):
            if n:
                less = (*left[:value], n - 1, *left[value + 1 :])
                for end, chance in on(less, points + value + 1, aces + (value == 0), cards + 1):
                    ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(n, sum(left))
        return tuple(ends.items())

    gone = (*shoe[:up], shoe[up] - 1, *shoe[up + 1 :])
    return dict(on(gone, up + 1, int(up == 0), 1))


@pytest.mark.parametrize("removed", SMALL.values(), ids=SMALL)
@pytest.mark.parametrize(("hits", "pushes_at"), [(False, 0), (True, 0), (True, 22)])
def test_2_12_the_dealers_ends_are_those_of_cards_dealt_out(
    removed: tuple[int, ...], hits: bool, pushes_at: int
) -> None:
    rules = Rules(decks=1, removed=removed, hit_soft_17=hits, pushes_at=pushes_at)
    ends = dealer_ends(rules)
    shown = [up for up in range(10) if rules.shoe[up]]
    assert list(ends) == [*("A23456789T"[up] for up in (*shown[(0 in shown) :], *([0] if 0 in shown else []))), "any"]
    for up in shown:
        row = ends["A23456789T"[up]]
        assert {end: chance for end, chance in row.items() if chance} == dealt_out(rules.shoe, up, hits, pushes_at)
        assert sum(row.values()) == 1
    assert sum(ends["any"].values()) == 1


def test_cards_that_are_gone_and_a_rule_that_changes_are_counted() -> None:
    table = open_table("blackjack", settings=Settings({"decks": "1", "soft-17": "hit"}))
    ends = dealer_at(table, removed="As Ad Ah Ac")
    assert "A" not in ends
    assert ends["T"]["blackjack"] == ends["any"]["blackjack"] == 0
    full, stands = dealer_at(table), dealer_at(open_table("blackjack", settings=Settings({"decks": "1"})))
    assert full["A"]["17"] < stands["A"]["17"]
    assert full["T"] == stands["T"] != ends["T"]  # a ten and an ace are no soft 17


def test_a_game_whose_dealer_draws_by_no_rule_is_refused() -> None:
    with pytest.raises(UnknownName, match="the dealer of roulette"):
        dealer_at(open_table("roulette"))
