"""Blackjack switch: the match wager against a count of its own, insurance, and the play from a shoe without end."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.enumeration import enumerate_round
from nomorebets.equipment.cards import RANKS
from nomorebets.games import open_table
from nomorebets.games.blackjack_switch import endless, hands
from nomorebets.games.blackjack_switch.odds import ways_of_four
from nomorebets.games.blackjack_switch.strategies import STRATEGIES
from nomorebets.games.blackjack_switch.terms import rules_of
from nomorebets.pricing.facet import Pricing, odds_of
from nomorebets.regulation import cite
from nomorebets.table import Settings, Wager
from nomorebets.table.felt import Opening


def line(wager: str, **options: str):
    table = open_table("blackjack-switch", settings=Settings(dict(options)))
    known = odds_of(table.game)
    assert known is not None
    (found,) = known.lines(table, Pricing(wager=wager))
    return found


def comb(n: int, k: int) -> int:
    """Written out, so that nothing is shared with what is tested."""
    return 1 if not k else n * comb(n - 1, k - 1) // k


@pytest.mark.parametrize("decks", [6, 8])
def test_2A_6_the_match_wager_by_pattern(decks):
    suits, total = 4 * decks, comb(52 * decks, 4)
    ways = {
        40: 13 * comb(suits, 4),
        8: comb(13, 2) * comb(suits, 2) ** 2,
        5: 13 * comb(suits, 3) * 12 * suits,
        1: 13 * comb(suits, 2) * comb(12, 2) * suits**2,
        -1: comb(13, 4) * suits**4,
    }
    assert sum(ways.values()) == total
    found = line("match", decks=str(decks))
    assert {o.net: o.probability for o in found.outcomes} == {net: Fraction(n, total) for net, n in ways.items()}
    assert found.edge == -sum(net * Fraction(n, total) for net, n in ways.items())


def test_2A_6_six_decks():
    assert line("match", decks="6").edge == Fraction(126536, 4965115)


def test_2A_6_four_ranks_of_a_small_shoe_one_by_one():
    shoe = "A A A 2 2 T T K".split()
    counts = {rank: shoe.count(rank) for rank in RANKS}
    dealt: dict[str, int] = {}
    for four in combinations(shoe, 4):
        name = "".join(sorted(four, key=RANKS.index))
        dealt[name] = dealt.get(name, 0) + 1
    assert {four: n for four, n in ways_of_four(counts).items() if n} == dealt


def test_2A_8_insurance_of_six_decks():
    assert line("insurance").edge == Fraction(23, 311)


@pytest.mark.parametrize("card", endless.CARDS)
def test_2A_12_b_every_dealer_ends_on_17_to_22_or_over(card):
    ends = endless.dealer_ends(card, False)
    assert sum(ends.values()) == 1
    assert set(ends) <= set(range(17, 24))


def test_2A_12_b_the_ends_of_a_dealers_ten_in_part_by_hand():
    # 22 with three cards: 10, x, 12 - x, where the dealer has 16 or less after two
    three = sum(
        endless.CHANCE[x] * endless.CHANCE[y] for x, y in (("2", "T"), ("3", "9"), ("4", "8"), ("5", "7"), ("6", "6"))
    )
    assert endless.dealer_ends("T", False)[22] > three / (1 - endless.CHANCE["A"])


def test_the_switch_is_made_where_it_gains():
    rules = rules_of(open_table("blackjack-switch").house)
    assert endless.switches("T5", "6T", "6", rules, False) > 0  # 15 and 16 become 20 and 11
    assert endless.switches("TT", "65", "6", rules, False) < 0
    assert endless.switches("T5", "6T", "6", rules, False) == -endless.switches("TT", "65", "6", rules, False)


def test_a_switched_blackjack_is_worth_more_where_it_counts():
    rules = rules_of(open_table("blackjack-switch").house)
    plain, counted = (endless.switches("A9", "4T", "6", rules, counts) for counts in (False, True))
    assert counted > plain


def test_the_script_plays_a_small_pack_to_its_end_by_the_named_strategy():
    table = open_table("blackjack-switch")
    wagers = Wager(1, "switch-hand-1", 1000), Wager(1, "switch-hand-2", 1000)
    bots = BotTable(wagers, SeededChance(0), STRATEGIES.named["endless"])
    total = Fraction(0)
    for probability, rulings in enumerate_round(table, bots, Opening({"pack": "As 5d 6c Ts Ts Ts 9d 9d Td"})):
        assert rulings
        total += probability
    assert total == 1
    assert table.game.bet["match"].by == cite("2A.6")


@pytest.mark.parametrize("counts", [False, True])
def test_the_analyser_comes_to_the_shoe_without_end_when_the_shoe_is_very_large(counts):
    rules = replace(rules_of(open_table("blackjack-switch").house), decks=20_000)
    assert hands.mean(rules, counts) == pytest.approx(float(endless.mean(rules, counts)), abs=2e-6)


def test_the_mean_of_six_decks_stays_as_it_was_computed():
    rules = rules_of(open_table("blackjack-switch").house)
    assert hands.mean(rules, False) == pytest.approx(-0.005408, abs=1e-6)  # our own figure
    assert hands.mean(rules, False, always_keeps=True) < -0.09  # what is lost by never switching
    assert hands.mean(rules, True) > hands.mean(rules, False)


def test_the_switch_at_a_real_shoe():
    rules = rules_of(open_table("blackjack-switch").house)
    assert hands.switches(rules, ("Ts", "5d"), ("6s", "Td"), "6c", False) > 0
    assert hands.switches(rules, ("Ts", "Td"), ("6s", "5d"), "6c", False) < 0
