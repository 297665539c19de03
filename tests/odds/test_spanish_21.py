"""Spanish 21: exact odds against counts by hand, against the script, and against figures that are generally known."""

from fractions import Fraction
from math import comb

import pytest

from nomorebets.games import open_table
from nomorebets.games.spanish_21.odds import lines, priced, spread
from nomorebets.games.spanish_21.strategies import NAMED
from nomorebets.games.spanish_21.terms import rules_of
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.rules import suits_of, with_shoe
from nomorebets.pricing.facet import Pricing
from nomorebets.table import Settings
from short_packs import dealt, shoe_of

F = Fraction


def opened(**options: str):
    return open_table("spanish-21", settings=Settings({name.replace("_", "-"): v for name, v in options.items()}))


@pytest.mark.parametrize(("decks", "suited", "plain"), [(6, 9, 4), (8, 12, 3)])
def test_19_6_match_the_dealer_counted_by_hand(decks, suited, plain):
    (line,) = lines(opened(decks=str(decks)), Pricing(wager="match-dealer"))
    same, rank, cards = decks - 1, 3 * decks, 48 * decks - 1
    gain = 2 * (F(same, cards) * suited + F(rank, cards) * plain)  # two cards, each of which may match
    none = F(comb(cards - same - rank, 2), comb(cards, 2))
    assert line.edge == none - gain
    assert sum(o.probability for o in line.outcomes) == 1


@pytest.mark.parametrize("decks", [6, 8])
def test_19_11_insurance_counted_by_hand(decks):
    (line,) = lines(opened(decks=str(decks)), Pricing(wager="insurance"))
    assert line.edge == 1 - 3 * F(12 * decks, 48 * decks - 1)


@pytest.mark.parametrize(
    ("options", "edge"),
    [
        ({}, 0.0036),
        ({"decks": "8"}, 0.0038),
        ({"dealer_soft_17": "hit"}, 0.0078),
        ({"dealer_soft_17": "hit", "decks": "8"}, 0.0080),
    ],
)
def test_the_edge_is_about_the_one_that_is_generally_known(options, edge):
    """0.4 and 0.8 percent without redoubling; to the hundredth of a percent, for this play does not look at suits."""
    assert abs(float(priced(rules_of(opened(**options).house), "values").edge) - edge) < 1e-4


def test_the_ends_are_all_and_add_up_to_the_price():
    table = opened()
    rules = rules_of(table.house)
    (line,) = lines(table, Pricing(wager="main"))
    assert sum(spread(rules, "values").values()) == sum(spread(rules, "optimal").values()) == 1
    assert all(o.probability >= 0 for o in line.outcomes)
    assert line.edge == priced(rules, "optimal").edge < priced(rules, "values").edge


def test_without_splits_every_end_is_counted():
    """A way to play that never splits has no row that is taken from the price."""
    table = opened()
    (line,) = lines(table, Pricing(wager="main", strategy="mimic"))
    assert not any(o.outcome.startswith("split") for o in line.outcomes)
    assert line.edge == priced(rules_of(table.house), "mimic").edge


def test_19_5_f_suits_of_three_cards():
    six_decks = ((6,) * 4,) * 3
    mixed, suited, spades = suits_of([0, 0, 0, 0, 0, 1, 1, 1, 0, 0], six_decks)
    assert (mixed, suited, spades) == (F(60, 64), F(3, 64), F(1, 64))
    sevens = suits_of([0, 0, 0, 0, 0, 0, 3, 0, 0, 0], six_decks)
    assert sevens == (1 - F(80, 2024), F(60, 2024), F(20, 2024))
    assert suits_of([0, 0, 0, 0, 1, 1, 0, 0, 0, 1], six_decks) is None


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"dealer_soft_17": "hit"},
        {"surrender_offered": "off"},
        {"split_aces_draw": "one-card"},
        {"redouble_max": "2"},
        {"card_reader": "off"},
        {"card_reader": "off", "redouble_max": "2"},
    ],
)
def test_the_script_deals_what_the_analysis_counts(options):
    agree("As As 8d 8d 8d 6c 6c" + 7 * " Ks", **options)


@pytest.mark.slow
def test_the_script_deals_hands_of_many_cards_as_the_analysis_counts_them():
    agree("2s 2s 2s 2s 3d 3d 6c 9c" + 7 * " Ks")


def agree(pack: str, **options: str) -> None:
    """The mean gain of a box, dealt by the script and counted by the analysis."""
    table = opened(max_splits="1", **options)
    rules = rules_of(table.house)
    mean, _ = dealt(table, "main", NAMED["values"], pack)
    assert price(with_shoe(rules, shoe_of(pack)), play_named("values", rules)).mean == mean
