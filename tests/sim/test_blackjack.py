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
from nomorebets.games.twenty_one.round_machine import HIS, UNSEEN, Again, BoxRounds, Done, Ended, His, Split
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


def after(cards: list[int], **options: object) -> Ended | Split:
    """How a round of basic play ends that is dealt these cards, and no others."""
    rules = Rules(**options)  # type: ignore[arg-type]
    play, dealer = play_named("basic", rules), dealer_machine(rules.hit_soft_17)
    machine = BoxRounds(rules, machine_of(rules, play), play.splits, dealer).machine()
    ends, state = (*machine.ended, *machine.splits), 0
    for at, card in enumerate(cards):
        state = int(machine.then[state + card])
        assert (state < len(ends) * machine.wide) == (at == len(cards) - 1)
    return ends[state // machine.wide]


@pytest.mark.parametrize(
    ("cards", "options", "end"),
    [
        ([10, 7, 10, 10], {}, Ended("win", ace_shown=False, dealers=False)),  # the hole card comes last
        ([10, 10, 10, 10], {}, Ended("push", ace_shown=False, dealers=False)),
        ([10, 7, 9, 10], {"hit_soft_17": True}, Ended("win", ace_shown=False, dealers=False)),
        ([5, 6, 6, 10, 10, 1], {}, Ended("win-2", ace_shown=False, dealers=False)),
        ([10, 6, 2, 10, 2], {}, Ended("lose", ace_shown=False, dealers=False)),
        ([1, 1, 10, 10], {}, Ended("blackjack-push", ace_shown=True, dealers=True)),
        ([10, 1, 1, 9], {}, Ended("blackjack", ace_shown=True, dealers=False)),
        ([10, 10, 6, 9, 1], {}, Ended("dealer-blackjack", ace_shown=False, dealers=False)),
        ([10, 10, 6, 1], {"card_reader": True}, Ended("dealer-blackjack", ace_shown=False, dealers=False)),
        ([5, 10, 6, 10, 1], {}, Ended("dealer-blackjack", ace_shown=False, dealers=False)),
        ([8, 6, 8], {}, Split(8, 8, 6, UNSEEN)),
    ],
)
def test_cards_move_a_round_on(cards: list[int], options: dict[str, object], end: Ended | Split) -> None:
    assert after(cards, **options) == end


def split_hand(
    cards: list[int], up: int, no_further: bool = False, his: list[int] | None = None, **options: object
) -> Done | Again | His:
    """How a hand of a split pair ends that begins with these cards, or the dealer's with those below his card."""
    rules = Rules(**options)  # type: ignore[arg-type]
    play, dealer = play_named("basic", rules), dealer_machine(rules.hit_soft_17)
    pair = Split(cards[0], cards[0], up, UNSEEN)
    machine = BoxRounds(rules, machine_of(rules, play), play.splits, dealer).hands([pair], 16)
    ends = (*machine.done, *HIS, *machine.again)
    state, follow = (machine.begun[cards[0], up, no_further], cards[1:]) if his is None else (machine.dealer[0], his)
    for at, card in enumerate(follow):
        state = int(machine.then[state + card])
        assert (state < len(ends) * machine.wide) == (at == len(follow) - 1)
    assert int(machine.then[state + 5]) == state  # an end leads to itself
    return ends[state // machine.wide]


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
    ("up", "cards", "total", "hit_soft_17"),
    [
        (6, [10, 5], 21, False),
        (6, [10, 10], 22, False),
        (6, [1], 17, False),
        (6, [1, 10], 17, True),
        (10, [1], 23, False),
    ],
)
def test_the_dealers_hand_beside_a_split_pair(up: int, cards: list[int], total: int, hit_soft_17: bool) -> None:
    assert split_hand([8], up, his=cards, hit_soft_17=hit_soft_17) == His(total)


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
