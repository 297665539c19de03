"""The law as data: whole, consistent, and right by the day."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from nomorebets.errors import EditionError, ScriptError, UnknownName
from nomorebets.regulation import cite, law, reading

SUBCHAPTERS = tuple(law.subchapters())
SECTIONS = [section for sub in SUBCHAPTERS for section in sub.section]
PARAGRAPHS = [paragraph for sub in SUBCHAPTERS for paragraph in sub.paragraph]
READINGS = [(sub, reading) for sub in SUBCHAPTERS for reading in sub.reading]
DAY = timedelta(days=1)


# --- whole and consistent ------------------------------------------------------------------------------------------


def test_both_tables_of_contents_are_whole():
    assert Counter(chapter for section in SECTIONS for chapter in section.numbers) == {"19:47": 252, "13:69F": 187}


def test_sections_and_paragraphs_are_listed_once():
    for listed in ([s.number for s in SECTIONS], [p.cite for p in PARAGRAPHS], [r.id for _, r in READINGS]):
        assert [name for name, times in Counter(listed).items() if times > 1] == []


@pytest.mark.parametrize("chapter", ["19:47", "13:69F"])
def test_no_number_of_a_chapter_is_given_twice(chapter):
    numbers = Counter(s.numbers[chapter] for s in SECTIONS if chapter in s.numbers)
    assert [number for number, times in numbers.items() if times > 1] == []


def test_every_section_has_a_heading_in_each_chapter_that_has_it():
    assert [s.number for s in SECTIONS if set(s.headings) != set(s.numbers) or not all(s.headings.values())] == []


def test_everything_stands_in_the_file_of_its_subchapter():
    for sub in SUBCHAPTERS:
        for section in sub.section:
            assert section.number.split(".")[0] == sub.subchapter
        for paragraph in sub.paragraph:
            assert law.section(paragraph.cite.section) in sub.section
        for entry in sub.game:
            assert {s.number for s in sub.section} >= set(entry.sections)


def test_paragraphs_and_sections_are_in_order():
    for sub in SUBCHAPTERS:
        assert [p.cite for p in sub.paragraph] == sorted(p.cite for p in sub.paragraph)
        numbers = [cite(s.number) for s in sub.section]
        assert numbers == sorted(numbers)


def test_every_paragraph_has_the_one_above_it():
    known = {p.cite for p in PARAGRAPHS}
    above = {p.cite.parent for p in PARAGRAPHS if len(p.cite.path) > 1}
    assert above - known == set()


def test_every_reading_reads_a_paragraph_there_is():
    for sub, found in READINGS:
        assert law.paragraph(found.on).cite.subchapter == sub.subchapter
        assert reading(found.id).reading == found.id
        assert found.says
        assert found.because


def test_what_is_not_enforced_says_why():
    assert [p.cite for p in PARAGRAPHS if (p.kind == "enforced") == bool(p.why)] == []


def test_dates_are_ordered():
    first = law.chapters().chapter[0].since
    for section in SECTIONS:
        days = [a.effective for a in section.amendments]
        assert days == sorted(days), section.number
        assert all(day >= first for day in days)
    for paragraph in PARAGRAPHS:
        assert law.section_since(paragraph.cite.section) <= law.since(paragraph.cite)
        last = law.until(paragraph.cite)
        assert last is None or law.since(paragraph.cite) <= last
    assert law.effective_dates() == tuple(sorted(set(law.effective_dates())))


def test_a_paragraph_that_came_later_has_an_amendment_that_day():
    """Or it came with its chapter."""
    chapters = {c.since for c in law.chapters().chapter}
    for paragraph in PARAGRAPHS:
        if paragraph.since:
            section = law.section(paragraph.cite.section)
            assert paragraph.since in {a.effective for a in section.amendments} | chapters, paragraph.cite


def test_amendments_touch_paragraphs_that_can_be_cited():
    for section in SECTIONS:
        for amendment in section.amendments:
            for where in amendment.touches:
                assert cite(section.number + where).where == where


def test_the_chapters_follow_each_other_without_a_gap():
    old, new = law.chapters().chapter
    assert old.until is not None
    assert new.since == old.until + DAY
    assert law.chapter_on(old.until) == old
    assert law.chapter_on(new.since) == new


def test_before_the_chapter_there_is_no_text():
    with pytest.raises(EditionError, match="1978-06-02"):
        law.chapter_on(date(1978, 6, 1))


# --- by the day ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paragraph", "first"),
    [
        ("5.1(a)", date(1978, 6, 2)),
        ("5.2(c)", date(1981, 11, 2)),
        ("5.6(b)", date(1989, 5, 1)),
        ("5.2(d)", date(1992, 11, 16)),
        ("5.1(e)1i", date(1995, 3, 20)),
        ("5.5(b)", date(1998, 11, 16)),
        ("8.2", date(1983, 12, 5)),
        ("8.6(a)", date(2012, 3, 19)),
    ],
)
def test_a_paragraph_comes_into_force_on_its_day(paragraph, first):
    citation = cite(paragraph)
    assert law.since(citation) == first
    assert law.in_force(citation, first)
    if first > date(1978, 6, 2):
        assert not law.in_force(citation, first - DAY)
        with pytest.raises(EditionError, match=f"dates from {first} on"):
            law.require_in_force(citation, first - DAY, "it")
        with pytest.raises(ScriptError):
            law.enforce_in_force(citation, first - DAY)
    law.require_in_force(citation, first, "it")
    law.enforce_in_force(citation, first)


def test_5_7_is_gone_in_13_69F():
    reserved = cite("5.7")
    assert law.in_force(reserved, date(2012, 3, 18))
    assert not law.in_force(reserved, date(2012, 3, 19))
    assert law.until(reserved) == date(2012, 3, 18)
    with pytest.raises(EditionError) as refused:
        law.require_in_force(reserved, date(2013, 1, 1), "it")
    assert (
        str(refused.value)
        == "it did not exist on 2013-01-01 [19:47-5.7]; accepted: dates from 1978-06-02 to 2012-03-18"
    )


@pytest.mark.parametrize(
    ("section", "last"),
    [
        ("5.6", None),
        ("5.7", date(2012, 3, 18)),
        ("4.2", date(2012, 3, 18)),
        ("8.6", None),
        ("16.10", None),
        ("14.19", None),
    ],
)
def test_a_section_ends_where_the_next_chapter_is_known_to_lack_it(section, last):
    assert law.section_until(section) == last


@pytest.mark.parametrize(
    ("day", "basis"),
    [
        (date(1990, 1, 1), "reading"),  # rewritten since
        (date(1998, 8, 16), "reading"),
        (date(1998, 8, 17), "text"),
        (date(2008, 7, 21), "text"),
        (date(2012, 3, 18), "text"),
        (date(2012, 3, 19), "parallel"),
    ],
)
def test_the_basis_of_5_2_b_depends_on_the_day(day, basis):
    assert law.basis(cite("5.2(b)"), day) == basis


@pytest.mark.parametrize(
    ("citation", "day", "basis"),
    [
        (cite("5.4(a)"), date(1995, 3, 19), "reading"),  # amended the next day, nobody says how
        (cite("5.4(a)"), date(1995, 3, 20), "text"),
        (cite("5.2(c)"), date(1998, 8, 16), "text"),  # that amendment touched (b) only
        (cite("8.2"), date(2008, 7, 21), "reconstructed"),
        (cite("8.6(a)"), date(2014, 7, 7), "text"),
        (cite("8.4(a)"), date(2008, 7, 21), "parallel"),
        (reading("R-5.4-ball-left"), date(2008, 7, 21), "parallel"),
        (reading("R-5.6b-respin"), date(2008, 7, 21), "reading"),
        (reading("R-5.5a-wheel"), date(2008, 7, 21), "reconstructed"),
    ],
)
def test_the_basis_of_a_citation(citation, day, basis):
    assert law.basis(citation, day) == basis


def test_the_weakest_basis_wins():
    assert law.weakest(["text", "reading", "parallel"]) == "reading"
    assert law.weakest(["text", "reconstructed"]) == "reconstructed"
    assert law.weakest([]) == "text"


def test_an_amendment_touches_what_lies_above_and_below():
    amendment = law.Amendment("R.2008 d.198", date(2008, 7, 21), "", ("(h)1",))
    assert amendment.may_touch(("h",))
    assert amendment.may_touch(("h", "1", "i"))
    assert not amendment.may_touch(("h", "2"))
    assert not amendment.may_touch(("a",))
    assert law.Amendment("R.1980 d.132", date(1980, 3, 31), "content not stated").may_touch(("a",))


def test_subchapters_that_began_with_temporary_rules_begin_then():
    assert law.subchapter_since("16") == date(1994, 8, 22)
    assert law.subchapter_since("17") == date(1994, 12, 5)


def test_unknown_numbers_name_the_nearest():
    with pytest.raises(UnknownName, match=r"accepted: 5\.6"):
        law.section("5.66")
    with pytest.raises(UnknownName, match="accepted: "):
        law.subchapter("77")
    with pytest.raises(UnknownName, match=r"5\.6\(b\)"):
        law.paragraph(cite("5.6(bb)"))
