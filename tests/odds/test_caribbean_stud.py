"""Caribbean stud's exact odds: against the script on short decks, against published figures, and by option."""

from collections import defaultdict
from datetime import date
from fractions import Fraction
from itertools import combinations, repeat

import pytest

from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.caribbean_stud import solver
from nomorebets.games.caribbean_stud.odds import best_choice, net_at
from nomorebets.games.stud.dealer import at_least
from nomorebets.hands.ranks import LOWEST_ACE_KING
from nomorebets.pricing.sheet import odds_at
from nomorebets.table import Settings, Wager
from nomorebets.table.decisions import Chosen
from payouts import all_see
from short_packs import scripted
from told import text_of

ANTE = 1000


def gain(table, pack: tuple[str, ...], cards: tuple[str, ...]) -> int:
    """What a player who bets gains in one round of the script, the cards falling in this order."""
    return sum(r.net for r in scripted(table, pack, cards, repeat(Chosen("bet")), Wager(1, "ante", ANTE)))


def by_script(
    ranks: str, suits: str, gone: tuple[str, ...] = ()
) -> tuple[Fraction, dict[tuple[frozenset[str], str], bool]]:
    """The value of the best play, and where it bets, by playing every round of the script."""
    table = open_table("caribbean-stud", date(2000, 3, 1))
    pack = tuple(rank + suit for rank in ranks for suit in suits if rank + suit not in gone)
    gains: defaultdict[tuple[frozenset[str], str], list[int]] = defaultdict(list)
    for hand in combinations(pack, 5):
        rest = [card for card in pack if card not in hand]
        for dealer in combinations(rest, 5):
            for up in dealer:
                holes = tuple(card for card in dealer if card != up)
                gains[frozenset(hand), up].append(gain(table, pack, (*hand, up, *holes)))
    best = {at: sum(found) > -ANTE * len(found) for at, found in gains.items()}
    total = sum(sum(found) if best[at] else -ANTE * len(found) for at, found in gains.items())
    return Fraction(total, ANTE * sum(map(len, gains.values()))), best


def solved(ranks: str, suits: str):
    house = open_table("caribbean-stud", date(2000, 3, 1)).house
    return solver.solve(net_at(house, ANTE), ranks=ranks, suits=suits)


def agree(ranks: str, suits: str) -> None:
    value, bets = by_script(ranks, suits)
    played, house = solved(ranks, suits), open_table("caribbean-stud", date(2000, 3, 1)).house
    assert played.ends.mean(net_at(house, ANTE)) / ANTE == value
    for (hand, up), wants in bets.items():
        assert solver.bets_with(played, tuple(hand), up) is wants, (sorted(hand), up)


def test_solver_equals_the_script_on_ten_cards():
    agree("9QKA2", "hs")


@pytest.mark.parametrize(
    ("ranks", "suits", "gone"),
    [
        ("9QKA23", "hs", ("2h", "3s")),  # a suit of the dealer's card lacks a rank, and his flush with it
        ("JQKA", "chs", ("Ah", "Kh")),
        ("TJQKA8", "hs", ("8h", "8s")),  # a rank that is not there at all
    ],
)
def test_solver_equals_the_script_where_cards_have_left(ranks, suits, gone):
    value, _ = by_script(ranks, suits, gone)
    house = open_table("caribbean-stud", date(2000, 3, 1)).house
    played = solver.solve(net_at(house, ANTE), ranks=ranks, suits=suits, gone=gone)
    assert played.ends.mean(net_at(house, ANTE)) / ANTE == value


def test_of_two_cards_that_have_left_one_that_nobody_saw_changes_nothing():
    ranks, strategy = "9TJQKA", at_least(LOWEST_ACE_KING)
    deck = [rank + suit for rank in ranks for suit in "cdhs" if rank + suit != "Kh"]

    def mean(*gone: str) -> Fraction:
        return solver.solve(all_ends, strategy, ranks, gone=gone).ends.mean(all_ends)

    def all_ends(category: str, end: str) -> int:
        return 1000 * len(category) + len(end)  # tells categories and ends apart

    assert sum((mean("Kh", card) for card in deck), Fraction(0)) / len(deck) == mean("Kh")


def test_two_hands_need_ten_cards():
    house = open_table("caribbean-stud", date(2000, 3, 1)).house
    with pytest.raises(UnknownName, match="at least 10"):
        solver.solve(net_at(house, ANTE), ranks="9QKA2", suits="hs", gone=("2h",))


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), [("9QKA", "chs"), ("TJQKA8", "hs")])
def test_solver_equals_the_script_on_twelve_cards(ranks, suits):
    agree(ranks, suits)


@pytest.fixture(scope="module")
def sheet():
    return odds_at(open_table("caribbean-stud", date(2000, 3, 1)))


def test_published_house_edge(sheet):
    """5.224 % of the ante, 2.56 % of all that is staked: wizardofodds.com, Caribbean Stud Poker, optimal play."""
    assert sheet["ante"].edge == Fraction(142031221, 2718662100)
    assert round(float(sheet["ante"].edge), 6) == 0.052243
    assert round(float(sheet["ante"].element_of_risk), 4) == 0.0256


def test_all_situations_are_counted(sheet):
    assert sum(outcome.probability for outcome in sheet["ante"].outcomes) == 1
    assert solver.situations().ways.sum(dtype="int64") * solver.situations().dealer_hands == 19_933_230_517_200


def test_published_short_rule():
    """Ace-king-jack-eight-three or better costs about 5.316 %: same source."""
    table = open_table("caribbean-stud", date(2000, 3, 1))
    assert round(float(odds_at(table, strategy="ace-king-jack-eight-three")["ante"].edge), 5) == 0.05316


def test_always_folding_loses_the_ante():
    assert odds_at(open_table("caribbean-stud"), strategy="always-fold")["ante"].edge == 1


@pytest.mark.parametrize("strategy", ["three-rules", "ace-king-or-better", "pair-or-better", "always-bet"])
def test_no_strategy_beats_the_best(sheet, strategy):
    other = odds_at(open_table("caribbean-stud", date(2000, 3, 1)), strategy=strategy)
    assert other["ante"].edge > sheet["ante"].edge


def test_an_unknown_strategy_is_an_error():
    with pytest.raises(UnknownName, match="optimal"):
        odds_at(open_table("caribbean-stud"), strategy="hope")


def test_a_stake_brings_the_payout_limit_in(sheet):
    table = open_table("caribbean-stud", date(2000, 3, 1))
    limited, just = odds_at(table, stake="100.00")["ante"], odds_at(table, stake="25.00")["ante"]
    assert just.edge == sheet["ante"].edge  # a royal flush is paid $5,000 exactly
    assert limited.edge > just.edge
    assert "16.12(d)" in {str(outcome.by) for outcome in limited.outcomes}


def test_a_better_pay_table_lowers_the_edge(sheet):
    better = odds_at(open_table("caribbean-stud", date(2000, 3, 1), Settings(pay_table={"bet.flush": "6 to 1"})))
    assert better["ante"].edge < sheet["ante"].edge


def test_the_progressive_wager_by_the_published_frequencies(sheet):
    """Royal 4, straight flush 36, four of a kind 624, full house 3,744, flush 5,108 of 2,598,960 hands."""
    hands, jackpot = 2_598_960, Fraction(1_000_070, 100)
    wins = 4 * jackpot + 36 * Fraction(1_000_07, 100) + 624 * 500 + 3744 * 100 + 5108 * 50
    assert sheet["progressive-payout"].edge == 1 - Fraction(wins, hands)


def test_a_higher_meter_is_better_for_the_patron(sheet):
    higher = odds_at(open_table("caribbean-stud", date(2000, 3, 1)), meter="200000.00")
    assert higher["progressive-payout"].edge < sheet["progressive-payout"].edge


def test_the_best_choice_of_single_hands():
    house = open_table("caribbean-stud").house
    assert best_choice(house, ANTE, ("2c", "2d", "7h", "9s", "Tc"), "As")
    assert not best_choice(house, ANTE, ("Ac", "Qd", "Jh", "9s", "8c"), "2s")


@pytest.mark.parametrize(("kind", "paid"), [("ante", 500), ("bet", 1000)])
def test_a_payout_broken_in_one_place_is_seen_by_odds_simulation_and_ruling(monkeypatch, kind, paid):
    """A pair of queens against ace-king: $10 on the ante, $20 on the bet."""
    told = text_of("caribbean-stud", "1 ante 10.00", "Qs Qd 4c 7h 9s As Kh Jc 8h 3h", "1 bet")
    all_see(monkeypatch, open_table("caribbean-stud"), kind, "ante", told, paid)
