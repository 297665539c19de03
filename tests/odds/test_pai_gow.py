"""Pai gow's exact odds: against tile by tile counting, against the script, and against published figures."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from nomorebets.compliance.check import check
from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.equipment.tiles import TILES
from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.pai_gow.holdings import AGAINST_EACH, NAMED, chosen, hand_at, holdings, way_of
from nomorebets.games.pai_gow.house_ways import atlantic, filed, priority
from nomorebets.games.pai_gow.odds import ends_by, setting_values, split_by, ways_by
from nomorebets.games.pai_gow.settlement import compare
from nomorebets.games.pai_gow.solver import TOTAL, against, best_ways
from nomorebets.games.pai_gow.strategies import STRATEGIES
from nomorebets.hands.tiles import in_order, split, splits
from nomorebets.pricing.facet import Pricing, line_for, odds_of
from nomorebets.pricing.sheet import odds_at
from nomorebets.table import Play, Round, Settings, Wager
from nomorebets.table.requests import PatronRequest

METHODS = {"atlantic": atlantic, "priority": priority}


def others_hands(own, method):
    """Each of the hands that are left, tile by tile, as a method sets it."""
    left = list(TILES)
    for tile in own:
        left.remove(tile)
    return [method(in_order(theirs)) for theirs in combinations(left, 4)]


def by_tiles(made, against_these):
    """Wins, pushes and losses of one setting."""
    counts = [0, 0, 0]
    for theirs in against_these:
        counts[2 - compare(made, theirs).better] += 1
    return tuple(counts)


HANDS = ["6-6 6-6 1-1 1-1", "2-4 1-2 3-3 1-4", "6-6 1-6 4-5 2-3", "5-5 4-6 5-6 3-6"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("hand", HANDS)
def test_counts_equal_those_tile_by_tile(hand, method):
    held = in_order(hand.split())
    counted, others = against(METHODS[method]), others_hands(held, METHODS[method])
    assert len(others) == AGAINST_EACH == 20475
    for made in splits(held):
        at, way = hand_at(held), way_of(held, made)
        assert tuple(int(part[at, way]) for part in counted) == by_tiles(made, others)


def test_as_a_bank_copies_are_won():
    held = in_order(HANDS[2].split())
    counted, others = against(priority, banks=True), others_hands(held, priority)
    for made in splits(held):
        worse = [compare(theirs, made).better for theirs in others]
        at, way = hand_at(held), way_of(held, made)
        assert [int(part[at, way]) for part in counted] == [worse.count(0), worse.count(1), worse.count(2)]


# all ordered pairs of hands: win, push, lose of the row's method against the column's
INTEGERS = {
    ("atlantic", "atlantic"): (216498824, 296300556, 223481620),
    ("priority", "atlantic"): (197328848, 320564012, 218388140),
    ("atlantic", "priority"): (211204576, 320997432, 204078992),
    ("priority", "priority"): (214094600, 299709528, 222476872),
}


@pytest.mark.parametrize(("own", "other"), INTEGERS)
def test_win_push_and_lose_as_integers(own, other):
    counts = against(METHODS[other]).of(chosen(METHODS[own]))
    assert sum(counts) == TOTAL == 736_281_000
    assert counts == INTEGERS[own, other]


@pytest.mark.parametrize("method", METHODS)
def test_what_one_side_wins_the_other_loses(method):
    """A method against itself, as player and as bank."""
    ways = chosen(METHODS[method])
    win, push, lose = against(METHODS[method]).of(ways)
    assert against(METHODS[method], banks=True).of(ways) == (lose, push, win)


@pytest.mark.parametrize("banks", [False, True])
@pytest.mark.parametrize(("won", "lost"), [(19, 20), (1, 1)])
def test_no_method_beats_the_best_answer(banks, won, lost):
    counted = against(atlantic, banks)
    best = counted.of(best_ways(counted, won, lost))
    worth = best[0] * won - best[2] * lost
    for name in NAMED:
        win, _, lose = counted.of(chosen(NAMED[name]("atlantic")))
        assert win * won - lose * lost < worth


def test_the_best_answer_sets_each_hand_best():
    counted = against(atlantic)
    ways = best_ways(counted, 19, 20)
    gains = 19 * counted.win - 20 * counted.lose
    assert (gains[np.arange(ways.size), ways] == gains.max(axis=1)).all()


def test_every_hand_can_be_set_best():
    """Also where two of its tiles are alike, so that two of the three ways are."""
    house = open_table("pai-gow").house
    every, best = holdings(), ways_by(house, "optimal")
    for at, held in enumerate(every.tiles):
        assert split_by(house, "optimal", held).ranks == (every.high[at, best[at]], every.low[at, best[at]])


def test_the_gain_is_the_sum_of_two_chances():
    """What the table to learn rests on: win less lose is the chance of the high hand and of the low, less one."""
    table = open_table("pai-gow")
    optimal, learned, house_way = (
        odds_at(table, strategy=name)["pai-gow"].edge for name in ("optimal", "add-up", "house-way")
    )
    assert optimal < learned < house_way
    assert learned - optimal < Fraction(3, 1000)


def test_published_figures_are_near():
    """Of another house way, used by both sides: wizardofodds.com/ask-the-wizard/pai-gow-tiles."""
    table = open_table("pai-gow")
    player = odds_at(table, strategy="house-way")["pai-gow"].edge_decimal
    banker = odds_at(table, strategy="house-way", wager="bank")["bank"].edge_decimal
    assert player == pytest.approx(0.023896, abs=0.002)
    assert banker == pytest.approx(0.007377, abs=0.002)


def test_the_vigorish_goes_by_the_stake():
    table = open_table("pai-gow")
    win = Fraction(*map(int, (INTEGERS["atlantic", "atlantic"][0], TOTAL)))
    lose = Fraction(INTEGERS["atlantic", "atlantic"][2], TOTAL)
    for stake, kept in (("100.00", Fraction(95, 100)), ("12.00", Fraction(1125, 1200)), ("5.00", Fraction(95, 100))):
        assert odds_at(table, strategy="house-way", stake=stake)["pai-gow"].edge == lose - kept * win
    exact = open_table("pai-gow", settings=Settings({"vig-rounding": "none"}))
    assert odds_at(exact, strategy="house-way", stake="12.00")["pai-gow"].edge == lose - Fraction(95, 100) * win


def test_without_commission():
    """For analysis: no table may be run so. The best play is another one then."""
    table = open_table("pai-gow", settings=Settings({"vig-rate": "0"}))
    win, _, lose = INTEGERS["atlantic", "atlantic"]
    assert odds_at(table, strategy="house-way")["pai-gow"].edge == Fraction(lose - win, TOTAL)
    assert odds_at(table)["pai-gow"].edge == Fraction(218305232 - 217186740, TOTAL)
    assert odds_at(table, wager="bank")["bank"].edge == Fraction(210213604 - 222903560, TOTAL)
    house = b'[[table]]\ngame = "pai-gow"\nnotices = { vig-rounding = true, two-areas = true }\n'
    assert [v.paragraph for v in check(house + b'options = { vig-rate = "0" }')] == ["13:69F-10.7"]


def test_the_role_of_the_banker():
    table = open_table("pai-gow")
    assert line_for(table.game, "banker", None) == "bank"
    line = odds_at(table, wager="bank")["bank"]
    assert line.edge < 0  # who banks well is ahead of the others
    assert line.edge == -Fraction(2589469, 1227135000)
    with pytest.raises(UnknownName, match="no player banks"):
        line_for(open_table("roulette").game, "banker", None)
    closed = open_table("pai-gow", settings=Settings({"player-bank": "off"}))
    with pytest.raises(UnknownName):
        odds_at(closed, wager="bank")


def test_a_filed_table_is_priced():
    other = "atlantic; 6-6 1-6 4-5 2-3 low 1-6 2-3"
    plain, changed = chosen(atlantic), chosen(filed(other))
    assert [holdings().tiles[at] for at in np.flatnonzero(plain != changed)] == [in_order("6-6 1-6 4-5 2-3".split())]
    table = open_table("pai-gow", settings=Settings({"dealer-set-method": other}))
    assert odds_at(table)["pai-gow"].edge != odds_at(open_table("pai-gow"))["pai-gow"].edge


def test_dragons_eye():
    table = open_table("pai-gow", settings=Settings({"dragons-eye": "17: 25 to 1, 16: 6 to 1, 8: 3 to 1"}))
    assert odds_at(table)["dragons-eye"].edge == 1 - Fraction(3 * 26 + 6 * 7 + 21 * 4, 216)


@pytest.mark.parametrize("strategy", STRATEGIES.named)
def test_a_strategy_sets_at_the_table_as_it_is_priced(strategy):
    table = open_table("pai-gow")
    bots = BotTable((Wager(1, "pai-gow", 1000),), SeededChance(5), STRATEGIES.named[strategy])
    ways = ways_by(table.house, strategy)
    for _ in range(20):
        played = Play(Round(table))
        while played.request is not None:
            played.answer(bots(played.request, played.table))
        (entry,) = [e for e in played.entries if e.request.name == "set-hand"]
        tiles = [e.answer.card for e in played.entries if e.request.name == "draw" and e.request.to == "seat:1"]
        held = in_order(tiles)
        low = entry.answer.apart[0]
        rest = list(held)
        for tile in low:
            rest.remove(tile)
        made = split(low, rest)
        at = hand_at(held)
        every = holdings()
        assert made.ranks == (every.high[at, ways[at]], every.low[at, ways[at]])


def test_help_weighs_each_setting_of_a_hand():
    table = open_table("pai-gow")
    played = Play(Round(table))
    bots = BotTable((Wager(1, "pai-gow", 2000),), SeededChance(random.Random(3).randrange(99)), None)
    while played.request is not None and played.request.name != "set-hand":
        played.answer(bots(played.request, played.table))
    request = played.request
    assert isinstance(request, PatronRequest)
    values = setting_values(request, 1, played.table)
    tiles = played.table.felt.hand("seat:1")
    assert set(values) == {made.low for made in splits(in_order(tiles))}
    best = max(values, key=lambda low: values[low].worth)
    assert set(best) == set(split_by(table.house, "optimal", tiles).low)
    assert all(-2000 <= value.worth <= 1900 for value in values.values())
    facet = odds_of(table.game)
    assert facet is not None
    assert facet.advice is not None
    assert facet.advice(table, Pricing()).costs[0].strategy == "optimal"


def test_counts_of_all_ends():
    ends = ends_by(open_table("pai-gow").house, "house-way")
    assert ends.total == TOTAL
    assert ends.probability("win") == Fraction(INTEGERS["atlantic", "atlantic"][0], TOTAL)
