"""The dice games on the command line."""

import json
import struct
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import RulesError

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "craps-strategy.toml")


def run(*words: str, code: int = 0):
    found = CliRunner().invoke(nomorebets, words)
    assert found.exit_code == code, found.output
    return found


def test_odds_as_json():
    sheet = json.loads(run("odds", "craps", "--json").stdout)
    lines = {line["wager"]: line for line in sheet["wagers"]}
    assert Fraction(lines["pass"]["edge"]) == Fraction(7, 495)
    assert Fraction(lines["pass"]["expected_rolls"]) == Fraction(557, 165)
    assert lines["pass"]["method"] == "exact"
    assert lines["pass-odds"]["edge"] == "0"
    assert {"hop:3-4", "fire", "come-odds", "place-lose-10"} <= set(lines)
    assert all(outcome["basis"] for line in lines.values() for outcome in line["outcomes"])


def test_the_whole_table_in_under_a_second_after_start_up():
    run("odds", "craps", "--json")
    start = time.process_time()  # other programs on the machine do not count
    run("odds", "craps", "--json")
    assert time.process_time() - start < 1


def test_exact_odds_do_not_import_numba():
    script = "import sys; from nomorebets import odds; odds('craps'); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize("game", ["craps", "mini-craps", "automated-craps", "mini-dice", "sic-bo"])
def test_odds_and_deal_for_people(game):
    assert "basis" in run("odds", game).output
    assert "dealer:" in run("deal", game, "--seed", "1", "--rounds", "3").output


def test_one_wager():
    assert "1.2(a)1i(1)" in run("odds", "craps", "--wager", "pass").output
    sheet = json.loads(run("odds", "craps", "--wager", "buy-4", "--stake", "25", "--json").stdout)
    assert [line["edge"] for line in sheet["wagers"]] == ["1/25"]


def test_a_strategy_exactly():
    found = json.loads(run("odds", "craps", "--strategy", EXAMPLE, "--json").stdout)
    assert found["rolls_per_shooter"] == "1671/196"
    assert Fraction(found["loss_per_roll"]) * Fraction(1671, 196) == Fraction(found["loss_per_shooter"])
    assert Fraction(found["variance_per_shooter"]) > 0
    assert found["variance_per_roll_decimal"] == pytest.approx(float(Fraction(found["variance_per_roll"])))
    assert found["method"] == "exact"
    assert "expected loss per shooter" in run("odds", "craps", "--strategy", EXAMPLE).output


def test_a_strategy_simulated(tmp_path):
    picture = tmp_path / "results.svg"
    words = ("simulate", "craps", "--rounds", "1e6", "--strategy", EXAMPLE, "--session", "200", "--bankroll", "800")
    found = json.loads(run(*words, "--plot", str(picture), "--json").stdout)
    assert found["sessions"] == 5_000
    assert 0 < found["risk_of_ruin"] < 1
    assert sum(bar["sessions"] for bar in found["histogram"]) == 5_000
    assert picture.read_text().startswith("<svg")
    output = run(*words).output
    assert "█" in output
    assert "ruined" in output


def test_a_picture_as_png(tmp_path):
    picture = tmp_path / "results.png"
    run("simulate", "craps", "--rounds", "100000", "--strategy", EXAMPLE, "--plot", str(picture))
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (1440, 800)  # twice the size of the drawing, for sharp letters


def test_pictures_that_cannot_be_drawn(tmp_path):
    words = ("simulate", "craps", "--rounds", "1000", "--strategy", EXAMPLE, "--plot")
    refused = CliRunner().invoke(nomorebets, (*words, str(tmp_path / "results.gif")))
    assert isinstance(refused.exception, RulesError)
    assert not list(tmp_path.iterdir())


def test_amounts_are_dollars_and_cents_everywhere(tmp_path):
    """In what is printed for programs; only the record itself counts in cents."""
    told, record = tmp_path / "roll.toml", tmp_path / "roll.jsonl"
    told.write_text(
        'game = "craps"\ndice = "3-3 2-2"\nwagers = [{seat = 1, wager = "buy-4", amount = "20.00"},\n'
        '  {seat = 1, wager = "pass", amount = "10.00"}]\n'
    )
    dealt = json.loads(run("deal", "--transcript", str(told), "--record", str(record), "--json").stdout)
    felt = json.loads(run("replay", str(record), "--json").stdout)["rounds"][1]["felt"]
    disputed = json.loads(run("dispute", str(told), "--json").stdout)
    assert (
        [row["net"] for row in dealt["required"]] == [row["net"] for row in disputed["required"]] == ["39.00", "0.00"]
    )
    assert {w["on"]: (w["amount"], w.get("fee")) for w in felt["wagers"]} == {
        "buy-4": ("20.00", "1.00"),
        "pass": ("10.00", None),
    }
    assert [(r["net"], r["wager"]["amount"]) for r in felt["results"]] == [("39.00", "20.00")]
    assert felt["accounts"]["patron:1"] == "39.00"


def test_sessions_need_a_strategy():
    assert "strategy file" in run("simulate", "craps", "--rounds", "1000", "--session", "10", code=2).output


def test_a_dealt_table_goes_on_from_roll_to_roll(tmp_path):
    file = tmp_path / "rolls.jsonl"
    run("deal", "craps", "--seed", "3", "--rounds", "6", "--record", str(file))
    assert "6 rounds, " in run("replay", str(file)).output
    headers = [json.loads(line) for line in file.read_text().splitlines() if '"line":"header"' in line]
    assert any(header["opening"].get("state", {}).get("point") for header in headers)
    assert any(header["opening"].get("wagers") for header in headers[1:])
    assert "what was done is what the rules require" in run("dispute", str(file)).output


def test_a_transcript_of_many_rolls(tmp_path):
    file = tmp_path / "night.toml"
    file.write_text(
        'game = "craps"\ndice = "3-3 4-5 3-4"\n'
        'wagers = [{seat = 1, wager = "pass", amount = "10.00"},\n'
        '  {seat = 1, wager = "come", amount = "10.00", before_roll = 2}]\n'
        'done = [{seat = 1, wager = "come", paid = "10.00"}]\n'
    )
    found = json.loads(run("dispute", str(file), "--json", code=1).stdout)
    assert [(d["wager"], d["done"], d["required"]) for d in found["differences"]] == [("come", "10.00", "-10.00")]
    record = tmp_path / "night.jsonl"
    run("deal", "--transcript", str(file), "--record", str(record))
    assert "unaltered" in run("replay", str(record)).output
