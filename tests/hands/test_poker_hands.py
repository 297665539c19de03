"""The ranking of hands, by paragraph, and three cards against a plain definition written here."""

from itertools import combinations

import pytest

from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.errors import UnknownName
from nomorebets.hands.poker import (
    FIVE_CARD_CATEGORIES,
    THREE_CARD_CATEGORIES,
    five_card_hand,
    is_ace_king_or_better,
    is_queen_high_or_better,
    three_card_hand,
)

# from the highest: every hand is above the next
FIVE_CARDS_DESCENDING = [
    ("As Ks Qs Js Ts", "royal-flush", "royal flush"),
    ("Kd Qd Jd Td 9d", "straight-flush", "straight flush to the king"),
    ("6c 5c 4c 3c 2c", "straight-flush", "straight flush to the six"),
    ("5h 4h 3h 2h Ah", "straight-flush", "straight flush to the five"),
    ("As Ad Ah Ac 2c", "four-of-a-kind", "four aces"),
    ("2s 2d 2h 2c Ac", "four-of-a-kind", "four twos"),
    ("As Ad Ah Kc Kd", "full-house", "full house, aces and kings"),
    ("As Ad Ah 2c 2d", "full-house", "full house, aces and twos"),
    ("Ks Kd Kh Ac Ad", "full-house", "full house, kings and aces"),
    ("2s 2d 2h 3c 3d", "full-house", "full house, twos and threes"),
    ("Ac Kc Qc Jc 9c", "flush", "flush A-K-Q-J-9"),
    ("Ad Kd 4d 3d 2d", "flush", "flush A-K-4-3-2"),
    ("7h 5h 4h 3h 2h", "flush", "flush 7-5-4-3-2"),
    ("As Kd Qs Js Ts", "straight", "straight to the ace"),
    ("6s 5d 4s 3s 2s", "straight", "straight to the six"),
    ("5s 4d 3s 2s As", "straight", "straight to the five"),
    ("As Ad Ah 3c 2d", "three-of-a-kind", "three aces with 3-2"),
    ("6s 6d 6h Ac Kd", "three-of-a-kind", "three sixes with A-K"),
    ("As Ad Kh Kc 2d", "two-pair", "two pair, aces and kings with 2"),
    ("As Ad 3h 3c Qd", "two-pair", "two pair, aces and threes with Q"),
    ("As Ad 2h 2c Kd", "two-pair", "two pair, aces and twos with K"),
    ("3s 3d 2h 2c 4d", "two-pair", "two pair, threes and twos with 4"),
    ("As Ad 4h 3c 2d", "pair", "pair of aces with 4-3-2"),
    ("2s 2d Ah Kc Qd", "pair", "pair of twos with A-K-Q"),
    ("2s 2d 5h 4c 3d", "pair", "pair of twos with 5-4-3"),
    ("As Kd Qh Jc 9d", "high-card", "A-K-Q-J-9"),
    ("As Kd 4h 3c 2d", "high-card", "A-K-4-3-2"),
    ("As Qd Jh Tc 9d", "high-card", "A-Q-J-T-9"),
    ("Ks Qd Jh 3c 2d", "high-card", "K-Q-J-3-2"),
    ("7s 5d 4h 3c 2d", "high-card", "7-5-4-3-2"),
]

THREE_CARDS_DESCENDING = [
    ("As Ks Qs", "straight-flush", "straight flush to the ace"),
    ("4s 3s 2s", "straight-flush", "straight flush to the four"),
    ("3d 2d Ad", "straight-flush", "straight flush to the three"),
    ("As Ad Ac", "three-of-a-kind", "three aces"),
    ("2s 2d 2c", "three-of-a-kind", "three twos"),
    ("As Kd Qc", "straight", "straight to the ace"),
    ("3s 2d Ac", "straight", "straight to the three"),
    ("As Ks Js", "flush", "flush A-K-J"),
    ("5s 3s 2s", "flush", "flush 5-3-2"),
    ("As Ad Kc", "pair", "pair of aces with K"),
    ("As Ad 2c", "pair", "pair of aces with 2"),
    ("2s 2d 3c", "pair", "pair of twos with 3"),
    ("As Kd Jc", "high-card", "A-K-J"),
    ("As Kd 2c", "high-card", "A-K-2"),  # no straight around the corner
    ("Qs 6d 4c", "high-card", "Q-6-4"),
    ("5s 3d 2c", "high-card", "5-3-2"),
]


@pytest.mark.parametrize(("cards", "category", "words"), FIVE_CARDS_DESCENDING)
def test_16_5_b_categories(cards, category, words):
    hand = five_card_hand(cards)
    assert (hand.category, str(hand)) == (category, words)


def test_16_5_b_order_of_hands():
    hands = [five_card_hand(cards) for cards, _, _ in FIVE_CARDS_DESCENDING]
    assert all(higher > lower for higher, lower in combinations(hands, 2))
    assert {hand.category for hand in hands} == set(FIVE_CARD_CATEGORIES)


@pytest.mark.parametrize("cards", ["Qs Kd As 2s 3s", "Ks As 2s 3d 4s", "Js Qd Kh As 2c"])
def test_16_5_b_6_a_straight_does_not_go_around_the_corner(cards):
    assert five_card_hand(cards).category == "high-card"


def test_16_5_b_6_the_five_is_the_top_card_of_the_lowest_straight():
    """A naive comparison by the highest card the other does not hold would see the ace."""
    assert five_card_hand("As 2d 3c 4h 5s") < five_card_hand("2d 3c 4h 5s 6s")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Kd 9c 4h 2s", "Ad Kc 9h 4s 2d"),
        ("As Ks Qs Js Ts", "Ad Kd Qd Jd Td"),
        ("9s 9d Ac 7h 2s", "9h 9c Ad 7s 2c"),
        ("As 2d 3c 4h 5s", "Ad 2c 3h 4s 5d"),
    ],
)
def test_16_5_c_suits_never_break_a_tie(one, other):
    assert five_card_hand(one) == five_card_hand(other)
    assert len({five_card_hand(one), five_card_hand(other)}) == 1


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("As Kd 9c 4h 3s", "Ad Kc 9h 4s 2d"),
        ("9s 9d Ac 7h 3s", "9h 9c Ad 7s 2c"),
        ("Js Jd 3c 3h As", "Jh Jc 3d 3s Kd"),
        ("Js Jd 4c 4h 2s", "Jh Jc 3d 3s Ad"),
        ("Ks 9s 8s 4s 3s", "Kd 9d 8d 4d 2d"),
    ],
)
def test_16_5_c_the_highest_card_the_other_does_not_hold(higher, lower):
    assert five_card_hand(higher) > five_card_hand(lower)


@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [
        ("As Kd 4h 3c 2d", True),
        ("As Kd Qh Jc 9d", True),
        ("2s 2d 5h 4c 3d", True),
        ("Ks Qd Jh Tc 9d", True),  # a straight
        ("5s 4d 3h 2c Ad", True),
        ("As Qd Jh Tc 9d", False),
        ("Ks Qd Jh Tc 8d", False),
        ("7s 5d 4h 3c 2d", False),
        ("7s 5s 4s 3s 2s", True),
    ],
)
def test_16_10_e_the_dealer_qualifies_with_ace_king_or_better(cards, qualifies):
    assert is_ace_king_or_better(five_card_hand(cards)) is qualifies


@pytest.mark.parametrize(("cards", "category", "words"), THREE_CARDS_DESCENDING)
def test_20_3_b_categories(cards, category, words):
    hand = three_card_hand(cards)
    assert (hand.category, str(hand)) == (category, words)


def test_20_3_b_a_straight_outranks_a_flush():
    hands = [three_card_hand(cards) for cards, _, _ in THREE_CARDS_DESCENDING]
    assert all(higher > lower for higher, lower in combinations(hands, 2))
    assert {hand.category for hand in hands} == set(THREE_CARD_CATEGORIES)


@pytest.mark.parametrize(
    ("cards", "pay_class"),
    [
        ("As Ks Qs", "mini-royal"),
        ("Ks Qs Js", "straight-flush"),
        ("As Ks Qd", "straight"),
        ("3s 2s As", "straight-flush"),
    ],
)
def test_a_mini_royal_is_a_name_for_pay_tables_only(cards, pay_class):
    assert three_card_hand(cards).pay_class == pay_class


@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [("Qs 3d 2h", True), ("Js Td 8h", False), ("Js Td 9h", True), ("2s 2d 3h", True), ("5s 3s 2s", True)],
)
def test_the_dealer_qualifies_with_queen_high_or_better(cards, qualifies):
    assert is_queen_high_or_better(three_card_hand(cards)) is qualifies


def plain_three_cards(cards):
    """A second definition, from the text of 20.3 alone."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    suited = cards[0][1] == cards[1][1] == cards[2][1]
    a, b, c = ranks
    straight = (a, b, c) == (12, 1, 0) or (a - b, b - c) == (1, 1)
    top = 1 if (a, b, c) == (12, 1, 0) else a
    if straight and suited:
        return 5, [top]
    if a == b == c:
        return 4, [a]
    if straight:
        return 3, [top]
    if suited:
        return 2, ranks
    if b in (a, c):
        return 1, [b, c if a == b else a]
    return 0, ranks


def test_20_3_all_22100_hands_of_three_cards():
    hands = list(combinations(DECK, 3))
    plain = [plain_three_cards(cards) for cards in hands]
    ours = [three_card_hand(cards) for cards in hands]
    assert [(THREE_CARD_CATEGORIES.index(hand.category), list(hand.ranks)) for hand in ours] == plain
    assert len(set(ours)) == 741


@pytest.mark.parametrize("cards", ["", "As Kd Qc Jh", "As Kd Qc Jh Ts 9s", "As As Qc Jh Ts"])
def test_what_is_no_hand_is_refused(cards):
    with pytest.raises(UnknownName, match="5 cards, all different"):
        five_card_hand(cards)


def test_hands_of_three_and_five_cards_are_not_compared():
    with pytest.raises(TypeError):
        _ = five_card_hand("As Kd Qc Jh Ts") < three_card_hand("As Kd Qc")
    assert five_card_hand("As Kd Qc Jh Ts") != three_card_hand("As Kd Qc")
