"""Fast action hold'em: exact counts by compiled loops, against the settlement of the script hand by hand."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from nomorebets.equipment.cards import DECK, index
from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.fast_action_holdem.hands import settings
from nomorebets.games.fast_action_holdem.odds import advice, priced_at, solved_at
from nomorebets.games.fast_action_holdem.settlement import MAIN, compared, low_by_house_way
from nomorebets.games.fast_action_holdem.solver import boards, settings_on
from nomorebets.games.fast_action_holdem.terms import DEALER_WAY, shape_at
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import effects_at, odds_at
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.table import Settings

SAMPLE = "sample:fast-action-holdem"
SMALL = {"player_cards": 2, "dealer_cards": 2, "vig_rate": 0}  # a game whose deals are counted in a moment


def opened(**options):
    return open_table(SAMPLE, settings=Settings({name.replace("_", "-"): value for name, value in options.items()}))


def against_all(house, cards, low, board):
    """How many hands a setting wins against each dealer's hand, by the settlement that the script uses."""
    high = tuple(card for card in cards if card not in low)
    left = [card for card in DECK if card not in (*cards, *board)]
    won = Counter()
    for dealers in combinations(left, len(cards)):
        theirs = low_by_house_way(dealers, board, house)
        dealer = HandsInTwo(tuple(card for card in dealers if card not in theirs), theirs, board)
        won[compared(HandsInTwo(high, low, board), dealer, house).won] += 1
    return won[2], won[1], won[0]


@pytest.mark.parametrize(
    ("options", "cards", "board"),
    [
        ({"player_cards": 2, "dealer_cards": 2}, "As 9h", "9d 4c"),
        ({"player_cards": 2, "dealer_cards": 2, "copies": "player"}, "Kd Kh", "9d 9c"),
        ({"player_cards": 2, "dealer_cards": 2, "dealer_way": "high-first", "community_cards": 3}, "2c Jd", "Td 9d 4c"),
        ({"player_cards": 2, "dealer_cards": 2, "must_outrank": "neither"}, "7c 3d", "Qd 4c"),
        ({"own_cards_low": 2}, "Ks Qc 2h", "9d 4c"),
        ({}, "Ks Qc 2h", "9d 4c"),
        (
            {"community_cards": 3, "high_cards": 5, "ace_low_straight": "second", "must_outrank": "neither"},
            "2d 3s Kd",
            "Ah 4c 5d",
        ),
    ],
    ids=str,
)
def test_every_dealers_hand_beside_one_of_the_players(options, cards, board):
    house = opened(**options).house
    own, community = tuple(cards.split()), tuple(board.split())
    counted = settings_on(priced_at(house), tuple(map(index, community)), tuple(map(index, own)))
    # with three cards a setting of many thousands of dealers' hands is enough: the last one
    for high, low in settings(own, shape_at(house))[-1 if len(own) == 3 else 0 :]:
        alone = low if len(low) == 1 else high
        if not compared(HandsInTwo(high, low, community), HandsInTwo(high, low, community), house).foul:
            assert counted[own.index(alone[0])] == against_all(house, own, low, community)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_boards_but_for_the_names_of_suits(number):
    cards, times, _ = boards(number)
    ranks = Counter(tuple(card >> 2 for card in some) for some in combinations(range(52), number))
    counted = Counter()
    for some, alike in zip(cards.tolist(), times.tolist(), strict=True):
        counted[tuple(card >> 2 for card in some)] += alike
    assert counted == ranks


def test_all_deals_are_counted_once():
    house = opened(**SMALL).house
    for ends in solved_at(house, 10_000).ends.values():
        assert sum(ends) == comb(52, 2) * comb(50, 2) * comb(48, 2)


def test_a_way_played_against_itself_loses_just_its_copies():
    """Without copies two players of one way are even: what the dealer gains is what it gains by them."""
    dealers = opened(**SMALL).house
    players = opened(**SMALL, copies="player").house
    two, one, none = solved_at(dealers, 10_000).ends["low-first"]
    assert solved_at(players, 10_000).ends["low-first"] == (none, one, two)


def test_the_best_play_is_no_worse_than_any_way():
    table = opened(**SMALL)
    edges = {way.strategy: way.edge for way in advice(table, Pricing()).costs}
    assert edges["optimal"] < min(edges["high-first"], edges["low-first"])


def test_the_sample_exactly():
    """Not published anywhere: the sample is our own. The simulation and the script agree with it (verify)."""
    table = open_table(SAMPLE)
    by_house, best = (odds_at(table, strategy=name)["fast-action"] for name in ("house-way", "optimal"))
    assert by_house.edge == Fraction(2830227619, 50169210000)
    assert best.edge == Fraction(10543586671, 1053553410000)
    assert (best.basis, by_house.basis) == ("reconstructed", "reconstructed")
    assert "by the terms of sample:fast-action-holdem" in best.note


def test_odds_and_what_one_hand_is_worth_count_through_the_settlement():
    tables = opened(**SMALL, payout_odds="2 to 1"), opened(**SMALL), opened(**SMALL, one_hand_won="loses")
    double, even, lost = (odds_at(table, strategy="optimal")["fast-action"].edge for table in tables)
    assert double < even < lost


def test_every_deal_of_eight_cards_that_are_left_one_by_one():
    table = opened(**SMALL)
    house, left = table.house, "As Ah Kd Ks 9c 9s 4h 2d".split()
    won = Counter()
    for board in combinations(left, 2):
        rest = [card for card in left if card not in board]
        for own in combinations(rest, 2):
            low = low_by_house_way(own, board, house)
            mine = HandsInTwo(tuple(card for card in own if card not in low), low, board)
            for dealers in combinations([card for card in rest if card not in own], 2):
                theirs = low_by_house_way(dealers, board, house)
                dealer = HandsInTwo(tuple(card for card in dealers if card not in theirs), theirs, board)
                won[compared(mine, dealer, house).won] += 1
    gone = tuple(card for card in DECK if card not in left)
    assert solved_at(house, 10_000, gone).ends[house[DEALER_WAY]] == (won[2], won[1], won[0])
    with pytest.raises(UnknownName, match="5 cards are left, and a round takes 6"):
        odds_at(table, removed=DECK[:47])


def test_the_effects_of_all_cards_add_up_to_none():
    table = opened(**SMALL)
    assert sum(effects_at(table)[MAIN].values()) == 0
