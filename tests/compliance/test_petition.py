"""A petition for a new game: what 8.4(b) to (d) ask for, and the exhibits."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

import nomorebets as library
from nomorebets.cli import nomorebets
from nomorebets.compliance.petition import (
    PetitionError,
    draft_of,
    examine_written,
    papers_of,
    read_petition,
)
from nomorebets.games import open_table, sample
from rounds import FROM_FILES

WHOLE = """
game = "sample:quick-peace"
kind = "variation"
varies = "casino-war"
petitioners = [{ name = "Peace Games", address = "1 Sample Street" },
               { name = "Sample Casino", address = "2 Sample Street", casino_licensee = true, agreed_to_test = true }]
summary = { objective = "a higher card", method = "one card each", wagers = "initial and tie" }
signed = true
"""


def examine(path):
    return examine_written(path.read_bytes(), path.parent)


@pytest.fixture
def lacking(tmp_path):
    """The paragraphs that ask for what a petition lacks, where it is changed."""

    def examined(*changes: tuple[str, str]) -> list[str]:
        text = WHOLE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "petition.toml").write_text(text)
        return [str(missing.by) for missing in examine(tmp_path / "petition.toml").missing]

    return examined


REMOVED = {  # each thing that 8.4(b) and (d) ask for: what is taken out, and the paragraphs that ask for it
    "the licensee": (", casino_licensee = true", ["8.4(b)"]),
    "its agreement": (", agreed_to_test = true", ["8.4(b)"]),
    "the signature": ("signed = true", ["8.4(d)"]),
    "a name": ('name = "Peace Games", ', ["8.4(d)1"]),
    "an address": (', address = "1 Sample Street"', ["8.4(d)1"]),
    "the kind": ('kind = "variation"', ["8.4(d)2"]),
    "what it varies": ('varies = "casino-war"', ["8.4(d)2"]),
    "the object": ('objective = "a higher card", ', ["8.4(d)3i"]),
    "the method": ('method = "one card each", ', ["8.4(d)3i"]),
    "the wagers": (', wagers = "initial and tie"', ["8.4(d)3i"]),
    "the game": ('game = "sample:quick-peace"', ["8.4(d)3", "8.4(d)3ii", "8.4(d)3iii"]),
}


@pytest.mark.parametrize("thing", REMOVED)
def test_8_4_b_and_d_each_thing_that_is_removed_is_named_with_its_paragraph(tmp_path, thing):
    words, paragraphs = REMOVED[thing]
    assert WHOLE.count(words) == 1
    (tmp_path / "petition.toml").write_text(WHOLE.replace(words, ""))
    arguments = ["petition", str(tmp_path / "petition.toml"), "-o", str(tmp_path / "out")]
    done = CliRunner().invoke(nomorebets, arguments)
    assert done.exit_code == 1, done.output
    named = re.findall(r"^missing: .+ \[13:69F-(.+)\]$", done.output, re.MULTILINE)
    assert named == paragraphs
    assert done.output.count("  remedy: ") == len(paragraphs)
    assert f"\n{len(paragraphs)} missing" in done.output
    assert "Not complete" in (tmp_path / "out" / "petition.html").read_text()


def test_8_4_d_a_whole_petition_lacks_nothing(lacking):
    assert lacking() == []


@pytest.mark.parametrize("old", ["casino_licensee = true, ", ", agreed_to_test = true"])
def test_8_4_b_one_petitioner_is_a_licensee_that_agreed_to_test(lacking, old):
    assert lacking((old, "")) == ["8.4(b)"]


def test_8_4_b_licence_and_agreement_are_of_one_petitioner(lacking):
    apart = ('"1 Sample Street" }', '"1 Sample Street", agreed_to_test = true }'), (", agreed_to_test = true }]", " }]")
    assert lacking(*apart) == ["8.4(b)"]


def test_8_4_b_the_licensee_that_tests_the_game_is_the_one_that_agreed(lacking):
    assert lacking(('name = "Sample Casino"', 'name = "Another Casino"')) == ["8.4(b)"]


def test_8_4_d_the_petition_is_signed(lacking):
    assert lacking(("signed = true", "")) == ["8.4(d)"]


def test_8_4_d_1_every_petitioner_has_a_name_and_an_address(lacking):
    assert lacking(('"1 Sample Street"', '" "')) == ["8.4(d)1"]
    assert lacking(('name = "Peace Games", ', "")) == ["8.4(d)1"]


@pytest.mark.parametrize(
    "changes",
    [
        [('kind = "variation"', "")],
        [('kind = "variation"', 'kind = "new"')],
        [('varies = "casino-war"', "")],
        [('"casino-war"', '"war"')],
        [('"casino-war"', '"roulette"')],
        [('"variation"', '"other"')],
        [('"variation"', '"composite"')],
    ],
)
def test_8_4_d_2_the_kind_of_game_is_one_of_three(lacking, changes):
    assert set(lacking(*changes)) == {"8.4(d)2"}


def test_8_4_d_2_a_composite_is_of_two_games(lacking):
    assert lacking(('"variation"', '"composite"'), ('"casino-war"', '["casino-war", "red-dog"]')) == []


def test_8_4_d_3_without_a_game_there_are_no_rules_and_no_odds(lacking):
    assert lacking(('game = "sample:quick-peace"', "")) == ["8.4(d)3", "8.4(d)3ii", "8.4(d)3iii"]


@pytest.mark.parametrize("part", ["objective", "method", "wagers"])
def test_8_4_d_3_i_the_summary_has_three_parts(lacking, part):
    assert lacking((f"{part} =", f"{part} = '', {part}2 =")) == ["8.4(d)3i"]


@pytest.mark.parametrize("name", FROM_FILES)
def test_8_4_d_3_ii_the_draft_names_every_wager_that_the_file_has(name):
    table = open_table(name)
    said = " ".join(sentence for sentences in draft_of(table).values() for sentence in sentences).lower()
    proposed = [bet.kind for bet in table.game.bets if bet.has_stake and bet.by.subchapter == "D"]
    assert all(kind.replace("-", " ") in said for kind in proposed)
    assert "1(b)" in str(draft_of(table)) or proposed


def test_8_4_d_3_iii_the_exhibits_are_written(tmp_path):
    (tmp_path / "petition.toml").write_text(WHOLE.replace("signed = true", ""))
    words = ["petition", str(tmp_path / "petition.toml"), "-o", str(tmp_path / "out"), "--json"]
    run = CliRunner().invoke(nomorebets, words)
    assert run.exit_code == 1
    assert [missing["cite"] for missing in json.loads(run.output)["missing"]] == ["13:69F-8.4(d)"]
    odds = (tmp_path / "out" / "exhibit-3-odds.html").read_text()
    assert "3.6977" in odds  # half of the ties of six decks: 23/622
    assert "half lost" in (tmp_path / "out" / "exhibit-2-draft-rules.html").read_text()
    letters = re.findall(r">([^<])</text>", (tmp_path / "out" / "layout.svg").read_text())
    assert "".join(letters).startswith("QUICKPEACE")


def test_a_petition_comes_on_standard_input_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(nomorebets, ["petition", "-", "-o", "out", "--json"], input=b'kind = "other"')
    assert run.exit_code == 1, run.output
    assert "out/petition.html" in json.loads(run.stdout)["written"]


def test_a_petition_that_cannot_be_read_or_is_about_no_new_game(tmp_path):
    with pytest.raises(PetitionError, match="this is the file of a game, and a petition names it"):
        read_petition(b'name = "Quick Peace"\ngame = "casino-war"\n')
    with pytest.raises(PetitionError, match="no entry of a petition is called kinds"):
        read_petition(b'kinds = "other"')
    (tmp_path / "petition.toml").write_text('game = "roulette"')
    with pytest.raises(PetitionError, match="roulette is no new game"):
        examine(tmp_path / "petition.toml")


def test_8_4_e_check_obeys_the_status_of_a_game(tmp_path):
    (tmp_path / "mine.toml").write_bytes(sample("quick-peace"))
    house = tmp_path / "house.toml"
    for licensee, number in (("Sample Casino", 0), ("Another House", 1)):
        house.write_text(f'licensee = "{licensee}"\n[[table]]\nid = "W-1"\ngame = "mine.toml"')
        found = [v for v in library.check(house) if "may not be offered" in v.what and "8.4" in v.paragraph]
        assert len(found) == number


@pytest.mark.parametrize("name", ["lucky-dice", "quick-peace", "stars-and-moons", "three-card-duel"])
def test_8_4_d_3_ii_the_draft_speaks_of_its_own_game_and_of_no_file(tmp_path, name):
    (tmp_path / "petition.toml").write_text(f'game = "sample:{name}"')
    sections = papers_of(examine(tmp_path / "petition.toml"))["exhibit-2-draft-rules"].sections
    said = " ".join(str(block) for section in sections for block in (section.heading, *section.blocks))
    assert not re.search(r"\bfile\b", said)
    if "cards" not in said.partition("Irregularities")[0]:
        assert "card" not in said.partition("Irregularities")[2]  # a wheel has no shoe


def test_8_4_b_the_petition_is_signed_by_each_who_bears_the_cost(tmp_path):
    (tmp_path / "petition.toml").write_text(WHOLE)
    paper = papers_of(examine(tmp_path / "petition.toml"))["petition"]
    [last] = [section for section in paper.sections if section.heading == "Undertaking and signatures"]
    assert "liable for the whole cost of review [13:69F-8.4(b)]" in str(last)
    assert "Peace Games" in str(last)
    assert "casino-war" not in str(paper)  # its name, and no identifier
