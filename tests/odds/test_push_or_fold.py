"""All-in or fold between two: an exact equilibrium, against a linear program that knows nothing of how it was found."""

import re
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, eye, hstack, vstack

from nomorebets import kept
from nomorebets.errors import UnknownName
from nomorebets.games.poker_room import kernels, push_or_fold
from nomorebets.games.poker_room.charts import push_or_fold as chart_of
from nomorebets.games.poker_room.matchups import BOARDS, CLASSES, _count_matchups, class_of
from nomorebets.games.poker_room.push_or_fold import Blinds, solve
from nomorebets.library import equities, open_table
from nomorebets.pricing.facet import Pricing

SIZE = len(CLASSES)


def made_up(seed):
    """Deals of the right sizes, and classes of which earlier ones tend to win."""
    of = np.array([class_of(*hand) for hand in combinations(range(52), 2)])
    hands = np.bincount(of, minlength=SIZE)
    deals = np.outer(hands, hands) * BOARDS
    strength = np.random.default_rng(seed).normal(size=SIZE)
    ahead = np.tanh(strength[:, None] - strength[None, :]) * 0.6 * deals
    upper = np.triu(ahead.astype(np.int64), 1)
    return deals, upper - upper.T


def value_by_linear_program(deals, ahead, blinds):
    """What the small blind wins at least if it plays right, in cents: a program over how often each class pushes."""
    total = deals.sum()
    folded = (blinds.big + blinds.small) * deals / total
    called = (blinds.stack * ahead + blinds.small * deals) / total
    # the big blind takes from each class of its own the lesser: t_j <= p·folded_j, t_j <= p·called_j
    bounds = [(0, 1)] * SIZE + [(None, None)] * SIZE
    rows = [hstack([csr_matrix(-part.T), eye(SIZE)]) for part in (folded, called)]
    solved = linprog(
        np.r_[np.zeros(SIZE), -np.ones(SIZE)], A_ub=vstack(rows), b_ub=np.zeros(2 * SIZE), bounds=bounds, method="highs"
    )
    return -solved.fun - blinds.small


@pytest.mark.parametrize("stack", [500, 2_000, 4_000])
def test_an_equilibrium_is_exact_and_of_the_value_of_the_linear_program(stack, monkeypatch):
    deals, ahead = made_up(stack)
    monkeypatch.setattr(push_or_fold, "matchups", lambda: (deals, ahead))
    blinds = Blinds(100, 200, stack)
    found = solve(blinds)
    assert found.exploitable == 0
    assert float(found.value) == pytest.approx(value_by_linear_program(deals, ahead, blinds), abs=1e-4)
    assert 0 < sum(found.pushes) < SIZE


def test_play_that_is_not_the_equilibrium_can_be_exploited(monkeypatch):
    deals, ahead = made_up(1)
    monkeypatch.setattr(push_or_fold, "matchups", lambda: (deals, ahead))
    gains = push_or_fold._Gains(Blinds(100, 200, 2_000))
    always = np.array([Fraction(1)] * SIZE, object)
    assert push_or_fold._worth(gains, always, always)[1] > 0


def test_the_chart_is_a_square_and_says_what_is_not_solved(monkeypatch):
    deals, ahead = made_up(2)
    monkeypatch.setattr(push_or_fold, "matchups", lambda: (deals, ahead))
    play = chart_of(open_table("holdem"), Pricing())
    assert "not solved" in play.not_solved
    assert play.figures["exploitable_in_big_blinds"] == 0
    for chart in play.charts:
        ((_, rows),) = chart.groups
        assert [row.hand for row in rows] == list(chart.columns) == list("AKQJT98765432")
        letters = [cell.letter for row in rows for cell in row.cells]
        assert {*letters} <= {"+", ".", "~"}
        mixed = re.findall(r"(\w+) in \d+/\d+ of all cases", chart.letters.get("~", ""))
        assert mixed == [hand for hand, letter in zip(CLASSES, letters, strict=True) if letter == "~"]


@pytest.mark.parametrize(
    ("options", "stake", "says"),
    [({}, 200, "a stack of"), ({}, 20_001, "a stack of"), ({"blinds": "1.00 2.00 4.00"}, None, "3 blinds")],
)
def test_a_stack_or_blinds_that_are_not_worked_out(options, stake, says):
    with pytest.raises(UnknownName, match=says):
        chart_of(open_table("holdem", options=options), Pricing(stake=stake))


def test_classes_are_named_as_players_name_them():
    assert (CLASSES[0], CLASSES[1], CLASSES[13], CLASSES[168]) == ("AA", "AKs", "AKo", "22")
    assert len(set(CLASSES)) == SIZE == 169


def test_whoever_waits_for_the_count_is_told_how_far_it_is(monkeypatch):
    asked, heard = [], []

    def count(pairs, *tables):
        asked.append(len(pairs))
        return np.zeros((len(pairs), 2), np.int64)

    monkeypatch.setattr(kernels, "pairs_before_the_flop", count)
    monkeypatch.setattr(kernels, "rank_boards", lambda: ())
    with kept.watched(lambda done, total: heard.append((done, total))):
        _count_matchups()
    assert heard == [(sum(asked[:at]), sum(asked)) for at in range(len(asked))]
    assert len(asked) > 50
    _count_matchups()
    assert len(heard) < len(asked)  # nobody follows any more


@pytest.mark.slow
@pytest.mark.parametrize("stack", [3, 6, 10, 15, 20])
def test_real_hands_have_an_exact_equilibrium(stack):
    deals, ahead = push_or_fold.matchups()
    assert deals.sum() == 1326 * 1225 * BOARDS
    assert (ahead == -ahead.T).all()
    found = solve(Blinds(100, 200, 200 * stack))
    assert found.exploitable == 0
    value = value_by_linear_program(deals, ahead, Blinds(100, 200, 200 * stack))
    assert float(found.value) == pytest.approx(value, abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("pair", ["AKs QQ", "AA AA", "72o 72o", "AKo AKs", "T9s 22"])
def test_two_classes_are_counted_as_two_ranges_are(pair):
    deals, ahead = push_or_fold.matchups()
    one, other = (CLASSES.index(name) for name in pair.split())
    counted = equities("holdem", pair)
    assert deals[one, other] == counted.deals
    ends = counted.hands[0].ends["high"]
    assert ahead[one, other] == ends.win - ends.lose
