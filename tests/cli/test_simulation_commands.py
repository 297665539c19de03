"""simulate and session on the command line."""

import csv
import json
import os
import pty
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.errors import RulesError

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "craps-strategy.toml")
SIMULATE = ("simulate", "roulette", "--rounds", "1e5", "--seed", str(2**64 - 1))


def run(*words: str, code: int = 0):
    found = CliRunner().invoke(nomorebets, words)
    assert found.exit_code == code, found.output
    return found


def refused(*words: str) -> str:
    """The sentence of a refusal."""
    fault = CliRunner().invoke(nomorebets, words).exception
    assert isinstance(fault, RulesError), fault
    return str(fault)


def test_json_csv_and_parquet_say_the_same(tmp_path: Path) -> None:
    files = [tmp_path / f"it's a result.{kind}" for kind in ("json", "csv", "parquet")]
    for file in files:
        assert f"wrote {file}" in run(*SIMULATE, "--out", str(file)).stderr
    whole = json.loads(files[0].read_text())
    with files[1].open(newline="") as file:
        rows = list(csv.DictReader(file))
    name = str(files[2]).replace("'", "''")
    with duckdb.connect() as database:
        found = database.execute(f"SELECT * FROM '{name}'")
        names = [column[0] for column in found.description]
        table = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    assert len(whole["wagers"]) == len(rows) == len(table) > 10
    for line, row, cells in zip(whole["wagers"], rows, table, strict=True):
        assert line["wager"] == row["wager"] == cells["wager"]
        for figure in ("edge", "standard_error", "z"):
            assert line[figure] == float(row[figure]) == cells[figure]
        assert line["exact_edge"] == row["exact_edge"] == cells["exact_edge"]
        assert cells["exact_edge_decimal"] == float(Fraction(line["exact_edge"]))
        assert int(row["seed"]) == cells["seed"] == whole["seed"] == 2**64 - 1
        assert int(row["rounds"]) == cells["rounds"] == 100_000
        assert "wheel-kind=double-zero" in cells["options"]


def test_sessions_of_a_strategy_are_written_too(tmp_path: Path) -> None:
    file = str(tmp_path / "sessions.csv")
    run("simulate", "craps", "--rounds", "1e5", "--strategy", EXAMPLE, "--out", file)
    with open(file, newline="") as opened:
        (row,) = csv.DictReader(opened)
    assert row["sessions"] == "200"


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("result.xls", "is not a file for results; accepted: a name that ends in .json, .csv, .parquet"),
        ("result", "is not a file for results"),
        ("nowhere/result.csv", "there is no such folder"),
        ("", "no file can be called ''"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(file: str, says: str) -> None:
    assert says in refused("simulate", "roulette", "--rounds", "1e15", "--out", file)


@pytest.mark.parametrize(
    ("module", "words", "says"),
    [
        ("duckdb", ("--out", "x.parquet"), "pip install 'nomorebets[parquet]', or a .csv or .json file"),
        ("distributed", ("--cluster", "tcp://127.0.0.1:9"), "pip install 'nomorebets[cluster]', or --workers"),
    ],
)
def test_what_needs_an_extra_names_it(
    monkeypatch: pytest.MonkeyPatch, module: str, words: tuple[str], says: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert says in refused(*SIMULATE, *words)


def test_until_an_error() -> None:
    found = json.loads(run("simulate", "roulette", "--wager", "red", "--until-error", "4e-4", "--json").stdout)
    assert found["rounds"] == 2 * 4_194_304
    assert found["wagers"][0]["standard_error"] <= 4e-4
    assert found["until_error"] == 4e-4


def test_resume(tmp_path: Path) -> None:
    file = str(tmp_path / "run.json")
    words = ("simulate", "big-six", "--seed", "3", "--json", "--resume", file, "--rounds")
    run(*words, "1e7")
    found, whole = (json.loads(run(*asked).stdout) for asked in ((*words, "2e7"), (*words[:5], "--rounds", "2e7")))
    assert found["resumed_rounds"] == 2 * 4_194_304
    assert found["wagers"] == whole["wagers"]
    assert "8,388,608 of them earlier" not in run(*words[:4], "--rounds", "2e7").output
    assert "16,777,216 of them earlier" in run(*words[:4], "--resume", file, "--rounds", "2e7").output
    other = ("simulate", "roulette", "--seed", "3", "--rounds", "1e8")
    assert "is of another simulation: game" in refused(*other, "--resume", file)


def test_progress_with_rate_and_rest_on_a_terminal() -> None:
    """Drawn on standard error only where that is a terminal; standard output is the result alone."""
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "nomorebets", "simulate", "casino-war", "--rounds", "3e7", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, env={**os.environ, "TERM": "xterm"}) as run:
        os.close(theirs)
        drawn = b""
        while True:
            try:
                drawn += os.read(ours, 4096)
            except OSError:
                break
        assert run.stdout is not None
        result = json.loads(run.stdout.read())
    os.close(ours)
    assert result["rounds"] == 30_000_000
    assert b"million rounds/s" in drawn
    assert b" left" in drawn


def test_session_in_numbers_and_pictures(tmp_path: Path) -> None:
    words = ("session", "roulette", "--wager", "red", "--rounds", "50", "--bankroll", "100", "--per-hour", "40")
    for kind, starts in (("svg", b"<svg"), ("png", b"\x89PNG")):
        file = tmp_path / f"picture.{kind}"
        shown = run(*words, "--plot", str(file))
        assert file.read_bytes().startswith(starts)
    for part in ("█", "ahead", "quantiles 5%: ", "an hour of 40 rounds", "N0 1,386 rounds", "risk of ruin"):
        assert part in shown.output
    assert "the distribution is exact; the risk of ruin is exact" in shown.output
    found = json.loads(run(*words, "--json").stdout)
    assert found["method"] == "exact"
    assert float(Fraction(found["ahead"])) == found["ahead_decimal"]
    long = run("session", "roulette", "--wager", "red", "--rounds", "1e5").output
    assert "the distribution is numeric, each probability within" in long


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--wager", "roof"), "'roof' is no roulette wager"),
        (("--wager", "red", "--bankroll", "5"), "a bankroll of 0.5 times the stake does not cover one round"),
        (("--wager", "red", "--stake", "0"), "0.00 is no stake"),
        (("--wager", "red", "--plot", "x.gif"), "is not a picture file"),
        ((), "Roulette has several wagers"),
    ],
)
def test_a_session_that_cannot_be(words: tuple[str, ...], says: str) -> None:
    assert says in refused("session", "roulette", "--rounds", "10", *words)
