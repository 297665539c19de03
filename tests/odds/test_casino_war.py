"""Casino war's exact odds: against the script on short packs, against published figures, for one to eight decks."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.enumeration import enumerate_round
from nomorebets.equipment.cards import RANKS
from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.casino_war import odds as solver
from nomorebets.games.casino_war.strategies import RULES_OF_PLAY, STRATEGIES, best_rule
from nomorebets.pricing.sheet import odds, odds_at
from nomorebets.table import Settings, Wager
from nomorebets.table.felt import Opening
from payouts import all_see
from told import text_of

STAKE = 1000


def ranks_of(pack: str) -> Counter[int]:
    return Counter(RANKS.index(card[0]) for card in pack.split())


def by_script(table, pack: str, strategy: str) -> dict[str, tuple[Fraction, Fraction]]:
    """Mean and mean square of each line, over every round the script can deal from a short pack."""
    wagers = (Wager(1, "initial", STAKE), Wager(1, "tie", STAKE))
    bots = BotTable(wagers, SeededChance(0), STRATEGIES.named[strategy])
    found = {"initial": [Fraction(0)] * 2, "tie": [Fraction(0)] * 2}
    for probability, rulings in enumerate_round(table, bots, Opening({"pack": pack})):
        for line in found:
            net = Fraction(sum(r.net for r in rulings if (r.wager == "tie") is (line == "tie")), STAKE)
            found[line] = [found[line][0] + probability * net, found[line][1] + probability * net**2]
    return {line: (mean, square) for line, (mean, square) in found.items()}


def agree(pack: str, strategy: str, **settings: str) -> None:
    table = open_table("casino-war", settings=Settings({"shuffle-method": "automated", **settings}))
    shoe = ranks_of(pack)
    ends = solver.solve(shoe, solver.wars_by(shoe, table.house, strategy))
    scripted = by_script(table, pack, strategy)
    for line in (solver.initial_line(table, ends), solver.tie_line(table, ends)):
        mean, square = scripted[line.wager]
        assert (-line.edge, line.variance) == (mean, square - mean**2)


NINE = "2c 2d 9c 9d 9h Kc Ac Ad As"  # one is burned after the shuffle, three before the war


@pytest.mark.parametrize("strategy", RULES_OF_PLAY)
@pytest.mark.parametrize("bonus", ["initial-x1", "none"])
def test_solver_equals_the_script_on_nine_cards(strategy, bonus):
    agree(NINE, strategy, **{"war-tie-bonus": bonus})


def test_solver_equals_the_script_with_cards_burned_before_each_war_card():
    agree(NINE, "always-war", **{"war-burn": "3-before-each-card"})  # the shoe runs out, and the discards are shuffled


def test_solver_equals_the_script_when_the_shoe_runs_out_in_the_war():
    agree("2c 9c 9d 9h Kc Kd", "always-war")


def test_solver_equals_plain_counting_of_four_cards():
    """Independent of the script: every order of four cards of a pack."""
    pack = "2c 2d 5h 9c 9d 9h Kc Ac Ad".split()
    plain: Counter[str] = Counter()
    for a, b, c, d in permutations([RANKS.index(card[0]) for card in pack], 4):
        if a != b:
            plain["win" if a > b else "lose"] += 1
        else:
            plain["war won" if c > d else "war tied" if c == d else "war lost"] += 1
    shoe = ranks_of(" ".join(pack))
    ends = solver.solve(shoe, dict.fromkeys(shoe, True))
    assert {end: n for (end,), n in ends.counts.items()} == plain
    assert ends.total == sum(plain.values())


def test_figures_that_are_published():
    """Six decks. With the bonus 2.33 %, the tie wager 18.65 %: wizardofmacau.com/en/games/war. Without the bonus 2.9 %,
    by surrendering 3.7 %: casinochecklist.com/casino-war.
    """
    six = odds("casino-war")
    assert six["initial"].edge == Fraction(23138, 993023)
    assert six["tie"].edge == Fraction(58, 311)
    assert f"{six['initial'].edge_decimal:.4f}" == "0.0233"
    plain = odds("casino-war", options={"war-tie-bonus": "none"})["initial"]
    assert plain.edge == Fraction(142853, 4965115)
    assert f"{plain.edge_decimal:.3f}" == "0.029"
    surrendered = odds("casino-war", strategy="always-surrender")["initial"]
    assert surrendered.edge == Fraction(23, 622)
    assert f"{surrendered.edge_decimal:.3f}" == "0.037"
    assert f"{six['tie'].edge_decimal:.4f}" == "0.1865"


@pytest.mark.parametrize("decks", range(1, 9))
def test_one_to_eight_decks_by_formulas(decks):
    """A tie has probability (4n - 1) / (52n - 1); surrender costs half of it, the tie wager 1 less eleven times it."""
    tie = Fraction(4 * decks - 1, 52 * decks - 1)
    sheet = odds("casino-war", options={"decks": str(decks)}, strategy="always-surrender")
    assert sheet["initial"].edge == tie / 2
    assert sheet["tie"].edge == 1 - 11 * tie
    war = odds("casino-war", options={"decks": str(decks)})["initial"]
    assert war.average_wager == 1 + tie
    assert war.element_of_risk == war.edge / (1 + tie)
    # a war: two more cards out of what is left after two of one rank
    left, same = 52 * decks - 2, Fraction(4 * decks * (4 * decks - 1) * 12 + (4 * decks - 2) * (4 * decks - 3))
    again = same / (left * (left - 1))
    higher = (1 - again) / 2
    assert war.edge == tie * (2 * higher - higher - 2 * again)
    assert sum(o.probability for o in war.outcomes) == 1


def test_more_decks_help_the_house_or_not_as_known():
    edges = [odds("casino-war", options={"decks": str(n)})["initial"].edge for n in range(1, 9)]
    assert edges == sorted(edges)
    ties = [odds("casino-war", options={"decks": str(n)})["tie"].edge for n in range(1, 9)]
    assert ties == sorted(ties, reverse=True)


def test_the_best_play_depends_on_the_composition():
    house = open_table("casino-war").house
    assert best_rule(7, Counter({5: 10, 9: 10}), house)
    plain = open_table("casino-war", settings=Settings({"war-tie-bonus": "none"})).house
    # without a bonus a war gains 1 with half of the pairs that differ and with all that tie, else loses 2
    assert best_rule(7, Counter({5: 1, 9: 1}), plain) is False  # exactly -1/2: nothing is gained by more risk


def test_better_odds_lower_the_edge():
    base = odds("casino-war")
    better = odds("casino-war", pay_table={"war-tie-bonus": "2 to 1", "war": "2 to 1"})
    assert better["initial"].edge < base["initial"].edge
    assert odds("casino-war", options={"tie-odds": "11"})["tie"].edge == base["tie"].edge - Fraction(23, 311)


def test_wagers_that_live_together_are_one_line():
    table = open_table("casino-war")
    assert list(odds_at(table, wager="war")) == ["initial"]
    assert list(odds_at(table)) == ["initial", "tie"]
    with pytest.raises(UnknownName):
        odds_at(table, wager="peace")


def test_advice():
    table = open_table("casino-war")
    advice = solver.advice(table, solver.Pricing())
    assert [(rule.play, rule.when) for rule in advice.exact] == [("war", "always")]
    assert advice.short == "always-war"
    assert advice.cost("always-surrender") == Fraction(23, 622) - Fraction(23138, 993023)


@pytest.mark.parametrize(
    ("bet", "line", "cards", "decision", "paid"),
    [
        ("initial", "initial", "9s 7d", "", 500),
        ("tie", "tie", "7s 7d", "1 surrender", 5000),
        ("war", "initial", "7s 7d 9c 4h", "1 war", 500),
        ("war-tie-bonus", "initial", "7s 7d 9c 9h", "1 war", 500),
    ],
)
def test_a_payout_broken_in_one_place_is_seen_by_odds_simulation_and_ruling(
    monkeypatch, bet, line, cards, decision, paid
):
    transcript = text_of("casino-war", "1 initial 10, 1 tie 10", cards, decision)
    all_see(monkeypatch, open_table("casino-war"), bet, line, transcript, paid)
