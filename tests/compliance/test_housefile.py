"""Reading house files: what is collected, what is refused, and that nothing else ever happens."""

import re
from datetime import date, datetime, time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.compliance.check import Violation, check, examine, report
from nomorebets.compliance.housefile import HouseFileError, read_house_file, settings_from
from nomorebets.games import open_table
from nomorebets.rulings.transcript import TranscriptError, read_transcript
from nomorebets.table.house import Limit, limit_of

EXAMPLES = Path(__file__).parents[2] / "examples"
CONFORMING = (EXAMPLES / "house.toml").read_bytes()
FAULTY = (EXAMPLES / "house-with-faults.toml").read_bytes()
TABLE = b'[[table]]\ngame = "roulette"\n'


# --- what cannot be read -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "has no table"),
        (b'licensee = "x"', "has no table"),
        (b"table = []", "has no table"),
        (b'licensee = "x"\n\nname = "\xff"', "line 3: the house file is not UTF-8 text"),
        (b'licensee = "x"\nas_of = = 3', "line 2: the house file is not TOML"),
        (b'licensee = "x', "line 1: the house file is not TOML"),
        (b"licensee = 5\n" + TABLE, "line 1: licensee is not what a house file has there"),
        (b"\nas_of = 1999\n" + TABLE, "line 2: as_of is not what a house file has there"),
        (b"as_of = 1999-03-01T00:00:00\n" + TABLE, "as_of is not"),
        (b'as_of = "tomorrow"\n' + TABLE, "as_of is not"),
        (b'[table]\ngame = "roulette"', "table is not what a house file has there; accepted: [[table]]"),
        (b"table = [1]", "table is not"),
        (TABLE + b"id = 0x" + b"f" * 5000, "more than 64 bits"),
        (TABLE + b"id = " + b"9" * 5000, "not TOML"),
        (TABLE + b"options." + b".".join([b"a"] * 5000) + b" = 1", "nested too deeply"),
        (TABLE + b"options = " + b"[" * 5000, "nested too deeply"),
    ],
)
def test_unreadable_files_are_refused_with_the_line(content, says):
    with pytest.raises(HouseFileError, match=re.escape(says)):
        check(content)


def test_a_date_may_be_written_as_text_and_a_byte_order_mark_is_no_fault():
    assert read_house_file(b'\xef\xbb\xbfas_of = "1999-03-01"\r\n' + TABLE).as_of == date(1999, 3, 1)


def test_every_unknown_key_is_collected():
    read = read_house_file(b"a = 1\nb = 2\n" + TABLE + b"c = 3\nd = 4\n" + TABLE + b"e = 5\n")
    assert [len(read.faults), *(len(entry.faults) for entry in read.entries)] == [2, 2, 1]


@pytest.mark.parametrize(
    "line",
    [
        "id = 7",
        "game = 7",
        'since = "soon"',
        "since = 1999-03-01T00:00:00",
        "options = 7",
        "layout = [1]",
        "limits = []",
    ],
)
def test_an_entry_of_the_wrong_kind_is_collected(line):
    [entry] = read_house_file(b"[[table]]\n" + line.encode()).entries
    [fault] = entry.faults
    assert "of the wrong kind" in fault.what
    assert fault.remedy.startswith(f"write {line.partition(' ')[0]} = ")


# --- a table for --house -------------------------------------------------------------------------------------------


def test_the_only_table_of_a_game_is_meant():
    day, settings = settings_from(CONFORMING, "big-six", None)
    assert day == date(1999, 4, 1)
    assert settings.options == {"clapper-between-two": "previous-section-wins"}
    assert open_table("big-six", day, settings).house.options["clapper-between-two"] == "previous-section-wins"


def test_limits_fall_back_on_the_group_and_the_table():
    day, settings = settings_from(CONFORMING, "roulette", "R-1")
    table = open_table("roulette", day, settings)
    assert limit_of(table.game, table.house, "straight") == Limit(1_00, 200_00, 1_00)
    assert limit_of(table.game, table.house, "split") == Limit(5_00, 500_00)
    assert limit_of(table.game, table.house, "red") == Limit(5_00, 10_000_00)


@pytest.mark.parametrize(
    ("game", "table", "says"),
    [
        ("roulette", None, "has 3 tables of roulette; accepted: --table R-1, #2, R-1"),
        ("roulette", "R-1", "has 2 tables of roulette with the id R-1; accepted: ids that differ"),
        ("roulette", "R-9", "no table 'R-9'; accepted: R-1 (roulette), #2 (roulette)"),
        ("roulette", "B-1", "table B-1 is big-six, not roulette; accepted: R-1, #2"),
        ("craps", None, "has no table of craps; accepted: roulette, big-six"),
    ],
)
def test_which_table_is_meant_must_be_clear(game, table, says):
    content = b'[[table]]\nid = "R-1"\ngame = "roulette"\n' + TABLE + b'[[table]]\nid = "R-1"\ngame = "roulette"\n'
    content += b'[[table]]\nid = "B-1"\ngame = "big-six"\n'
    with pytest.raises(HouseFileError, match=re.escape(says)):
        settings_from(content, game, table)


def test_a_table_without_an_id_goes_by_its_place():
    assert settings_from(TABLE + TABLE + b"options = { five-adjacent = true }", "roulette", "#2")[1].options


def test_a_table_is_not_opened_from_entries_nobody_knows():
    with pytest.raises(HouseFileError, match=r"optoins.*accepted: write options instead of optoins"):
        settings_from(TABLE + b"optoins = {}", "roulette", None)


# --- anything at all -----------------------------------------------------------------------------------------------


def only_violations_or_an_error(content):
    """Whatever is in the file, the check ends in one of its two ways."""
    try:
        findings = examine(content)
    except HouseFileError:
        return
    assert all(isinstance(found, Violation) and found.what and found.remedy for found in findings.violations)
    assert report(findings)["conforms"] is not bool(findings.violations)


@given(st.binary(max_size=200))
def test_arbitrary_bytes(content):
    only_violations_or_an_error(content)
    only_violations_or_an_error(TABLE + content)


def toml(value):
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml(key)} = {toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(inner) for inner in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(letter):08x}" for letter in value) + '"'
    return repr(value)


WORDS = st.sampled_from(
    "roulette big-six craps table inside outside straight split first-five five-adjacent seven-numbers red min max "
    "step wheel-kind even-money-on-zero half-loss-rounding clapper-between-two wheel smallest-chip allow-trio023 "
    "single-zero double-as-single half whole on off true wheel-replica everyone bigsix-joker 1999-03-01 0.25 5.00 "
    "100 -1 nj".split()
)
ODDS = st.sampled_from(
    ["35 to 1", "1 to 1", "36 for 1", "0 to 0", "999999999 to 999999998", "45:1", "1 wins 45", "for"]
)
DATES = st.dates(date(1970, 1, 1), date(2030, 1, 1))
SCALARS = st.one_of(
    WORDS, ODDS, DATES, st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(), st.text(max_size=8), st.times()
)
KEYS = st.one_of(WORDS, st.text(max_size=8))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
ENTRIES = st.sampled_from(
    "id game since options pay-table limits notices layout offered-to printed-odds optoins".split()
)
TABLES = st.fixed_dictionaries({"game": st.sampled_from(["roulette", "big-six"])}).flatmap(
    lambda table: st.dictionaries(ENTRIES, st.dictionaries(KEYS, VALUES, max_size=4) | VALUES, max_size=6).map(
        lambda entries: table | entries
    )
)


@given(st.dictionaries(st.sampled_from(["licensee", "as_of", "table", "x"]), VALUES, max_size=4))
def test_arbitrary_values_at_the_top(document):
    only_violations_or_an_error("\n".join(f"{key} = {toml(value)}" for key, value in document.items()).encode())


@given(DATES, st.lists(TABLES, min_size=1, max_size=3))
def test_arbitrary_values_in_tables(as_of, tables):
    only_violations_or_an_error(f"as_of = {as_of}\ntable = {toml(tables)}".encode())


@given(st.sampled_from([CONFORMING, FAULTY]), st.data())
def test_mutated_files(content, data):
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = min(len(content), start + data.draw(st.integers(0, 12)))
        content = content[:start] + data.draw(st.binary(max_size=6)) + content[end:]
    only_violations_or_an_error(content)


@given(st.sampled_from([CONFORMING, FAULTY]), st.data())
def test_files_with_other_words(content, data):
    words = sorted(set(re.findall(rb'"[^"\n]*"|[a-z][a-z-]+', content)))
    for _ in range(data.draw(st.integers(1, 3))):
        content = content.replace(data.draw(st.sampled_from(words)), data.draw(st.sampled_from(words)), 1)
    only_violations_or_an_error(content)


def test_a_game_file_in_place_of_a_house_file_is_called_one() -> None:
    from nomorebets.games import sample

    with pytest.raises(HouseFileError, match="this is a game file, and no house file") as refused:
        read_house_file(sample("lucky-dice"))
    assert "[[table]]" in (refused.value.accepts or "")


@pytest.mark.parametrize("name", ["roulette-dispute.toml", "caribbean-stud-dispute.toml"])
def test_a_transcript_in_place_of_a_house_file_is_called_one(name: str) -> None:
    with pytest.raises(HouseFileError, match=r"this is a transcript, and no house file; .*nomorebets dispute"):
        read_house_file((EXAMPLES / name).read_bytes())


def test_a_house_file_in_place_of_a_transcript_is_called_one() -> None:
    for content in (CONFORMING, FAULTY):
        with pytest.raises(TranscriptError, match=r"this is a house file, and no transcript; .*nomorebets check"):
            read_transcript(content)
