"""Blackjack simulated: the compiled loop against the exact odds, whatever the options."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from nomorebets.games import open_table
from nomorebets.games.blackjack.simulation import shoe_kernel
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one import loop
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.moments import BUSTED, distribution, gain_of
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.automaton import BUST, OVER, dealer_machine, machine_of
from nomorebets.games.twenty_one.loop import ends_of, split_ends
from nomorebets.games.twenty_one.round_machine import (
    COLUMNS,
    END,
    Again,
    BoxRounds,
    Done,
    Ended,
    HandMachine,
    Split,
)
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.sim.simulate import simulate
from nomorebets.table import Settings

ROUNDS = 400_000
FARTHEST = 4.5  # a right one is farther off once in 150,000 times; some 60 are compared, with fixed seeds

VARIANTS = {
    "usual": Rules(),
    "H17, late surrender, split to four": Rules(decks=6, hit_soft_17=True, surrender="late", most_hands=4),
    "one deck": Rules(decks=1, most_hands=3),
    "early surrender": Rules(decks=2, surrender="early"),
    "aces split again, no double after": Rules(resplit_aces=True, most_hands=4, double_after_split=False),
    "five cards, 6 to 5": Rules(decks=4, five_card_21=Fraction(2), blackjack_pays=Fraction(6, 5)),
    "double on 10 and 11, reader": Rules(double_on="10-11", card_reader=True),
    "busted hands stay lost": Rules(decks=2, relief="busted-plus-one"),
}


@pytest.mark.parametrize("strategy", ["optimal", "basic", "mimic"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_loop_gains_what_the_analysis_says(variant: str, strategy: str) -> None:
    rules = VARIANTS[variant]
    play = play_named(strategy, rules)
    counts = shoe_kernel(open_table("blackjack").house, rules, play)(7, 0, ROUNDS)
    gains = [(float(gain_of(end, rules)), n) for end, n in ends_of(counts.tolist())]
    assert sum(n for _, n in gains) == ROUNDS
    mean = sum(gain * n for gain, n in gains) / ROUNDS
    error = (sum(gain**2 * n for gain, n in gains) / ROUNDS - mean**2) ** 0.5 / ROUNDS**0.5
    assert abs(mean - float(price(rules, play).mean)) < FARTHEST * error


def test_every_end_comes_as_often_as_it_is_likely() -> None:
    rules = Rules(decks=2, surrender="late", five_card_21=Fraction(2))
    play = play_named("optimal", rules)
    counts = dict(ends_of(shoe_kernel(open_table("blackjack").house, rules, play)(3, 0, ROUNDS).tolist()))
    likely = distribution(rules, play).ends
    came = {tuple(sorted(end)): n for end, n in counts.items()}
    assert set(came) <= set(likely)
    for end, chance in likely.items():
        p = float(chance)
        assert abs(came.get(end, 0) - ROUNDS * p) < FARTHEST * (ROUNDS * p * (1 - p)) ** 0.5 + 1, end


@pytest.mark.parametrize("most_hands", [2, 3, 4])
def test_pairs_are_split_into_as_many_hands_as_they_may_be(most_hands: int) -> None:
    rules = Rules(decks=2, most_hands=most_hands, resplit_aces=True)
    play = play_named("optimal", rules)
    counts = shoe_kernel(open_table("blackjack").house, rules, play)(5, 0, ROUNDS)
    came = Counter[int]()
    for end, number in ends_of(counts.tolist()):
        came[len(end)] += number
    assert max(came) == most_hands
    exact = distribution(rules, play)
    two = sum(chance for end, chance in exact.ends.items() if len(end) == 2)
    more = sum(exact.many.values(), Fraction(0))
    for number, chance in ((came[2], two), (came[3] + came[4], more)):
        p = float(chance)
        assert abs(number - ROUNDS * p) <= FARTHEST * (ROUNDS * p * (1 - p)) ** 0.5


@pytest.mark.parametrize("decks", [1, 2, 4, 8])
def test_a_shoe_has_cards_enough_for_its_rounds(decks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run in which a shoe began anew is refused; it has many cards to spare, and with more rounds a shoe it is."""
    rules = Rules(decks=decks, most_hands=4, resplit_aces=True)
    play, house = play_named("basic", rules), open_table("blackjack").house
    shoe_kernel(house, rules, play)(1, 0, ROUNDS)
    monkeypatch.setattr(loop, "WALKED", 4)
    monkeypatch.setattr(loop, "LEFT", 0)
    if decks > 1:
        with pytest.raises(AssertionError, match="ran out"):
            shoe_kernel(house, rules, play)(1, 0, ROUNDS)


def test_hands_played_alike_are_one_state() -> None:
    rules = Rules()
    basic, best = (machine_of(rules, play_named(name, rules)) for name in ("basic", "optimal"))
    assert len(basic.total) < 70 < len(best.total) < 1000
    assert basic.total[BUST] == OVER
    for hit_soft_17 in (False, True):
        dealer = dealer_machine(hit_soft_17)
        assert set(dealer.total[dealer.act[0, 1::16] == 0]) == {17, 18, 19, 20, 21, OVER}
        assert set(dealer.total[dealer.act[0, 1::16] == 1]) >= {4, 16}
        assert (17 in dealer.total[dealer.act[0, 1::16] == 1]) == hit_soft_17


def machine_with(**options: object) -> tuple[BoxRounds, HandMachine]:
    """The hands of basic play."""
    rules = Rules(**options)  # type: ignore[arg-type]
    play, dealer = play_named("basic", rules), dealer_machine(rules.hit_soft_17)
    rounds = BoxRounds(rules, machine_of(rules, play), play.splits, dealer)
    return rounds, rounds.machine()


def walked(machine: HandMachine, state: int, cards: list[int]) -> int:
    """The end of a hand that draws these cards, and no others."""
    for card in cards:
        assert state < END
        state = int(machine.then[state + card])
    assert state >= END
    return state


@pytest.mark.parametrize(
    ("own", "his", "options", "end"),
    [
        ([10, 10], [7, 10], {}, Ended("win", ace_shown=False, dealers=False)),
        ([10, 10], [10, 10], {}, Ended("push", ace_shown=False, dealers=False)),
        ([10, 9], [7, 10], {"hit_soft_17": True}, Ended("win", ace_shown=False, dealers=False)),
        ([5, 6, 10], [6, 10, 1], {}, Ended("win-2", ace_shown=False, dealers=False)),
        ([10, 2], [6, 10, 2], {}, Ended("lose", ace_shown=False, dealers=False)),
        ([10, 9], [1, 9], {}, Ended("lose", ace_shown=True, dealers=False)),
        ([1, 10], [1, 10], {}, Ended("blackjack-push", ace_shown=True, dealers=True)),
        ([10, 1], [1, 9], {}, Ended("blackjack", ace_shown=True, dealers=False)),
        ([1, 10], [10, 1], {"card_reader": True}, Ended("blackjack-push", ace_shown=False, dealers=False)),
        ([10, 6, 9], [10, 1], {}, Ended("dealer-blackjack", ace_shown=False, dealers=False)),
        ([10, 6, 9], [10, 1], {"card_reader": True}, Ended("dealer-blackjack", ace_shown=False, dealers=False)),
        ([5, 6, 10], [1, 10], {}, Ended("dealer-blackjack", ace_shown=True, dealers=True)),
        ([10, 2, 10], [10, 1], {"relief": "busted-plus-one"}, Ended("dealer-blackjack", False, False)),
        ([10, 6], [10, 1], {"surrender": "late"}, Ended("dealer-blackjack", ace_shown=False, dealers=False)),
        ([10, 6], [10, 1], {"surrender": "early"}, Ended("surrender", ace_shown=False, dealers=False)),
        ([10, 6], [10, 2, 5], {"surrender": "late"}, Ended("surrender", ace_shown=False, dealers=False)),
        ([8, 8], [6, 10, 10], {}, Ended(None, ace_shown=False, dealers=False)),  # its hands are played instead
        ([8, 8], [1, 10], {"card_reader": True}, Ended("dealer-blackjack", ace_shown=True, dealers=True)),
    ],
)
def test_cards_move_hands_on(own: list[int], his: list[int], options: dict[str, object], end: Ended) -> None:
    rounds, machine = machine_with(**options)
    first, second, *drawn = own
    up, hole, *his_drawn = his
    ends = walked(machine, int(machine.dealt[first, second, up]), drawn)
    ends += walked(machine, int(machine.dealer[up, hole]), his_drawn)
    assert rounds.ended_by(machine)[ends - 2 * END] == end


def split_hand(cards: list[int], up: int, no_further: bool = False, **options: object) -> Done | Again:
    """How a hand of a split pair ends that begins with these cards."""
    _, machine = machine_with(**options)
    state = walked(machine, int(machine.begun[int(no_further), cards[0], up]), cards[1:])
    return (*machine.done, Split(), *machine.again)[(state - END) // COLUMNS]  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("cards", "options", "ends"),
    [
        ([8, 10], {}, "win push lose lose lose win"),
        ([8, 8], {"no_further": True, "most_hands": 4}, "lose lose lose lose lose win"),
        ([8, 8], {"most_hands": 2}, "lose lose lose lose lose win"),
        ([8, 3, 10], {}, "win-2 win-2 win-2 win-2 push-2 win-2"),
        ([8, 3, 2], {"double_after_split": False}, "lose lose lose lose lose win"),
        ([1, 10], {}, "win win win win push win"),  # no blackjack
        ([1, 2], {}, "lose lose lose lose lose win"),  # split aces stand
        ([8, 3, 10], {"double_on": "10-11"}, "win-2 win-2 win-2 win-2 push-2 win-2"),
        ([8, 2, 10], {"double_on": "10-11"}, "win-2 win-2 win-2 push-2 lose-2 win-2"),
    ],
)
def test_a_hand_of_a_split_pair_against_a_six(cards: list[int], options: dict[str, object], ends: str) -> None:
    done = split_hand(cards, 6, **options)  # type: ignore[arg-type]
    assert isinstance(done, Done)
    assert " ".join(str(end) for end in done.ends) == ends


def test_one_more_card_of_a_pair_is_split_again_where_that_is_allowed() -> None:
    assert split_hand([8, 8], 6, most_hands=3) == Again(8)
    assert split_hand([1, 1], 6, most_hands=3, resplit_aces=True) == Again(1)
    assert isinstance(split_hand([1, 1], 6, most_hands=3), Done)


@pytest.mark.parametrize(
    ("cards", "column", "hit_soft_17"),
    [
        ([6, 10, 5], 21 - 17, False),
        ([6, 10, 10], 22 - 17, False),
        ([6, 1], 17 - 17, False),
        ([6, 1, 10], 17 - 17, True),
        ([1, 6], 8 + 17 - 17, False),
        ([10, 1], 6, False),
        ([1, 10], 8 + 6, False),
    ],
)
def test_the_dealers_hand(cards: list[int], column: int, hit_soft_17: bool) -> None:
    up, hole, *drawn = cards
    _, machine = machine_with(hit_soft_17=hit_soft_17)
    assert walked(machine, int(machine.dealer[up, hole]), drawn) == END + column


def test_a_hand_that_waits_for_the_other_shoes_goes_nowhere() -> None:
    _, machine = machine_with()
    assert {int(machine.then[machine.idle + card]) for card in range(1, 11)} == {machine.idle}


def test_what_a_blackjack_takes_of_a_split_pair() -> None:
    stands = 1 << 12
    met = np.zeros(8 * stands + 1, np.int64)
    # both stand; one busted that was doubled; both busted, one or two of them doubled
    met[4 * stands + np.array([2 * stands, stands + 2, 3, 4])] = [5, 6, 7, 8]
    nothing = np.zeros(1, np.int64)
    assert dict(ends_of(split_ends(nothing, met, True).tolist())) == {
        ("dealer-blackjack",): 5, (f"{BUSTED}3",): 6 + 7, (f"{BUSTED}4",): 8,
    }  # fmt: skip
    assert dict(ends_of(split_ends(nothing, met, False).tolist())) == {("dealer-blackjack",): 26}


def test_the_same_with_any_number_of_workers() -> None:
    table = open_table("blackjack", settings=Settings({"decks": "6", "resplit": "up-to-limit"}))
    one, two = (simulate(table, 5_000_000, seed=4, workers=n, strategy="basic").lines for n in (1, 2))
    assert one == two
    assert [line.wager for line in one] == ["blackjack", "insurance", "even-money"]
    exact = price(rules_of(table.house), play_named("basic", rules_of(table.house))).edge
    assert abs(one[0].z(exact)) < FARTHEST


def test_a_device_that_shuffles_without_end_deals_every_round_from_all_cards() -> None:
    house = open_table("blackjack", settings=Settings({"decks": "1", "dealing": "continuous"})).house
    rules = Rules(decks=1)
    play = play_named("basic", rules)
    counts = shoe_kernel(house, rules, play)(5, 0, ROUNDS)
    mean = sum(float(gain_of(end, rules)) * n for end, n in ends_of(counts.tolist())) / ROUNDS
    assert abs(mean - float(price(rules, play).mean)) < FARTHEST * 1.15 / ROUNDS**0.5


def some_tables(number: int) -> list[Rules]:
    """Tables of options taken at random, the same in every run."""
    chance = random.Random(2)
    return [
        Rules(
            decks=chance.choice((1, 2, 4, 6, 8)),
            hit_soft_17=chance.random() < 0.5,
            card_reader=chance.random() < 0.5,
            surrender=chance.choice(("none", "late", "early")),
            blackjack_pays=chance.choice((Fraction(3, 2), Fraction(6, 5))),
            double_on=chance.choice(("any-two", "any-two", "9-11", "10-11")),
            double_after_split=chance.random() < 0.7,
            most_hands=chance.choice((2, 3, 4)),
            resplit_aces=chance.random() < 0.5,
            five_card_21=chance.choice((None, None, Fraction(2))),
        )
        for _ in range(number)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("rules", some_tables(200), ids=lambda rules: rules.shorthand if rules else "")
def test_two_hundred_tables(rules: Rules) -> None:
    play = play_named("optimal", rules)
    rounds = 1_000_000
    counts = shoe_kernel(open_table("blackjack").house, rules, play)(13, 0, rounds)
    gains = [(float(gain_of(end, rules)), n) for end, n in ends_of(counts.tolist())]
    mean = sum(gain * n for gain, n in gains) / rounds
    error = (sum(gain**2 * n for gain, n in gains) / rounds - mean**2) ** 0.5 / rounds**0.5
    assert abs(mean - float(price(rules, play).mean)) < FARTHEST * error
