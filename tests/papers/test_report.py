"""The report of a table: its figures are the sheet's, and its papers say them."""

import json
import math
from datetime import date
from fractions import Fraction
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.library import game_ids, odds, open_table
from nomorebets.papers.document import Column, Grid, Paper, Row, Section, Text
from nomorebets.papers.report import CrossCheck, make_report
from nomorebets.papers.report_pages import report_paper
from nomorebets.papers.writing import html_of, pdf_of
from nomorebets.regulation import names
from rounds import SAMPLES

DAY = date(2026, 11, 16)
SLOW = {"blackjack", "blackjack-switch", "spanish-21", "caribbean-stud", "double-down-stud", "pai-gow", *SAMPLES}
GAMES = [pytest.param(game, marks=[pytest.mark.slow] * (game in SLOW)) for game in (*game_ids(), *SAMPLES)]


class Well(HTMLParser):
    """Whether every tag is closed where it should be."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def text_of(pdf: bytes) -> str:
    pages = (page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf)).pages)
    return " ".join(" ".join(pages).split())


def run(*words: object):
    return CliRunner().invoke(nomorebets, [str(word) for word in words])


@pytest.fixture(scope="module")
def roulette():
    return make_report(open_table("roulette"), made=DAY, sensitivity=True, check=CrossCheck(20_000, 20, seed=3))


# --- the data ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_report_whose_figures_are_the_sheets(game):
    table = open_table(game)
    sheet, facts = odds(table), make_report(table, made=DAY, sensitivity=False).to_dict()
    assert [line["wager"] for line in facts["wagers"]] == list(sheet)
    for line in facts["wagers"]:
        exact = sheet[line["wager"]]
        assert Fraction(line["edge"]) == exact.edge == 1 - Fraction(line["return"])
        assert sum(Fraction(o["return"]) for o in line["outcomes"]) == 1 - exact.edge
        assert [Fraction(int(o["combinations"]), int(line["combinations"])) for o in line["outcomes"]] == [
            o.probability for o in exact.outcomes
        ]
    assert facts["options"]
    assert {o["cite"] for line in facts["wagers"] for o in line["outcomes"]} <= {
        by["cite"].split()[0] for by in facts["citations"]
    }
    json.dumps(facts, allow_nan=False)


def test_figures_of_a_wager_that_wins_or_loses(roulette):
    """A wager on one of 38 that pays 35 to 1: odds and moments of a coin with that chance."""
    straight = next(line for line in roulette.to_dict()["wagers"] if line["wager"] == "straight")
    p = 1 / 38
    assert (straight["true_odds"], straight["pays"], straight["combinations"]) == ("37", "35 to 1", "38")
    assert straight["standard_deviation"] == pytest.approx(36 * math.sqrt(p * (1 - p)))
    assert straight["skew"] == pytest.approx((1 - 2 * p) / math.sqrt(p * (1 - p)))
    assert straight["outcomes"][0]["one_in"] == pytest.approx(38)
    assert Fraction(straight["n0"]) == Fraction(straight["variance"]) / Fraction(straight["edge"]) ** 2


def test_all_lines_of_a_wheel_are_counted_in_its_numbers(roulette):
    assert {line["combinations"] for line in roulette.to_dict()["wagers"]} == {"38"}


def test_a_line_that_costs_nothing_never_comes_to_a_deviation():
    lines = {
        line["wager"]: line
        for line in make_report(open_table("craps"), made=DAY, sensitivity=False).to_dict()["wagers"]
    }
    assert lines["pass-odds"]["n0"] is None
    assert lines["pass-odds"]["edge"] == "0"


def test_sensitivity_changes_one_option_alone(roulette):
    effects = {(row["option"], row["value"]): row for row in roulette.to_dict()["sensitivity"]}
    whole = {change["wager"]: change for change in effects["even-money-on-zero", "whole"]["changes"]}
    assert whole["red"]["difference"] == "1/38"
    assert "straight" not in whole
    single = {change["wager"]: change for change in effects["wheel-kind", "single-zero"]["changes"]}
    assert single["first-five"]["after"] is None
    assert effects["verbal-cash-wagers", "refuse"]["changes"] == []
    assert effects["five-adjacent", "on"]["changes"][0]["before"] is None


def test_sensitivity_starts_from_what_the_house_chose():
    table = open_table("roulette", options={"even-money-on-zero": "whole"}, pay_table={"first-five": "7 to 1"})
    facts = make_report(table, made=DAY, sensitivity=True).to_dict()
    effects = {(row["option"], row["value"]): row for row in facts["sensitivity"]}
    half = {change["wager"]: change["difference"] for change in effects["even-money-on-zero", "half"]["changes"]}
    assert half["red"] == "-1/38"
    assert "first-five" not in half  # still at 7 to 1
    refused = effects["wheel-kind", "single-zero"]
    assert "even-money-on-zero" in refused["why_not"]
    assert refused["changes"] == []


def test_the_same_report_has_the_same_digest_on_another_day():
    def made(day, seed):
        return make_report(open_table("big-six"), made=day, check=CrossCheck(10_000, 10, seed=seed)).digest

    assert made(DAY, 3) == made(date(2030, 1, 1), 3) != made(DAY, 4)


def test_a_line_is_paid_what_its_outcomes_gain():
    """Less vigorish, with every case, and a place of several odds by its own."""
    paid = {
        (game, line["wager"]): line["pays"]
        for game in ("punto-banco", "mini-craps", "casino-war")
        for line in make_report(open_table(game), made=DAY, sensitivity=False).to_dict()["wagers"]
    }
    assert paid["punto-banco", "banker"] == "19 to 20"
    assert paid["mini-craps", "field"] == "1 to 1 … 2 to 1"
    assert (paid["mini-craps", "hop:1-1"], paid["mini-craps", "hop:1-2"]) == ("30 to 1", "15 to 1")
    assert paid["mini-craps", "fire"] == "24 to 1 … 999 to 1"
    assert paid["casino-war", "initial"] == "1 to 1"  # it may be raised: the odds of the table


def test_a_game_that_no_kernel_plays_is_checked_by_dealing(tmp_path: Path):
    file = tmp_path / "stud.json"
    done = run("report", "seven-card-stud", "-o", file, "--deals", 30)
    assert done.exit_code == 0, done.output
    checked = json.loads(file.read_bytes())["cross_check"]
    assert (checked["rounds"], checked["deals"], checked["holds"]) == (0, 30, True)
    assert checked["wagers"][0]["script_decided"] == 30
    assert "--rounds" not in checked["again"]
    paper = report_paper(make_report(open_table("seven-card-stud"), made=DAY, check=CrossCheck(0, 30)))
    [table] = [b for s in paper.sections if s.heading == "Cross-check" for b in s.blocks if isinstance(b, Grid)]
    assert [column.name for column in table.columns] == ["wager", "exact", "dealt", "decided", "z", "holds"]
    assert {len(row.cells) for row in table.rows} == {6}


# --- the papers -------------------------------------------------------------------------------------------------------


def test_the_pdf_says_what_the_data_says(roulette):
    text = text_of(pdf_of(report_paper(roulette)))
    facts = roulette.to_dict()
    for section in (
        "Summary",
        "Wagers",
        "Outcomes",
        "Volatility",
        "Sensitivity",
        "Method",
        "Cross-check",
        "Paragraphs",
    ):
        assert section in text
    assert facts["sha256"] in text.replace(" ", "")
    assert facts["software"]["sources"] in text
    assert "5.2632 % 1/19" in text
    assert "35 to 1 37 to 1" in text
    assert "13:69F-5.2(a)" in text
    assert f"seed {facts['cross_check']['seed']}" in text
    assert "Even-money wagers on zero lose: Whole" in text


def test_the_page_says_it_too_and_is_well_formed(roulette):
    page = html_of(report_paper(roulette))
    assert Well(page).open == []
    assert page.count("<svg") == 3  # edges, volatility, sensitivity
    assert "5.2632 %" in page


def test_outcomes_stand_beneath_the_wager_they_are_of(roulette):
    grids = [
        block for section in report_paper(roulette).sections for block in section.blocks if isinstance(block, Grid)
    ]
    (outcomes,) = (grid for grid in grids if grid.columns[0].name == "outcome")
    assert [row.cells[0] for row in outcomes.rows if row.kind == "group"] == [names.wager(on) for on in roulette.sheet]
    assert outcomes.rows[0].kind == "group"


def test_a_game_of_decisions_has_its_best_play_and_what_others_cost():
    report = make_report(open_table("casino-war"), made=DAY, sensitivity=False)
    page = html_of(report_paper(report))
    assert "Best play" in page
    for way in report.advice.costs:
        assert way.strategy.replace("-", " ") in page
    assert "Best play" not in html_of(report_paper(make_report(open_table("big-six"), made=DAY, sensitivity=False)))


def test_what_a_paper_says_cannot_break_it():
    nasty = '#pagebreak() </td><script>alert(1)</script> $x$ *b* "q" \\'
    rows = (Row((nasty, "1")), Row((nasty,), "group"), Row((nasty, "1"), "total"))
    grid = Grid((Column("a", grows=True), Column("b", "right")), rows, nasty)
    paper = Paper(nasty, nasty, ((nasty, nasty),), (Section(nasty, (Text(nasty, nasty), grid)),), nasty)
    assert "<script>" not in html_of(paper)
    assert "#pagebreak()" in text_of(pdf_of(paper))


# --- the command ------------------------------------------------------------------------------------------------------


def test_report_writes_each_form(tmp_path: Path):
    for form, begins in ((".pdf", b"%PDF"), (".html", b"<!doctype"), (".json", b"{")):
        file = tmp_path / f"six{form}"
        done = run("report", "big-six", "-o", file, "--rounds", "1e4", "--deals", "10", "--seed", "2")
        assert done.exit_code == 0, done.output
        assert file.read_bytes().startswith(begins)
    facts = json.loads((tmp_path / "six.json").read_bytes())
    assert (facts["cross_check"]["rounds"], facts["cross_check"]["seed"]) == (10_000, 2)
    assert facts["cross_check"]["holds"] is True


def test_report_takes_the_table_of_a_house_file_as_odds_does(tmp_path: Path):
    house = tmp_path / "house.toml"
    house.write_text(
        'as_of = 1999-03-01\n[[table]]\nid = "R-1"\ngame = "roulette"\noptions = { even-money-on-zero = "whole" }\n'
        '[[table]]\nid = "R-2"\ngame = "roulette"\n'
    )
    file = tmp_path / "r.json"
    less = ("--without", "sensitivity", "--without", "cross-check")
    assert run("report", "roulette", "-o", file, "--house", house, "--table", "R-1", *less).exit_code == 0
    facts = json.loads(file.read_bytes())
    assert (facts["as_of"], facts["chapter"]) == ("1999-03-01", "19:47")
    assert facts["sensitivity"] is facts["cross_check"] is None
    assert next(line["edge"] for line in facts["wagers"] if line["wager"] == "red") == "1/19"
    run("report", "roulette", "-o", file, "--as-of", "1999-03-01", "--set", "even-money-on-zero=half", *less)
    assert next(line["edge"] for line in json.loads(file.read_bytes())["wagers"] if line["wager"] == "red") == "1/38"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("roulette", "-o", "report.doc"), "ends in .pdf, .html, .json"),
        (("roulette", "-o", "nowhere/report.pdf"), "no such folder"),
        (("rulette", "-o", "report.json"), "no game is called 'rulette'"),
        (("roulette", "-o", "report.json", "--strategy", "best"), "nothing to decide"),
    ],
)
def test_report_says_what_is_wrong_before_it_works(words, says, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("report", *words)
    assert says in str(done.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_card_game_of_ones_own_in_which_nothing_is_decided_has_a_report(tmp_path: Path):
    file = tmp_path / "high.toml"
    file.write_text(
        'equipment = "cards"\nname = "High"\nlimits = { table = { min = "5.00", max = "500.00" } }\n'
        '[cards]\neach = 1\nranking = "high-card"\n[[wager]]\nname = "bet"\nagainst = "dealer"\npays = "1 to 1"\n'
        '[dealer]\nties = "dealer"\n'
    )
    made = make_report(open_table(file), made=DAY, sensitivity=False, check=CrossCheck(1_000, 10))
    assert made.sheet.strategy == "none"
    assert made.verified is not None


def test_8_4_a_report_of_a_games_own_file_claims_no_chapter():
    said = html_of(report_paper(make_report(open_table("sample:lucky-dice"), made=date(2026, 1, 1), sensitivity=False)))
    assert "of a game file, of no chapter; tested at Sample Casino until 2099-12-31" in said
    assert "Lucky Dice (sample:lucky-dice)" in said
    assert "Every outcome of every line; paragraphs of the draft." in said
    assert "own-dice" not in said
