"""The command line as it is promised: shapes, exit statuses, sentences, pipes, files and terminals."""

import io
import json
import math
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomorebets.cli import main, nomorebets

COMMANDS = tuple(nomorebets.commands)
DISPUTE = """\
game = "roulette"
as_of = "2000-03-01"
house = { even-money-on-zero = "half" }
wagers = [ {seat = 1, wager = "red", amount = "25.00"}, {seat = 3, wager = "straight:0", amount = "10.00"} ]
spins = "17 0"
irregularities = [ {before_spin = 1, what = "foreign-object"} ]
done = [ {seat = 1, wager = "red", collected = "25.00"}, {seat = 3, wager = "straight:0", paid = "350.00"} ]
"""


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        def refuse(constant: str) -> None:
            raise AssertionError(f"{constant} is no JSON")

        return json.loads(self.out, parse_constant=refuse)


def run(*words: str, stdin: bytes = b"") -> Ran:
    """Run a command in this process, nothing being a terminal."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    streams = {"stdin": io.TextIOWrapper(io.BytesIO(stdin), "utf-8"), "stdout": out, "stderr": err}
    with mock.patch.multiple(sys, argv=["nomorebets", *words], **streams), pytest.raises(SystemExit) as done:
        main()
    printed = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
    return Ran(int(done.value.code or 0), *printed)


def spawn(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "nomorebets", *words], capture_output=True, text=True, timeout=120, check=False, **more
    )


def check_refused(ran: Ran | subprocess.CompletedProcess[str], says: str = "") -> None:
    """Exit status 2, nothing on standard output, one sentence on standard error."""
    status, out, err = (
        (ran.status, ran.out, ran.err) if isinstance(ran, Ran) else (ran.returncode, ran.stdout, ran.stderr)
    )
    assert (status, out) == (2, "")
    assert err.startswith("nomorebets: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1, err
    assert len(err) < 1000
    assert says in err


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dispute.toml").write_text(DISPUTE)
    return tmp_path


def is_fraction(text: str) -> bool:
    """``a/b``, reduced; a whole number without its denominator."""
    return re.fullmatch(r"-?\d+(/\d+)?", text) is not None and str(Fraction(text)) == text


def is_money(text: str) -> bool:
    return re.fullmatch(r"-?\d+\.\d\d", text) is not None


# --- help ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    for flag in ("--help", "-h"):
        ran = run(command, flag)
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.startswith(f"Usage: nomorebets {command}")
    assert command in run("--help").out


def test_the_promised_commands_are_there() -> None:
    promised = {
        "games",
        "rule",
        "coverage",
        "diff",
        "deal",
        "play",
        "replay",
        "dispute",
        "odds",
        "strategy",
        "simulate",
        "check",
    }
    assert promised <= set(COMMANDS)


def test_without_a_command_the_help_is_shown() -> None:
    ran = run()
    assert ran.status == 2
    assert "Commands:" in ran.err


def test_the_version_is_that_of_the_package() -> None:
    assert re.fullmatch(r"nomorebets, version \d+\.\d+\.\d+\n", run("--version").out)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["odd"], "no command is called 'odd'; accepted: odds"),
        (["odds"], "Missing argument 'GAME'; see nomorebets odds --help"),
        (["odds", "roulete"], "no game is called 'roulete'; accepted: roulette"),
        (["odds", "roulette", "--jsn"], "No such option"),
        (["odds", "roulette", "more"], "unexpected extra argument"),
        (
            ["odds", "roulette", "--wager", "split:1-3"],
            "their boxes share no line [13:69F-5.1(e)2 (parallel text)]; accepted: split:0-1",
        ),
        (["odds", "roulette", "--as-of", "yesterday"], "'yesterday' is not a date; accepted: a form like 1998-11-16"),
        (["odds", "roulette", "--as-of", "1901-01-01"], "accepted: dates from 1978"),
        (
            ["odds", "roulette", "--set", "five-adjacent"],
            "--set 'five-adjacent' has no value; accepted: --set OPTION=VALUE",
        ),
        (["odds", "roulette", "--set", "five-adjacent=maybe"], "accepted: on, off"),
        (["odds", "roulette", "--set", "five=on"], "no option is called 'five'; accepted: five-adjacent"),
        (["odds", "roulette", "--set", "pay-table.straight=34 to 1"], "the minimum is 35 to 1 [13:69F-5.2(a)"),
        (["odds", "roulette", "--set", "pay-table.straight=36 for 1"], '"35 to 1", which is the same payment'),
        (["odds", "roulette", "--set", "limits.table=5"], "does not say which limit; accepted: limits.table.min"),
        (["odds", "roulette", "--set", "limits.table.min=lots"], "'lots' is not an amount of money [13:69F-8.2"),
        (["odds", "roulette", "--strategy", "martingale"], "Roulette has no strategy"),
        (["odds", "roulette", "--stake", "0"], "that is no stake"),
        (["odds", "roulette", "--house", "nowhere.toml"], "nowhere.toml: No such file"),
        (["deal"], "deal needs a GAME or --transcript FILE"),
        (["deal", "roulette", "--seats", "0"], "1<=x<=100"),
        (
            ["deal", "roulette", "--strategy", "red+blue@5"],
            "'red+blue@5' is no strategy here: 'blue' is no roulette wager",
        ),
        (["deal", "roulette", "--strategy", "red@1e3"], "'1e3' is not an amount of money"),
        (["deal", "roulette", "--json", "--record", "-"], "would both write to standard output"),
        (["deal", "roulette", "--transcript", "dispute.toml"], "leave them out"),
        (["deal", "--transcript", "dispute.toml", "--as-of", "2001-01-01"], "leave them out"),
        *(
            (["deal", "--transcript", "dispute.toml", *words], "leave them out")
            for words in (
                ["--rounds", "1"],
                ["--seats", "3"],
                ["--strategy", "variety"],
                ["--scoreboard"],
                ["--table", "R-1"],
                ["--rules", "6D"],
            )
        ),
        (["deal", "roulette", "--record", "round.phh"], "roulette under these house rules has no code in the PHH"),
        (["deal", "roulette", "--table", "R-1"], "--house FILE goes with it"),
        (["dispute", "dispute.toml", "--table", "R-1"], "--house FILE goes with it"),
        (["dispute", "dispute.toml", "dispute.toml", "--out", "all.json"], "--out does not go with the rulings of"),
        (["deal", "roulette", "--record", "."], "Is a directory"),
        (["deal", "roulette", "--record", "no/where"], "no/where: No such file or directory"),
        (["play", "poker"], "'poker' may be any of several games; accepted: "),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: No such file or directory"),
        (["replay", "."], "Is a directory"),
        (["replay", "dispute.toml"], "line 1 (the header) is not JSON"),
        (["replay", ""], "no file can be called ''"),
        (["replay", "-"], "the record is empty"),
        (["dispute", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["dispute", "."], "Is a directory"),
        (["dispute", "-"], "the transcript names no game; accepted: a line like game"),
        (["simulate", "roulette"], "Missing option '--rounds'"),
        (["simulate", "roulette", "--rounds", "many"], "'many' is not a number of rounds; accepted: 1000000"),
        (["simulate", "roulette", "--rounds", "1.5"], "'1.5' is not a number of rounds"),
        (["simulate", "roulette", "--rounds", "-5"], "'-5' is not a number of rounds"),
        (["simulate", "roulette", "--rounds", "nan"], "'nan' is not a number of rounds"),
        (["simulate", "roulette", "--rounds", "0"], "0 is no number of rounds of a simulation"),
        (["simulate", "roulette", "--rounds", "1e16"], "accepted: whole numbers from 1 to 1,000,000,000,000,000"),
        (["simulate", "roulette", "--rounds", "1", "--workers", "0"], "0 is no number of workers"),
        (["simulate", "roulette", "--rounds", "1", "--seed", "-1"], "-1 is no seed"),
        (["simulate", "roulette", "--rounds", "1", "--wager", "roof"], "'roof' is no roulette wager"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_done_is_said_in_one_sentence(here: Path, words: list[str], says: str) -> None:
    check_refused(run(*words), says)


def test_a_file_nobody_may_read(here: Path) -> None:
    (here / "secret").write_bytes(b"")
    check_refused(run("replay", "secret"))  # whatever the command imports is imported now
    (here / "secret").chmod(0)
    root = os.geteuid() == 0
    if root:  # who reads everything: somebody without rights tries
        os.seteuid(65534)
    try:
        check_refused(run("replay", "secret"), "Permission denied")
    finally:
        if root:
            os.seteuid(0)


def test_a_device_without_an_end_is_not_read_to_its_end(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomorebets.cli.common.MOST_BYTES", 100_000)
    check_refused(run("replay", "/dev/zero"), "too large to be read")
    check_refused(run("dispute", "-", stdin=b"#" * 200_000), "too large to be read")


# --- deal, replay, dispute -----------------------------------------------------------------------------------------


def check_verdict(found: dict[str, Any]) -> None:
    """The object that deal --json and dispute --json promise."""
    assert {"game", "as_of", "void", "announcements", "required", "remedies", "differences"} <= set(found)
    for row in found["required"]:
        assert {"seat", "wager", "result", "net", "cite", "basis"} <= set(row)
        assert row["result"] in ("win", "lose", "push", "void", "stands")
        assert row["basis"] in ("text", "parallel", "reading", "reconstructed")
        assert is_money(row["net"])
        assert re.match(r"(19:47|13:69F)-\d+A?\.\d+", row["cite"])
    for row in found["remedies"]:
        assert {"what", "remedy", "cite"} <= set(row)
    for row in found["differences"]:
        assert {"seat", "wager", "done", "required", "cite", "fault"} <= set(row)
        assert is_money(row["done"])
        assert is_money(row["required"])


@pytest.mark.parametrize("game", ["roulette", "big-six"])
def test_deal_prints_a_ruling_for_every_seat(here: Path, game: str) -> None:
    ran = run("deal", game, "--seats", "7", "--seed", "3", "--json")
    assert (ran.status, ran.err) == (0, "")
    check_verdict(ran.json)
    assert sorted(row["seat"] for row in ran.json["required"]) == [1, 2, 3, 4, 5, 6, 7]
    for row in ran.json["required"]:
        assert f"{row['cite']}" in run("deal", game, "--seats", "7", "--seed", "3").out


def test_the_same_seed_deals_the_same_rounds(here: Path) -> None:
    first, second, other = (
        run("deal", "roulette", "--rounds", "20", "--seed", s, "--json").json for s in ("5", "5", "6")
    )
    assert first == second != other
    assert first["rounds"] == 20


def test_deal_within_the_posted_limits(here: Path) -> None:
    limits = ["--set", "limits.table.min=25", "--set", "limits.table.max=100", "--set", "limits.table.step=25"]
    assert run("deal", "roulette", "--seats", "7", *limits).status == 0


def test_deal_plays_a_transcript(here: Path) -> None:
    ran = run("deal", "--transcript", "dispute.toml", "--json", "--record", "round.jsonl")
    assert ran.status == 0  # deal tells; dispute judges
    check_verdict(ran.json)
    assert run("replay", "round.jsonl").status == 0
    assert run("deal", "--transcript", "-", "--json", stdin=DISPUTE.encode()).json == ran.json


def test_replay_rebuilds_a_round_card_by_card(here: Path) -> None:
    (here / "told.toml").write_text(
        'game = "blackjack"\nwagers = [{seat = 1, wager = "blackjack", amount = "10.00"}]\n'
        'cards = "8s Tc 7d 9h 5s"\ndecisions = [{seat = 1, choose = "draw"}, {seat = 1, choose = "stand"}]\n'
        'house = {dealing = "shoe", card-reader = "on"}\n'
    )
    assert run("deal", "--transcript", "told.toml", "--record", "round.jsonl").status == 0
    entries = [json.loads(line) for line in (here / "round.jsonl").read_text().splitlines()]
    drawn = [line["n"] for line in entries if line.get("request", {}).get("ask") == "draw"]
    after = run("replay", "round.jsonl", "--entry", str(drawn[-1]))
    assert "  seat 1: 8♠ 7♦ 5♠\n  dealer: 10♣ (9♥)\n  in brackets: face down\n" in after.out
    assert "wheel" not in after.out
    assert "seat 1: 8♠" not in run("replay", "round.jsonl", "--entry", str(drawn[0] - 1)).out
    felt = run("replay", "round.jsonl", "--entry", str(drawn[-1]), "--json").json["rounds"][0]["felt"]
    assert felt["cards"]["dealer"] == [{"card": "Tc", "up": True}, {"card": "9h", "up": False}]
    over = run("replay", "round.jsonl", "--entry", str(len(entries) - 2)).out
    assert "  discard rack: 8♠ 7♦ 5♠ 10♣ 9♥\n" in over
    assert "in brackets" not in over


def test_deal_plays_every_transcript_that_is_named(here: Path) -> None:
    """Each may have its own --transcript, or all stand behind the first."""
    each = run("deal", "--transcript", "dispute.toml", "--transcript", "dispute.toml")
    assert each.out == run("deal", "--transcript", "dispute.toml", "dispute.toml").out
    assert [json.loads(line)["file"] for line in each.out.splitlines()] == ["dispute.toml"] * 2


def test_what_the_house_took_of_several_hands_is_counted_together(here: Path) -> None:
    hands = ("deal", "holdem", "--strategy", "calls-everything", "--seed", "5", "--record", "hands.jsonl")
    one, three = run(*hands, "--json").json, run(*hands, "--rounds", "3", "--json").json
    assert (one["rake"], three["rake"], len(three["pots"])) == ("0.50", "1.50", 3)
    run("deal", "roulette", "--seed", "1", "--record", "spin.jsonl")
    (here / "both.jsonl").write_bytes((here / "spin.jsonl").read_bytes() + (here / "hands.jsonl").read_bytes())
    both = run("dispute", "both.jsonl", "--json").json
    assert (both["rounds"], both["rake"], both["pots"][0]["round"]) == (4, "1.50", 2)


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "roulette"],
        ["odds", "holdem", "--hands", "AcAd KhKs", "--board", "2c 7d 9h"],
        ["odds", "red-dog", "--effects"],
        ["odds", "blackjack", "--dealer"],
        ["strategy", "casino-war"],
        ["strategy", "roulette"],
    ],
    ids=" ".join,
)
def test_figures_say_by_which_text(words: list[str]) -> None:
    told = run(*words, "--as-of", "2008-07-21", "--json").json
    assert (told["game"], told["chapter"], told["as_of"]) == (words[1], "19:47", "2008-07-21")


def test_a_record_on_standard_output_is_the_record(here: Path) -> None:
    ran = run("deal", "roulette", "--seed", "1", "--rounds", "2", "--record", "-")
    run("deal", "roulette", "--seed", "1", "--rounds", "2", "--record", "file.jsonl")
    assert ran.out.encode() == (here / "file.jsonl").read_bytes()
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [line["line"] for line in lines if line["line"] != "entry"] == ["header", "close"] * 2
    assert {"format", "game", "chapter", "as_of", "house", "seats", "opening"} <= set(lines[0])
    assert {"n", "request", "answer", "cite", "previous", "hash"} <= set(lines[1])
    assert lines[1]["previous"] == lines[0]["hash"]
    assert run("replay", "-", stdin=ran.out.encode()).status == 0


def test_replay_step_by_step(here: Path) -> None:
    run("deal", "roulette", "--seed", "1", "--rounds", "3", "--record", "rounds.jsonl")
    whole = run("replay", "rounds.jsonl")
    assert whole.status == 0
    assert "3 rounds, " in whole.out
    assert "[13:69F-5.3(e)" in whole.out
    assert len(run("replay", "rounds.jsonl", "--json").json["rounds"]) == 3
    (one,) = run("replay", "rounds.jsonl", "--round", "2", "--json").json["rounds"]
    assert {"game", "as_of", "entries", "after_entry", "felt"} <= set(one)
    (before,) = run("replay", "rounds.jsonl", "--round", "2", "--entry", "0", "--json").json["rounds"]
    assert (before["felt"]["wagers"], before["felt"]["accounts"]) == ([], {})
    (after,) = run("replay", "rounds.jsonl", "--round", "2", "--entry", "1", "--json").json["rounds"]
    assert [row["seat"] for row in after["felt"]["wagers"]] == [1, 2, 3]
    assert "after entry 1: take-wagers" in run("replay", "rounds.jsonl", "--round", "2", "--entry", "1").out
    check_refused(
        run("replay", "rounds.jsonl", "--entry", "1"), "the file holds 3 rounds; accepted: --round 1 to --round 3"
    )
    check_refused(run("replay", "rounds.jsonl", "--round", "4"), "there is no round 4 in the file; accepted: 1 to 3")
    check_refused(run("replay", "rounds.jsonl", "--round", "0"), "there is no round 0")
    check_refused(
        run("replay", "rounds.jsonl", "--round", "1", "--entry", "99"), "there is no entry 99; accepted: 0 to "
    )
    check_refused(run("replay", "rounds.jsonl", "--round", "1", "--entry", "-1"), "there is no entry -1")


def test_an_altered_record_is_refused_everywhere(here: Path) -> None:
    run("deal", "roulette", "--seed", "1", "--record", "round.jsonl")
    content = (here / "round.jsonl").read_bytes()
    (here / "altered.jsonl").write_bytes(content.replace(b'"amount":1000', b'"amount":9000', 1))
    for command in ("replay", "dispute"):
        check_refused(run(command, "altered.jsonl"), "entry 1 (line 2) was altered: its hash does not fit it")
    (here / "shorter.jsonl").write_bytes(b"".join(content.splitlines(keepends=True)[:-1]))
    check_refused(run("replay", "shorter.jsonl"), "breaks off after entry")


def test_dispute_names_what_differs_and_says_so_in_its_status(here: Path) -> None:
    ran = run("dispute", "dispute.toml", "--json")
    assert (ran.status, ran.err) == (1, "")
    check_verdict(ran.json)
    assert ran.json["differences"] == [
        {
            "seat": 1,
            "wager": "red",
            "done": "-25.00",
            "required": "-12.50",
            "done_as": {"collected": "25.00"},
            "required_as": {"collected": "12.50", "returned": "12.50"},
            "cite": "19:47-5.2(b)",
            "basis": mock.ANY,
            "fault": "dealer",
        }
    ]
    assert ran.json["remedies"][0]["cite"] == "19:47-5.4(c)"
    assert run("dispute", "-", "--json", stdin=DISPUTE.encode()) == ran
    told = run("dispute", "dispute.toml")
    assert told.status == 1
    assert "seat 1, red: done -25.00, required -12.50 [19:47-5.2(b)" in told.out


def test_dispute_without_differences(here: Path) -> None:
    right = DISPUTE.replace('collected = "25.00"', 'collected = "12.50"')
    assert run("dispute", "-", stdin=right.encode()).status == 0
    run("deal", "roulette", "--rounds", "2", "--record", "rounds.jsonl")
    ran = run("dispute", "rounds.jsonl", "--json")
    assert ran.status == 0
    assert (ran.json["rounds"], ran.json["differences"]) == (2, [])
    assert {row["round"] for row in ran.json["required"]} == {1, 2}


# --- odds, strategy, simulate --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [["roulette"], ["big-six"], ["roulette", "--set", "wheel-kind=single-zero"], ["roulette", "--as-of", "1979-05-01"]],
)
def test_odds_are_fractions(words: list[str]) -> None:
    ran = run("odds", *words, "--json")
    assert (ran.status, ran.err) == (0, "")
    found = ran.json
    assert {"game", "chapter", "as_of", "options", "strategy", "wagers", "seconds"} <= set(found)
    for line in found["wagers"]:
        promised = {"wager", "edge", "edge_decimal", "average_wager", "element_of_risk", "variance", "hit_frequency"}
        assert {*promised, "method", "basis", "outcomes"} <= set(line)
        exact = [line[key] for key in ("edge", "average_wager", "element_of_risk", "variance", "hit_frequency")]
        assert all(map(is_fraction, exact))
        assert line["edge_decimal"] == float(Fraction(line["edge"]))
        assert line["method"] == "exact"
        for outcome in line["outcomes"]:
            assert {"outcome", "net", "probability", "cite"} <= set(outcome)
            assert is_fraction(outcome["net"])
            assert is_fraction(outcome["probability"])
        assert sum(Fraction(outcome["probability"]) for outcome in line["outcomes"]) == 1
        assert Fraction(line["edge"]) == -sum(Fraction(o["net"]) * Fraction(o["probability"]) for o in line["outcomes"])


def test_a_fraction_too_long_for_a_column_leaves_the_others_room() -> None:
    asked = ("odds", "craps")
    facts = {line["wager"]: line for line in run(*asked, "--json").json["wagers"]}
    long = [name for name, line in facts.items() if len(line["edge"]) > 40]
    assert long
    table = run(*asked).out
    for name in long:
        assert re.search(rf"^{name} .* … +{facts[name]['edge_decimal']:.4%} ", table, re.MULTILINE)
    assert table.count("--json has it") == 1
    assert "--json" not in run("odds", "craps", "--wager", "field").out  # nothing of it is long
    alone = run(*asked, "--wager", long[0]).out
    assert f"{long[0]}: edge {facts[long[0]]['edge']}\n" in alone


def test_odds_for_people_and_of_one_wager() -> None:
    assert re.search(r"^straight +35 to 1 +1/19 +5\.2632%", run("odds", "roulette").out, re.MULTILINE)
    one = run("odds", "roulette", "--wager", "split:17-20")
    assert "split:17-20: every outcome" in one.out
    assert re.search(r"^win +17 +1/19 +0\.0526316 ", one.out, re.MULTILINE)
    assert [line["wager"] for line in run("odds", "roulette", "--wager", "column", "--json").json["wagers"]] == [
        "column"
    ]


def test_what_the_dealer_ends_with_for_people_and_for_programs() -> None:
    asked = ("odds", "blackjack", "--dealer", "--set", "decks=1")
    found = run(*asked, "--json").json["dealer"]
    assert found["A"]["blackjack"] == "16/51"
    assert all(sum(map(Fraction, row.values())) == 1 for row in found.values())
    assert list(found["2"]) == ["17", "18", "19", "20", "21", "bust", "blackjack"]
    assert re.search(r"^A +([0-9.]+ +){6}31\.3725$", run(*asked).out, re.MULTILINE)  # 16/51
    refused = run("odds", "roulette", "--dealer")
    assert refused.status != 0
    assert "the dealer of roulette" in refused.err


def test_what_a_card_that_has_left_changes_for_people_and_for_programs() -> None:
    asked = ("odds", "blackjack", "--effects", "--wager", "insurance", "--set", "decks=6")
    effects = run(*asked, "--json").json["effects_of_removal"]["insurance"]
    assert Fraction(effects["T"]) < 0 < Fraction(effects["2"])
    shown = f"{100 * float(Fraction(effects['2'])):+.4f}"
    assert re.search(rf"^insurance .*{re.escape(shown)}", run(*asked).out, re.MULTILINE)


def test_strategy_where_there_is_nothing_to_decide() -> None:
    assert "there is nothing to decide" in run("strategy", "roulette").out
    found = run("strategy", "big-six", "--json").json
    assert (found["game"], found["decisions"]) == ("big-six", [])


def test_simulate_gives_the_same_with_any_number_of_workers() -> None:
    one, two = (
        run("simulate", "roulette", "--rounds", "1e7", "--seed", "9", "--workers", n, "--json").json for n in "12"
    )
    assert {"rounds", "seconds", "rounds_per_second", "wagers"} <= set(one)
    for row in one["wagers"]:
        assert {"wager", "edge", "standard_error", "interval_95"} <= set(row)
        low, high = row["interval_95"]
        assert low < row["edge"] < high
        assert abs(row["z"]) < 6  # one in a billion, were it not seeded
    of_the_clock = ("seconds", "rounds_per_second", "workers")
    assert one["rounds"] == 10_000_000
    assert {k: v for k, v in one.items() if k not in of_the_clock} == {
        k: v for k, v in two.items() if k not in of_the_clock
    }


def test_simulate_one_round_is_still_json() -> None:
    found = run("simulate", "big-six", "--rounds", "1", "--json").json
    assert {row["z"] for row in found["wagers"]} == {None}
    assert all(math.isfinite(row["edge"]) for row in found["wagers"])
    assert "none" in run("simulate", "big-six", "--rounds", "1").out


@pytest.mark.usefixtures("control_c")
@pytest.mark.parametrize("as_json", [True, False])
def test_an_interrupted_simulation_prints_what_was_done(as_json: bool) -> None:
    """The progress on the terminal tells when rounds are under way; then Ctrl-C."""
    ours, theirs = pty.openpty()
    words = ["simulate", "roulette", "--rounds", "1e13", *(["--json"] if as_json else [])]
    with subprocess.Popen(
        [sys.executable, "-m", "nomorebets", *words], stdout=subprocess.PIPE, stderr=theirs, text=True
    ) as process:
        os.close(theirs)
        Terminal(ours).expect("million rounds/s")
        process.send_signal(signal.SIGINT)
        late = threading.Timer(60, process.kill)  # one that does not hear it ends all the same
        late.start()
        out, _ = process.communicate()
        late.cancel()
    os.close(ours)
    assert process.returncode == 130
    if as_json:
        found = json.loads(out)
        assert found["interrupted"] is True
        assert 0 < found["rounds"] < 10**13
        assert found["wagers"]
    else:
        assert "interrupted after" in out
        assert "straight" in out


def test_a_simulation_without_output_is_not_interrupted_by_its_reader() -> None:
    assert run("simulate", "big-six", "--rounds", "1,000", "--json").json["interrupted"] is False


@pytest.mark.parametrize("kind", ["csv", "parquet", "json"])
def test_a_result_is_written_to_a_file_by_its_kind(here: Path, kind: str) -> None:
    ran = run("odds", "big-six", "--out", f"odds.{kind}")
    assert (ran.status, ran.err) == (0, f"wrote odds.{kind}\n")
    assert "bigsix-joker" in ran.out  # it is printed as well
    lines = run("odds", "big-six", "--json").json["wagers"]
    if kind == "json":
        assert json.loads((here / "odds.json").read_text())["wagers"] == lines
        return
    import duckdb

    rows = duckdb.sql(f"SELECT game, wager, edge FROM '{here / f'odds.{kind}'}' WHERE edge_decimal > 0.2").fetchall()
    assert rows == [("big-six", line["wager"], line["edge"]) for line in lines if line["edge_decimal"] > 0.2]
    assert len(rows) == 1


@pytest.mark.parametrize("words", [("odds", "big-six", "--out", "x.parquet"), ("simulate", "big-six", "--rounds", "9")])
def test_a_command_leaves_without_a_word_more(here: Path, words: tuple[str, ...]) -> None:
    done = spawn(*words, cwd=here)
    assert done.returncode == 0
    assert done.stderr == ("wrote x.parquet\n" if "--out" in words else "")


def test_letters_beyond_ascii_come_through_in_any_locale(here: Path) -> None:
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "nomorebets", "deal", "big-six", "--seed", "1"],
        env=plain,
        capture_output=True,
        check=True,
    )
    assert "dealer: “" in done.stdout.decode("utf-8")


# --- terminals, pipes, encodings ---------------------------------------------------------------------------------


class Terminal:
    """The near side of a pseudo-terminal: what it shows is read piece by piece, and nothing of it is lost."""

    def __init__(self, ours: int) -> None:
        self.ours = ours
        self.unread = ""

    def read_until(self, words: str, patience: float = 60) -> str:
        """What is shown up to and including these words; empty if they do not come in time."""
        deadline = time.monotonic() + patience
        while words not in self.unread:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.ours], [], [], left)[0]:
                return ""
            try:
                self.unread += os.read(self.ours, 65536).decode(errors="replace")
            except OSError:  # the other side has left
                return ""
        shown, _, self.unread = self.unread.partition(words)
        return shown + words

    def type(self, line: str) -> None:
        os.write(self.ours, line.encode() + b"\n")

    def expect(self, words: str) -> str:
        shown = self.read_until(words)
        assert shown, f"{words!r} did not come: {self.unread!r}"
        return shown

    def answer(self, line: str, prompt: str = "] > ") -> str:
        """Type a line, and read what is shown up to the next prompt."""
        self.type(line)
        return self.expect(prompt)


@pytest.fixture
def seated() -> Iterator[tuple[Terminal, subprocess.Popen[bytes]]]:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "NO_COLOR": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "nomorebets", "play", "roulette"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    yield Terminal(ours), process
    process.kill()
    process.wait()
    os.close(ours)


def test_a_session_at_the_terminal(seated: tuple[Terminal, subprocess.Popen[bytes]]) -> None:
    terminal, process = seated
    greeting = terminal.expect("[$500, $0 down] > ")
    assert "red 10" in greeting
    assert "\x1b[" not in greeting  # NO_COLOR
    assert "Put something down first" in terminal.answer("go")
    shown = terminal.answer("red 10")
    assert "$10 on the red box; pays 1 to 1 [13:69F-5.1(e)9" in shown
    assert shown.endswith("[$490, $10 down] > ")
    assert "their boxes share no line [13:69F-5.1(e)2 (parallel text)]; accepted: " in terminal.answer("split:1-3 5")
    assert "accepted: straight:17" in terminal.answer("17 5")
    assert "refused" in terminal.answer("red 10.25")
    assert "the seat has $490 left" in terminal.answer("black 1000")
    assert "'lots' is not an amount of money" in terminal.answer("black lots")
    assert terminal.answer("clear").endswith("[$500, $0 down] > ")
    assert terminal.answer("dozen:2 50").endswith("[$450, $50 down] > ")
    assert "1/19" in terminal.answer("odds")
    dealt = terminal.answer("go", "$0 down] > ")
    assert "No More Bets” [13:69F-5.3(b)" in dealt
    won, lost = "dozen:2: win +$100 [13:69F-5.2(a)" in dealt, "dozen:2: lose -$50 [13:69F-5.3(e)" in dealt
    assert won != lost
    assert terminal.answer("quit", "You leave with $600." if won else "You leave with $450.")
    assert process.wait(timeout=60) == 0


@pytest.mark.usefixtures("control_c")
@pytest.mark.parametrize("key", ["end of input", "Ctrl-C"])
def test_leaving_the_table_abruptly(seated: tuple[Terminal, subprocess.Popen[bytes]], key: str) -> None:
    terminal, process = seated
    terminal.expect("[$500, $0 down] > ")
    farewell = ""
    for _ in range(20):  # a signal that comes just before the wait for a line is seen at the next one
        if key == "Ctrl-C":
            process.send_signal(signal.SIGINT)
        else:
            os.write(terminal.ours, b"\x04")
        farewell = terminal.read_until("You leave with $500.", patience=5)
        if farewell:
            break
    assert farewell
    assert "Traceback" not in farewell
    assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("game", ["roulette", "big-six"])
def test_without_a_terminal_play_demonstrates_a_round(game: str) -> None:
    ran = run("play", game, stdin=b"red 10\ngo\n")
    assert (ran.status, ran.err) == (0, "")
    assert f"odds {game}" in ran.out
    assert re.search(r"13:69F-5\.\d\(", ran.out)
    assert "\x1b" not in ran.out


def test_what_to_try_next_names_a_file_where_it_lies(tmp_path) -> None:
    file = tmp_path / "of mine.toml"
    limits = '[limits]\ntable = {min = "5.00", max = "500.00"}\n'
    file.write_text(f'game = "casino-war"\nname = "Quick Peace"\n[terms]\ntie-rule = "half-lost"\n{limits}')
    assert f"odds '{file}'," in run("play", str(file)).out.replace("\n", " ")


def test_colours_only_where_they_are_wanted() -> None:
    for words in (["deal", "roulette"], ["odds", "roulette"], ["games"]):
        assert "\x1b" not in spawn(*words, env={**os.environ, "NO_COLOR": "1", "TERM": "xterm-256color"}).stdout
        assert "\x1b" not in spawn(*words, env={**os.environ, "TERM": "xterm-256color"}).stdout


@pytest.mark.parametrize(
    "words",
    [
        ["deal", "roulette", "--rounds", "1500"],
        ["deal", "roulette", "--rounds", "1500", "--json"],
        ["deal", "roulette", "--rounds", "1500", "--record", "-"],
        ["odds", "roulette"],
        ["coverage"],
    ],
    ids=" ".join,
)
def test_a_reader_who_has_seen_enough(words: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "nomorebets", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
def test_a_full_disk_is_reported() -> None:
    for words in (["odds", "roulette"], ["odds", "roulette", "--json"], ["deal", "roulette", "--record", "-"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "nomorebets", *words],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr == "nomorebets: the result cannot be written: No space left on device\n"


def test_closed_streams_do_no_harm() -> None:
    shell = f"{sys.executable} -m nomorebets"
    for words in ("odds roulette >&-", "odds roulette --json >&-", "sample quick-peace >&-", "play roulette <&-"):
        line = f"{shell} {words}"
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
    done = subprocess.run(["sh", "-c", f"{shell} dispute - <&-"], capture_output=True, text=True, check=False)
    check_refused(done, "there is no standard input")


def test_what_the_compiler_had_half_made_is_passed_over() -> None:
    """Its objects complain when Control-C comes while they are made; whatever else complains is shown."""
    code = """
import sys
from nomorebets.cli import main
sys.argv = ["nomorebets", "--version"]
try:
    main()
except SystemExit:
    pass
for module in ("llvmlite.binding.ffi", "another"):
    def gone(self):
        raise AttributeError(module)
    gone.__module__ = module
    type("Made", (), {"__del__": gone})()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert re.findall(r"AttributeError: (\S+)", done.stderr) == ["another"]


def test_a_terminal_that_knows_ascii_only() -> None:
    narrow = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert spawn("play", "roulette", env=narrow).returncode == 0
    found = spawn("strategy", "roulette", "--json", env=narrow)
    assert found.stdout.isascii()
    assert json.loads(found.stdout)["game"] == "roulette"


def test_file_names_that_are_no_text(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"nomorebets", b"replay", bytes(tmp_path) + b"/\xff"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"nomorebets: ")
    assert b"No such file" in done.stderr


# --- what is imported --------------------------------------------------------------------------------------------

IMPORTED = """\
import sys
from nomorebets.cli import main
sys.argv = ["nomorebets", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
print("imported", *{name.split(".")[0] for name in sys.modules}, file=sys.stderr)
"""


def imported(*words: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", IMPORTED, *words], capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    return set(done.stderr.splitlines()[-1].split()[1:])


HEAVY = {"numba", "litestar", "uvicorn", "sqlalchemy", "typst", "vl_convert"}


def test_what_needs_no_compiler_imports_none(here: Path) -> None:
    run("deal", "roulette", "--record", "round.jsonl")
    (here / "house.toml").write_text('[[table]]\ngame = "roulette"\n')
    for words in (
        ["--help"],
        ["rule", "5.3(a)"],
        ["check", "house.toml"],
        ["deal", "roulette"],
        ["replay", "round.jsonl"],
        ["dispute", "dispute.toml"],
        ["play", "roulette"],
        ["odds", "roulette"],
    ):
        assert not imported(*words) & HEAVY, words


def test_help_is_light() -> None:
    for words in (["--help"], ["deal", "--help"], ["simulate", "--help"], ["report", "--help"], ["--version"]):
        assert not imported(*words) & {*HEAVY, "rich", "numpy"}, words


# --- whatever is typed -------------------------------------------------------------------------------------------

WORDS = [
    *(
        "roulette",
        "big-six",
        "blackjack",
        "craps",
        "red",
        "straight:17",
        "variety",
        "red@5+even",
        "-",
        "--",
        "",
        ".",
        "dispute.toml",
    ),
    *(
        "round.jsonl",
        "house.toml",
        "5.3(a)",
        "19:47-5.2(b)",
        "1979-05-01",
        "1998-11-16",
        "0",
        "1",
        "3",
        "-1",
        "1e3",
        "9" * 5000,
    ),
    *(
        "nan",
        "inf",
        "²",
        "٣",
        "\n",
        "\0",
        "\x1b[31m",
        "[bold]",
        "x" * 3000,
        "\udcff",
        "wheel-kind=single-zero",
        "=",
        "a=b=c",
    ),
    *(
        "limits.table.min=5",
        "limits.=",
        "limits.table=",
        "pay-table.straight=36 to 1",
        "pay-table.=",
        "wheel=$1",
        "smallest-chip=0",
    ),
    *(
        "--seats",
        "--seed",
        "--strategy",
        "--transcript",
        "--as-of",
        "--set",
        "--house",
        "--table",
        "--json",
        "--entry",
        "--round",
    ),
    *("--wager", "--stake", "--workers", "--help", "-h", "-x", "--seats=2", "--json=1"),
]
typed = st.lists(
    st.sampled_from(WORDS) | st.text(max_size=10).filter(lambda word: not word.startswith("-")), max_size=7
)


@given(st.sampled_from(COMMANDS), typed, st.sampled_from([b"", b"\xff", DISPUTE.encode(), b"{}", b"game = 5"]))
@settings(max_examples=250, deadline=None)
def test_whatever_is_typed_never_ends_in_a_traceback(command: str, words: list[str], stdin: bytes) -> None:
    if command == "simulate":
        words = ["--rounds", "1000", *words]
    if command == "verify":  # every game would take long
        words = ["big-six", "--rounds", "1000", "--deals", "2", *words]
    if command == "drill":  # ten questions would take long
        words = ["--count", "1", *words]
    if command == "guide":  # writes files
        return
    if command == "serve":  # would not end
        words = [*words, "--db", "nonsense"]
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("dispute.toml").write_text(DISPUTE)
            Path("house.toml").write_text('[[table]]\ngame = "roulette"\nlimits = { table = 5 }\n')
            ran = run(command, *words, stdin=stdin)
        finally:
            os.chdir(before)
    assert ran.status in (0, 1, 2)
    if ran.status == 2:
        check_refused(ran)


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "roulette", "--set", "x" * 3000 + "=1"],
        ["deal", "roulette", "--strategy", "red\n" * 1000],
        ["simulate", "roulette", "--rounds", "9" * 5000],
        ["dispute", "x" * 5000],
        ["deal", "roulette", "--seed", "9" * 5000],
        ["rule", "5.3(a)" * 1000],
        ["strategy", "[bold]roulette"],
    ],
    ids=range(7),
)
def test_strange_words_given_to_a_process(words: list[str]) -> None:
    check_refused(spawn(*words))
