"""Game files: what one says stands wherever the name of a game stands; what cannot be is refused in one sentence."""

import re

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import nomorebets
from nomorebets import games
from nomorebets.cli import nomorebets as command
from nomorebets.errors import RulesError, TermsMissing, UnknownName
from nomorebets.games import SAMPLES, can_be_dealt, named, offer, open_table, sample
from nomorebets.rulings.transcript import at_game_file, read_transcript
from nomorebets.table import Settings
from nomorebets.table.game_file import GameFileError, read_game_file
from nomorebets.table.record import read, record_of, reproduce, write
from rounds import FROM_FILES
from rounds import SAMPLES as OF_TERMS

NAME = "fast-action-holdem"
TEXT = sample(NAME).decode()


@pytest.fixture
def own(tmp_path):
    """A licensee's own file, with terms other than the sample's."""
    path = tmp_path / "ours.toml"
    path.write_text(TEXT.replace("vig-rate = 5 ", "vig-rate = 0 "))
    return path


def run(*words):
    return CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)


def changed(*lines: tuple[str, str]) -> bytes:
    text = TEXT
    for old, new in lines:
        assert old in text
        text = text.replace(old, new)
    return text.encode()


def opened_from(text: str):
    file = read_game_file(text.encode(), "ours.toml")
    return open_table(file.game, settings=file.settings)


# --- where it stands -------------------------------------------------------------------------------------------------


def test_the_sample_says_that_it_is_one():
    assert TEXT.startswith("# A SAMPLE, not the law")
    assert {path.stem for path in SAMPLES.glob("*.toml")} == {
        name.partition(":")[2] for name in (*OF_TERMS, *FROM_FILES)
    }
    assert all(path.read_text().startswith("# A SAMPLE, not the law") for path in SAMPLES.glob("*.toml"))
    assert run("sample", NAME).output == TEXT


def test_a_sample_of_a_game_that_has_none():
    with pytest.raises(UnknownName, match="no sample") as refused:
        sample("roulette")
    assert NAME in refused.value.accepts


def test_a_path_stands_where_an_id_stands_in_the_library(own):
    table = nomorebets.open_table(str(own))
    assert (table.game.id, table.house.options["vig-rate"]) == (NAME, "0")
    assert table.house.options["game-file"] == "ours.toml"
    assert nomorebets.open_table(str(own), options={"vig-rate": 4}).house.options["vig-rate"] == "4"


def test_a_path_stands_where_an_id_stands_on_the_command_line(own):
    dealt = run("deal", own, "--seed", 1)
    assert "by the terms of ours.toml" in dealt.output
    assert "reconstructed" in dealt.output
    assert run("play", own).exit_code == 0


def test_nobody_else_names_a_path(own):
    """What a visitor of a house says is an id, never a file of the house's machine."""
    with pytest.raises(UnknownName, match="no game is called"):
        open_table(str(own))


def test_a_record_needs_the_file_no_more(own):
    played = nomorebets.deal(nomorebets.open_table(str(own)), seed=3)
    written = write(record_of(played))
    own.unlink()
    assert write(record_of(reproduce(read(written)))) == written


def test_a_transcript_names_a_file_beside_it(own):
    (own.parent / "told.toml").write_text(
        'game = "ours.toml"\nwagers = [{seat = 1, wager = "fast-action", amount = "20.00"}]\n'
        'hands = {1 = "As Ah Kd", dealer = "7h 6d 2c", community = "9d 4c"}'
    )
    verdict = nomorebets.dispute(own.parent / "told.toml")
    assert [(r.result, r.net) for r in verdict.required] == [("win", 2000)]
    assert run("dispute", own.parent / "told.toml").exit_code == 0


def test_a_transcript_that_names_a_game_is_left_alone(tmp_path):
    told = read_transcript(b'game = "Roulette"\nspins = "17"')
    assert at_game_file(told, tmp_path) is told


def test_a_house_file_names_a_file_beside_it(own):
    house = own.parent / "house.toml"
    house.write_text('[[table]]\nid = "F-1"\ngame = "ours.toml"\noptions = { copies = "dealer" }')
    assert nomorebets.check(house) == []
    assert run("guide", house, "-o", own.parent / "guides").exit_code == 0
    guide = (own.parent / "guides" / "F-1-guide.md").read_text()
    assert "econstructed" in guide
    house.write_text('[[table]]\nid = "F-1"\ngame = "theirs.toml"')
    assert "No such file" in nomorebets.check(house)[0].what


def test_what_is_offered_is_dealt_by_its_name(own, monkeypatch):
    monkeypatch.setattr(games, "_offered", {})
    assert not can_be_dealt(NAME)
    assert offer(own) == NAME
    assert can_be_dealt(NAME)
    assert open_table(NAME).house.options["vig-rate"] == "0"
    other = Settings({**named("sample:" + NAME)[1].options})
    alone = open_table(NAME, settings=other).house  # terms of another file stand alone
    assert (alone.options["vig-rate"], dict(alone.limits)) == ("5", {})


def test_what_is_wrong_with_a_file_is_said_before_it_is_offered(own, monkeypatch):
    monkeypatch.setattr(games, "_offered", {})
    own.write_bytes(changed(("decks = 1", "decks = 9")))
    with pytest.raises(RulesError, match="decks = '9'"):
        offer(own)
    assert not can_be_dealt(NAME)


# --- what cannot be --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says", "accepts"),
    [
        (b"terms = {}", "does not say which game", "game ="),
        (b"game = 7", "game = '7', and names no game", "game ="),
        (b'[game]\nid = "roulette"', "[game] begins a table of entries, and names no game", "at the head of the file"),
        (b'game = "fast-action"', "no game is called 'fast-action'", NAME),
        (
            b'game = "roulette"\n[limits]\ntable = { min = "1", max = "2" }',
            "nothing says what this variation",
            "name =",
        ),
        (changed(("[terms]", "[term]")), "no entry of a game file is called 'term'", "terms"),
        (changed(("[terms]", "[[terms]]")), "is no table", "[terms]"),
        (changed(("decks = 1", "decks = [1]")), "decks = '[1]' is no term", "decks"),
        (changed(("decks = 1", "decks = 1.5")), "decks = '1.5' is no term", "decks"),
        (changed(("[limits]", "[limits.other]")), "posts no least and no most wager", "limits ="),
        (changed(('max = "500.00"', 'max = "none"')), "posts no least and no most wager", "limits ="),
        (changed((', max = "500.00"', "")), "posts no least and no most wager", "limits ="),
        (changed(("decks = 1", 'game-file = "x"')), "game-file is the file's own name or text", "no game-file"),
        (b"game =", "is not TOML", "a game"),
        (b"\xff", "is not UTF-8", "UTF-8"),
        (b"a" * 70_000, "too large", "65,536"),
        (("a = " + "[" * 40).encode(), "nested too deeply", "a game"),
    ],
)
def test_a_file_that_cannot_be_read(content, says, accepts):
    with pytest.raises(GameFileError) as refused:
        read_game_file(content, "ours.toml")
    assert says in refused.value.text
    assert accepts in refused.value.accepts


@pytest.mark.parametrize(
    ("line", "instead", "says", "accepts"),
    [
        ('copies = "dealer"', 'copy = "dealer"', "no option is called 'copy'", "copies"),
        ('copies = "dealer"', 'copies = "bank"', "copies = 'bank' is not one of its values", "dealer, player"),
        ('payout-odds = "1 to 1"', 'payout-odds = "much"', "payout-odds", "to"),
        ("vig-rate = 5 ", "vig-rate = 11 ", "vig-rate", "0 to 10"),
        ('min = "5.00"', 'min = "a little"', "limits of table", "5.00"),
    ],
)
def test_terms_that_cannot_be(own, line, instead, says, accepts):
    own.write_bytes(changed((line, instead)))
    with pytest.raises(RulesError) as refused:
        nomorebets.open_table(str(own))
    if "copy" in instead:  # the term is missing as well, and that is said first
        assert isinstance(refused.value, TermsMissing)
        assert [fault.text for fault in refused.value.faults] == [says]
        assert accepts in refused.value.accepts
    else:
        assert says in refused.value.text
        assert accepts in refused.value.accepts


@given(line=st.sampled_from([line for line in TEXT.splitlines() if re.match(r"[a-z-]+ =", line)]))
def test_a_file_without_any_one_line_is_refused(line):
    text = TEXT.replace(line + "\n", "")
    with pytest.raises(RulesError) as refused:
        opened_from(text)
    assert line.partition(" ")[0] in str(refused.value)


def test_a_file_that_is_not_there():
    done = CliRunner().invoke(command, ["odds", "nowhere.toml"])
    assert isinstance(done.exception, FileNotFoundError)  # main says so in a sentence, as for every file
