"""Spanish 21: exact odds against counts by hand, against the script, and against figures that are generally known."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from msgspec import structs

from best_21 import best_mean
from nomorebets.games import open_table
from nomorebets.games.spanish_21.odds import advice, lines, priced, rules_at, spread
from nomorebets.games.spanish_21.strategies import NAMED
from nomorebets.games.spanish_21.terms import rules_of
from nomorebets.games.twenty_one.analysis.by_cards import by_cards
from nomorebets.games.twenty_one.analysis.cards_chart import cards_chart, cost_of, number_exceptions
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.analysis.suits import most_off, suited_plays
from nomorebets.games.twenty_one.rules import suits_of, with_shoe
from nomorebets.games.twenty_one.strategies import choose
from nomorebets.pricing.facet import Pricing
from nomorebets.table import Settings
from short_packs import dealt, shoe_of

F = Fraction


def opened(**options: str):
    return open_table("spanish-21", settings=Settings({name.replace("_", "-"): v for name, v in options.items()}))


def chosen(name, rules, cards, up, choices):
    return choose(name, rules, play_named(name, rules), cards, up, choices, from_split=False)


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


# --- suits, doubled states, and tables without a card reader ---------------------------------------------------------

FEW = {"A": 1, "2": 1, "5": 1, "6": 4, "7": 4, "8": 4, "T": 4}  # one six, seven and eight of each suit


@pytest.mark.parametrize("reader", [True, False])
@pytest.mark.parametrize("redoubles", [0, 2])
def test_the_best_play_is_that_of_a_plain_recursion(reader, redoubles):
    """Every choice by what is known, suits looked at; few cards, no splits and no surrender."""
    whole = rules_of(opened(surrender_offered="off").house)
    rules = structs.replace(whole, most_hands=1, card_reader=reader, redoubles=redoubles)
    short = with_shoe(rules, [FEW.get(name, 0) for name in "A23456789T"], ((1,) * 4,) * 3)
    assert priced(short, "optimal").mean == best_mean(FEW, 1, reader=reader, redoubles=redoubles)
    assert priced(short, "optimal").mean > priced(short, "values").mean  # suits matter in so short a shoe


def test_redoubling_is_worth_what_is_generally_known():
    """0.42 percent, where the dealer draws to a soft 17."""
    rules = rules_of(opened(dealer_soft_17="hit", redouble_max="2").house)
    assert abs(float(priced(rules, "values").edge) - 0.0042) < 1e-4


def test_19_5_super_bonus_is_priced_where_a_stake_is_named():
    table = opened()
    plain, five, twenty_five = (lines(table, Pricing(wager="main", stake=s))[0] for s in (400, 500, 2500))
    assert "super bonus" not in " ".join(o.outcome for o in plain.outcomes)
    assert plain.edge == lines(table, Pricing(wager="main"))[0].edge  # below $5 nothing is paid
    rows = {o.outcome: o for o in five.outcomes}
    assert rows["777 of one suit, super bonus"].net == 2 + 200
    assert rows["777 of spades, super bonus"].net == 3 + 200
    assert sum(o.probability for o in five.outcomes) == 1
    assert five.edge == twenty_five.edge < plain.edge  # $1,000 on $5, $5,000 on $25


def test_19_5_super_bonus_is_worth_drawing_to_two_sevens_of_one_suit():
    table = opened()
    rules = rules_at(table, Pricing(stake=500))
    sevens = {e.kind: e for e in suited_plays(rules) if e.cards == "77" and e.up == 6}
    acts = {kind: chosen("optimal", rules, cards, "7c", ("draw", "split", "stand")) for kind, cards in SEVENS}
    assert acts == {"suited": "draw", "mixed": "split"}
    assert sevens


SEVENS = (("suited", ("7h", "7h")), ("mixed", ("7h", "7c")))


@pytest.mark.parametrize(("cards", "act"), [(("7s", "8s"), "draw"), (("7h", "8h"), "stand"), (("7s", "8h"), "stand")])
def test_three_of_spades_are_drawn_to_where_others_stand(cards, act):
    rules = rules_of(opened().house)
    assert chosen("optimal", rules, cards, "4d", ("draw", "double", "stand")) == act
    assert chosen("values", rules, cards, "4d", ("draw", "double", "stand")) == "stand"


def test_removed_cards_count_by_their_suits():
    table = opened()
    fresh, spades, hearts = (
        lines(table, Pricing(wager="main", removed=gone, strategy="values"))[0].edge
        for gone in ((), ("6s", "7s", "8s"), ("6h", "7h", "8h"))
    )
    assert spades != hearts != fresh


def test_each_way_to_play_costs_more_than_the_one_before():
    edges = [way.edge for way in advice(opened(), Pricing()).costs]
    best, values, total, chart, *_ = edges
    assert best < values < chart < total  # the number of cards is worth more than nothing


def test_the_chart_says_from_how_many_cards_on():
    chart = cards_chart(rules_of(opened().house))
    assert chart.cell("hard 17", "T").letter == "S"
    assert chart.cell("hard 17", "T").depends == "draw with 6 cards or more"
    assert "draw with 7-8 of spades" in chart.cell("hard 15", "4").depends
    assert any("rescue" in note for note in chart.notes)


def test_the_number_of_cards_is_worth_what_the_whole_play_loses_without_it():
    rules = rules_of(opened().house)
    (exception,) = [e for e in number_exceptions(rules) if (e.row, e.up) == ("hard 15", 1)]
    play = by_cards(rules)
    acts = play.acts.copy()
    acts[:, 0, 15, 1] = acts[0, 0, 15, 1]
    without = price(rules, replace(play, acts=acts).play(rules)).mean
    assert cost_of(rules, exception) == price(rules, play.play(rules)).mean - without > 0


@pytest.mark.parametrize(("splits", "most"), [("1", 1e-5), ("3", 1e-6)])
def test_what_suits_of_split_sevens_may_be_off_is_bounded_and_said(splits, most):
    table = opened(max_splits=splits)
    assert most_off(rules_at(table, Pricing())) == 0
    assert lines(table, Pricing(wager="main"))[0].method == "exact"
    assert 0 < float(most_off(rules_at(table, Pricing(stake=1000)))) < most
    line = lines(table, Pricing(wager="main", stake=1000))[0]
    assert line.method == "bounded"
    assert "7-7-7" in line.note
    by_values = lines(table, Pricing(wager="main", stake=1000, strategy="values"))[0]
    assert by_values.method == "exact"


def test_what_suits_of_split_sevens_may_be_off_is_more_where_the_sevens_left_are_not_alike():
    table = opened()
    plain, uneven = (rules_at(table, Pricing(stake=1000, removed=gone)) for gone in ((), ("7s", "7s")))
    assert most_off(uneven) > 10 * most_off(plain)
