"""Spanish 21 and blackjack switch by a count: the plans of blackjack, with their own decks, plays and figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.games.spanish_21.terms import rules_of
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.play import DOUBLE, STAND
from nomorebets.games.twenty_one.count_file import read_plan
from nomorebets.sim.plans import PlanReport, simulate_plan
from nomorebets.table import Settings, Table

EXAMPLE = Path(__file__).parents[2] / "examples" / "spanish-21-hi-lo.toml"
ROUNDS = 1_000_000
SPANISH, SWITCH = open_table("spanish-21"), open_table("blackjack-switch")
EVERY_CARD = "count = { A = 1, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 1, 8 = 1, 9 = 1, T = 1 }\nper_deck = false\n"
NO_CARD = EVERY_CARD.replace("= 1", "= 0")


def stiff(act: str, when: str = "") -> str:
    """Always the same with hard hands of 12 to 16."""
    cells = [f'hand = "hard {total}", against = "{up}"' for total in range(12, 17) for up in "23456789TA"]
    rows = [f'{{ {cell}, play = "{act}"{when} }}' for cell in cells]
    return f"index = [{', '.join(rows)}]"


def plan(table: Table, text: str, rounds: int = ROUNDS, seed: int = 5) -> PlanReport:
    report = simulate_plan(table, text.encode(), rounds, seed).report
    assert report is not None
    return report


@pytest.mark.parametrize(("system", "start"), [("hi-lo", -24), ("ko", 4 - 48), ("omega-ii", -48)])
def test_a_shoe_without_tens_starts_lower(system: str, start: int) -> None:
    """Six decks at hi-lo: -24, and even when all cards are seen (R. Marcus, 2010, after B. Zender)."""
    read = read_plan(SPANISH, f'count = "{system}"'.encode(), rules_of(SPANISH.house))
    assert read.start == start
    assert read_plan(SPANISH, b"start = 3", rules_of(SPANISH.house)).start == 3


@pytest.mark.parametrize(
    ("game", "cards"),
    [("blackjack", 416), ("spanish-21", 288), ("blackjack-switch", 312)],
    ids=str,
)
@pytest.mark.parametrize("boxes", [1, 3])
def test_every_card_is_counted_once_and_each_shoe_anew(game: str, cards: int, boxes: int) -> None:
    """A count of all cards says how many are left: the last round of a shoe begins one before the cutting card."""
    behind = cards // 4
    start = 39 - (cards - behind - 1)
    text = f"{EVERY_CARD}start = {start}\nboxes = {boxes}\nwagers = {{ 39 = 1, 40 = 2 }}"
    rows = {row.known: row.rounds for row in plan(open_table(game), text, 100_000).rows}
    assert set(rows) == {"38 or less", "39"}


@pytest.mark.parametrize("table", [SPANISH, SWITCH], ids=lambda table: table.game.id)
def test_a_flat_wager_gains_what_it_is_worth_but_for_the_cutting_card(table: Table) -> None:
    figures = plan(table, 'name = "flat"', 2 * ROUNDS).figures
    off = figures["flat_edge"] - figures["flat_edge_exact"]
    assert abs(off) < 4.5 * figures["flat_standard_error"] + 0.0005
    assert figures["gain_per_round"] == pytest.approx(-figures["flat_edge"])


@pytest.mark.parametrize("act", ["stand", "double", "surrender"])
def test_plays_of_a_file_are_simulated_as_they_are_priced(act: str) -> None:
    figures = plan(SPANISH, stiff(act)).figures
    assert abs(figures["flat_edge"] - figures["flat_edge_exact"]) < 4.5 * figures["flat_standard_error"] + 0.001
    usual = plan(SPANISH, "", 1000).figures["flat_edge_exact"]
    assert figures["flat_edge_exact"] > usual + 0.01  # all of them cost much


def test_the_count_chooses_the_play() -> None:
    """Of a count that stays at 0."""
    always, never, from_0, from_1 = (
        plan(SPANISH, NO_CARD + index, 50_000).figures["flat_edge"]
        for index in (stiff("stand"), "", stiff("stand", ", from = 0"), stiff("stand", ", from = 1"))
    )
    assert from_0 == always != never == from_1


@pytest.mark.parametrize(("table", "edge"), [(SPANISH, 71 / 287), (SWITCH, 23 / 311)], ids=["spanish-21", "switch"])
def test_insurance_is_half_the_wager_and_taken_where_the_count_says_so(table: Table, edge: float) -> None:
    """Its gain is that of the odds, as often as an ace is shown."""
    ace = 1 / 12 if table is SPANISH else 1 / 13
    taken = plan(table, NO_CARD + 'index = [{ hand = "insurance", from = 0 }]').figures
    gain, error = taken["gain_per_round"] + taken["flat_edge"], (ace / 2 / ROUNDS) ** 0.5
    assert abs(gain + ace * edge / 2) < 4.5 * error
    left = plan(table, NO_CARD + 'index = [{ hand = "insurance", from = 1 }]', 10_000).figures
    assert left["gain_per_round"] == pytest.approx(-left["flat_edge"])


def test_the_higher_the_count_the_better_from_two_below_on() -> None:
    """A player has the better of it from -2 on (R. Marcus, 2010, after B. Zender)."""
    report = plan(SPANISH, EXAMPLE.read_text(), 4 * ROUNDS)
    edges = {row.known: row.edge for row in report.rows}
    assert edges["-5 or less"] > 0.005
    assert edges["3 or more"] < edges["-2"] < 0
    assert report.figures["gain_per_round"] > 0


def test_an_index_is_for_every_number_of_cards_and_a_pair_has_its_own() -> None:
    cells = 'hand = "hard 16", against = "4", play = "double"', 'hand = "8-8", against = "4", play = "stand"'
    text = f"index = [{', '.join(f'{{ {cell} }}' for cell in reversed(cells))}]"
    read = read_plan(SPANISH, text.encode(), rules_of(SPANISH.house))
    (play, *_), hands, four = read.plays(rules_of(SPANISH.house)), all_hands(), 3
    assert [play.acts[hands.of(cards), four] for cards in ("6T", "2239", "88")] == [DOUBLE, DOUBLE, STAND]
    assert not play.splits[7, four]


@pytest.mark.parametrize(
    ("table", "text", "accepts"),
    [
        (SPANISH, 'game = "blackjack"', 'game = "spanish-21", or none'),
        (SPANISH, 'play = "optimal"', "never-bust"),
        (SPANISH, "boxes = 7", "1 to 6"),
        (SWITCH, 'index = [{ hand = "hard 16", against = "T", play = "stand" }]', "index plays of insurance"),
        (SWITCH, 'play = "total"', "never-switch"),
        (SWITCH, "boxes = 6", "1 to 5"),
    ],
    ids=lambda value: "" if isinstance(value, Table) else str(value),
)
def test_what_a_game_has_not_is_refused(table: Table, text: str, accepts: str) -> None:
    with pytest.raises(RulesError, match=accepts):
        simulate_plan(table, text.encode(), 10)


def test_a_chart_of_a_file_has_exact_odds(tmp_path: Path) -> None:
    chart = tmp_path / "chart.toml"
    chart.write_text('index = [{ hand = "hard 17", against = "A", play = "stand" }]\n')
    words = ["odds", "spanish-21", "--json", "--strategy"]
    own, usual = (
        json.loads(CliRunner().invoke(nomorebets, [*words, way]).stdout)["wagers"][0] for way in (str(chart), "basic")
    )
    assert 0 < own["edge_decimal"] - usual["edge_decimal"] < 0.001
    with pytest.raises(RulesError, match="has no odds by a file"):
        CliRunner().invoke(nomorebets, ["odds", "blackjack-switch", "--strategy", str(chart)], catch_exceptions=False)


@pytest.mark.parametrize("offered", ["on", "off"])
def test_nothing_is_surrendered_where_the_house_does_not_offer_it(offered: str) -> None:
    table = open_table("spanish-21", settings=Settings({"surrender-offered": offered}))
    text, rules = b'index = [{ hand = "hard 16", against = "T", play = "surrender" }]', rules_of(table.house)
    play = read_plan(table, text, rules).plays(rules)[0]
    assert play.surrenders[all_hands().of("6T"), 9] == (offered == "on")
