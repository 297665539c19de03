"""Citations: how they are read, ordered and printed by the chapter in force."""

from __future__ import annotations

import contextlib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.errors import UnknownName
from nomorebets.regulation import Citation, cite, law, reading

LAST_OF_19_47 = date(2012, 3, 18)
FIRST_OF_13_69F = date(2012, 3, 19)


@pytest.mark.parametrize(
    ("text", "section", "path"),
    [
        ("5.6", "5.6", ()),
        ("5.6(b)", "5.6", ("b",)),
        ("19:47-5.1(e)1i(2)", "5.1", ("e", "1", "i", "2")),
        ("N.J.A.C. 19:47-5.1(e)14", "5.1", ("e", "14")),
        ("njac 13:69f-5.2(d)", "5.2", ("d",)),
        ("18.6A(a)", "18.6A", ("a",)),
        ("1A.3", "1A.3", ()),
        ("  8.4(d)3iii ", "8.4", ("d", "3", "iii")),
    ],
)
def test_a_citation_is_read(text, section, path):
    found = Citation.parse(text)
    assert (found.section, found.path) == (section, path)


@pytest.mark.parametrize("text", ["5.6", "5.6(b)", "5.1(e)1i(2)", "8.4(d)3iii", "5.6(b) R-5.6b-respin"])
def test_a_citation_prints_as_it_was_written(text):
    assert str(cite(text)) == text
    assert cite(str(cite(text))) == cite(text)


@pytest.mark.parametrize(
    "text",
    ["", "5", "5.", "roulette", "5.6b", "5.6(b", "5.6(b))", "5.6 (b)", "19:48-5.6", "5.6(b)1i(2)(A)(B)", "19:47-99.1"],
)
def test_what_is_no_citation_says_what_would_be(text):
    with pytest.raises(UnknownName) as refused:
        Citation.parse(text)
    assert refused.value.accepts


@given(st.text(max_size=30) | st.from_regex(r"(19:47-|13:69F-|N\.J\.A\.C\. )?[0-9A-Z]{1,4}\.[0-9A-Z(){}ivxl ]{1,12}"))
def test_garbage_is_refused_and_nothing_worse(text):
    with contextlib.suppress(UnknownName):
        found = Citation.parse(text)
        assert found == Citation.parse(str(found))
        assert hash(found) == hash(Citation.parse(str(found)))


def test_citations_are_ordered_as_the_chapter_is():
    ordered = ["1.1", "1A.1", "2.1", "2.9", "2.10", "5.1", "5.1(a)", "5.1(e)", "5.1(e)1", "5.1(e)1i", "5.1(e)1i(2)"]
    ordered += ["5.1(e)1ii", "5.1(e)1iv", "5.1(e)1v", "5.1(e)1ix", "5.1(e)2", "5.1(e)10", "5.1(z)", "5.1(aa)"]
    ordered += ["5.2(a)", "18.6", "18.6A", "18.7"]
    assert sorted(map(cite, reversed(ordered))) == list(map(cite, ordered))


def test_a_paragraph_is_equal_however_it_is_cited():
    same = {cite("5.6(b)"), cite("19:47-5.6(b)"), cite("13:69F-5.6(b)"), cite("N.J.A.C. 19:47-5.6(b)")}
    assert len(same) == 1
    assert cite("5.6(b)") != cite("5.6(c)")
    assert cite("5.6(b)") != "5.6(b)"


def test_a_reading_is_not_the_paragraph_it_reads():
    respin = reading("R-5.6b-respin")
    assert respin != cite("5.6(b)")
    assert respin.paragraph == cite("5.6(b)")
    assert respin.on(LAST_OF_19_47) == "19:47-5.6(b)"
    assert respin.full(LAST_OF_19_47) == "19:47-5.6(b) R-5.6b-respin"
    with pytest.raises(UnknownName, match=r"accepted: R-5\.6b-respin"):
        reading("R-5.6b-respun")


@pytest.mark.parametrize(("day", "printed"), [(LAST_OF_19_47, "19:47-5.6(b)"), (FIRST_OF_13_69F, "13:69F-5.6(b)")])
def test_a_citation_is_printed_by_the_chapter_in_force(day, printed):
    assert cite("5.6(b)").on(day) == printed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("19:47-4.1", "13:69F-4.1"),
        ("19:47-4.3(a)", "13:69F-4.2(a)"),
        ("19:47-4.12(h)1", "13:69F-4.11(h)1"),
        ("19:47-6.5", "13:69F-6.5"),
        ("19:47-6.7(a)", "13:69F-6.6(a)"),
        ("19:47-6.9", "13:69F-6.8"),
    ],
)
def test_renumbered_sections_are_found_and_printed_both_ways(old, new):
    assert cite(old) == cite(new)
    for written in (old, new):
        assert cite(written).on(LAST_OF_19_47) == old
        assert cite(written).on(FIRST_OF_13_69F) == new


def test_one_number_may_mean_two_sections():
    assert cite("19:47-4.2") != cite("13:69F-4.2")
    assert law.section(cite("19:47-4.2").section).reserved
    assert law.section(cite("13:69F-4.2").section).headings["13:69F"] == "Opening of table for gaming"


@pytest.mark.parametrize("text", ["13:69F-4.12", "13:69F-6.9", "13:69F-5.7", "19:47-8.6", "19:47-1A.1"])
def test_a_number_that_a_chapter_does_not_have_is_unknown(text):
    with pytest.raises(UnknownName):
        Citation.parse(text)


@pytest.mark.parametrize(
    ("paragraph", "day", "printed"),
    [
        ("2A.7", "1999-03-01", "13:69F-2A.7"),
        ("1.12", "2012-03-18", "13:69F-1.12"),
        ("1.12", "2012-03-19", "13:69F-1.12"),
        ("5.7", "2012-03-19", "19:47-5.7"),
        ("16.10", "2012-03-19", "13:69F-16.10"),
    ],
)
def test_a_section_is_printed_by_a_chapter_that_has_it(paragraph, day, printed):
    """On a day on which only another chapter has it too: what came later is refused by its number."""
    assert cite(paragraph).on(date.fromisoformat(day)) == printed
    assert cite(printed) == cite(paragraph)


def test_beyond_the_known_list_the_old_number_is_taken():
    assert cite("13:69F-16.10") == cite("19:47-16.10")


def test_parents():
    deep = cite("5.1(e)1i(2)")
    above = []
    while deep.parent is not None:
        deep = deep.parent
        above.append(str(deep))
    assert above == ["5.1(e)1i", "5.1(e)1", "5.1(e)", "5.1"]
    assert cite("1A.3").subchapter == "1A"
