"""``nomorebets check``: what it prints and how it exits."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets

EXAMPLES = Path(__file__).parents[2] / "examples"
CONFORMING, FAULTY = EXAMPLES / "house.toml", EXAMPLES / "house-with-faults.toml"


def run(*arguments, stdin=None):
    return CliRunner().invoke(nomorebets, ["check", *map(str, arguments)], input=stdin)


def test_a_conforming_house_exits_0_and_names_the_signs():
    done = run(CONFORMING)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "Boardwalk Palace, as of 1999-03-01: conforms",
        "R-1 roulette: conforms; signs it must show: even-money-on-zero = half [19:47-5.2(b)]",
        "B-1 big-six, as of 1999-04-01: conforms; signs it must show: "
        "clapper-between-two = previous-section-wins [19:47-5.6(d)]",
    ]


def test_violations_exit_1_with_citation_basis_and_remedy():
    done = run(FAULTY)
    assert done.exit_code == 1
    assert "first-five pays 5 to 1; the minimum is 6 to 1 [19:47-5.2(a), text]" in done.stdout
    assert 'remedy: write pay-table = { first-five = "6 to 1" } or better odds' in done.stdout
    assert "[19:47-5.1(e)1i(2) R-5.1e1i-fifths, reading]" in done.stdout


def test_json():
    assert json.loads(run("--json", CONFORMING).stdout) == {
        "licensee": "Boardwalk Palace",
        "as_of": "1999-03-01",
        "conforms": True,
        "violations": [],
    }
    done = run("--json", FAULTY)
    told = json.loads(done.stdout)
    assert (done.exit_code, told["conforms"]) == (1, False)
    assert all(set(v) == {"table", "game", "what", "cite", "basis", "remedy"} for v in told["violations"])


@pytest.mark.parametrize("content", [b"a = [", b"\xff", b"", b'[table]\ngame = "roulette"'])
def test_an_unreadable_file_exits_2(content):
    done = run("-", stdin=content)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith("nomorebets: -: ")


def test_a_file_that_is_not_there_exits_2(tmp_path):
    assert run(tmp_path / "none.toml").exit_code == 2
    assert run(tmp_path).exit_code == 2


def test_standard_input():
    assert run("-", stdin=CONFORMING.read_bytes()).exit_code == 0


def test_what_is_printed_holds_no_control_characters_and_no_markup():
    done = run("-", stdin=b'licensee = "[red]x\\u001b[2J"\n[[table]]\nid = "[bold]"\ngame = "\\u0007"')
    assert done.exit_code == 1
    assert "[red]x" in done.stdout
    assert "[bold]" in done.stdout
    assert not {letter for letter in done.stdout if not letter.isprintable()} - {"\n"}


def test_the_installed_command_exits_the_same_way():
    program = [sys.executable, "-c", "from nomorebets.cli import main; main()", "check"]
    for file, status in ((CONFORMING, 0), (FAULTY, 1), (EXAMPLES / "none.toml", 2)):
        assert subprocess.run([*program, str(file)], capture_output=True, check=False).returncode == status
