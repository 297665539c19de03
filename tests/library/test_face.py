"""What people who import nomorebets find: few names, light to import, results that show themselves in a line."""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

import nomorebets
from nomorebets.errors import RulesError, UnknownName
from nomorebets.library import count


def test_every_name_is_there_and_no_other():
    assert list(nomorebets.__all__) == sorted(nomorebets.__all__)
    assert all(getattr(nomorebets, name) is not None for name in nomorebets.__all__)
    assert len(nomorebets.__all__) <= 45
    with pytest.raises(AttributeError, match="oods"):
        _ = nomorebets.oods


def test_importing_is_light():
    program = (
        "import sys, nomorebets; print([m for m in ('numba', 'numpy', 'litestar', 'msgspec') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_misspelt_names_fail_type_checks(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        'import nomorebets\nnomorebets.oods("roulette")\nnomorebets.odds("roulette")["red"].egde\n'
        'nomorebets.simulate("roulette", "1e3", sede=1).lines[0].edge\n'
        'at = nomorebets.start("roulette", seed=1)\nat.copy().legall\n'
    )
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), "--follow-imports=silent", str(script)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(nomorebets.__file__).parents[2],
    )
    assert '"oods"' in checked.stdout
    assert '"egde"' in checked.stdout
    assert '"sede"' in checked.stdout
    assert '"legall"' in checked.stdout
    assert "Found 4 errors" in checked.stdout  # and what is spelt rightly is right


SHOWN = {
    "table": lambda: nomorebets.open_table("blackjack"),
    "round": lambda: nomorebets.deal("roulette", seed=1),
    "ruling": lambda: nomorebets.deal("roulette", seed=1).rulings[0],
    "odds": lambda: nomorebets.odds("roulette"),
    "line": lambda: nomorebets.odds("roulette")["red"],
    "advice": lambda: nomorebets.strategy("caribbean-stud"),
    "simulation": lambda: nomorebets.simulate("big-six", 1000),
    "session": lambda: nomorebets.session("roulette", "red", 50),
    "verdict": lambda: nomorebets.dispute(nomorebets.deal("roulette", seed=1)),
    "equities": lambda: nomorebets.equities("holdem", "AsKs QhQd", board="Qc Jd 2h 3s"),
    "verified": lambda: nomorebets.verify("big-six", 1000, deals=5),
}


def test_a_guide_and_a_report_show_themselves_in_a_line_and_a_guide_in_a_notebook():
    guide = nomorebets.guide("big-six")
    assert repr(guide) == "<guide of big-six as of 2012-03-19: 7 wagers>"
    assert "<table" in guide._repr_html_()
    assert "13:69F-5.5(a)" in guide._repr_markdown_()
    made = nomorebets.report("big-six", made=date(2012, 3, 19), sensitivity=False)
    assert repr(made) == "<report on big-six as of 2012-03-19: 7 wagers>"


def test_citations_in_a_notebook_show_their_basis():
    dealt = nomorebets.deal("roulette", seed=1)
    for result in (dealt, nomorebets.dispute(dealt)):
        assert "13:69F-5.3(e) (parallel text)" in result._repr_html_()
    assert "basis parallel" in nomorebets.odds("roulette")["red"]._repr_html_()


@pytest.mark.parametrize("result", SHOWN)
def test_a_result_shows_itself_in_a_line_and_in_a_notebook(result):
    made = SHOWN[result]()
    line, page = repr(made), made._repr_html_()
    assert "\n" not in line
    assert len(line) < 200
    assert page.startswith("<")
    assert page != f"<code>{line}</code>"  # something better than the line
    assert "<script" not in page


@pytest.mark.parametrize("result", SHOWN)
def test_a_result_is_a_table_in_markdown_too(result):
    blocks = SHOWN[result]()._repr_markdown_().split("\n\n")
    tables = [block.splitlines() for block in blocks if block.startswith("| ")]
    assert tables
    for head, rule, *rows in tables:
        width = len(re.findall(r"(?<!\\)\|", head))
        assert set(rule) == {"|", "-", " "}
        assert rows
        assert {len(re.findall(r"(?<!\\)\|", row)) for row in (rule, *rows)} == {width}
    others = [block for block in blocks if not block.startswith("| ")]
    assert all(re.fullmatch(r"\*\*[^\n]+\*\*", block) for block in others)
    assert not any("<" in block for block in blocks)


def test_what_people_write_is_text_in_a_notebook(tmp_path):
    told = """game = "roulette"
spins = "0"
wagers = [{seat = 1, wager = "red", amount = "5.00"}]
[details]
table = "<script>alert(1)</script>"
"""
    for page in (nomorebets.dispute(told)._repr_html_(), nomorebets.dispute(told)._repr_markdown_()):
        assert "<script" not in page


@pytest.mark.parametrize(
    ("given", "means"), [(1000, 1000), (1e6, 10**6), ("1e6", 10**6), ("1,000", 1000), ("2.5e1", 25)]
)
def test_counts_as_people_write_them(given, means):
    assert count(given) == means


@pytest.mark.parametrize("given", ["", "many", 1.5, "1e-3", True, None, float("inf"), "1e99", "1/0"])
def test_what_is_no_count_is_refused(given):
    with pytest.raises(UnknownName, match="is no count"):
        count(given)


def test_an_executor_gives_the_same_totals_and_says_where_it_ran():
    alone = nomorebets.simulate("roulette", "6e6", seed=3, wager="red")
    with ProcessPoolExecutor(1) as executor:
        shared = nomorebets.simulate("roulette", "6e6", seed=3, wager="red", executor=executor)
        assert executor.submit(abs, -1).result() == 1  # it is still its owner's
    assert shared.lines == alone.lines
    assert (alone.ran_on, shared.ran_on) == ("threads of this process", "concurrent ProcessPoolExecutor")
    with pytest.raises(UnknownName, match="cannot be given work"):
        nomorebets.simulate("roulette", 1000, executor=7)  # type: ignore[arg-type]


def test_ray_is_given_as_its_module():
    ray = pytest.importorskip("ray", reason="Ray is tried by hand: with 240 MB it is not among the locked packages")
    with pytest.raises(UnknownName, match="Ray is not started"):
        nomorebets.simulate("roulette", 1000, executor=ray)
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        shared = nomorebets.simulate("roulette", "6e6", seed=3, wager="red", executor=ray)
    finally:
        ray.shutdown()
    assert shared.lines == nomorebets.simulate("roulette", "6e6", seed=3, wager="red").lines
    assert shared.ran_on == "Ray with 1 workers"


def surrenders(seen: nomorebets.Seen) -> str:
    return "surrender" if "surrender" in seen.legal else next(iter(seen.legal))


def test_the_odds_by_a_function_are_those_by_the_name_of_the_same_play():
    sheet = nomorebets.odds("casino-war", strategy=surrenders)
    named = nomorebets.odds("casino-war", strategy="always-surrender")
    assert sheet["initial"].edge == named["initial"].edge
    assert sheet.strategy == "surrenders"


def test_rounds_that_are_too_many_to_deal_are_refused():
    with pytest.raises(UnknownName, match="more than"):
        nomorebets.odds("three-card-poker", strategy=lambda seen: "fold")


def test_a_function_is_dealt_to_by_the_script():
    result = nomorebets.simulate("caribbean-stud", 300, seed=5, strategy=lambda seen: "fold")
    assert result.lines[0].edge == 1  # the ante is lost each time
    assert (result.strategy, result.ran_on) == ("<lambda>", "the script")
    with pytest.raises(RulesError, match="is not offered"):
        nomorebets.simulate("caribbean-stud", 3, strategy=lambda seen: "pray")


@pytest.mark.parametrize("game", ["holdem", "badugi", "seven-card-stud", "chemin-de-fer"])
def test_a_round_that_one_seat_cannot_play_is_dealt_to_two(game):
    assert {ruling.seat for ruling in nomorebets.deal(game, seed=1).rulings} == {1, 2}
    assert {ruling.seat for ruling in nomorebets.deal("roulette", seed=1).rulings} == {1}


def test_a_game_file_may_be_given_as_a_path():
    path = Path(__file__).parents[2] / "examples" / "games" / "hot-dice.toml"
    named = nomorebets.odds(str(path), wager="lucky-pair")["lucky-pair"].edge
    assert nomorebets.odds(path, wager="lucky-pair")["lucky-pair"].edge == named
    assert nomorebets.open_table(path).house == nomorebets.open_table(str(path)).house
    assert nomorebets.deal(path, seed=1).rulings


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: nomorebets.odds(5), "no game is called '5'"),
        (lambda: nomorebets.rule("5.6(b)", "2000-01-01"), "'2000-01-01' is not a date; accepted: a date, like"),
        (lambda: nomorebets.diff("big-six", "1990-01-01", "2000-01-01"), "is not a date"),
        (lambda: nomorebets.session("roulette", "red", 10, per_hour=0), "an hour of 0 rounds"),
        (
            lambda: nomorebets.odds("roulette", strategy=lambda seen: "x"),
            "Roulette has no strategy: .* to decide",
        ),
        (lambda: nomorebets.simulate("roulette", 5, strategy=lambda seen: "x"), "Roulette has no strategy"),
        (lambda: nomorebets.start("roulette", {1: 5}), "seat 1: '5' does not say on what; accepted: dollars by wager"),
        (lambda: nomorebets.start("roulette", "red"), "'red' are no wagers"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(ask, why):
    with pytest.raises(RulesError, match=why):
        ask()


def test_one_thing_is_said_in_the_singular():
    assert repr(nomorebets.session("roulette", "red", 1)).startswith("<1 round of red")
    assert "of 1 round of roulette" in repr(nomorebets.simulate("roulette", 1, wager="red"))
    assert "1 wager, nothing" in repr(nomorebets.dispute(nomorebets.deal("roulette", seed=1)))
    for ask, why in (
        (lambda: nomorebets.equities("holdem", "AsKs"), "'AsKs': 1 hand; accepted: 2 to 9 hands"),
        (lambda: nomorebets.equities("holdem", "AsKs QhQd", board="2c"), "a board of 1 card; accepted: 0, 3"),
        (lambda: nomorebets.odds("spanish-21", removed="Ts"), "1 card Ts cannot be removed"),
        (lambda: nomorebets.start("roulette", {"red": None}), "Red refused: no amount of money is stated"),
    ):
        with pytest.raises(RulesError, match=why):
            ask()


def test_a_dispute_takes_text_a_path_a_record_and_a_round(tmp_path):
    round_played = nomorebets.deal("roulette", seed=1)
    record = tmp_path / "round.jsonl"
    record.write_bytes(nomorebets.write_record(round_played))
    rulings = [nomorebets.dispute(given).required for given in (round_played, record, str(record))]
    assert rulings[0] == rulings[1] == rulings[2] == round_played.rulings


def test_cards_that_left_and_a_meter_change_the_odds():
    whole = nomorebets.odds("minibaccarat")["tie"].edge
    assert nomorebets.odds("minibaccarat", removed="8s 8h 8d 8c")["tie"].edge != whole
    low, high = (
        nomorebets.odds("caribbean-stud", meter=m, wager="progressive-payout")["progressive-payout"].edge
        for m in ("100000", "200000")
    )
    assert isinstance(low, Fraction)
    assert low > high


@pytest.mark.parametrize(
    ("game", "meter", "why"),
    [
        ("caribbean-stud", "-0.01", r"no meter shows -\$0.01"),
        ("roulette", "5.00", "Roulette has no progressive meter"),
        ("red-dog", "5.00", "Red dog has no progressive meter"),
    ],
)
def test_a_meter_is_refused_where_there_is_none_and_below_nothing(game, meter, why):
    with pytest.raises(nomorebets.UnknownName, match=why):
        nomorebets.odds(game, meter=meter)


def test_a_meter_may_show_nothing():
    assert nomorebets.odds("caribbean-stud", meter=0, wager="progressive-payout")["progressive-payout"].edge > 0


def test_where_nothing_is_decided_there_is_no_strategy_and_it_says_why():
    for game in ("roulette", "keno", "punto-banco"):
        with pytest.raises(nomorebets.UnknownName, match=rf"^{game} has no strategy: .+; accepted: odds, to choose"):
            nomorebets.strategy(game)


@pytest.mark.parametrize("there", ["pandas", "polars"])
def test_figures_are_frames_of_whichever_library_is_there(monkeypatch, there):
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(DataFrame=lambda rows: rows) if name == there else None)
    sheet = nomorebets.odds("roulette")
    rows = sheet.to_frame()
    assert [row["wager"] for row in rows] == [*sheet]
    assert (rows[0]["edge"], "outcomes" in rows[0]) == (str(sheet[rows[0]["wager"]].edge), False)
    assert [(row["outcome"], row["net"], row["probability"]) for row in sheet["straight"].to_frame()] == [
        ("win", "35", "1/38"),
        ("lose", "-1", "37/38"),
    ]
    simulated = nomorebets.simulate("big-six", rounds=1000, seed=1)
    assert [row["wager"] for row in simulated.to_frame()] == [line.wager for line in simulated.lines]


def test_without_either_a_frame_says_what_it_needs(monkeypatch):
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(UnknownName, match="a frame needs pandas or polars; accepted: pip install pandas"):
        nomorebets.odds("roulette").to_frame()
