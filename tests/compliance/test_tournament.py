"""A tournament's submission and notice against 8.6; the list of (e) was not read."""

from __future__ import annotations

import json
import tomllib
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.compliance.tournament import (
    CERTIFIED,
    SUBJECTS,
    Submission,
    TournamentFileError,
    judge_tournament,
    read_submission,
)
from nomorebets.errors import UnknownName
from nomorebets.regulation import cite, law
from nomorebets.regulation.business_days import business_days_after, holidays, is_business_day, latest_filing

EXAMPLE = Path(__file__).parents[2] / "examples" / "tournament.toml"


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {toml(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return value.isoformat() if isinstance(value, datetime) else json.dumps(value)


def submitted(**other: Any) -> Submission:
    """The example, with some entries otherwise; None: left out."""
    entries = {k: v for k, v in (tomllib.loads(EXAMPLE.read_text()) | other).items() if v is not None}
    return read_submission("\n".join(f"{name} = {toml(value)}" for name, value in entries.items()))


def lacks(**other: Any) -> list[str]:
    return [str(missing.by) for missing in judge_tournament(submitted(**other)).missing]


def test_8_6_the_example_may_be_held() -> None:
    assert lacks() == []


@pytest.mark.parametrize(
    ("filed", "starts", "in_time"),
    [
        ("2012-04-27T09:00", "2012-05-07T10:00", True),
        ("2012-04-30T23:59", "2012-05-07T00:00", True),  # Tuesday to Monday are five
        ("2012-05-01T00:00", "2012-05-07T23:00", False),
        ("2012-03-30T09:00", "2012-04-07T10:00", False),  # Good Friday is none, and Saturday is none
        ("2012-03-29T09:00", "2012-04-05T10:00", True),  # and the day before it is
        ("2012-03-30T09:00", "2012-04-09T10:00", True),  # with Monday five again
        ("2012-04-02T09:00", "2012-04-09T10:00", False),
        ("2013-06-14T09:00", "2013-06-21T10:00", True),  # Juneteenth is a holiday since 2021
        ("2021-06-11T09:00", "2021-06-18T10:00", False),
        ("2012-05-08T09:00", "2012-05-07T10:00", False),  # after it
    ],
)
def test_8_6_b_notice_five_business_days_before(filed: str, starts: str, in_time: bool) -> None:
    times = {"notice_filed": datetime.fromisoformat(filed), "starts": datetime.fromisoformat(starts)}
    assert lacks(**times) == ([] if in_time else ["8.6(b) R-8.6b-business-days"])


@pytest.mark.parametrize(("minutes", "in_time"), [(24 * 60 + 1, True), (24 * 60, True), (24 * 60 - 1, False)])
def test_8_6_b_notice_of_a_special_event_24_hours_before(minutes: int, in_time: bool) -> None:
    starts = datetime(2012, 5, 7, 10)  # a Monday: hours run on Sundays too
    filed = starts - timedelta(minutes=minutes)
    assert lacks(special_event=True, starts=starts, notice_filed=filed) == ([] if in_time else ["8.6(b)"])


def test_8_6_b_no_notice() -> None:
    assert lacks(notice_filed=None) == ["8.6(b)"]


@pytest.mark.parametrize(
    ("left_out", "by"),
    [
        ("starts", "8.6(b)1"),
        ("location", "8.6(b)1"),
        ("special_event", "8.6(b)1"),
        ("equipment", "8.6(b)2"),
        ("participants", "8.6(b)3"),
        ("security", "8.6(b)4"),
        ("surveillance", "8.6(b)4"),
    ],
)
def test_8_6_b1_to_b4_what_the_notice_says(left_out: str, by: str) -> None:
    assert lacks(**{left_out: None}) == [by]


@pytest.mark.parametrize(
    ("who", "by"),
    [
        ("security", "8.6(b)5"),
        ("surveillance", "8.6(b)5"),
        ("gaming-operations", "8.6(b)5"),
        ("controller", "8.6(b)6"),
        ("key-employee", "8.6(b)7"),
    ],
)
def test_8_6_b5_b6_b7_who_certifies(who: str, by: str) -> None:
    assert lacks(certified={name: "X. Y." for name in CERTIFIED if name != who}) == [by]
    assert lacks(certified=dict.fromkeys(CERTIFIED, "X. Y.") | {who: ""}) == [by]


@pytest.mark.parametrize(("withheld", "told", "by"), [(1, 0, ["8.6(d)"]), (1, 1, []), (0, 0, []), (0, 1, [])])
def test_8_6_d_tips_withheld_are_told(withheld: int, told: int, by: list[str]) -> None:
    assert lacks(tips_withheld=bool(withheld), participants_told=bool(told)) == by


@pytest.mark.parametrize("subject", SUBJECTS)
def test_8_6_e_every_subject_is_addressed(subject: str) -> None:
    assert lacks(internal_controls={name: "9" for name in SUBJECTS if name != subject}) == ["8.6(e) R-8.6e-subjects"]


def test_8_6_e_internal_controls_are_on_file() -> None:
    assert lacks(internal_controls=None) == ["8.6(e)"]
    assert lacks(prizes=None) == lacks(rules=None) == ["8.6(e) R-8.6e-subjects"]


@pytest.mark.parametrize(("day", "by"), [(18, ["8.6(a)"]), (19, [])])
def test_8_6_a_not_before_there_was_the_rule(day: int, by: list[str]) -> None:
    assert lacks(starts=datetime(2012, 3, day, 10), notice_filed=datetime(2012, 3, 1, 10)) == by


@pytest.mark.parametrize(("day", "basis"), [(date(2014, 7, 6), "reading"), (date(2014, 7, 7), "text")])
def test_8_6_the_copy_that_was_read_is_after_the_amendment(day: date, basis: str) -> None:
    assert law.basis(cite("8.6(b)5"), day) == basis


def test_a_table_that_its_game_does_not_allow_is_named_with_its_paragraph() -> None:
    assert lacks(options={"even-money-on-zero": "never"}) == ["5.2(b)"]
    assert lacks(game="spanish-21", options={"dealer-soft-17": "hit"}) == ["19.12 R-19.12-soft-17"]
    with pytest.raises(UnknownName):
        judge_tournament(submitted(game="tarot"))


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"prizes": ["50%", "100.00"]}, "some are shares"),
        ({"prizes": ["10.00", "20.00"]}, "from the largest down"),
        ({"prizes": ["60%", "41%"]}, "more than all fees"),
        ({"certified": {"janitor": "X"}}, "janitor"),
        ({"internal_controls": {"weather": "X"}}, "weather"),
        ({"play": {"minutes": 10, "advance": 0}}, "no end"),
        ({"play": {"minutes": 0}}, "minutes"),
        ({"play": {"minutes": 10, "chips": "0"}}, "no chips"),
        ({"entry_fee": "-5"}, "no debt"),
        ({"prize": "much"}, "prize"),
        ({"starts": datetime.fromisoformat("2012-05-07T10:00+00:00")}, "zone"),
        ({"starts": datetime(9999, 1, 1)}, "year"),
        ({"game": []}, "no game"),
    ],
)
def test_a_slip_of_the_pen_is_no_lack(other: dict[str, Any], says: str) -> None:
    with pytest.raises(TournamentFileError, match=says):
        submitted(**other)


def test_more_seats_than_a_table_has_are_a_slip() -> None:
    with pytest.raises(TournamentFileError, match="the table has 7 seats"):
        judge_tournament(submitted(play={"minutes": 10, "seats": 8}))
    assert lacks(play={"minutes": 10, "seats": 7}) == []


def test_shares_of_the_fees_are_whole_cents() -> None:
    assert submitted(entry_fee="0.99").prizes_for(5) == [247, 148, 99]  # 495 cents
    assert submitted(prizes=["99.7%"]).prizes_for(3) == [14955]
    assert submitted(prizes=["1000.00", "500.00"]).prizes_for(2) == [100_000, 50_000]


def test_the_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(nomorebets, ["tournament", str(EXAMPLE)])
    assert (done.exit_code, "may be held" in done.output) == (0, True)
    late = tmp_path / "late.toml"
    late.write_text(EXAMPLE.read_text().replace("2012-04-27", "2012-05-01"))
    done = CliRunner().invoke(nomorebets, ["tournament", str(late), "--json"])
    assert done.exit_code == 1
    facts = json.loads(done.output)
    assert (facts["may_be_held"], facts["kind"], facts["file_by"]) == (False, "retail", "2012-04-30")
    (missing,) = facts["missing"]
    assert (missing["cite"], missing["basis"]) == ("13:69F-8.6(b) R-8.6b-business-days", "reconstructed")


# --- business days ----------------------------------------------------------------------------------------------------


def easter(year: int) -> date:
    """By the rule printed in Butcher's almanac, another way than the product's."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    m = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    n = h + m - 7 * ((a + 11 * h + 22 * m) // 451) + 114
    return date(year, n // 31, n % 31 + 1)


def test_good_friday_of_three_centuries() -> None:
    assert [y for y in range(1900, 2200) if easter(y) - timedelta(days=2) not in holidays(y)] == []


def test_the_holidays_of_a_year() -> None:
    """Put down by hand from a calendar, not from the State: Veterans Day of 2023 fell on a Saturday."""
    listed = "01-02 01-16 02-20 04-07 05-29 06-16 07-04 09-04 10-09 11-07 11-10 11-23 12-25"
    assert [f"{day:%m-%d}" for day in sorted(holidays(2023))] == listed.split()


def test_business_days_are_counted_without_the_first_day_and_with_the_last() -> None:
    assert business_days_after(date(2012, 5, 4), date(2012, 5, 7)) == 1
    assert business_days_after(date(2012, 5, 5), date(2012, 5, 7)) == 1
    assert business_days_after(date(2012, 5, 7), date(2012, 5, 7)) == 0
    assert [latest_filing(date(2012, 5, 7), n).day for n in (0, 1, 5)] == [7, 6, 30]
    assert not is_business_day(date(2011, 12, 26))  # Christmas on a Sunday


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "there is no name"),
        (b'name = "Spring"\ngame = "craps"\nstarts = 3', "starts is a whole number, and not a date and time"),
    ],
)
def test_a_submission_that_cannot_be_read_is_refused_in_plain_words(text: bytes, says: str) -> None:
    with pytest.raises(TournamentFileError, match=says):
        read_submission(text)
