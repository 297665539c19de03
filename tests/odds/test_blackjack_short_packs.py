"""Blackjack: the analysis against the script, over every round that it can deal from a short pack."""

from __future__ import annotations

import pytest

from nomorebets.games import open_table
from nomorebets.games.blackjack.strategies import NAMED
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.moments import second_moment
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.rules import with_shoe
from nomorebets.table import Settings
from short_packs import dealt, shoe_of


def agree(pack: str, strategy: str, **options: str) -> None:
    """Mean and mean square of what a box gains, dealt by the script and counted by the analysis."""
    settings = Settings({name.replace("_", "-"): choice for name, choice in options.items()})
    table = open_table("blackjack", settings=settings)
    mean, square = dealt(table, "blackjack", NAMED[strategy], pack)
    rules = rules_of(table.house)
    here, play = with_shoe(rules, shoe_of(pack)), play_named(strategy, rules)
    assert price(here, play).mean == mean
    assert second_moment(here, play) == square


PAIRS = "As As 8d 8d 8d 6c 6c" + 7 * " Ts"
LARGER = "As As As 8d 8d 8d 8d 8d" + 11 * " Ts"  # enough for four hands

TABLES = {
    "usual": {},
    "soft 17 is drawn to": {"soft_17": "hit"},
    "card reader": {"card_reader": "on"},
    "late surrender": {"surrender": "late"},
    "late surrender, card reader": {"surrender": "late", "card_reader": "on"},
    "6 to 5": {"blackjack_pays": "6:5", "even_money": "off"},
    "no double after a split": {"double_after_split": "off"},
    "double on 10 and 11": {"double_on": "10-11"},
    "busted hands stay lost": {"dealer_bj_relief": "busted-plus-one"},
}


@pytest.mark.parametrize("options", TABLES)
def test_the_script_deals_what_the_analysis_counts(options: str) -> None:
    agree(PAIRS, "basic", **TABLES[options])


@pytest.mark.parametrize("strategy", ["optimal", "mimic"])
def test_other_ways_to_play(strategy: str) -> None:
    agree(PAIRS, strategy)


@pytest.mark.parametrize("strategy", ["optimal", "zero-memory"])
def test_2_11_d_the_play_for_busted_hands_that_stay_lost(strategy: str) -> None:
    agree(PAIRS, strategy, dealer_bj_relief="busted-plus-one")


@pytest.mark.slow
@pytest.mark.parametrize("boxes", ["6", "7"])
def test_2_11_d_busted_hands_of_four_stay_lost(boxes: str) -> None:
    agree(LARGER, "basic", resplit="up-to-limit", boxes=boxes, dealer_bj_relief="busted-plus-one")


@pytest.mark.slow
@pytest.mark.parametrize("boxes", ["6", "7"])
@pytest.mark.parametrize("aces", ["forbidden", "allowed"])
def test_2_11_e_pairs_split_again_to_four_hands_or_three(boxes: str, aces: str) -> None:
    agree(LARGER, "basic", resplit="up-to-limit", resplit_aces=aces, boxes=boxes)
