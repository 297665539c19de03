"""Games from files, priced: against the game of the chapter that they are alike, counts by hand, and each other."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from nomorebets import kept
from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import RulesError
from nomorebets.games import named, open_table, sample
from nomorebets.pricing.facet import Pricing, odds_of
from nomorebets.pricing.sheet import odds_at
from nomorebets.sim.verify import verify
from nomorebets.table.game_file import read_game_file


def opened(text: str):
    file = read_game_file(text.encode(), "mine.toml")
    return open_table(file.game, settings=file.settings)


def edge(table, wager: str) -> Fraction:
    return odds_at(table, wager=wager)[wager].edge


def without_the_card(text: str) -> str:
    return text.replace("dealer-shows = 1", "dealer-shows = 0")


def test_a_file_with_the_terms_of_three_card_poker_costs_what_it_does():
    bonus = 'bonus = { straight-flush = "5 to 1", three-of-a-kind = "4 to 1", straight = "1 to 1" }'
    text = without_the_card(sample("three-card-duel").decode())
    text = text.replace('bonus = { straight-flush = "2 to 1", three-of-a-kind = "1 to 1" }', bonus)
    ours, theirs = odds_at(opened(text), wager="ante")["ante"], odds_at(open_table("three-card-poker"), wager="ante")
    assert ours.edge == theirs["ante"].edge
    assert ours.average_wager == theirs["ante"].average_wager


HIGH = """
equipment = "cards"
name = "High Card"
[cards]
each = 1
ranking = "high-card"
dealer-shows = SHOWN
[[wager]]
name = "bet"
against = "dealer"
pays = "1 to 1"
[decision]
name = "more"
times = [1, 2]
pays = "1 to 1"
[dealer]
ties = "dealer"
[limits]
table = { min = "1.00", max = "100.00" }
"""


@pytest.mark.parametrize("shown", [0, 1])
def test_one_card_each_counted_by_hand(shown):
    """The best of folding and raising, over every pair of cards: ranks alone matter, ties lose."""
    ranks, total = range(13), Fraction(0)
    pairs = {(own, his): 4 * (3 if own == his else 4) for own, his in product(ranks, ranks)}
    seen = lambda own, his: (own, his) if shown else own  # noqa: E731
    groups: dict[object, list[tuple[int, int]]] = {}
    for (own, his), ways in pairs.items():
        groups.setdefault(seen(own, his), []).append((1 if own > his else -1, ways))
    for group in groups.values():
        all_ways = sum(ways for _, ways in group)
        gain = sum(sign * ways for sign, ways in group)
        total += max(-all_ways, 2 * gain, 3 * gain)
    assert edge(opened(HIGH.replace("SHOWN", str(shown))), "bet") == -total / (52 * 51)


def test_a_wager_on_the_own_hand_is_its_classes_counted():
    table = opened(sample("three-card-duel").decode())
    flushes, straights = 4 * (comb(13, 3) - 12), 12 * (4**3 - 4)
    triples, pairs = 13 * 4, 13 * comb(4, 2) * 48
    paid = 4 * 51 + 44 * 41 + triples * 31 + straights * 6 + flushes * 5 + pairs * 2
    assert edge(table, "pair-or-better") == 1 - Fraction(paid, comb(52, 3))


def test_a_tie_that_is_half_lost_costs_half_of_the_ties():
    table = open_table("sample:quick-peace")
    ties = Fraction(6 * 4 - 1, 6 * 52 - 1)
    assert edge(table, "initial") == ties / 2
    assert edge(table, "tie") == 1 - 12 * ties


def test_a_war_whose_tie_is_lost_costs_more_than_one_that_is_won():
    text = sample("quick-peace").decode().replace('tie-rule = "half-lost"', 'war-tie = "{}"')
    costs = {end: odds_at(opened(text.replace("{}", end)), strategy="always-war")["initial"] for end in ("won", "lost")}
    chapter = odds_at(open_table("casino-war"), strategy="always-war")["initial"]
    assert costs["won"].edge == chapter.edge
    tied = next(o.probability for o in chapter.outcomes if o.outcome == "war tied")
    assert costs["lost"].edge - costs["won"].edge == tied * 4  # two stakes lost in place of two won


def test_a_wager_added_to_blackjack_is_its_pairs_counted():
    table = open_table("sample:royal-pairs")
    every = 312 * 311
    royal, perfect = 4 * 2 * 36, 52 * 6 * 5
    pairs = 13 * 24 * 23 - perfect
    paid = royal * 31 + perfect * 21 + pairs * 9
    assert edge(table, "royal-pairs") == 1 - Fraction(paid, every)


def test_dice_and_wheel_are_counted_by_their_faces_and_sections():
    dice, wheel = open_table("sample:lucky-dice"), open_table("sample:stars-and-moons")
    assert edge(dice, "lucky") == Fraction(36 - 8 - 1 - 3 * 8, 36)
    assert edge(dice, "hard-eight") == 1 - Fraction(34, 36)
    assert edge(wheel, "bright") == 1 - Fraction(7, 20) * Fraction(13, 5)


@pytest.mark.parametrize(
    ("name", "wager"),
    [("three-card-duel", None), ("quick-peace", None), ("lucky-dice", None), ("stars-and-moons", None)],
)
def test_exact_simulated_and_dealt_agree(name, wager):
    """Five standard errors at most, as everywhere: a right game fails once in a million."""
    game_id, settings = named(f"sample:{name}")
    assert verify(open_table(game_id, settings=settings), 200_000, 60, 1, 1, wager=wager).holds


BOARD = """
equipment = "cards"
name = "Shared"
[cards]
each = 1
community = 1
ranking = "two-card-poker"
[[wager]]
name = "ante"
against = "dealer"
pays = "1 to 1"
[decision]
times = [2]
pays = "1 to 1"
when = "{when}"
[dealer]
ties = "push"
[limits]
table = {{ min = "5.00", max = "500.00" }}
"""


def worth(own: int, theirs: int, board: int) -> int:
    """What ante and raise gain, by the cards' numbers: a pair with the board first, then the higher cards."""
    mine, dealer = ((a // 4 == board // 4, sorted((a // 4, board // 4), reverse=True)) for a in (own, theirs))
    return 3 * ((mine > dealer) - (mine < dealer))


@pytest.mark.parametrize("when", ["before-community", "after-community"])
def test_a_card_for_everybody_counts_in_every_hand_and_decisions_have_their_moment(when):
    after = {
        (own, board): sum(worth(own, theirs, board) for theirs in range(52) if theirs not in (own, board))
        for own in range(52)
        for board in range(52)
        if own != board
    }
    if when == "after-community":
        gained = sum(max(value, -50) for value in after.values())
    else:
        of_card = [sum(value for (own, _), value in after.items() if own == card) for card in range(52)]
        gained = sum(max(value, -50 * 51) for value in of_card)
    table = opened(BOARD.format(when=when))
    assert edge(table, "ante") == -Fraction(gained, 52 * 51 * 50)
    assert verify(table, 200_000, 200, 0, 1).holds


def test_community_cards_leave_room_for_an_own_card_and_the_dealer_shows_none():
    for old, new, says, accepts in (
        ("community = 1", "community = 2", "cards.community", "0 or 1"),
        ("community = 1", "community = 1\ndealer-shows = 1", "cards.dealer-shows", "0"),
        ('"before-community"', '"at-noon"', "decision.when = 'at-noon'", "before-community"),
    ):
        with pytest.raises(RulesError, match=re.escape(says)) as refused:
            opened(BOARD.format(when="before-community").replace(old, new))
        assert accepts in str(refused.value.accepts)


TWICE = BOARD.replace("[decision]\ntimes = [2]", '[[decision]]\ntimes = [2]\notherwise = "check"').format(
    when="before-community"
)
TWICE = TWICE.replace("[dealer]", "[[decision]]\ntimes = [1]\n[dealer]")


def test_a_raise_not_made_before_the_card_for_everybody_may_be_made_after_it():
    """Two antes before, one after, or a fold: the best of each by going through all cards."""
    after = {
        (own, board): sum(worth(own, theirs, board) // 3 for theirs in range(52) if theirs not in (own, board))
        for own in range(52)
        for board in range(52)
        if own != board
    }
    gained = 0
    for card in range(52):
        ends = [value for (own, _), value in after.items() if own == card]
        gained += max(3 * sum(ends), sum(max(2 * value, -50) for value in ends))
    table = opened(TWICE)
    assert edge(table, "ante") == -Fraction(gained, 52 * 51 * 50)
    assert verify(table, 100_000, 100, 0, 1).holds


def test_a_raise_is_paid_alike_at_all_its_moments():
    with pytest.raises(RulesError, match="raise is one wager, and pays otherwise above"):
        opened(TWICE.replace("times = [1]", 'times = [1]\npays = "2 to 1"'))
    with pytest.raises(RulesError, match="as one before it is"):
        opened(TWICE.replace("times = [1]", 'times = [1]\nwhen = "before-community"'))
    with pytest.raises(RulesError, match=r"decision\.otherwise = 'pass'"):
        opened(TWICE.replace('"check"', '"pass"'))


def test_of_several_decks_equal_cards_are_more_often_dealt():
    """Two decks and one card each, ties lost, nothing decided: 7 of 103 cards are of the same rank."""
    text = re.sub(r"\[decision\].*?(?=\[dealer\])", "", HIGH, flags=re.DOTALL)
    table = opened(text.replace("SHOWN", "0").replace("each = 1", "each = 1\ndecks = 2"))
    assert edge(table, "bet") == Fraction(7, 103)
    assert verify(table, 100_000, 50, 0, 1).holds


FIVE = TWICE.replace("each = 1", "each = 3").replace("community = 1", "community = 2").replace("two-card", "five-card")


def test_five_cards_with_two_decisions_exact_simulated_and_dealt_agree():
    assert verify(opened(FIVE), 100_000, 20, 0, 1).holds
    with pytest.raises(RulesError, match="five cards may be alike"):
        opened(FIVE.replace("each = 3", "each = 3\ndecks = 2"))


SEVEN = FIVE.replace("community = 2", "community = 0").replace("each = 3", "each = 7")
SEVEN = re.sub(r"\[\[decision\]\].*?(?=\[\[decision\]\]\ntimes = \[1\])", "", SEVEN, flags=re.DOTALL)
SEVEN = SEVEN.replace("times = [1]", 'times = [1]\npays = "1 to 1"')
TWO = FIVE.replace("each = 3", "each = 2").replace("community = 2", "community = 5")
TWO = TWO.replace(
    "[[decision]]\ntimes = [1]",
    '[[decision]]\ntimes = [2]\nwhen = "after-community-3"\notherwise = "check"\n[[decision]]\ntimes = [1]',
)


def test_what_is_too_much_to_count_is_simulated_and_says_so_with_its_error():
    line = odds_at(opened(SEVEN), wager="ante", strategy="always-raise")["ante"]
    assert line.method == "simulated"
    assert re.search(r"too many to be counted.*standard error of the edge \d", line.note)
    assert abs(float(line.edge)) < 0.02  # all raise and equal hands push: nobody has the better of it


@pytest.mark.slow
def test_two_cards_and_five_for_everybody_decided_three_times():
    assert verify(opened(TWO), 200_000, 5, 0, 1).holds


def test_nobody_at_a_live_table_waits_for_a_best_play_that_takes_minutes(tmp_path, monkeypatch):
    """A hand of few cards is played at once; a large game once somebody has had it solved; some never."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    tables = {
        name: opened(text) for name, text in {"one": HIGH.replace("SHOWN", "0"), "two": TWO, "seven": SEVEN}.items()
    }
    known = {name: strategies_of(table.game).is_at_hand(table) for name, table in tables.items()}
    assert known == {"one": True, "two": False, "seven": False}


def test_what_was_found_out_and_kept_is_known(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert not kept.are_known("games", ("mine", 1), ())
    kept.arrays("games", ("mine", 1), (), lambda: {"found": np.arange(3)})
    assert kept.are_known("games", ("mine", 1), ())
    assert not kept.are_known("games", ("mine", 2), ())


def test_where_no_best_play_is_known_none_is_named():
    table = opened(SEVEN)
    known = odds_of(table.game)
    assert known is not None
    assert known.advice is not None
    advised = known.advice(table, Pricing())
    assert advised.exact == ()
    assert "optimal" not in [way.strategy for way in advised.costs]
    assert advised.note.startswith("no best play is known: ")
