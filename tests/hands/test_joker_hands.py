"""Hands with a joker (11.3): the order, the joker, and every hand against a ranking written by itself."""

import itertools
import random
from collections import Counter

import pytest

from nomorebets.errors import UnknownName
from nomorebets.hands.joker import (
    JOKER_HAND_CATEGORIES,
    LOW_HANDS,
    high_hands,
    joker_hand,
    may_stand_behind,
    two_cards,
)

LOWEST_TO_HIGHEST = (
    "7c 5d 4h 3s 2s",
    "Ac Kd Qh Js 9s",
    "2c 2d 5h 4s 3s",
    "Jk Ac Kd Qh 9s",
    "3c 3d 2h 2s 4s",
    "2c 2d 2h 4s 3s",
    "6c 5d 4h 3s 2s",
    "Kc Qd Jh Ts 9s",
    "Jk 2d 3h 4s 5s",
    "Jk Ad Kh Qs Ts",
    "7h 5h 4h 3h 2h",
    "Jk 9h 8h 7h 2h",
    "Jk Ah 9h 7h 2h",
    "Ac Ad Ah 3s 3d",
    "2c 2d 2h 2s 3d",
    "Ac Ad Ah Jk 3d",
    "6h 5h 4h 3h 2h",
    "Kh Qh Jh Th 9h",
    "Ah 2h 3h 4h 5h",
    "Ah Kh Jk Jh Th",
    "Ac Ad Ah As Jk",
)


@pytest.mark.parametrize(("lower", "higher"), list(itertools.pairwise(LOWEST_TO_HIGHEST)))
def test_11_3_five_cards_rank_in_this_order(lower, higher):
    assert joker_hand(lower) < joker_hand(higher)


@pytest.mark.parametrize(
    ("cards", "category", "as_if"),
    [
        ("Jk Kd Kh 7c 2s", "pair", "Kd Kh Ac 7c 2s"),  # no third king
        ("Jk Kd Kh 7c 7s", "two-pair", "Kd Kh 7c 7s Ac"),
        ("Jk Ad 9h 7c 2s", "pair", "Ad Ah 9h 7c 2s"),
        ("Jk 6d 7h 8c 9s", "straight", "Td 6d 7h 8c 9s"),  # the best end
        ("Jk 2d 3h 4c 5s", "straight", "Ad 2d 3h 4c 5s"),
        ("Jk 9h 8h 7h 2h", "flush", "Ah 9h 8h 7h 2h"),
        ("Jk Ah 9h 7h 2h", "flush", "Ah Kh 9h 7h 2h"),
        ("Jk 9h 8h 7h 6h", "straight-flush", "Th 9h 8h 7h 6h"),
        ("Jk Ah Kh Jh Th", "royal-flush", "Ah Kh Qh Jh Th"),
        ("Jk 7d 7h 7c 2s", "three-of-a-kind", "7d 7h 7c 2s Ac"),
    ],
)
def test_11_3_the_joker_is_an_ace_or_completes(cards, category, as_if):
    assert joker_hand(cards).category == category
    assert joker_hand(cards) == joker_hand(as_if)


def test_11_3_a_wheel_may_be_filed_as_the_lowest_straight():
    wheel, six, king = "Ah 2c 3c 4c 5c", "6h 5c 4c 3c 2c", "Kh Qc Jc Tc 9c"
    assert joker_hand(king) < joker_hand(wheel) < joker_hand("Ah Kc Qc Jc Tc")
    assert joker_hand(wheel, "lowest") < joker_hand(six, "lowest") < joker_hand(king, "lowest")
    assert joker_hand("Jk 2d 3h 4c 5s", "lowest") == joker_hand("6d 2d 3h 4c 5s", "lowest")


def test_11_3_two_cards_are_a_pair_or_two_ranks():
    assert two_cards("Jk Ad") == two_cards("As Ad") > two_cards("Ks Kd") > two_cards("2s 2d") > two_cards("As Kd")
    assert two_cards("Jk 4d") == two_cards("As 4c") > two_cards("Ks Qd")
    assert str(two_cards("6s 6d")) == "pair of sixes"
    assert len(LOW_HANDS) == 91


@pytest.mark.parametrize(
    ("high", "low", "legal"),
    [
        ("7c 7d 5h 4s 2s", "7h 7s", True),
        ("6c 6d 5h 4s 2s", "7h 7s", False),
        ("Ac Kd 9h 5s 3s", "Ad Kh", True),
        ("Ac Jd 9h 5s 3s", "Ad Qh", False),
        ("Ac Kd Qh 9s 7s", "2d 2h", False),
        ("2c 2d 3h 3s 7s", "Ad Ah", True),
        ("Kc Kd 9h 5s 2s", "Ad Jk", False),
    ],
)
def test_11_9_a_high_hand_ranks_no_lower_than_the_low_one(high, low, legal):
    assert may_stand_behind(joker_hand(high), two_cards(low)) is legal


RANKS = "23456789TJQKA"


def naively(cards: list[str], wheel: str) -> tuple[object, ...]:
    """Another ranking: the joker tried as every card of a full deck, and kept only where it may be."""
    if "Jk" in cards:
        others = [card for card in cards if card != "Jk"]
        as_ace = _natural([*others, "A?"], wheel)
        fits = ("straight", "flush", "straight-flush", "royal-flush")
        tried = [_natural([*others, r + s], wheel) for r in RANKS for s in "cdhs" if r + s not in others]
        return max([as_ace, *(hand for hand in tried if JOKER_HAND_CATEGORIES[hand[0]] in fits)])
    return _natural(cards, wheel)


def _natural(cards: list[str], wheel: str) -> tuple[int, ...]:
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [n for _, n in groups]
    order = [rank for rank, _ in groups]
    flush = len({card[1] for card in cards}) == 1
    runs = ["A5432", "65432", "76543", "87654", "98765", "T9876", "JT987", "QJT98", "KQJT9", "AKQJT"]
    if wheel == "second":
        runs.insert(8, runs.pop(0))
    held = "".join(RANKS[rank] for rank in ranks)
    straight = next((at for at, run in enumerate(runs) if sorted(run) == sorted(held)), None)
    name = JOKER_HAND_CATEGORIES.index
    if shape == [5]:
        return (name("five-aces"),)
    if straight is not None and flush:
        return (name("royal-flush"),) if held == "AKQJT" else (name("straight-flush"), straight)
    if flush:
        return (name("flush"), *order) if shape == [1] * 5 else (name("four-of-a-kind"), *order)
    if straight is not None:
        return (name("straight"), straight)
    kinds = {(4, 1): "four-of-a-kind", (3, 2): "full-house", (3, 1, 1): "three-of-a-kind", (2, 2, 1): "two-pair"}
    return (name(kinds.get(tuple(shape), "pair" if 2 in shape else "high-card")), *order)


@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_random_hands_compare_as_another_ranking_has_them(wheel):
    chance = random.Random(11)
    pack = [r + s for r in RANKS for s in "cdhs"] + ["Jk"]
    hands = [chance.sample(pack, 5) for _ in range(1500)]
    hands += [["Jk", *chance.sample(pack[:-1], 4)] for _ in range(1500)]
    hands += [["Jk", *(r + "h" for r in chance.sample(RANKS, 4))] for _ in range(300)]
    ours = [joker_hand(hand, wheel) for hand in hands]
    theirs = [naively(hand, wheel) for hand in hands]
    by_ours = sorted(range(len(hands)), key=lambda at: ours[at])
    for a, b in itertools.pairwise(by_ours):
        assert (ours[a] == ours[b]) is (theirs[a] == theirs[b]), (hands[a], hands[b])
        assert theirs[a] <= theirs[b], (hands[a], hands[b])


def test_every_hand_has_a_number_and_higher_hands_have_higher_ones():
    known = high_hands()
    assert len(known.hands) == 7463  # those without a joker, and five aces
    assert list(known.hands) == sorted(set(known.hands))


def test_a_card_twice_is_no_hand():
    with pytest.raises(UnknownName, match="no hand of 5 cards"):
        joker_hand("Jk Jk 2c 3c 4c")
