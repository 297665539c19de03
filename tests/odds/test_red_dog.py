"""Red dog's exact odds: against the script on short packs, against published figures, for one to eight decks."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.enumeration import enumerate_round
from nomorebets.equipment.cards import RANKS
from nomorebets.games import open_table
from nomorebets.games.red_dog import odds as solver
from nomorebets.games.red_dog.strategies import RULES_OF_PLAY, STRATEGIES, best_rule
from nomorebets.pricing.sheet import odds
from nomorebets.table import Settings, Wager
from nomorebets.table.felt import Opening
from payouts import all_see
from told import text_of

STAKE = 1000


def ranks_of(pack: str) -> Counter[int]:
    return Counter(RANKS.index(card[0]) for card in pack.split())


def agree(pack: str, strategy: str, **settings: str) -> None:
    """Mean, variance and average wager of the line, over every round the script can deal from a short pack."""
    table = open_table("red-dog", settings=Settings(dict(settings)))
    bots = BotTable((Wager(1, "bet", STAKE),), SeededChance(0), STRATEGIES.named[strategy])
    mean = square = staked = Fraction(0)
    for probability, rulings in enumerate_round(table, bots, Opening({"pack": pack})):
        net = Fraction(sum(r.net for r in rulings), STAKE)
        mean, square = mean + probability * net, square + probability * net**2
        staked += probability * Fraction(sum(r.amount for r in rulings), STAKE)
    shoe = ranks_of(pack)
    line = solver.bet_line(table, solver.solve(shoe, solver.raises_by(shoe, table.house, strategy)))
    assert (-line.edge, line.variance, line.average_wager) == (mean, square - mean**2, staked)


NINE = "2c 2d 4h 7c 9d 9h 9s Kc Ac"


@pytest.mark.parametrize("strategy", RULES_OF_PLAY)
def test_solver_equals_the_script_on_nine_cards(strategy):
    agree(NINE, strategy)


def test_solver_equals_the_script_with_a_continuous_shuffler_and_smaller_raises():
    agree(NINE, "always-raise", **{"deal-method": "continuous-shuffler", "raise-max": "1/2"})


def test_a_pack_too_small_for_a_round_voids_it():
    """One card of three is burned, and again one of the discards: no third card is left."""
    bots = BotTable((Wager(1, "bet", STAKE),), SeededChance(0), STRATEGIES.named["always-raise"])
    for _, rulings in enumerate_round(open_table("red-dog"), bots, Opening({"pack": "2c 9d Kh"})):
        assert {ruling.result for ruling in rulings} == {"void"}


def test_solver_equals_plain_counting_of_three_cards():
    """Independent of the script and of the solver's sums: every order of three cards."""
    pack = "2c 2d 2h 5h 6c 9c 9d Kc Ac Ad".split()
    plain: Counter[solver.End] = Counter()
    for a, b, c in permutations([RANKS.index(card[0]) for card in pack], 3):
        low, high = min(a, b), max(a, b)
        plain[solver.end_of(high - low, False, low < c < high if low < high else c == low)] += 1
    ends = solver.solve(ranks_of(" ".join(pack)), {})
    assert ends.counts == plain


PUBLISHED = {1: "3.16", 2: "3.077", 4: "2.88", 6: "2.80", 8: "2.75"}


def formula(decks: int) -> Fraction:
    """The edge of raising from a spread of seven on, by hand: 12 - k pairs of ranks have a spread of k.

    The same sums are in Yui-Bin Chen, "Red Dog" (vegastrip.com/game_reddog.html).
    """
    same, total = 4 * decks, 52 * decks
    two = Fraction(2 * same * same, total * (total - 1))
    edge = Fraction(0)
    for k in range(1, 12):
        win = Fraction(same * k, total - 2)
        pays = {1: 5, 2: 4, 3: 2}.get(k, 1)
        edge -= (12 - k) * two * (win * pays - (1 - win)) * (2 if k >= 7 else 1)
    pair = Fraction(13 * same * (same - 1), total * (total - 1))
    return edge - pair * Fraction(same - 2, total - 2) * 11


@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5, 6, 7, 8, 12])
def test_any_number_of_decks_by_formula(decks):
    line = odds("red-dog", options={"decks": str(decks)})["bet"]
    assert line.edge == formula(decks)
    assert sum(o.probability for o in line.outcomes) == 1


def test_figures_that_are_published():
    """oddsshark.com/betting-101/casino/red-dog-odds for two, four, six and eight decks; juicestorm.com for one."""
    for decks, percent in PUBLISHED.items():
        digits = len(percent.partition(".")[2])
        assert f"{odds('red-dog', options={'decks': str(decks)})['bet'].edge_decimal * 100:.{digits}f}" == percent
    edges = [odds("red-dog", options={"decks": str(n)})["bet"].edge for n in range(1, 9)]
    assert edges == sorted(edges, reverse=True)
    assert odds("red-dog")["bet"].edge == Fraction(17533, 626665)


@pytest.mark.parametrize("decks", range(1, 9))
def test_raising_from_seven_on_is_the_best_play_of_a_fresh_shoe(decks):
    edges = {name: odds("red-dog", options={"decks": str(decks)}, strategy=name)["bet"].edge for name in RULES_OF_PLAY}
    assert edges["optimal"] == edges["raise-on-seven"] == min(edges.values())


def test_average_wager_and_element_of_risk():
    line = odds("red-dog", options={"decks": "1"})["bet"]
    raised = sum((12 - k) * Fraction(2 * 16, 52 * 51) for k in range(7, 12))
    assert line.average_wager == 1 + raised
    assert line.element_of_risk == line.edge / line.average_wager
    half = odds("red-dog", options={"decks": "1", "raise-max": "1/2"})["bet"]
    assert half.average_wager == 1 + raised / 2
    never = odds("red-dog", options={"decks": "1"}, strategy="never-raise")["bet"]
    assert never.average_wager == 1
    assert half.edge == (line.edge + never.edge) / 2


def test_better_odds_change_the_best_play():
    table = open_table("red-dog", settings=Settings(pay_table={"bet.spread-6": "2 to 1", "bet.spread-1": "20 to 1"}))
    advice = solver.advice(table, solver.Pricing())
    assert "a spread of 1, 6, 7, 8, 9, 10, 11" in advice.exact[0].when
    assert advice.cost("raise-on-seven") > 0


def test_advice():
    table = open_table("red-dog")
    advice = solver.advice(table, solver.Pricing())
    assert "a spread of 7, 8, 9, 10, 11" in advice.exact[0].when
    assert advice.short == "raise-on-seven"
    assert advice.cost("raise-on-seven") == 0
    assert advice.cost("never-raise") == Fraction(3841, 48205) - Fraction(17533, 626665)


def test_a_depleted_shoe_is_played_by_what_is_left():
    house = open_table("red-dog").house
    left = Counter({5: 10, 6: 10, 2: 9})
    assert best_rule(4, left, 8, house)  # a spread of three with most cards between
    assert not best_rule(2, Counter({5: 1, 14: 9}), 13, house)


@pytest.mark.parametrize(
    ("bet", "cards", "decision", "paid"),
    [("bet", "5s 9d 7c", "1 stand", 1000), ("bet", "5s 5d 5c", "", 5500), ("raise", "2s Ad 7c", "1 raise 10", 500)],
)
def test_a_payout_broken_in_one_place_is_seen_by_odds_simulation_and_ruling(monkeypatch, bet, cards, decision, paid):
    table = open_table("red-dog", settings=Settings({"decks": "1"}))
    all_see(monkeypatch, table, bet, "bet", text_of("red-dog", "1 bet 10", cards, decision), paid)
