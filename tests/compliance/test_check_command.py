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


FLOOR = """
licensee = "Boardwalk Palace"
as_of = 2008-07-21

[[table]]
id = "R-1"
game = "roulette"
options = { even-money-on-zero = "half" }
pay-table = { straight = "34 to 1" }
limits = { table = { min = "50.00", max = "25.00" } }
notices = { even-money-on-zero = "whole" }

[[table]]
id = "R-2"
game = "roulette"
options = { even-money-on-zer = "half", five-adjacent = true }
notices = {}

[[table]]
id = "R-2"
game = "big-six"
printed-odds = { bigsix-joker = "46 for 1" }

[[table]]
id = "P-1"
game = "punto-banco"
pit = "Pit 1"
options = { settlement-order = "vig-pay-each" }
[[table]]
id = "P-2"
game = "punto-banco"
pit = "Pit 1"
options = { settlement-order = "pay-vig-each" }

[[table]]
id = "C-1"
game = "caribbean-stud"
limits = { bet = { max = "100.00" }, ante = { max = "25.25" } }
exceptions = [{ player = "A. Smith", wager = "ante", max = "2000.00" }]

[[table]]
id = "W-1"
game = "casino-war"
since = 2004-03-15
approved = 2004-04-01
guide-filed = 2004-05-01
until = 2007-01-01

[[table]]
id = "W-1"
game = "casino-war"
since = 2007-02-01

[[table]]
id = "X-1"
game = "sample:quick-peace"
"""
FOUND = [  # of a whole floor, each with the table it is at and its paragraph
    ("P-2", "where table P-1 of the same pit has vig-pay-each", "19:47-3.10(c)1"),
    ("W-1 until 2007-01-01", "the next version begins on 2007-02-01", None),
    ("R-1", "straight pays 34 to 1", "19:47-5.2(a)"),
    ("R-1", "a minimum of $50 above the maximum of $25", "19:47-8.2"),
    ("R-1", "the sign states even-money-on-zero = whole", "19:47-5.2(b)"),
    ("R-2", "no option is called 'even-money-on-zer'", None),
    ("R-2", "on a layout without wheel-replica", "19:47-5.1(e)1i(1)"),
    ("R-2", "the id R-2 is already that of table #2", None),
    ("R-2", 'printed with "for"', "19:47-5.5(b)"),
    ("P-1", "no written notice of settlement-order", "19:47-3.10(c)2"),
    ("C-1", "limits for bet, whose amount follows from ante", "19:47-16.6(d)"),
    ("C-1", "a maximum of $25.25 cannot be made in chips", "19:47-8.2"),
    ("C-1", "the exception for A. Smith does not say allowed-by", "19:47-8.2"),
    ("W-1 until 2007-01-01", "in force from 2004-03-15 on and approved on 2004-04-01", None),
    ("W-1 until 2007-01-01", "its gaming guide was filed on 2004-05-01", "19:47-8.5"),
    ("X-1", "it is tested at Sample Casino, and not at Boardwalk Palace", "19:47-8.4(e)"),
]


def test_a_whole_floor_is_told_every_fault_at_its_table_with_its_paragraph_and_a_remedy(tmp_path):
    house = tmp_path / "floor.toml"
    house.write_text(FLOOR)
    done = CliRunner().invoke(nomorebets, ["check", str(house), "--json"])
    assert done.exit_code == 1
    found = json.loads(done.stdout)["violations"]
    for table, what, paragraph in FOUND:
        [fault] = [one for one in found if what in one["what"] and one["table"] == table]
        assert (fault["cite"] or "").partition(" ")[0] == (paragraph or "")
        assert fault["remedy"]
    said = CliRunner().invoke(nomorebets, ["check", str(house)]).stdout.replace("\n", " ")
    assert "table P-2: settlement-order = pay-vig-each where table P-1" in said  # no heading says which
    assert "W-1 casino-war, as of 2007-02-01: conforms" in said
