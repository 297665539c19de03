"""Side wagers of blackjack, exactly: against every deal settled one by one, and against published figures."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from itertools import product

import pytest

from nomorebets.equipment.cards import DECK, RANKS, SUITS
from nomorebets.errors import UnknownName
from nomorebets.games.blackjack.odds import ODDS, edges_to_check, effects
from nomorebets.games.blackjack.outcome import BoxOutcome
from nomorebets.games.blackjack.side_odds import (
    COUNTED,
    RoundEnds,
    break_even_meter,
    side_line,
    side_lines,
    streak_line,
)
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts, effects_of_removal, fresh_shoe
from nomorebets.pricing.facet import Pricing
from nomorebets.table import Table, Wager
from side_tables import side_table

EVERY = {
    "over-13": {"additional-wager": "over-under"},
    "under-13": {"additional-wager": "over-under"},
    "same-suit": {"additional-wager": "same-suit"},
    "sevens": {"additional-wager": "sevens"},
    "progressive": {"progressive": "on"},
    "blackjack-bonus": {"blackjack-bonus": "on"},
    "match-the-dealer": {"match-the-dealer": "on"},
    "twenty-point-bonus": {"twenty-point-bonus": "A"},
    "optional-bonus": {"optional-bonus": "on"},
    "in-between": {"in-between": "12"},
}
ALSO = [
    ("same-suit", {"additional-wager": "same-suit", "same-suit-table": "B"}),
    ("sevens", {"additional-wager": "sevens", "sevens-mode": "any-of-three"}),
    ("twenty-point-bonus", {"twenty-point-bonus": "B"}),
    ("in-between", {"in-between": "10"}),
]
CASES = [*EVERY.items(), *ALSO]
# how many cards decide a wager, in the order: first, second, dealer's first, dealer's second, third, fourth
NEEDS = {"twenty-point-bonus": "12uh", "sevens": "123", "progressive": "1234", "blackjack-bonus": "12"}
NEEDS |= dict.fromkeys(("match-the-dealer", "optional-bonus", "in-between"), "12u")


def dealt_one_by_one(table: Table, kind: str, shoe: Mapping[str, int]) -> dict[Fraction, Fraction]:
    """What a wager nets with which chance: every order of cards dealt and settled, nothing counted in classes."""
    places = NEEDS.get(kind, "12")
    nets: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    held = [card for card, number in shoe.items() if number]
    wager = Wager(1, kind, 100)
    for cards in product(held, repeat=len(places)):
        chance, left, total = Fraction(1), dict(shoe), sum(shoe.values())
        for card in cards:
            chance *= Fraction(left[card], total)
            left[card] -= 1
            total -= 1
        if not chance:
            continue
        at = dict(zip(places, cards, strict=True))
        drawn = tuple(at[place] for place in "34" if place in at)
        outcome = BoxOutcome((at["1"], at["2"]), drawn, at.get("u", "2c"), at.get("h", "2d"), None, meter=2_500_020)
        result = table.game.bet[kind].settle(wager, outcome, table.house)
        assert result is not None
        nets[Fraction(result.net, 100)] += chance
    return dict(nets)


def nets_of(table: Table, kind: str, shoe: ShoeCounts) -> dict[Fraction, Fraction]:
    nets: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for outcome in side_line(table, kind, shoe, meter=2_500_000).outcomes:
        nets[outcome.net] += outcome.probability
    return dict(nets)


def short_shoe(seed: int, cards: int, most: int) -> dict[str, int]:
    """A shoe of some cards only, up to so many of each; those that the wagers ask about are among them."""
    chance = random.Random(seed)
    asked = ["Qh", "Kh", "7c", "7d", "Ac", "Ad", "9c", "8c"]
    held = chance.sample(asked, 5) + chance.sample([card for card in DECK if card not in asked], cards - 5)
    return dict.fromkeys(DECK, 0) | {card: chance.randint(1, most) for card in held}


@pytest.mark.parametrize(("kind", "options"), CASES)
@pytest.mark.parametrize("seed", range(4))
def test_short_shoes_dealt_one_by_one(kind, options, seed):
    table = side_table(decks="6", **options)
    shoe = short_shoe(seed, 9, 4)
    assert nets_of(table, kind, ShoeCounts(shoe)) == dealt_one_by_one(table, kind, shoe)


@pytest.mark.parametrize(("kind", "options"), [case for case in CASES if len(NEEDS.get(case[0], "12")) == 2])
@pytest.mark.parametrize("decks", [6, 8])
def test_full_shoes_dealt_one_by_one(kind, options, decks):
    table = side_table(decks=str(decks), **options)
    gone = ("As", "As", "Kd", "Qd", "7c", "2h")
    for shoe in (fresh_shoe(decks), fresh_shoe(decks).without(gone)):
        assert nets_of(table, kind, shoe) == dealt_one_by_one(table, kind, shoe.of)


@pytest.mark.parametrize("kind", ["match-the-dealer", "optional-bonus", "in-between"])
def test_a_full_shoe_of_three_cards_dealt_one_by_one(kind):
    table, shoe = side_table(decks="6", **EVERY[kind]), fresh_shoe(6).without(("As", "Kd", "7c"))
    assert nets_of(table, kind, shoe) == _three_at_once(table, kind, shoe.of)


def _three_at_once(table: Table, kind: str, shoe: Mapping[str, int]) -> dict[Fraction, Fraction]:
    """As one by one, but with whole numbers, for 140,608 deals."""
    wager, ways, total = Wager(1, kind, 100), defaultdict(int), sum(shoe.values())
    settle, house = table.game.bet[kind].settle, table.house
    for first, of_first in shoe.items():
        for second, of_second in shoe.items():
            two = of_first * (of_second - (first == second))
            for up, of_up in shoe.items():
                outcome = BoxOutcome((first, second), (), up, None, None)
                result = settle(wager, outcome, house)
                ways[Fraction(result.net, 100)] += two * (of_up - (up == first) - (up == second))
    return {net: Fraction(number, total * (total - 1) * (total - 2)) for net, number in ways.items()}


# --- published figures -----------------------------------------------------------------------------------------------


def _ways(kind: str, total: int, **options: str) -> dict[str, int]:
    line = side_line(side_table(**options), kind, fresh_shoe(int(options["decks"])))
    return {outcome.outcome: int(outcome.probability * total) for outcome in line.outcomes}


def test_20_point_bonus_as_published():
    """Permutations of table A with six decks: wizardofodds.com, Lucky Ladies."""
    assert _ways("twenty-point-bonus", 9_294_695_280, decks="6", twenty_point_bonus="A") == {
        "win: queens-and-dealer-blackjack": 135_360,
        "win: queens": 2_738_340,
        "win: matched": 43_105_500,
        "win: suited": 193_112_640,
        "win: any": 744_863_040,
        "lose": 8_310_740_400,
    }


def test_optional_bonus_as_published():
    """Combinations with six decks at 9 to 1: the Las Vegas Hilton's 21+3 in the Wizard of Odds' table; a pair that is
    also a flush, which it counts apart, is a flush."""
    assert _ways("optional-bonus", 5_013_320, decks="6", optional_bonus="on") == {
        "win: straight-flush": 10_368,
        "win: three-of-a-kind": 26_312,
        "win: straight": 155_520,
        "win: flush": 236_736 + 56_160,
        "lose": 977_184 + 3_551_040,
    }


@pytest.mark.parametrize(
    ("kind", "options", "percent", "source"),
    [
        ("optional-bonus", {"decks": "6"}, "3.2386", "E. Jacobson on 21+3, houseofcardsradio"),
        ("twenty-point-bonus", {"decks": "6"}, "24.71", "betfirm.com, Lucky Ladies"),
        ("twenty-point-bonus", {"decks": "8"}, "24.05", "onlineblackjack.org, Lucky Ladies"),
    ],
)
def test_edges_as_published(kind, options, percent, source):
    line = side_line(side_table(**options, **EVERY[kind]), kind, fresh_shoe(int(options["decks"])))
    digits = len(percent.partition(".")[2])
    assert f"{100 * line.edge_decimal:.{digits}f}" == percent, source


def test_over_and_under_by_hand():
    """One deck: 13 is a 3 with a ten, 4-9, 5-8 or 6-7: 64 + 3 · 16 of 1,326 hands; both wagers lose on it."""
    table = side_table(decks="1", additional_wager="over-under")
    over, under = (side_line(table, kind, fresh_shoe(1)) for kind in ("over-13", "under-13"))
    thirteen = 1 - over.hit_frequency - under.hit_frequency
    assert thirteen == Fraction(112, 1326)
    assert over.edge + under.edge == 2 * thirteen


# --- options, dates, removed cards -----------------------------------------------------------------------------------


def test_same_suit_by_table_b_favours_the_player_from_four_decks_on():
    edges = {
        decks: side_line(
            side_table(decks=str(decks), additional_wager="same-suit", same_suit_table="B"),
            "same-suit",
            fresh_shoe(decks),
        ).edge
        for decks in (1, 2, 3, 4, 6, 8)
    }
    assert min(edges[1], edges[2]) > 0
    assert max(edges[4], edges[6], edges[8]) < 0


def test_a_shoe_that_lacks_the_cards_cannot_be_priced():
    with pytest.raises(UnknownName, match="at most 6 of this card"):
        fresh_shoe(6).without(["As"] * 7)
    with pytest.raises(UnknownName, match="4 cards or more"):
        fresh_shoe(1).without(DECK[:49])
    assert fresh_shoe(1).without(DECK[:48]).total == 4


@pytest.mark.parametrize(("kind", "options"), CASES)
def test_effects_of_removal_balance(kind, options):
    """The mean over all cards of the shoe is nothing: a card taken unseen changes nothing."""
    table = side_table(decks="6", **options)
    by_rank = effects(table, Pricing(wager=kind))[kind]
    assert sum(by_rank.values()) == 0
    assert set(by_rank) == set(RANKS)


def test_effects_of_removal_of_a_wager_that_is_not_offered():
    with pytest.raises(UnknownName, match="in-between"):
        effects(side_table(decks="6", in_between="12"), Pricing(wager="sevens"))


def test_effects_of_removal_are_those_of_the_shoe_without_the_card():
    table, shoe = side_table(decks="6", additional_wager="over-under"), fresh_shoe(6)
    by_rank = effects_of_removal(shoe, lambda left: -side_line(table, "over-13", left).edge)
    for rank in "A2T":
        gone = [side_line(table, "over-13", shoe.without((rank + suit,))).edge for suit in SUITS]
        assert by_rank[rank] == side_line(table, "over-13", shoe).edge - sum(gone) / 4
    assert by_rank["T"] < 0 < by_rank["A"]


def test_every_side_wager_in_milliseconds():
    """Twenty times the goal, for a machine that others use too."""
    for kind, options in CASES:
        table, shoe = side_table(decks="8", **options), fresh_shoe(8).without(("As", "Kd"))
        side_line(table, kind, shoe)
        start = time.perf_counter()
        side_line(table, kind, shoe)
        assert time.perf_counter() - start < 0.1, kind


def test_lines_of_a_table_and_of_one_wager():
    table = side_table(decks="6", additional_wager="over-under", in_between="10", streak="on")
    assert [line.wager for line in side_lines(table, Pricing())] == ["over-13", "under-13", "in-between"]
    assert [line.wager for line in side_lines(table, Pricing(wager="in-between"))] == ["in-between"]
    with pytest.raises(UnknownName, match="over-13"):
        side_lines(table, Pricing(wager="same-suit"))
    assert set(COUNTED) == set(EVERY)


# --- streak, progressive, insurance ----------------------------------------------------------------------------------


ENDS = RoundEnds(Fraction(43, 100), Fraction(9, 100), Fraction(48, 100))


@pytest.mark.parametrize(("rounds", "pays"), [(2, 3), (3, 7), (4, 17), (5, 37)])
def test_streaks_against_a_walk_through_the_rounds(rounds, pays):
    """A chain of rounds, pushes included, solved backwards with no power of anything."""
    table = side_table(streak="on")
    line = streak_line(table, f"streak-{rounds}", ENDS)
    worth = Fraction(pays)
    lasts = Fraction(0)
    for _ in range(rounds):
        worth = (ENDS.win * worth - ENDS.lose) / (1 - ENDS.push)
        lasts = (1 + ENDS.win * lasts) / (1 - ENDS.push)
    assert line.edge == -worth
    assert line.extra["expected_rounds"] == lasts
    assert "independent" in line.note


def test_chances_of_a_round_are_one_together():
    with pytest.raises(UnknownName):
        RoundEnds(Fraction(1, 2), Fraction(0), Fraction(1, 3))


def test_progressive_breaks_even_at_the_meter_it_names():
    table, shoe = side_table(progressive="on", decks="8"), fresh_shoe(8)
    even = break_even_meter(table, shoe)
    assert even is not None
    cents = int(even * 100)
    assert side_line(table, "progressive", shoe, cents - 1000).edge > 0
    assert side_line(table, "progressive", shoe, cents + 1000).edge < 0
    assert side_line(table, "progressive", shoe).extra["break_even_meter"] == even


def test_progressive_without_aces_never_breaks_even():
    table = side_table(progressive="on", decks="4")
    assert break_even_meter(table, fresh_shoe(4).without([f"A{suit}" for suit in SUITS] * 4)) is None


@pytest.mark.parametrize(("decks", "edge"), [(1, Fraction(1, 17)), (6, Fraction(23, 311)), (8, Fraction(31, 415))])
def test_insurance_with_only_the_ace_known(decks, edge):
    (line,) = ODDS.lines(side_table(decks=str(decks)), Pricing(wager="insurance"))
    assert line.edge == edge


def test_insurance_by_the_cards_left():
    """It costs nothing when a third of the unseen cards count ten: one deck less three small cards, beside the ace."""
    table = side_table(decks="1")
    even = ODDS.lines(table, Pricing(wager="insurance", removed=("2c", "3c", "4c")))[0].edge
    good = ODDS.lines(table, Pricing(wager="insurance", removed=("2c", "3c", "4c", "5c")))[0].edge
    assert even == 0 > good
    by_rank = effects(side_table(decks="6"), Pricing(wager="insurance"))["insurance"]
    assert len({by_rank[rank] for rank in "23456789A"}) == 1
    assert by_rank["T"] == by_rank["K"] < 0 < by_rank["2"]
    left = fresh_shoe(6).without(("2c",))
    assert by_rank["2"] == Fraction(3 * left.tens, left.total - 1) - 1 + Fraction(23, 311)


def test_streaks_live_by_the_rounds_of_the_main_wager():
    """One split: all ends of a box are known, and are the chances that the main line has."""
    table = side_table(streak="on", decks="1")
    line = {line.wager: line for line in ODDS.lines(table, Pricing())}
    main = line["blackjack"]
    pushed = sum(o.probability for o in main.outcomes if o.net == 0)
    for rounds in (2, 5):
        assert line[f"streak-{rounds}"].method == "exact"
        assert line[f"streak-{rounds}"].hit_frequency == (main.hit_frequency / (1 - pushed)) ** rounds


def test_streaks_say_how_far_they_can_be_off_where_pairs_are_split_again():
    table = side_table(streak="on", decks="1", resplit="up-to-limit")
    (line,) = ODDS.lines(table, Pricing(wager="streak-2"))
    assert line.method == "bounded"
    assert "at most " in line.note


def test_the_check_looks_at_the_main_wager_too():
    """Early surrender was everybody's right in 1979, and enough against four decks."""
    then = edges_to_check(side_table(date(1979, 1, 1), decks="4"))
    now = edges_to_check(side_table(decks="4", additional_wager="same-suit", same_suit_table="B"))
    assert {wager: edge < 0 for wager, edge in then.items()} == {"blackjack": True}
    assert {wager: edge < 0 for wager, edge in now.items()} == {"blackjack": False, "same-suit": True}
