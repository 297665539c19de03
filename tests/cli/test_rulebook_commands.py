"""The commands games, rule, coverage and diff, as they are typed."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date, timedelta

import pytest
from click.testing import CliRunner

from nomorebets import rule
from nomorebets.cli import nomorebets
from nomorebets.errors import EditionError, RulesError, UnknownName
from nomorebets.games import can_be_dealt, entries


def typed(*words: str) -> str:
    """What a command prints on standard output."""
    result = CliRunner().invoke(nomorebets, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def as_json(*words: str):
    return json.loads(typed(*words, "--json"))


def test_games_lists_what_can_be_dealt_first():
    lines = typed("games").splitlines()
    assert lines[0].startswith("Games as of 2012-03-19 (N.J.A.C. 13:69F)")
    dealt = [entry.id for entry in entries().values() if can_be_dealt(entry.id)]
    assert {line.split()[0] for line in lines[3 : 3 + len(dealt)]} == set(dealt)
    assert "yes" in lines[3]
    unwritten = [entry for entry in entries().values() if not entry.unknown and not can_be_dealt(entry.id)]
    assert len([line for line in lines if "coming later" in line]) == len(unwritten)
    assert "no: text not available: only its section headings" in next(
        line for line in lines if line.startswith("fast-action")
    )


def test_games_on_a_date():
    found = as_json("games", "--as-of", "1980-01-01")
    games = {one["game"]: one for one in found["games"]}
    assert (found["as_of"], found["chapter"]) == ("1980-01-01", "19:47")
    assert games["roulette"]["dealt"]
    assert not games["big-six"]["dealt"]
    assert "not authorized then" in next(
        line for line in typed("games", "--as-of", "1980-01-01").splitlines() if line.startswith("red-dog")
    )


def test_rule_prints_a_paragraph():
    text = typed("rule", "19:47-5.6(c)")
    assert text.startswith("19:47-5.6(c): Big six wheel")
    assert "in the other chapter 13:69F-5.6(c)" in text
    assert "basis on 2012-03-18: text" in text
    assert "reading R-5.6c-obstructed" in text
    assert "option clapper-between-two (big-six): previous-section-wins, void-respin" in text
    assert "games/big_six/terms.py: CLAPPER_BETWEEN (line " in text
    assert "19:47-5.6(c)2" in text


def test_rule_prints_odds():
    lines = [line.split() for line in typed("rule", "5.2(a)").splitlines()]
    assert ["straight", "35", "to", "1"] in lines


@pytest.mark.parametrize(
    ("citation", "says"),
    [
        ("5", "Big six wheel; payout odds"),
        ("19:47-5", "19:47-5.7"),
        ("5.6", "13:69F-5.6(e)"),
        ("19:47-4.2", "The number is reserved"),
        ("19:47-14.8", "Which games of poker may be played."),
        ("19:47-16", "number in 13:69F not known"),
        ("8.4(a)", "why not enforced: What the petition must contain is checked"),
    ],
)
def test_rule_prints_sections_and_subchapters(citation, says):
    assert says in typed("rule", citation)


def test_rule_as_json_on_a_date():
    found = as_json("rule", "5.2(b)", "--as-of", "1990-01-01")
    assert (found["cite"], found["basis"], found["chapter"]) == ("19:47-5.2(b)", "reading", "19:47")
    assert set(found) >= {"other", "heading", "says", "kind", "since", "until", "note", "why", "readings", "amendments"}
    assert set(found) >= {"pay_table", "options", "enforced_by", "tests"}


def test_coverage_ends_with_its_sum():
    rows = as_json("coverage", "big-six")["rows"]
    lines = typed("coverage", "big-six").splitlines()
    assert lines[-1].startswith(f"{len(rows)} paragraphs: ")
    for row in rows:
        assert any(line.startswith(f"{row['paragraph']} ") and row["verdict"] in line for line in lines)


def test_a_game_of_a_files_own_is_covered_and_compared_by_its_draft():
    found = as_json("coverage", "sample:lucky-dice")
    assert {row["verdict"] for row in found["rows"]} == {"proposed, of no chapter"}
    assert sum(found["summary"].values()) == len(found["rows"])
    assert "no wager's edge changed" in typed("diff", "sample:lucky-dice", "2008-01-01", "2012-06-01")


def test_two_versions_of_a_game_file_are_compared_with_their_edges(tmp_path):
    from nomorebets.games import sample

    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    first.write_bytes(sample("lucky-dice"))
    second.write_bytes(sample("lucky-dice").replace(b"33 to 1", b"30 to 1"))
    (row,) = as_json("diff", str(first), str(second))["tables"]
    assert row["what"] == "changed"
    assert [(e["wager"], e["before"], e["after"]) for e in row["edges"]] == [("hard-eight", "1/18", "5/36")]
    assert {setting["name"] for setting in row["settings"]} >= {"of the game"}
    assert row["game"] == "lucky-dice"
    (row,) = as_json("diff", str(first), str(first))["tables"]
    assert row["what"] == "the same"


def test_coverage_of_the_chapter_adds_up():
    found = as_json("coverage")
    assert sum(found["summary"].values()) == len(found["rows"])
    assert found["tests_are_here"]
    cites = {row["paragraph"]: row["cite"] for row in found["rows"]}
    assert (cites["5.6(b)"], cites["5.7"], cites["4.2"], cites["4.12(a)"]) == (
        "13:69F-5.6(b)",
        "19:47-5.7",
        "19:47-4.2",
        "13:69F-4.11(a)",
    )
    headings = [row for row in found["rows"] if row["kind"] == "section"]
    assert f"and {len(headings)} sections known by heading only: " in typed("coverage").splitlines()[-1]


def test_coverage_without_its_tests_says_so(monkeypatch):
    from nomorebets.rulebook import coverage

    monkeypatch.setattr(coverage, "checkout", lambda: None)
    text = typed("coverage", "big-six")
    assert "The tests are not in this installation" in text
    assert "not tested" not in text
    assert as_json("coverage", "big-six")["rows"][0]["tests"] is None
    assert "its tests are not in this installation" in typed("rule", "5.6(b)")


def test_diff_prints_what_changed():
    text = typed("diff", "roulette", "1981-11-01", "2012-03-19")
    assert "N.J.A.C. 19:47 gave way to 13:69F on 2012-03-19 (R.2012 d.061)" in text
    assert "wheel-kind = double-as-single added on 1992-11-16 [13:69F-5.2(d)]" in text
    assert "wager seven-numbers added, where the house offers it (seven-numbers = on)" in text
    assert "1/74 = 1.3514%  1/37 = 2.7027%  wheel-kind = single-zero" in text


def test_diff_of_a_quiet_time():
    assert "the text did not change" in typed("diff", "roulette", "2000-01-01", "2001-01-01")
    assert "cannot be dealt yet" in typed("diff", "fast-action-holdem", "2001-01-01", "2002-01-01")


def test_diff_as_json():
    found = as_json("diff", "big-six", "1998-11-15", "1998-11-16")
    assert [p["cite"] for p in found["came"]] == ["19:47-5.5(b)"]


@pytest.mark.parametrize(
    ("words", "accepts"),
    [
        (("coverage", "rulette"), "roulette"),
        (("diff", "bigsix", "1998-11-15", "1998-11-16"), "big-six"),
        (("rule", "5.6(z)"), "5.6("),
        (("rule", "roulette"), "forms like"),
        (("diff", "roulette", "2000-01-02", "2000-01-01"), "the earlier date first"),
    ],
)
def test_an_unknown_name_says_what_is_known(words, accepts):
    with pytest.raises(UnknownName) as refused:
        typed(*words)
    assert accepts in str(refused.value.accepts)


@pytest.mark.parametrize("words", [("rule", "5.6(b)", "--as-of", "1970-01-01"), ("games", "--as-of", "1978-06-01")])
def test_a_day_without_rules_is_an_error(words):
    with pytest.raises(RulesError, match="1978-06-02"):
        typed(*words)


def test_a_date_that_is_none_is_refused():
    result = CliRunner().invoke(nomorebets, ["games", "--as-of", "yesterday"])
    assert result.exit_code == 2
    assert "1998-11-16" in result.output


def run(*words: str) -> subprocess.CompletedProcess[str]:
    program = "from nomorebets.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_from_a_shell():
    done = run("rule", "19:47-5.6(b)", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["cite"] == "19:47-5.6(b)"
    refused = run("rule", "5.7")
    assert (refused.returncode, refused.stdout) == (2, "")
    sentence = "nomorebets: paragraph 5.7 did not exist on 2012-03-19 [19:47-5.7]; "
    assert refused.stderr == sentence + "accepted: dates from 1978-06-02 to 2012-03-18\n"


@pytest.mark.parametrize(
    ("citation", "is_dated"), [("22.8", False), ("20.6", False), ("5.6(b)", True), ("13:69F-8.6", True)]
)
def test_what_was_only_first_seen_on_a_day_is_not_said_to_have_come_on_it(citation: str, is_dated: bool) -> None:
    found = rule(citation)
    assert found["since_is_dated"] is is_dated
    first = date.fromisoformat(found["since"])
    says = "did not exist on" if is_dated else "is not known to have existed on"
    with pytest.raises(EditionError, match=f"{says} {first - timedelta(1)}"):
        rule(citation, as_of=first - timedelta(1))
    shown = typed("rule", citation)
    assert ("in force since" in shown, "first seen" in shown) == (is_dated, not is_dated)
