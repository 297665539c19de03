"""Compiled evaluators against the plain ones: the same order, on random hands and on all hands of a small pack."""

from collections import Counter
from functools import partial
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from nomorebets.compiling import compiled
from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.hands.compiled import five_card_numbers
from nomorebets.hands.compiled_seven import (
    RANK_KEYS_7,
    omaha_numbers,
    rank_slot,
    seven_card_numbers,
    seven_slot,
    seven_tables,
)
from nomorebets.hands.compiled_small import badugi_hands, badugi_numbers, best_three_numbers, three_card_tables
from nomorebets.hands.low import (
    ACE_LOW,
    ace_to_five,
    badugi,
    deuce_to_seven,
    eight_or_better,
    six_or_better,
)
from nomorebets.hands.orders import five_card_order, rank_sets
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES, five_card_hand, three_card_hand
from nomorebets.hands.ranks import FIVE_CARD_HANDS, FIVE_CARD_PLACE

FIVE = (five_card_hand, ace_to_five, eight_or_better, deuce_to_seven)
OF_SEVEN = (five_card_hand, ace_to_five, eight_or_better)
name = {"ids": lambda ranking: ranking.__name__}


def hands_of(ranking):
    return FIVE_CARD_HANDS if ranking is five_card_hand else five_card_order(ranking).hands


def random_hands(number, size, seed=1):
    deal = Random(seed).sample
    return [deal(range(52), size) for _ in range(number)]


def cards(hand):
    return [DECK[card] for card in hand]


def best(ranking, hands):
    """By the plain evaluator alone."""
    return max((worth for worth in map(ranking, hands) if worth is not None), default=None)


@compiled
def count_all(look_up, suits_count, pack, counts):
    words, suits = look_up.words, look_up.bits
    for a in range(np.uint64(6), pack):
        for b in range(np.uint64(5), a):
            for c in range(np.uint64(4), b):
                w3, b3 = words[a] + words[b] + words[c], suits[a] | suits[b] | suits[c]
                for d in range(np.uint64(3), c):
                    for e in range(np.uint64(2), d):
                        w5, b5 = w3 + words[d] + words[e], b3 | suits[d] | suits[e]
                        for f in range(np.uint64(1), e):
                            w6, b6 = w5 + words[f], b5 | suits[f]
                            for g in range(f):
                                total, bits = w6 + words[g], b6 | suits[g]
                                slot = seven_slot(total, bits, look_up) if suits_count else rank_slot(total, look_up)
                                counts[look_up.numbers[slot]] += 1


def seven_card_counts(ranking=five_card_hand, pack=52):
    """How many of all hands of seven cards have each number; ``pack``: of the lowest cards of the deck only."""
    look_up = seven_tables(ranking)
    counts = np.zeros(int(look_up.numbers.max()) + 1, np.int64)
    count_all(look_up, ranking is five_card_hand, np.uint64(pack), counts)
    return counts


@pytest.mark.parametrize("ranking", FIVE, **name)
def test_five_cards_are_ranked_as_the_plain_evaluator_ranks_them(ranking):
    # few ranks: straights, flushes and all that is alike
    small = list(combinations([c for c in range(52) if c >> 2 in (0, 1, 2, 3, 12)], 5))[::7]
    for hand, number in zip(small, five_card_numbers(small, ranking), strict=True):
        assert hands_of(ranking)[number] == ranking(cards(hand))
    others = random_hands(1_000, 5)
    for hand, number in zip(others, five_card_numbers(others, ranking), strict=True):
        assert hands_of(ranking)[number] == ranking(cards(hand))


@pytest.mark.parametrize("ranking", OF_SEVEN, **name)
def test_the_best_five_of_seven_are_those_of_the_plain_evaluator(ranking):
    suited = [[*(4 * r for r in Random(i).sample(range(13), 5)), 4 * (i % 13) + 1, 4 * (i % 11) + 2] for i in range(60)]
    dealt = random_hands(300, 7) + suited
    for hand, number in zip(dealt, seven_card_numbers(dealt, ranking), strict=True):
        assert hands_of(ranking)[number] == best(ranking, combinations(cards(hand), 5))


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("ranking", [five_card_hand, eight_or_better], **name)
def test_omaha_takes_two_of_the_hand_and_three_of_the_board(ranking, size):
    dealt = random_hands(60, size + 5, seed=size)
    own, boards = [hand[:size] for hand in dealt], [hand[size:] for hand in dealt]
    for hand, board, number in zip(own, boards, omaha_numbers(own, boards, ranking), strict=True):
        ways = (two + three for two in combinations(cards(hand), 2) for three in combinations(cards(board), 3))
        assert hands_of(ranking)[number] == best(ranking, ways)


@pytest.mark.parametrize("order", [ACE_LOW, RANKS])
def test_badugis_of_four_and_five_cards(order):
    every, _ = badugi_hands(order)
    hands = list(every)
    for size in (4, 5):
        dealt = [*random_hands(1_000, size), list(range(size)), [0, 4, 8, 12, 16][:size]]
        for hand, number in zip(dealt, badugi_numbers(dealt, order), strict=True):
            assert hands[number] == max(badugi(few, order) for few in combinations(cards(hand), 4))


@pytest.mark.parametrize("ranking", [three_card_hand, six_or_better], **name)
def test_the_best_three_of_four(ranking):
    hands = list(three_card_tables(ranking)[0])
    dealt = random_hands(1_000, 4)
    for hand, number in zip(dealt, best_three_numbers(dealt, ranking), strict=True):
        assert hands[number] == best(ranking, combinations(cards(hand), 3))


def test_no_two_hands_of_seven_have_one_sum():
    sums = np.array(RANK_KEYS_7)[np.array(rank_sets(7))].sum(1)
    assert len(np.unique(sums)) == len(sums) == 49_205


def test_seven_cards_of_a_small_pack_are_counted_one_by_one():
    pack = 14  # twos to fours, and two fives
    plain = Counter(best(five_card_hand, combinations(few, 5)) for few in combinations(DECK[:pack], 7))
    counted = seven_card_counts(pack=pack)
    assert {FIVE_CARD_HANDS[n]: counted[n] for n in counted.nonzero()[0]} == plain


def test_all_hands_of_seven_by_category():
    """The counts stand in any book on poker mathematics."""
    counts = seven_card_counts()
    by = np.bincount(FIVE_CARD_PLACE, counts).astype(int)
    assert counts.sum() == comb(52, 7) == 133_784_560
    assert dict(zip(FIVE_CARD_CATEGORIES, by.tolist(), strict=True)) == {
        "royal-flush": 4_324,
        "straight-flush": 37_260,
        "four-of-a-kind": 224_848,
        "full-house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three-of-a-kind": 6_461_620,
        "two-pair": 31_433_400,
        "pair": 58_627_800,
        "high-card": 23_294_460,
    }


def test_all_hands_of_seven_by_their_low():
    """By the highest of five different ranks; the counts stand in any book on poker mathematics."""
    counts = seven_card_counts(ace_to_five)
    lows = Counter()
    for hand, count in zip(five_card_order(ace_to_five).hands, counts.tolist(), strict=True):
        lows[ACE_LOW[-hand.worth[0]] if len(hand.worth) == 5 else "pair"] += count
    assert sum(lows.values()) == comb(52, 7)
    assert [lows[rank] for rank in "5678"] == [781_824, 3_151_360, 7_426_560, 13_171_200]
    eights = seven_card_counts(eight_or_better)
    assert eights[1:].sum() == sum(lows[rank] for rank in "5678")


def test_all_badugis_by_size():
    every = np.array(list(combinations(range(52), 4)), np.uint8)
    sizes = np.array([hand.shape for hand in badugi_hands()[0]])
    assert np.bincount(sizes[badugi_numbers(every)]).tolist()[1:] == [2_873, 96_252, 154_440, comb(13, 4) * 24]


@pytest.mark.parametrize(
    ("work", "hands"),
    [(five_card_numbers, [[0] * 4]), (seven_card_numbers, [[0] * 6]), (badugi_numbers, [[0] * 3])],
)
def test_hands_of_another_size_or_unknown_cards_are_refused(work, hands):
    with pytest.raises(ValueError, match="hands are rows of"):
        work(hands)
    with pytest.raises(ValueError, match="an index from 0 to 51"):
        work([[52] * (len(hands[0]) + 1)])


def test_omaha_needs_a_board_for_every_hand():
    with pytest.raises(ValueError, match="1 hands have 2 boards"):
        omaha_numbers([[0, 1, 2, 3]], [[4, 5, 6, 7, 8]] * 2)


def test_an_order_is_of_its_ranking():
    assert partial(badugi, order=RANKS)("2c 3d 4h 5s") > partial(badugi, order=RANKS)("Ac 3d 4h 5s")
    assert five_card_order(deuce_to_seven).hands[-1] == deuce_to_seven("2c 3d 4h 5s 7c")
    assert five_card_order(eight_or_better).hands[0] is None
