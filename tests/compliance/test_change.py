"""A change at a table: what 8.2 and 8.3 ask for before it takes effect. The text of both was not read."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.compliance.change import ChangeFileError, Judged, judge, judge_written, read_change, register, sign_of
from nomorebets.compliance.housefile import read_house_file
from nomorebets.errors import UnknownName
from nomorebets.games import game, game_ids
from nomorebets.regulation import law
from nomorebets.table.record import house_lines

HOUSE = """
as_of = 2008-07-21
[[table]]
id = "R-1"
game = "roulette"
options = { even-money-on-zero = "half" }
limits = { table = { min = "5.00", max = "500.00" } }
[[table]]
id = "P-1"
game = "punto-banco"
pit = "Pit 1"
[[table]]
id = "P-2"
game = "punto-banco"
pit = "Pit 1"
[[table]]
id = "P-3"
game = "punto-banco"
pit = "Pit 2"
"""
RULE = 'house = "h.toml"\ntable = "R-1"\noption = "even-money-on-zero"\nvalue = "whole"\n'
LIMITS = 'house = "h.toml"\ntable = "R-1"\nlimits = { table = { min = "10.00", max = "500.00" } }\n'
POSTED = "posted = 2012-05-01T20:00:00\n"
ALL = POSTED + "announced = true\nregulator_notified = true\n"


def judged(*parts: str) -> Judged:
    return judge(read_change("".join(parts).encode()), read_house_file(HOUSE.encode()))


def missing(*parts: str) -> list[tuple[str, str]]:
    return [(m.what, m.by.reading) for m in judged(*parts).missing]


@pytest.mark.parametrize(("minute", "may"), [(29, False), (30, True), (31, True)])
def test_8_3_a_rule_changes_thirty_minutes_after_its_notice(minute, may):
    done = judged(RULE, ALL, f"effective = {(datetime(2012, 5, 1, 20) + timedelta(minutes=minute)).isoformat()}\n")
    assert done.may_take_effect is may
    assert done.state == ("effective" if may else "regulator told")
    assert [m.by.reading for m in done.missing] == ([] if may else ["R-8.3-thirty-minutes"])


def test_8_3_the_half_hour_begins_with_the_last_of_the_three():
    told = "announced = 2012-05-01T20:05:00\nregulator_notified = 2012-05-01T20:10:00\n"
    assert judged(RULE, POSTED, told).earliest == datetime(2012, 5, 1, 20, 40)


@pytest.mark.parametrize(
    ("done", "state", "lacks"),
    [
        ("", "draft", 3),
        (POSTED, "posted", 2),
        (POSTED + "announced = true\n", "announced", 1),
        (ALL, "pending", 0),
        (ALL + "effective = 2012-05-01T20:30:00\n", "effective", 0),
    ],
)
def test_8_3_a_change_goes_through_its_states(done, state, lacks):
    result = judged(RULE, done)
    assert (result.state, len(result.missing)) == (state, lacks)
    assert {m.by.reading for m in result.missing} <= {"R-8.3-thirty-minutes"}


def test_8_3_limits_change_as_soon_as_they_are_posted_and_announced():
    done = judged(LIMITS, POSTED, "announced = true\neffective = 2012-05-01T20:00:00\n")
    assert done.state == "effective"
    assert done.earliest == datetime(2012, 5, 1, 20)
    assert missing(LIMITS, POSTED) == [("the patrons at the table were not told", "R-8.3-limits-at-once")]
    assert (
        missing(LIMITS, POSTED, "announced = true\neffective = 2012-05-01T19:59:00\n")[0][1] == "R-8.3-limits-at-once"
    )


def rows(*limits: str) -> dict[str, tuple[str | None, str | None]]:
    """Limits that one change after another would post at R-1: name, before and after, of the last of them."""
    house, done = HOUSE, None
    for asked in limits:
        change = read_change(f'house = "h.toml"\ntable = "R-1"\nlimits = {asked}\n'.encode())
        done = judge(change, read_house_file(house.encode()))
        assert done.after is not None
        posted = msgspec.json.encode(house_lines(done.after).limits).decode().replace(":", " = ")
        house = HOUSE.replace('{ table = { min = "5.00", max = "500.00" } }', posted)
    assert done is not None
    return {str(row["name"]): (row["before"], row["after"]) for row in done.to_dict()["changes"]}


@pytest.mark.parametrize(
    ("limits", "changes"),
    [
        (['{ table = { max = "600.00" } }'], {"table max": ("500.00", "600.00")}),
        (['{ table = { min = "10.00" } }'], {"table min": ("5.00", "10.00")}),
        (['{ table = { max = "none" } }'], {"table max": ("500.00", None)}),
        (['{ table = { total = "20.00" } }'], {"table total": (None, "20.00")}),
        (['{ table = { total = "20.00" } }', '{ table = { total = "none" } }'], {"table total": ("20.00", None)}),
        (['{ straight = { max = "20.00" } }'], {"straight max": ("500.00", "20.00")}),  # until then it was the table's
        (
            ['{ straight = { max = "20.00" } }', '{ straight = { max = "none" } }'],
            {"straight max": ("20.00", "500.00")},
        ),
        (
            ['{ straight = { min = "1.00", max = "20.00" } }', '{ straight = { max = "30.00" } }'],
            {"straight max": ("20.00", "30.00")},
        ),
    ],
)
def test_8_2_a_limit_that_is_not_spoken_of_stays_and_the_one_that_holds_is_told(limits, changes):
    assert rows(*limits) == changes


def test_8_3_a_sign_of_limits_says_what_holds_and_what_held():
    def sign(limits: str) -> str:
        done = judged(f'house = "h.toml"\ntable = "R-1"\nlimits = {limits}\n')
        assert done.after is not None
        return sign_of(done.before, done.after)

    assert sign('{ straight = { max = "20.00" } }') == "Straight up, maximum: $20.00 (currently $500.00)"
    assert sign('{ straight = { step = "5.00" } }') == "Straight up, steps of: $5.00 (currently none)"
    both = sign('{ table = { max = "1000.00" }, straight = { max = "500.00" } }')
    assert both == "Each wager, maximum: $1000.00 (currently $500.00); Straight up, maximum: $500.00 (as now)"


@pytest.mark.parametrize(("end", "asked"), [("max", "0.00"), ("total", "0"), ("max", "-5.00"), ("step", "0.00")])
def test_8_2_a_limit_of_nothing_lets_nobody_in_and_none_is_the_word_for_no_limit(end, asked):
    [fault, *_] = judged(f'house = "h.toml"\ntable = "R-1"\nlimits = {{ table = {{ {end} = "{asked}" }} }}\n').missing
    assert "lets nobody in" in fault.what
    assert f'{end} = "none"' in fault.remedy


def test_8_3_limits_with_a_rule_are_a_rule():
    done = judged(RULE, 'limits = { table = { min = "10.00" } }\n', POSTED, "announced = true\n")
    assert [m.what for m in done.missing] == ["the regulator was not notified"]


def test_8_3_a_closed_table_opens_with_the_change():
    done = judged(RULE, POSTED, "regulator_notified = true\nclosed = true\neffective = 2012-05-01T20:00:00\n")
    assert done.may_take_effect
    assert missing(RULE, POSTED, "closed = true\n") == [("the regulator was not notified", "R-8.3-closed-table")]


def test_what_the_rules_do_not_allow_does_not_become_lawful_by_a_notice():
    less = RULE.replace('option = "even-money-on-zero"\nvalue = "whole"\n', 'pay-table = { straight = "34 to 1" }\n')
    [fault] = judged(less, ALL).missing
    assert fault.by.on(date(2008, 7, 21)) == "19:47-5.2(a)"
    assert "35 to 1" in fault.remedy


def test_no_notice_lets_a_table_be_run_with_what_is_for_analysis_only():
    house = read_house_file(b'[[table]]\nid = "S-1"\ngame = "spanish-21"')
    change = 'house = "h.toml"\ntable = "S-1"\noption = "dealer-soft-17"\nvalue = "hit"\n'
    [lacks] = judge(read_change((change + ALL).encode()), house).missing
    assert "no table may be run with it" in lacks.what
    assert (lacks.by.reading, lacks.accepts) == ("R-19.12-soft-17", "dealer-soft-17 = stand")


def test_8_2_limits_that_let_nobody_in_are_no_change():
    [fault] = judged(LIMITS.replace('"10.00"', '"600.00"'), POSTED, "announced = true\n").missing
    assert fault.by.reading == "R-8.2-limits"


def test_3_10_c_the_order_of_settlement_needs_its_written_notice_and_the_whole_pit():
    order = (
        RULE.replace("R-1", "P-1").replace("even-money-on-zero", "settlement-order").replace("whole", "vig-pay-each")
    )
    by_notice = "regulator_notified = 2012-05-01T20:00:00\n"
    [fault] = judged(order, by_notice).missing
    assert "table P-2 of the same pit" in fault.what
    assert 'together = ["P-2"]' in fault.remedy
    assert judged(order, by_notice, 'together = ["P-2"]\n').may_take_effect  # P-3 is of another pit
    [late] = judged(order, by_notice, 'together = ["P-2"]\neffective = 2012-05-01T20:29:00\n').missing
    assert late.by.on(date(2008, 7, 21)) == "19:47-3.10(c)2"
    with pytest.raises(ChangeFileError, match="no other table R-1 of punto-banco") as refused:
        judged(order, by_notice, 'together = ["R-1"]\n')
    assert refused.value.accepts == "P-2, P-3"
    assert [act for act, _, _ in judged(order, by_notice).acts] == ["regulator told"]


SAME_ODDS = """
[[table]]
id = "M-1"
game = "mini-dice"
[[table]]
id = "M-2"
game = "mini-dice"
pay-table = { field-12 = "2 to 1" }
"""


def test_13_6_b_higher_odds_change_at_all_tables_of_the_casino_or_at_none():
    raised = 'house = "h.toml"\ntable = "M-1"\npay-table = { field-12 = "3 to 1" }\n' + ALL
    house = read_house_file(SAME_ODDS.encode())
    [fault] = judge(read_change(raised.encode()), house).missing
    assert fault.what == "table M-2 of the casino has pay-table.field-12 = 2 to 1"
    assert fault.by.on(law.newest()) == "13:69F-13.6(b)"
    assert judge(read_change(f'{raised}together = ["M-2"]\n'.encode()), house).may_take_effect


def test_1_4_an_option_that_chooses_odds_changes_at_all_tables_of_the_casino_or_at_none():
    raised = 'house = "h.toml"\ntable = "C-1"\noption = "field-12"\nvalue = "3 to 1"\n' + ALL
    house = read_house_file(b'[[table]]\nid = "C-1"\ngame = "craps"\n[[table]]\nid = "C-2"\ngame = "craps"\n')
    [fault] = judge(read_change(raised.encode()), house).missing
    assert fault.what == "table C-2 of the casino has pay-table.field-12 = 2 to 1"
    assert fault.by.reading == "R-1.4-to"
    assert judge(read_change(f'{raised}together = ["C-2"]\n'.encode()), house).may_take_effect


def test_8_3_all_that_is_missing_is_named_at_once():
    """A time that is too early whatever comes, and acts of which nobody says when they were done."""
    early = "effective = 2012-05-01T20:29:00\n"
    assert [what for what, _ in missing(RULE, POSTED, early)] == [
        "the patrons at the table were not told",
        "the regulator was not notified",
        "2012-05-01 20:29:00 is before 2012-05-01 20:30:00, when the notice has run",
    ]
    undated = judged(RULE, "announced = true\nregulator_notified = true\n").missing
    assert [m.what.partition(",")[0] for m in undated] == [
        "no sign states the change",
        "announced = true does not say when",
        "regulator_notified = true does not say when",
    ]
    assert undated[1].remedy == "write announced = the time"


def test_8_3_a_change_that_may_take_effect_does_so_between_rounds(tmp_path: Path):
    between = judged(RULE, ALL).to_dict()["between_rounds"]
    assert between == {"cite": "19:47-8.3 R-8.3-between-rounds", "basis": "reconstructed"}
    (tmp_path / "h.toml").write_text(HOUSE)
    (tmp_path / "c.toml").write_text(RULE + ALL)
    said = CliRunner().invoke(nomorebets, ["change", str(tmp_path / "c.toml")]).stdout.replace("\n", " ")
    assert "it may take effect between rounds, from 2012-05-01T20:30:00 on" in said
    assert "option half-loss-rounding: exact no longer applies" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("house = 1", "house"),
        ('house = "h.toml"\ntable = "R-1"\n', "nothing is to be changed"),
        (RULE.replace('value = "whole"\n', ""), "an option goes with its value"),
        (RULE + "colour = 1\n", "colour"),
        (RULE + POSTED + "announced = 2012-05-01T20:00:00Z\n", "zone"),
        (RULE.replace("R-1", "R-9"), "no table R-9"),
        (RULE.replace('"whole"', '"half"') + ALL, "nothing would change"),
    ],
)
def test_a_file_that_describes_no_change_is_refused(text, says):
    with pytest.raises(ChangeFileError, match=says):
        judged(text)


def test_8_3_the_register_has_every_option_that_says_so_itself():
    rows = {(row.game, row.option) for row in register(law.newest())}
    assert ("roulette", "even-money-on-zero") in rows
    assert ("punto-banco", "settlement-order") in rows
    for name in game_ids():
        for option in game(name).terms.all_options:
            if option.sign is not None and law.in_force(option.sign, law.newest()):
                assert (name, option.id) in rows
    assert ("roulette", "verbal-cash-wagers") not in rows


def test_a_slip_of_the_pen_is_no_violation():
    with pytest.raises(UnknownName, match="even-money-on-zreo"):
        judged(RULE.replace("on-zero", "on-zreo"), ALL)


def test_the_example_may_take_effect_when_it_says():
    examples = Path(__file__).parents[2] / "examples"
    done = judge_written((examples / "change.toml").read_bytes(), examples)
    assert done.state == "effective"
    assert done.earliest == done.change.effective


def test_the_command_says_yes_or_no(tmp_path: Path):
    (tmp_path / "h.toml").write_text(HOUSE)
    file = tmp_path / "change.toml"
    file.write_text(RULE + ALL + "effective = 2012-05-01T20:30:00\n")
    done = CliRunner().invoke(nomorebets, ["change", str(file), "--json", "--odds"])
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert {(one["name"], one["before"], one["after"]) for one in facts["changes"]} == {
        ("even-money-on-zero", "half", "whole"),
        ("half-loss-rounding", "exact", None),  # nothing is halved any more
    }
    assert {edge["difference"] for edge in facts["edges"]} == {"1/38"}
    file.write_text(RULE)
    done = CliRunner().invoke(nomorebets, ["change", str(file)])
    assert done.exit_code == 1
    assert "19:47-8.3 R-8.3-thirty-minutes, reconstructed" in done.stdout


def test_a_change_comes_on_standard_input_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "h.toml").write_text(HOUSE)
    monkeypatch.chdir(tmp_path)  # where its house file is looked for
    done = CliRunner().invoke(nomorebets, ["change", "-", "--json"], input=RULE + ALL)
    assert (done.exit_code, json.loads(done.stdout)["table"]) == (0, "R-1")


# --- two house files --------------------------------------------------------------------------------------------------


def test_two_houses_are_compared_with_the_effect_on_every_edge(tmp_path: Path):
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(HOUSE)
    changed = HOUSE.replace('"half"', '"whole"').replace('min = "5.00"', 'min = "10.00"').replace('"P-2"', '"P-4"')
    new.write_text(changed)
    done = CliRunner().invoke(nomorebets, ["diff", str(old), str(new), "--json"])
    assert done.exit_code == 0, done.output
    rows = {row["table"]: row for row in json.loads(done.stdout)["tables"]}
    assert {label: row["what"] for label, row in rows.items()} == {
        "R-1": "changed",
        "P-1": "the same",
        "P-2": "went",
        "P-3": "the same",
        "P-4": "came",
    }
    assert {(one["name"], one["after"]) for one in rows["R-1"]["settings"]} == {
        ("even-money-on-zero", "whole"),
        ("half-loss-rounding", None),
        ("table min", "10.00"),
    }
    edges = {one["wager"]: one["difference"] for one in rows["R-1"]["edges"]}
    assert edges["red"] == "1/38"
    assert "straight" not in edges
    said = CliRunner().invoke(nomorebets, ["diff", str(old), str(new)]).stdout
    together = said.replace("\n", " ")
    assert "edge of low, even, red, black, odd, high: 2.6316% becomes 5.2632%" in together
    assert "2 tables are the same: P-1, P-3" in together


def test_diff_takes_a_game_and_two_dates_or_two_files():
    done = CliRunner().invoke(nomorebets, ["diff", "roulette", "1998-11-15"])
    assert "two house files" in str(done.output) + str(done.exception)


def test_two_houses_with_one_id_twice_or_another_date(tmp_path: Path):
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(HOUSE)
    new.write_text(HOUSE.replace('"P-2"', '"P-1"'))
    done = CliRunner().invoke(nomorebets, ["diff", str(old), str(new)])
    assert "2 tables of one house file are called P-1" in str(done.output) + str(done.exception)
    new.write_text(HOUSE.replace("2008-07-21", "2012-03-19"))
    done = CliRunner().invoke(nomorebets, ["diff", str(old), str(new), "--json"])
    rows = {row["table"]: row for row in json.loads(done.stdout)["tables"]}
    assert rows["R-1"]["what"] == "changed"
    assert rows["R-1"]["settings"][0] == {
        "setting": "text",
        "name": "as of",
        "before": "2008-07-21",
        "after": "2012-03-19",
    }
