"""Blackjack by a count: plans are read or refused, play and wager by what was seen, and are the same anywhere."""

from __future__ import annotations

import json
import math
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, STAND
from nomorebets.games.twenty_one.count_file import SYSTEMS, CountPlan, read_plan
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.jobs import job_at, kernel_of, plan_at
from nomorebets.sim.plans import simulate_plan
from nomorebets.table import Settings

EXAMPLE = Path(__file__).parents[2] / "examples" / "blackjack-hi-lo.toml"
ROUNDS = 2_000_000
SIX = open_table("blackjack", settings=Settings({"decks": "6"}))
RULES = rules_of(SIX.house)


def plan_of(source: str | bytes) -> CountPlan:
    return read_plan(SIX, source.encode() if isinstance(source, str) else source, RULES)


def test_what_a_count_calls_for_is_done_from_that_count_on() -> None:
    plan = plan_of(EXAMPLE.read_bytes())
    hands, ten, four = all_hands(), 9, 3
    at = {plan.lowest + place: play for place, play in enumerate(plan.plays(RULES))}
    assert [at[count].acts[hands.of("6T"), ten] for count in (-1, 0)] == [DRAW, STAND]
    assert [at[count].acts[hands.of("46"), ten] for count in (3, 4)] == [DRAW, DOUBLE]
    assert [at[count].acts[hands.of("2T"), four] for count in (-1, 0)] == [DRAW, STAND]
    assert [bool(at[count].splits[ten, 5]) for count in (3, 4)] == [False, True]
    assert [plan.insures[count - plan.lowest] for count in (2, 3)] == [False, True]
    assert [plan.wagers[count - plan.lowest] for count in (-3, 0, 1, 3, 5)] == [1, 1, 2, 6, 8]


@pytest.mark.parametrize("system", SYSTEMS)
def test_tags_are_those_of_the_system(system: str) -> None:
    """Balanced but for ko, which counts sevens too and so ends each deck at four."""
    plan = plan_of(f'count = "{system}"')
    deck = sum(4 * tag for tag in plan.tags[:9]) + 16 * plan.tags[9]
    assert deck == (4 if system == "ko" else 0)
    assert plan.start == (-20 if system == "ko" else 0)
    assert plan.per_deck == (system != "ko")


BAD = {
    'count = "hunch"': "omega-ii",
    'play = "optimal"': "total",
    "boxes = 9": "1 to 6",
    "wagers = { x = 1 }": "0 = 1",
    "wagers = { 0 = -1 }": "units from 0",
    "count = { A = 1 }": "a tag for each",
    'index = [{ hand = "hard 99", against = "T", play = "stand", from = 0 }]': "hard 16",
    'index = [{ hand = "hard 16", against = "X", play = "stand", from = 0 }]': "card shown",
    'index = [{ hand = "hard 16", against = "T", play = "pray", from = 0 }]': "no play is called",
    'index = [{ hand = "hard 16", against = "T", play = "stand", from = 0, below = 3 }]': "or neither",
    'index = [{ hand = "hard 16", against = "T", play = "split", from = 0 }]': "a pair like 8-8",
    "bogus = 1": "bogus",
    "x = [": "the plan",
}


@pytest.mark.parametrize("text", BAD)
def test_a_plan_that_cannot_be_followed_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match=BAD[text]):
        plan_of(text)


def test_a_flat_wager_by_the_chart_gains_what_it_is_worth_but_for_the_cutting_card() -> None:
    result = simulate_plan(SIX, b'name = "flat"', ROUNDS, seed=2)
    assert result.report is not None
    figures = result.report.figures
    off = figures["flat_edge"] - figures["flat_edge_exact"]
    assert off == pytest.approx(figures["cutting_card_effect"])
    # the effect is known to be some hundredths of a percent with six decks
    assert abs(off) < 4.5 * figures["flat_standard_error"] + 0.0005
    assert figures["gain_per_round"] == pytest.approx(-figures["flat_edge"])
    assert figures["average_wager"] == 1
    # by which the rest is judged: 1.1464 in the exact odds; of two million rounds it is known to a part in a thousand
    assert figures["flat_standard_error"] * math.sqrt(ROUNDS) == pytest.approx(1.1464, rel=0.01)
    assert figures["standard_deviation"] == pytest.approx(1.1464, rel=0.01)
    threefold = simulate_plan(SIX, b"wagers = { 0 = 3 }", ROUNDS, seed=2).report
    assert threefold is not None
    assert threefold.figures["standard_deviation"] == pytest.approx(3 * figures["standard_deviation"])


def test_2_11_d_busted_hands_stay_lost_by_a_count_too() -> None:
    """Of a plan that doubles stiff hands against an ace or a ten, every round from a fresh deck."""
    cells = [(total, up) for total in range(12, 17) for up in "AT"]
    rows = (f'{{ hand = "hard {total}", against = "{up}", play = "double" }}' for total, up in cells)
    plan = f"index = [{', '.join(rows)}]".encode()
    edges = {}
    for relief in ("busted-plus-one", "original-only"):
        settings = Settings({"decks": "1", "dealing": "continuous", "dealer-bj-relief": relief})
        report = simulate_plan(open_table("blackjack", settings=settings), plan, ROUNDS, seed=3).report
        assert report is not None
        figures = report.figures
        assert abs(figures["flat_edge"] - figures["flat_edge_exact"]) < 4 * figures["flat_standard_error"]
        edges[relief] = figures["flat_edge_exact"]
    assert edges["busted-plus-one"] > edges["original-only"] + 8 * figures["flat_standard_error"]


def test_the_higher_the_count_the_better_and_the_same_with_any_workers() -> None:
    one, two = (simulate_plan(SIX, EXAMPLE.read_bytes(), 5_000_000, seed=3, workers=n).report for n in (1, 2))
    assert one == two
    assert one is not None
    edges = [row.edge for row in one.rows]
    assert edges[0] > 0.015
    assert edges[-1] < 0
    assert sum(row.rounds for row in one.rows) == 5_000_000
    assert one.figures["gain_per_round"] > 0
    assert one.figures["n0_rounds"] > 0


def test_six_boxes_and_the_command_line(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('count = "ko"\nboxes = 6\nwagers = { -20 = 0, 0 = 5 }\n')
    shown = CliRunner().invoke(
        nomorebets,
        ["simulate", "blackjack", "--rounds", "100000", "--strategy", str(plan), "--set", "decks=6", "--json"],
    )
    assert shown.exit_code == 0, shown.output
    told = json.loads(shown.stdout)
    assert told["rounds"] == 100_000
    assert {row["average_wager"] for row in told["by_count"]} == {0, 5}
    table = CliRunner().invoke(nomorebets, ["simulate", "blackjack", "--rounds", "10000", "--strategy", str(plan)])
    assert "gain per round" in table.output


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--rounds", "1000", "--session", "10", "--bankroll", "5"], "--session, --bankroll: not with a plan"),
        (["--rounds", "1000", "--verify"], "--verify: not with a plan"),
        (["--until-error", "0.01"], "--until-error: not with a plan"),
    ],
)
def test_what_a_plan_takes_no_notice_of_is_refused(more: list[str], said: str) -> None:
    refused = CliRunner().invoke(nomorebets, ["simulate", "blackjack", "--strategy", str(EXAMPLE), *more])
    assert refused.exit_code == 2
    assert said in refused.output


def test_a_chart_of_a_file_has_exact_odds_and_one_by_a_count_has_none(tmp_path: Path) -> None:
    chart = tmp_path / "chart.toml"
    chart.write_text('index = [{ hand = "hard 16", against = "T", play = "stand" }]\n')
    words = ["odds", "blackjack", "--set", "decks=1", "--json", "--strategy"]
    own, usual = (
        json.loads(CliRunner().invoke(nomorebets, [*words, way]).stdout)["wagers"][0] for way in (str(chart), "basic")
    )
    assert own["method"] == "exact"
    assert float(own["edge_decimal"]) != float(usual["edge_decimal"])
    assert abs(own["edge_decimal"] - usual["edge_decimal"]) < 0.001
    with pytest.raises(RulesError, match="have no exact odds"):
        CliRunner().invoke(nomorebets, ["odds", "blackjack", "--strategy", str(EXAMPLE)], catch_exceptions=False)


def test_another_machine_plays_the_same_plan() -> None:
    """A plan travels as its text, with the table, and is gone on with from a checkpoint in the same way."""
    source = EXAMPLE.read_bytes()
    job = msgspec.structs.replace(job_at(SIX, Pricing()), plan=source.decode())
    elsewhere, here = kernel_of(msgspec.json.encode(job)), plan_at(SIX, source).kernel
    assert elsewhere(9, 4, 5000).tolist() == here(9, 4, 5000).tolist() != here(9, 5, 5000).tolist()
