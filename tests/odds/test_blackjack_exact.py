"""The exact analysis of blackjack against an enumeration card by card, from shoes small enough to deal every round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from msgspec import structs

from card_by_card import CARDS, Decides, enumerate_rounds
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.many_hands import DEALT, many_hands
from nomorebets.games.twenty_one.analysis.moments import distribution, second_moment
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, STAND, Play, may_double
from nomorebets.games.twenty_one.analysis.values import choose
from nomorebets.games.twenty_one.rules import Rules, with_shoe

EIGHTS = (4, 0, 0, 0, 0, 4, 0, 4, 0, 9)  # aces, sixes, eights, tens
SMALL = (1, 2, 3, 0, 3, 0, 0, 0, 0, 6)  # enough small cards for five that total 21
WORDS = {STAND: "stand", DRAW: "draw", DOUBLE: "double"}


def decides_by(rules: Rules, play: Play) -> Decides:
    hands = all_hands()

    def decides(hand: str, up: str, pair: str) -> str:
        at, column = hands.of(hand), CARDS.index(up)
        if not pair and len(hand) == 2:
            if play.surrenders[at, column]:
                return "surrender"
            if hand[0] == hand[1] and rules.most_hands > 1 and play.splits[CARDS.index(hand[0]), column]:
                return "split"
        acts = play.after_split[CARDS.index(pair)] if pair else play.acts
        return WORDS[int(acts[at, column])]

    return decides


def enumerated(rules: Rules, play: Play) -> tuple[dict[Fraction, Fraction], dict[Fraction, Fraction]]:
    return enumerate_rounds(
        rules.shoe,
        decides_by(rules, play),
        hit_soft_17=rules.hit_soft_17,
        blackjack_pays=rules.blackjack_pays,
        surrender=rules.surrender,
        most_hands=rules.most_hands,
        resplit_aces=rules.resplit_aces,
        five_card_21=rules.five_card_21,
        win_pays=rules.win_pays,
        busted_plus_one=rules.relief == "busted-plus-one" and not rules.card_reader,
        pushes_at=rules.pushes_at,
    )


def hold_against_cards(rules: Rules, play: Play) -> None:
    nets, risked = enumerated(rules, play)
    mean = sum(net * p for net, p in nets.items())
    square = sum(net**2 * p for net, p in nets.items())
    priced = price(rules, play)
    assert priced.mean == mean
    if not rules.busted_stay_lost:  # else hands are played although a blackjack returns what was added to the wager
        assert priced.average_wager == sum(stake * p for stake, p in risked.items())
    assert second_moment(rules, play) == square
    spread = distribution(rules, play)
    if rules.most_hands <= 2:
        assert spread.gains(rules) == nets
        assert not spread.many
        return
    assert sum(spread.ends.values()) + sum(spread.many.values()) == 1
    if rules.pushes_at:  # of blackjack switch, whose results are dealt box by box
        return
    gains = Counter(spread.gains(rules))
    known = [sum(net**power * p for net, p in gains.items()) for power in (1, 2)]
    dealt = many_hands(rules, play, spread.many, mean - known[0], square - known[1])
    assert sum(dealt.values()) == sum(spread.many.values())
    assert known[0] + sum(net * p for net, p in dealt.items()) == mean
    assert known[1] + sum(net**2 * p for net, p in dealt.items()) == square
    largest = float(max(spread.many.values()))  # what one box that was dealt stands for is at most that of as many
    assert gains.keys() | dealt.keys() <= nets.keys()
    for net, chance in nets.items():
        of_many = float(chance - gains[net])
        off = 6 * (largest * (of_many + largest / DEALT) / DEALT) ** 0.5  # six standard deviations, or a few boxes
        assert abs(of_many - float(dealt.get(net, 0))) < off, net


@pytest.mark.parametrize("most_hands", [1, 2, 3, 4])
@pytest.mark.parametrize("reader", [False, True])
def test_2_11_d_busted_hands_stay_lost_by_option_and_only_without_a_reader(reader: bool, most_hands: int) -> None:
    rules = with_shoe(Rules(relief="busted-plus-one", card_reader=reader, most_hands=most_hands), EIGHTS)
    play = splitting_all(choose(rules).play)
    play.acts[:, :][may_double(rules)] = DOUBLE  # also hard totals that then exceed 21
    hold_against_cards(rules, play)
    relieved = price(structs.replace(rules, relief="original-only"), play)
    assert (price(rules, play).mean == relieved.mean) == reader


def splitting_all(play: Play) -> Play:
    return replace(play, splits=np.ones_like(play.splits), surrenders=np.zeros_like(play.surrenders))


VARIANTS = {
    "S17": Rules(),
    "H17": Rules(hit_soft_17=True),
    "late surrender": Rules(surrender="late"),
    "early surrender": Rules(surrender="early", hit_soft_17=True),
    "double on 9 to 11": Rules(double_on="9-11"),
    "double on 10 and 11": Rules(double_on="10-11"),
    "no double after a split": Rules(double_after_split=False),
    "wins that pay 7 to 5": Rules(win_pays=Fraction(7, 5)),
    "6 to 5": Rules(blackjack_pays=Fraction(6, 5)),
    "aces split again": Rules(resplit_aces=True),
    "22 pushes": Rules(hit_soft_17=True, pushes_at=22),
}


OFTEN = ("S17", "aces split again")  # the others to three and four hands only in the long proofs


@pytest.mark.parametrize(
    ("variant", "most_hands"),
    [
        pytest.param(variant, hands, marks=[pytest.mark.slow] if hands > 2 and variant not in OFTEN else [])
        for variant in VARIANTS
        for hands in (1, 2, 3, 4)
    ],
)
def test_tiny_shoes_are_priced_as_their_cards_fall(variant: str, most_hands: int) -> None:
    rules = with_shoe(structs.replace(VARIANTS[variant], most_hands=most_hands), EIGHTS)
    analysis = choose(rules)
    priced = price(rules, analysis.play)
    assert abs(analysis.mean - float(priced.mean)) < 1e-12
    hold_against_cards(rules, analysis.play)


@pytest.mark.parametrize("most_hands", [2, 3, 4])
@pytest.mark.parametrize("variant", ["S17", "no double after a split", "aces split again"])
def test_every_pair_split_and_played_without_memory(variant: str, most_hands: int) -> None:
    rules = with_shoe(structs.replace(VARIANTS[variant], most_hands=most_hands), EIGHTS)
    hold_against_cards(rules, splitting_all(choose(rules, zero_memory=True).play))


@pytest.mark.parametrize("most_hands", [1, 2])
@pytest.mark.parametrize("pays", [None, Fraction(2), Fraction(3, 2)])
def test_2_16_five_cards_that_total_21_pay_more_only_unsplit_and_undoubled(
    pays: Fraction | None, most_hands: int
) -> None:
    rules = with_shoe(Rules(five_card_21=pays, most_hands=most_hands, surrender="late"), SMALL)
    play = choose(rules).play
    hold_against_cards(rules, play)
    hold_against_cards(rules, splitting_all(play))


def test_a_hand_that_may_not_be_doubled_is_not() -> None:
    """A double restricted to hard totals, and 21 of a split ten and an ace, which draws no card."""
    for rules in (Rules(double_on="9-11"), Rules(double_on="10-11"), Rules()):
        allowed = may_double(rules)
        hands = all_hands()
        assert not allowed[hands.of("AT")]
        assert allowed[hands.of("56")]
        assert allowed[hands.of("45")] == (rules.double_on != "10-11")
        assert allowed[hands.of("A8")] == (rules.double_on == "any-two")
        assert allowed[hands.of("35")] == (rules.double_on == "any-two")
        assert not allowed[hands.of("234")]
