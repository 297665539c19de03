"""Cards that have left: one that nobody saw changes nothing on average, so the effects of all add up to none."""

from __future__ import annotations

from fractions import Fraction

import pytest

import nomorebets
from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.errors import UnknownName
from nomorebets.pricing.sheet import effects_at

PLAYS = [
    ("casino-war", "always-war"),
    ("red-dog", "always-raise"),
    ("three-card-poker", "queen-six-four"),
    pytest.param("double-down-stud", "always-double", marks=pytest.mark.slow),
    pytest.param("let-it-ride", "always-ride", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("game", "strategy"), PLAYS)
def test_by_one_way_to_play_the_effects_of_all_cards_add_up_to_none(game, strategy):
    whole = nomorebets.odds(game, strategy=strategy)
    sheets = [nomorebets.odds(game, strategy=strategy, removed=f"{rank}s") for rank in RANKS]
    for line in sheets[0]:
        assert sum((sheet[line].edge for sheet in sheets), Fraction(0)) / len(RANKS) == whole[line].edge, line


@pytest.mark.slow
def test_after_one_card_has_left_too_suit_by_suit():
    gone = nomorebets.odds("three-card-poker", strategy="queen-or-better", removed="As")
    others = [card for card in DECK if card != "As"]
    sheets = [nomorebets.odds("three-card-poker", strategy="queen-or-better", removed=f"As {card}") for card in others]
    for line in gone:
        assert sum((sheet[line].edge for sheet in sheets), Fraction(0)) / len(others) == gone[line].edge, line


def test_two_cards_alike_that_have_left_make_fewer_ties():
    """By hand: of 310 cards, 22 aces and 24 of each other rank."""
    ties = Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    line = nomorebets.odds("casino-war", strategy="always-surrender", removed="As As")["initial"]
    assert line.edge == ties / 2


def test_who_knows_it_plays_by_it():
    effects = effects_at(nomorebets.open_table("three-card-poker"))
    assert sum(effects["ante"].values()) > 0  # on average a card that was seen is of use
    assert effects["ante"]["Q"] < 0 < effects["ante"]["2"]
    assert sum(effects["pair-plus"].values()) == 0  # nothing is decided


def test_a_deck_holds_each_card_once():
    with pytest.raises(UnknownName, match="As As cannot be removed"):
        nomorebets.odds("three-card-poker", removed="As As")
    with pytest.raises(UnknownName, match="at most 6 of this card"):
        nomorebets.odds("casino-war", removed="As " * 7)
