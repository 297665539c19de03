"""Hands as numbers: against the definition, and against two public evaluators."""

import random
import subprocess
import sys
from collections import Counter
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.errors import UnknownName
from nomorebets.hands.compiled import five_card_numbers
from nomorebets.hands.poker import five_card_hand, three_card_hand
from nomorebets.hands.ranks import (
    FIVE_CARD_HANDS,
    LOWEST_ACE_KING,
    LOWEST_QUEEN_HIGH,
    MIXED_BY_SUM,
    RANK_KEYS,
    THREE_CARD_HANDS,
    best_five,
    hand_named,
    lowest_of,
    rank3,
    rank5,
)

# The number of hands of each category: any textbook of poker, e.g. en.wikipedia.org/wiki/Poker_probability
TEXTBOOK = {
    "royal-flush": 4,
    "straight-flush": 36,
    "four-of-a-kind": 624,
    "full-house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three-of-a-kind": 54_912,
    "two-pair": 123_552,
    "pair": 1_098_240,
    "high-card": 1_302_540,
}


def phevaluator_rank():
    evaluate = pytest.importorskip("phevaluator").evaluate_cards
    return lambda cards: 7462 - evaluate(*cards)  # there 1 is the best of 7,462; cards by the same index


def treys_rank():
    treys = pytest.importorskip("treys")
    evaluator = treys.Evaluator()
    cards_there = [treys.Card.new(card) for card in DECK]
    return lambda cards: 7462 - evaluator._five([cards_there[card] for card in cards])


PEERS = pytest.mark.parametrize("peer", [phevaluator_rank, treys_rank])


def in_mixed_suits(ranks):
    """Cards of these ranks: the same rank in other suits, and five different ranks not all in one."""
    suits = [ranks[:i].count(rank) for i, rank in enumerate(ranks)]
    suits[4] += len(set(ranks)) == 5
    return tuple(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True))


@pytest.fixture(scope="module")
def some_hands():
    """A hand of every kind, and many more."""
    kinds = [ranks for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]]
    flushes = [tuple(4 * rank + 2 for rank in ranks) for ranks in combinations(range(13), 5)]
    deal = random.Random(16).sample
    return [in_mixed_suits(ranks) for ranks in kinds] + flushes + [deal(range(52), 5) for _ in range(20_000)]


@PEERS
def test_hands_of_every_kind_rank_as_elsewhere(peer, some_hands):
    elsewhere = peer()
    assert len({rank5(cards) for cards in some_hands}) == 7462
    assert [rank5(cards) for cards in some_hands] == [elsewhere(cards) for cards in some_hands]


@pytest.mark.slow
@PEERS
def test_all_2598960_hands_rank_as_elsewhere(peer):
    elsewhere = peer()
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    assert five_card_numbers(hands).tolist() == [elsewhere(cards) for cards in hands.tolist()]


def test_numbers_are_the_order_of_the_definition(some_hands):
    for cards in some_hands:
        assert FIVE_CARD_HANDS[rank5(cards)] == five_card_hand([DECK[card] for card in cards])
    assert list(FIVE_CARD_HANDS) == sorted(FIVE_CARD_HANDS)
    assert len(FIVE_CARD_HANDS) == len(set(FIVE_CARD_HANDS)) == 7462


def test_one_call_and_a_batch_agree_on_all_hands():
    """All 2,598,960 in the batch; every 37th by single calls, as text and by index."""
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    numbers = five_card_numbers(hands)
    categories = Counter({n: int(c) for n, c in zip(*np.unique(numbers, return_counts=True), strict=True)})
    found = Counter()
    for number, count in categories.items():
        found[FIVE_CARD_HANDS[number].category] += count
    assert found == TEXTBOOK
    for cards, number in zip(hands[::37].tolist(), numbers[::37].tolist(), strict=True):
        assert rank5(cards) == rank5([DECK[card] for card in cards]) == number


def test_all_hands_of_three_cards():
    for cards in combinations(range(52), 3):
        hand = three_card_hand([DECK[card] for card in cards])
        assert THREE_CARD_HANDS[rank3(cards)] == hand
    assert len(THREE_CARD_HANDS) == 741
    assert rank3(("As", "Kd", "2c")) == rank3((51, 45, 0))


def test_the_lowest_qualifying_hands():
    assert str(FIVE_CARD_HANDS[LOWEST_ACE_KING]) == "A-K-4-3-2"
    assert str(FIVE_CARD_HANDS[LOWEST_ACE_KING - 1]) == "A-Q-J-T-9"
    assert str(THREE_CARD_HANDS[LOWEST_QUEEN_HIGH]) == "Q-3-2"
    assert str(THREE_CARD_HANDS[LOWEST_QUEEN_HIGH - 1]) == "J-T-8"


def test_hands_by_name():
    assert hand_named("AKJ83") == rank5("As Kd Jc 8h 3s".split())
    assert hand_named("a-k-10-8-3") == rank5("As Kd Tc 8h 3s".split())
    assert hand_named("AKQJT", one_suit=True) == 7461
    assert hand_named("Q-6-4") == rank3("Qs 6d 4c".split())
    assert lowest_of("straight") == hand_named("5432A")
    for bad in ("", "AKJ8", "AAAAA", "AKJ8x", "22"):
        with pytest.raises(UnknownName):
            hand_named(bad)
    with pytest.raises(UnknownName):
        hand_named("AAKQJ", one_suit=True)


def test_the_best_five_of_more():
    assert FIVE_CARD_HANDS[best_five("2h 2d 2s 3h 3d 3s".split())] == five_card_hand("3h 3d 3s 2h 2d")
    assert FIVE_CARD_HANDS[best_five("As Ks Qs Js 9s 9d 9c".split())].category == "flush"


def test_bad_rows_are_refused():
    with pytest.raises(ValueError, match="rows of five"):
        five_card_numbers([[1, 2, 3, 4]])
    with pytest.raises(ValueError, match="0 to 51"):
        five_card_numbers([[1, 2, 3, 4, 52]])
    assert five_card_numbers(np.empty((0, 5), np.uint8)).size == 0


def test_no_two_hands_have_the_same_sum_of_keys():
    assert len(MIXED_BY_SUM) == 6175  # 13 ranks in fives with repetition, less five of a kind


@pytest.mark.slow
def test_the_keys_are_the_smallest_chosen_in_turn():
    keys = [0]
    while len(keys) < len(RANKS):
        sums = [
            [
                sum(keys[rank] for rank in ranks)
                for ranks in combinations_with_replacement(range(len(keys)), size)
                if max(map(ranks.count, ranks), default=0) <= 4
            ]
            for size in range(6)
        ]
        taken = set(sums[5])
        candidate = keys[-1] + 1
        while not fits(candidate, sums, taken):
            candidate += 1
        keys.append(candidate)
    assert tuple(keys) == RANK_KEYS


def fits(key, sums, taken):
    seen = set()
    for times in (4, 3, 2, 1):
        for rest in sums[5 - times]:
            total = times * key + rest
            if total in taken or total in seen:
                return False
            seen.add(total)
    return True


def test_ranking_single_hands_does_not_load_numba():
    code = (
        "import sys, nomorebets.hands.poker, nomorebets.hands.ranks; "
        "assert not {'numba', 'numpy'} & set(sys.modules), 'loaded'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
