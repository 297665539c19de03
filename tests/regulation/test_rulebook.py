"""The rulebook: paragraphs on a date, coverage, and what changed between two dates."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from nomorebets.errors import EditionError, UnknownName
from nomorebets.games import entries, game, is_written
from nomorebets.regulation import cite, law
from nomorebets.rulebook import coverage
from nomorebets.rulebook.coverage import Row
from nomorebets.rulebook.pages import describe, differences, list_games

OLD = date(2008, 7, 21)


# --- one paragraph -------------------------------------------------------------------------------------------------


def test_a_reading_is_found_by_its_name():
    assert describe("R-5.6b-respin") == describe("5.6(b)")
    with pytest.raises(UnknownName, match="no reading is called"):
        describe("R-5.6b-again")


def test_a_paragraph_is_described_by_the_chapter_in_force():
    old, new = describe("5.6(b)", OLD), describe("5.6(b)")
    assert (old["cite"], old["chapter"], old["other"]) == ("19:47-5.6(b)", "19:47", "13:69F-5.6(b)")
    assert (new["cite"], new["chapter"], new["other"]) == ("13:69F-5.6(b)", "13:69F", "19:47-5.6(b)")
    assert (old["basis"], new["basis"]) == ("text", "parallel")
    assert (old["since"], old["until"]) == ("1989-05-01", None)
    assert "three complete revolutions" in old["says"]
    assert [r["id"] for r in old["readings"]] == ["R-5.6b-respin"]


@pytest.mark.parametrize(
    ("text", "day"), [("19:47-5.6(b)", "2012-03-18"), ("13:69F-5.6(b)", "2012-03-19"), ("5.6(b)", "2012-03-19")]
)
def test_without_a_date_the_chapter_named_decides(text, day):
    assert describe(text)["as_of"] == day


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("19:47-4.12", "13:69F-4.11"),
        ("13:69F-4.11", "19:47-4.12"),
        ("19:47-5.7", None),  # known to be left out
        ("13:69F-8.6(a)", None),
        ("13:69F-2.2(a)1", None),  # in force since that chapter is
        ("13:69F-2.2(a)3", "19:47-2.2(a)3"),
        ("19:47-16.10", "not known"),  # the list of 13:69F is cut off before it
        ("19:47-5", "13:69F-5"),
        ("19:47-16", "not known"),
        ("13:69F-1A", None),
    ],
)
def test_the_number_in_the_other_chapter(text, other):
    assert describe(text)["other"] == other


def test_what_stands_in_the_other_chapter_can_be_looked_up_there():
    for known in (paragraph for each in law.subchapters() for paragraph in each.paragraph):
        for day in {max(law.since(known.cite), OLD), law.newest()}:
            other = describe(known.cite, day)["other"] if law.in_force(known.cite, day) else None
            if other not in (None, "not known"):
                assert describe(other)["cite"] == other


def test_amendments_that_may_touch_a_paragraph():
    touched = [a["date"] for a in describe("5.2(b)")["amendments"]]
    assert touched == ["1981-11-02", "1994-06-06", "1995-03-20", "1998-08-17"]  # not 1992: that was (d)
    assert describe("5.2(d)")["amendments"][0]["citation"] == "R.1992 d.452"


def test_the_pay_table_is_the_games_own():
    odds = describe("5.2(a)")["pay_table"]
    assert odds == {kind: str(least) for kind, least in game("roulette").minimum_pays.items()}
    assert odds["straight"] == "35 to 1"
    assert describe("5.5(a)")["pay_table"]["bigsix-joker"] == "45 to 1"
    assert describe("5.6(b)")["pay_table"] == {}


@pytest.mark.parametrize(("day", "offered"), [(date(1995, 3, 19), False), (date(1995, 3, 20), True)])
def test_the_pay_table_has_the_wagers_of_the_day(day, offered):
    assert ("seven-numbers" in describe("5.2(a)", day)["pay_table"]) is offered


@pytest.mark.parametrize(("day", "choices"), [(date(1998, 8, 16), ["half"]), (date(1998, 8, 17), ["half", "whole"])])
def test_options_have_the_choices_of_the_day(day, choices):
    options = {option["id"]: option for option in describe("5.2(b)", day)["options"]}
    assert options["even-money-on-zero"]["choices"] == choices
    assert options["even-money-on-zero"]["games"] == ["roulette"]


def test_who_enforces_a_paragraph():
    places = {(m["file"], m["inside"]) for m in describe("5.6(b)")["enforced_by"]}
    assert ("games/big_six/script.py", "games/big_six/script.py: SPIN") in places
    assert describe("8.4(a)")["enforced_by"] == []
    assert describe("8.4(a)")["why"]


def test_5_7_is_described_and_tested_here():
    assert f"{__file__.rsplit('/', 1)[1]}::test_5_7_is_described_and_tested_here" in "".join(
        describe("19:47-5.7")["tests"]
    )


def test_a_section_lists_its_paragraphs_of_the_day():
    now = [p["cite"] for p in describe("19:47-5.2")["paragraphs"]]
    assert now[0] == "19:47-5.2(a)"
    assert now[-1] == "19:47-5.2(d)3"
    then = [p["cite"] for p in describe("5.2", date(1992, 11, 15))["paragraphs"]]
    assert then == ["19:47-5.2(a)", "19:47-5.2(b)", "19:47-5.2(c)"]
    assert [option["id"] for option in describe("5.2")["options"]] == ["wheel-kind"]


def test_a_subchapter_lists_its_sections():
    found = describe("19:47-5")
    assert [s["cite"] for s in found["sections"]] == [f"19:47-5.{n}" for n in range(1, 8)]
    assert [s["cite"] for s in describe("5")["sections"]] == [f"13:69F-5.{n}" for n in range(1, 7)]
    assert found["games"] == ["roulette", "big-six"]
    assert describe("1a")["cite"] == "13:69F-1A"


def test_a_paragraph_lists_what_lies_below_it():
    assert [p["cite"] for p in describe("19:47-5.6(c)")["paragraphs"]] == ["19:47-5.6(c)1", "19:47-5.6(c)2"]
    assert describe("5.6(c)1")["paragraphs"] == []


@pytest.mark.parametrize(
    ("text", "day", "cited", "accepts"),
    [
        ("5.2(d)", date(1992, 11, 15), "19:47-5.2(d)", "dates from 1992-11-16 on"),
        ("5.7", None, "19:47-5.7", "dates from 1978-06-02 to 2012-03-18"),
        ("4.2", date(2013, 1, 1), "19:47-4.2", "dates from 1978-06-02 to 2012-03-18"),
        ("8.6", OLD, "13:69F-8.6", "dates from 2012-03-19 on"),
        ("6.1", date(1991, 11, 3), "19:47-6.1", "dates from 1991-11-04 on"),
    ],
)
def test_what_was_not_in_force_says_when_it_was(text, day, cited, accepts):
    with pytest.raises(EditionError) as refused:
        describe(text, day)
    assert (refused.value.cite, refused.value.accepts) == (cited, accepts)


def test_a_subchapter_before_its_time():
    with pytest.raises(EditionError, match="dates from 2012-03-19 on"):
        describe("1A", OLD)


@pytest.mark.parametrize(
    ("text", "accepts"),
    [("5.6(z)", "5.6(e)"), ("5.66", "5.6"), ("99", "9"), ("19:47-14.3(e)1", "14.10(e)"), ("red", "forms like")],
)
def test_what_nobody_knows_names_the_nearest(text, accepts):
    with pytest.raises(UnknownName) as refused:
        describe(text)
    assert accepts in str(refused.value.accepts)


# --- games ---------------------------------------------------------------------------------------------------------


def listed(day: date | None = None) -> dict[str, dict[str, object]]:
    return {one["game"]: one for one in list_games(day)}


def test_games_say_where_they_stand():
    games = listed()
    assert len(games) == 33
    assert (games["roulette"]["19:47"], games["roulette"]["13:69F"]) == ("5.1 to 5.4", "5.1 to 5.4")
    assert (games["chemin-de-fer"]["19:47"], games["chemin-de-fer"]["13:69F"]) == ("4", "4")
    assert (games["automated-craps"]["19:47"], games["automated-craps"]["13:69F"]) == (None, "1A")
    assert (games["casino-war"]["19:47"], games["casino-war"]["13:69F"]) == ("22", "not known")
    assert not games["casino-war"]["since_is_dated"]
    assert games["fast-action-holdem"]["why"] == law.subchapter("21").game[0].unknown


def test_the_basis_of_a_game_is_its_weakest_paragraph():
    assert listed()["roulette"]["basis"] == "parallel"
    assert listed(OLD)["roulette"]["basis"] == "text"
    assert listed(date(1990, 1, 1))["roulette"]["basis"] == "reading"
    assert listed()["fast-action-holdem"]["basis"] == "reconstructed"


def test_a_game_can_be_dealt_from_the_day_of_its_procedure():
    assert listed(date(1989, 5, 1))["big-six"]["dealt"]
    before = listed(date(1989, 4, 30))["big-six"]
    assert before["authorized"]
    assert not before["dealt"]
    assert "procedure for big-six" in str(before["why"])
    assert not listed(date(1991, 11, 3))["red-dog"]["authorized"]
    assert listed(date(1991, 11, 4))["red-dog"]["authorized"]


# --- coverage ------------------------------------------------------------------------------------------------------


def rows_of(game_id: str | None = None) -> dict[str, Row]:
    return {str(row.citation): row for row in coverage.coverage(game_id)}


def test_every_paragraph_and_section_of_the_chapter_has_its_row():
    rows = rows_of()
    with_paragraphs = {p.cite.section for sub in law.subchapters() for p in sub.paragraph}
    expected = [str(p.cite) for sub in law.subchapters() for p in sub.paragraph]
    expected += [s.number for sub in law.subchapters() for s in sub.section if s.number not in with_paragraphs]
    assert sorted(rows) == sorted(expected)
    assert list(rows) == [str(c) for c in sorted(map(cite, rows))]


def test_the_rows_of_a_game_are_its_sections():
    assert {cite(text).section for text in rows_of("big-six")} == {"5.5", "5.6"}
    assert list(rows_of("fast-action-holdem")) == [f"21.{n}" for n in range(1, 12)]


def test_verdicts():
    rows = rows_of()
    assert rows["5.6(b)"].verdict in (coverage.TESTED, coverage.NOT_TESTED)
    assert rows["5.6(b)"].basis == "parallel"
    assert rows["8.4(a)"].verdict == "not enforced: What the petition must contain is checked; who petitions is not."
    assert rows["5.7"].verdict == "not enforced: There is no rule to enforce."
    assert rows["5.7"].basis == "text"  # of its last day
    assert rows["4.2"].verdict == "not enforced: the number is reserved"


@pytest.mark.parametrize("dealt", [game for game in entries() if is_written(game)])
def test_every_paragraph_of_a_game_that_is_dealt_is_enforced_and_tested_or_says_why_not(dealt):
    for row in coverage.coverage(dealt):
        why = row.verdict.removeprefix("not enforced: ")
        if row.verdict.startswith(coverage.IN_PART):
            assert all(command.is_kept or command.why.endswith(".") for command in row.commands), row
            continue
        assert row.verdict == coverage.TESTED or (why != row.verdict and why.endswith((".", "is reserved"))), row


def test_an_enforced_paragraph_that_no_code_cites_is_called_out(monkeypatch):
    monkeypatch.setattr(coverage, "mentions_of", lambda citation: ())
    assert rows_of("big-six")["5.6(b)"].verdict == "NOT ENFORCED: no code cites it"


@pytest.mark.parametrize(
    ("tests", "verdict"),
    [
        (("a test",), "enforced and tested"),
        ((), "enforced, not tested"),
        (None, "enforced; its tests are not in this installation"),
    ],
)
def test_the_verdict_on_what_is_enforced_depends_on_its_tests(monkeypatch, tests, verdict):
    monkeypatch.setattr(coverage, "tests_of", lambda citation: tests)
    assert rows_of("big-six")["5.6(b)"].verdict == verdict


def test_an_unknown_game_names_the_nearest():
    with pytest.raises(UnknownName, match="accepted: roulette"):
        coverage.coverage("rulette")


# --- differences ---------------------------------------------------------------------------------------------------


def test_a_paragraph_that_came():
    found = differences("big-six", date(1998, 11, 15), date(1998, 11, 16))
    assert [p["cite"] for p in found["came"]] == ["19:47-5.5(b)"]
    assert [(a["date"], a["paragraphs"]) for a in found["amended"]] == [("1998-11-16", ["19:47-5.5(b)"])]
    assert (found["went"], found["chapter"], found["odds"]) == ([], None, [])


def test_nothing_changes_on_one_day():
    found = differences("roulette", OLD, OLD)
    assert not any(found[name] for name in ("chapter", "came", "went", "amended", "odds", "odds_of_new_values"))
    assert not any([*found["options"].values(), *found["wagers"].values()])


def test_an_amendment_that_does_not_say_what_it_touched():
    found = differences("roulette", date(1995, 3, 19), date(1995, 3, 20))
    assert {a["section"]: a["paragraphs"] for a in found["amended"]} == {f"19:47-5.{n}": None for n in range(1, 5)}


def test_wagers_that_an_option_brings():
    found = differences("roulette", date(1995, 3, 19), date(1995, 3, 20))
    assert found["wagers"]["came"] == [
        {"wager": "five-adjacent", "option": "five-adjacent"},
        {"wager": "seven-numbers", "option": "seven-numbers"},
    ]
    assert {option["id"] for option in found["options"]["came"]} == {"five-adjacent", "seven-numbers"}
    assert found["wagers"]["went"] == []


def test_a_value_that_came_and_what_it_does_to_the_edge():
    found = differences("roulette", date(1998, 8, 16), date(1998, 8, 17))
    assert [(v["option"], v["value"]) for v in found["options"]["values_came"]] == [("even-money-on-zero", "whole")]
    assert found["odds"] == []
    (whole,) = found["odds_of_new_values"]
    edges = {w["wager"]: (w["default"]["edge"], w["chosen"]["edge"]) for w in whole["wagers"]}
    assert edges == dict.fromkeys(("red", "black", "odd", "even", "low", "high"), ("1/38", "1/19"))


def test_an_edge_that_changed_under_a_choice_of_both_days():
    """Since 1981-11-02 a single zero wheel takes even-money wagers whole: 1/37 for half of it."""
    found = differences("roulette", date(1981, 11, 1), date(1981, 11, 2))
    edges = {o["wager"]: (o["first"]["edge"], o["second"]["edge"]) for o in found["odds"]}
    assert edges == dict.fromkeys(("red", "black", "odd", "even", "low", "high"), ("1/74", "1/37"))
    assert all(o["options"] == {"wheel-kind": "single-zero"} for o in found["odds"])
    assert found["odds"][0]["first"]["edge_decimal"] == pytest.approx(1 / 74, rel=1e-15)


def test_the_change_of_chapter_and_its_numbers():
    found = differences("red-dog", date(2012, 3, 18), date(2012, 3, 19))
    assert (found["chapter"]["from"], found["chapter"]["to"]) == ("19:47", "13:69F")
    assert found["chapter"]["citation"] == "R.2012 d.061"
    assert {r["from"]: r["to"] for r in found["chapter"]["renumbered"]} == {
        "19:47-6.7": "13:69F-6.6",
        "19:47-6.8": "13:69F-6.7",
        "19:47-6.9": "13:69F-6.8",
    }
    assert [p["cite"] for p in found["went"]] == ["19:47-6.6"]


def test_numbers_beyond_the_known_list_are_said_to_be_unknown():
    found = differences("casino-war", date(2012, 3, 18), date(2012, 3, 19))
    assert found["chapter"]["not_known"] == [f"19:47-22.{n}" for n in range(1, 11)]
    assert found["went"] == []


def test_an_amendment_of_a_paragraph():
    found = differences("chemin-de-fer", date(2008, 7, 20), date(2008, 7, 21))
    assert [(a["citation"], a["paragraphs"]) for a in found["amended"]] == [("R.2008 d.198", ["19:47-4.12(h)1"])]
    assert differences("chemin-de-fer", date(2008, 7, 21), date(2008, 7, 22))["amended"] == []


def test_a_game_that_cannot_be_dealt_has_no_odds_to_compare():
    found = differences("fast-action-holdem", date(2008, 7, 20), date(2012, 3, 19))
    assert found["chapter"]["to"] == "13:69F"
    assert (found["options"], found["wagers"], found["odds"]) == (None, None, None)


@pytest.mark.parametrize(
    ("game_id", "first", "missing"),
    [
        ("red-dog", date(1991, 11, 3), "1991-11-04"),
        ("roulette", date(1978, 6, 1), "1978-06-02"),
    ],
)
def test_a_day_without_text_is_an_error(game_id, first, missing):
    with pytest.raises(EditionError, match=f"dates from {missing} on"):
        differences(game_id, first, OLD)


def test_days_in_the_wrong_order_are_not_swapped():
    with pytest.raises(UnknownName, match="2008-07-21 is later than 1998-11-16"):
        differences("roulette", OLD, date(1998, 11, 16))


def test_differences_of_an_unknown_game():
    with pytest.raises(UnknownName, match="accepted: roulette"):
        differences("rulette", OLD, OLD)


# --- sentence by sentence ------------------------------------------------------------------------------------------


COMMANDED = [(p, c) for sub in law.subchapters() for p in sub.paragraph for c in p.commands]


@pytest.mark.parametrize(("paragraph", "command"), COMMANDED, ids=[f"{p.cite}-{c.test or c.why}" for p, c in COMMANDED])
def test_every_command_names_a_test_that_exists_or_says_why_not(paragraph, command):
    assert bool(command.test) is not bool(command.why)
    [told] = [c for c in coverage.commands_of(paragraph) if c.says == command.says]
    assert told.is_kept is bool(command.test), told.why


def test_enforced_is_said_of_each_command():
    rows = {str(row.citation): row for row in coverage.coverage("roulette")}
    assert rows["5.3(a)"].verdict == coverage.TESTED
    assert [c.test.rpartition("::")[2] for c in rows["5.3(a)"].commands] == [
        "test_5_3_a_spun_against_the_rotation_of_the_wheel",
        "test_5_3_a_at_least_four_revolutions",
    ]
    in_part = rows["5.4(a)"]
    assert in_part.verdict == "enforced in part: 1 of 2 commands"
    assert [c.is_kept for c in in_part.commands] == [True, False]


def test_a_command_whose_test_is_gone_is_not_enforced():
    gone = law.Command("the ball is blue", "test_5_3_a_the_ball_is_blue")
    [told] = coverage.commands_of(law.Paragraph(cite("5.3(a)"), "enforced", "text", "…", commands=(gone,)))
    assert (told.is_kept, told.why) == (False, "there is no test test_5_3_a_the_ball_is_blue")


@pytest.mark.parametrize(
    ("day", "words", "earlier"),
    [
        (date(1981, 11, 1), "One of two options", 0),
        (date(1981, 11, 2), "the other half is given back", 1),
        (date(1998, 8, 16), "the other half is given back", 1),
        (date(1998, 8, 17), "half or all", 2),
        (None, "half or all", 2),
    ],
)
def test_a_paragraph_is_shown_in_the_wording_of_the_day(day, words, earlier):
    found = describe("5.2(b)", day)
    assert words in found["says"]
    assert len(found["earlier"]) == earlier
    line = next(p for p in describe("5.2", day)["paragraphs"] if p["cite"].endswith("5.2(b)"))
    assert line["says"] == found["says"]


@pytest.mark.parametrize("sub", list(law.subchapters()), ids=lambda sub: sub.subchapter)
def test_earlier_wordings_end_the_day_before_an_amendment(sub):
    for known in sub.paragraph:
        amended = {a.effective for a in law.section(known.cite.section).amendments if a.may_touch(known.cite.path)}
        ends = [wording.until for wording in known.earlier]
        assert ends == sorted(ends)
        assert all(end + timedelta(days=1) in amended for end in ends), known.cite


def test_the_day_on_which_a_procedure_began_is_a_difference():
    found = differences("big-six", date(1989, 4, 30), date(1989, 5, 1))
    assert found["procedure"] == {"date": "1989-05-01", "cite": "19:47-5.6(b)"}
    assert [p["cite"] for p in found["came"]][:2] == ["19:47-5.6(a)", "19:47-5.6(b)"]
    assert found["options"] is None
    assert differences("big-six", date(1989, 5, 1), date(1989, 5, 2))["procedure"] is None


def test_a_paragraph_that_says_another_thing_is_a_difference():
    [changed] = differences("roulette", date(1998, 8, 16), date(1998, 8, 17))["reworded"]
    assert changed["cite"] == "19:47-5.2(b)"
    assert "half of each" in changed["first"]
    assert "half or all" in changed["second"]
    assert not differences("roulette", date(1998, 8, 17), date(1998, 8, 18))["reworded"]
