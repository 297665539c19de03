"""Every citation in the code can be looked up, and every request of a game is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from nomorebets.regulation import cite
from nomorebets.rulebook.coverage import PACKAGE, check_citations, checkout, mentions_of, paragraph_of_test
from syntax import GAMES, unyielded

MODULES = sorted(path.relative_to(GAMES).as_posix() for path in GAMES.rglob("*.py"))


def test_every_citation_in_the_code_is_in_the_law():
    assert check_citations() == []


def copied(folder: Path, old: str, new: str, module: str = "games/big_six/script.py") -> Path:
    """A package of one module with one word changed."""
    target = folder / module
    target.parent.mkdir(parents=True)
    text = (PACKAGE / module).read_text(encoding="utf-8")
    assert old in text
    target.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def test_an_unchanged_copy_has_no_problem(tmp_path):
    assert check_citations(copied(tmp_path, "big six", "big six")) == []


@pytest.mark.parametrize(
    ("module", "old", "new", "complaint"),
    [
        ("script", 'cite("5.6(e)")', 'cite("5.6(z)")', "no paragraph is called '5.6(z)'"),
        ("script", 'cite("5.6(e)")', 'cite("5.66")', "no section is called '5.66'"),
        ("script", 'cite("5.6(e)")', 'cite("5.6(e")', "is left over"),
        ("terms", 'choice("5.6(c)1")', 'choice("5.6(c)3")', "no paragraph is called '5.6(c)3'"),
        ("terms", 'sign="5.6(d)"', 'sign="5.6(g)"', "no paragraph is called '5.6(g)'"),
        ("terms", '"5.6(c)",\n', '"5.6(h)",\n', "no paragraph is called '5.6(h)'"),
        ("terms", 'pay_table(\n    "5.5(a)"', 'pay_table(\n    "5.5(q)"', "no paragraph is called '5.5(q)'"),
        ("script", 'reading("R-5.6b-respin")', 'reading("R-5.6b-respun")', "no reading is called 'R-5.6b-respun'"),
    ],
)
def test_a_misspelt_citation_is_found_with_its_line(tmp_path, module, old, new, complaint):
    package = copied(tmp_path, old, new, f"games/big_six/{module}.py")
    (problem,) = check_citations(package)
    assert complaint in problem
    file, line, _ = problem.split(":", 2)
    assert file == f"games/big_six/{module}.py"
    misspelt = (package / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert new.strip().splitlines()[-1].strip() in misspelt


def test_a_misspelt_paragraph_in_a_table_of_paragraphs_is_found(tmp_path):
    package = copied(tmp_path, '"5.1(e)7"', '"5.1(e)77"', "games/roulette/layout.py")
    (problem,) = check_citations(package)
    assert "5.1(e)77" in problem


def test_a_docstring_is_no_citation(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "sample.py").write_text(
        '"""5.6(z)"""\n\n\ndef spin():\n    """5.6(z)"""\n    return "5.6(y)"\n'
    )
    assert [problem.split(":")[1] for problem in check_citations(tmp_path)] == ["6"]


def test_a_mention_says_where_it_stands():
    places = {(mention.file, mention.inside) for mention in mentions_of(cite("5.3(b)"))}
    assert ("games/roulette/script.py", "games/roulette/script.py: valid_spin") in places
    column = {mention.inside for mention in mentions_of(cite("5.1(e)7"))}
    assert "games/roulette/layout.py: PARAGRAPH" in column


def test_a_reading_counts_for_the_paragraph_it_reads():
    lines = {(mention.file, mention.line) for mention in mentions_of(cite("5.4(c)"))}
    source = (PACKAGE / "games/roulette/script.py").read_text(encoding="utf-8").splitlines()
    reads = next(i for i, line in enumerate(source, 1) if 'reading("R-5.4-ball-left")' in line)
    assert ("games/roulette/script.py", reads) in lines


@pytest.mark.parametrize(
    ("name", "paragraph"),
    [
        ("test_5_6_b_two_revolutions_are_no_spin", "5.6(b)"),
        ("test_5_1_e_1_i_2_is_five_straight_wagers", "5.1(e)1i(2)"),
        ("test_5_1_e_10_black", "5.1(e)10"),
        ("test_5_1_e_1_zero", "5.1(e)1"),
        ("test_5_6_c_3_is_no_paragraph", "5.6(c)"),
        ("test_8_2_limits", "8.2"),
        ("test_8_2", "8.2"),
        ("test_5_2_minimum_odds", "5.2"),
        ("test_1a_3_dice", "1A.3"),
    ],
)
def test_a_test_is_named_after_a_paragraph(name, paragraph):
    assert paragraph_of_test(name) == cite(paragraph)


@pytest.mark.parametrize("name", ["test_10_000_rounds", "test_red", "test_5_99_nothing", "test_5", "check_5_6_b_spin"])
def test_other_names_are_of_no_paragraph(name):
    assert paragraph_of_test(name) is None


def test_the_tests_of_this_checkout_are_found():
    root = checkout()
    assert root is not None
    assert (root / "tests" / "regulation" / Path(__file__).name).is_file()


def test_an_installed_package_claims_nothing_about_tests(tmp_path, monkeypatch):
    """A wheel in the environment of another project: that project's tests are not ours."""
    from nomorebets.rulebook import coverage

    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(coverage, "PACKAGE", tmp_path / ".venv" / "lib" / "nomorebets")
    checkout.cache_clear()
    try:
        assert checkout() is None
        assert coverage.tests_of(cite("5.6(b)")) is None
    finally:
        checkout.cache_clear()


# --- requests ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", MODULES)
def test_every_request_of_a_game_is_asked(module):
    assert unyielded((GAMES / module).read_text(encoding="utf-8")) == []


SAMPLE = """
from nomorebets.table import announce, Script
from nomorebets.table import wheels
from nomorebets.table.steps import pay as hand_out


def round(table) -> Script[None]:
    yield from announce("No More Bets", by=None)
    yield from spin(table)


def spin(table) -> Script[str]:
    return (yield from wheels.spin_ball(by=None))
"""


def test_the_sample_asks_as_it_should():
    assert unyielded(SAMPLE) == []


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        ('yield from announce("No', 'announce("No', "line 8: announce without yield from"),
        ("yield from spin(table)", "spin(table)", "line 9: spin without yield from"),
        ("yield from spin(table)", "yield from (spin(table), None)", "line 9: spin without yield from"),
        ("yield from wheels.spin_ball", "lambda: wheels.spin_ball", "line 13: wheels.spin_ball without yield from"),
        ("yield from spin(table)", "hand_out((), by=None)", "line 9: hand_out without yield from"),
        ("yield from spin(table)", "yield table", "line 9: bare yield"),
    ],
)
def test_a_request_that_is_not_asked_is_noticed(good, bad, fault):
    assert good in SAMPLE
    assert fault in unyielded(SAMPLE.replace(good, bad))


def test_only_an_iterator_may_yield_what_it_lists():
    source = "def places(n) -> {}:\n    for i in range(n):\n        yield i\n"
    assert unyielded(source.format("Iterator[int]")) == []
    assert unyielded(source.format("Script[None]")) == ["line 3: bare yield"]
    assert unyielded(source.replace(" -> {}", "")) == ["line 3: bare yield"]


def test_a_real_game_with_a_request_that_is_not_asked_is_noticed():
    source = (GAMES / "roulette" / "script.py").read_text(encoding="utf-8")
    broken = source.replace("yield from collect(", "list(collect(", 1).replace(
        'by=cite("5.3(e)"))', 'by=cite("5.3(e)")))', 1
    )
    (fault,) = unyielded(broken)
    assert fault.endswith("collect without yield from")
