"""Search over the rulebook and the games, and a section on two days."""

from __future__ import annotations

from datetime import date

import pytest

from nomorebets.errors import EditionError, UnknownName
from nomorebets.regulation import Citation
from nomorebets.rulebook.beside import beside
from nomorebets.rulebook.search import groups, search


def found(text: str, kind: str = "") -> list[str]:
    return [one.entry.name for one in search(text) if kind in ("", one.entry.kind)]


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("three revolutions", "Paragraph", "13:69F-5.6(b)"),
        ("thre revolutons", "Paragraph", "13:69F-5.6(b)"),
        ("5.6(b)", "Paragraph", "13:69F-5.6(b)"),
        ("void respun", "Reading", "13:69F-5.6(b) R-5.6b-respin"),
        ("roulete", "Game", "Roulette"),
        ("straight up", "Wager", "Straight up"),
        ("surender", "Option", "Surrender"),
        ("1998-11-16", "Date", "1998-11-16 (November 16)"),
        ("November 1998", "Date", "1998-11-16 (November 16)"),
        ("payout odds", "Section", "13:69F-5.2"),
    ],
)
def test_every_kind_of_thing_is_found_with_and_without_typing_errors(text: str, kind: str, name: str) -> None:
    assert name in found(text, kind)


def test_the_name_of_a_game_comes_before_texts_that_mention_it() -> None:
    assert found("keno")[0] == "Keno"
    assert found("pai gow pokr")[0] == "Pai gow poker"


def test_all_words_count_and_small_ones_do_not() -> None:
    both = search("vigorish Banker")
    assert both
    assert all({"vigorish"} < one.words for one in both)
    assert found("of the vigorish") == found("vigorish")
    assert found("the of") != []  # nothing else was asked


def test_what_nobody_wrote_is_not_found() -> None:
    assert search("xylophone zebra") == []
    assert search("") == search("…") == []


def test_words_are_marked_where_they_stand() -> None:
    one = next(f for f in search("thre revolutons") if f.entry.name == "13:69F-5.6(b)")
    pieces = one.marked(one.entry.says)
    assert "".join(text for text, _ in pieces) == one.entry.says
    assert {text for text, is_word in pieces if is_word} == {"three", "revolutions"}


def test_what_is_found_comes_by_its_kind() -> None:
    by_kind = groups(search("surrender"))
    assert {"Option", "Reading"} <= set(by_kind)
    assert all(one.entry.kind == kind for kind, own in by_kind.items() for one in own)


def test_5_1_e_1_i_a_paragraph_that_came_and_5_1_a_one_reworded() -> None:
    both = beside(Citation.parse("5.1"), date(1990, 1, 1), date(2008, 7, 21))
    changes = {pair.second.cite: pair for pair in both.pairs if pair.second is not None}
    assert changes["19:47-5.1(e)1i"].change == "came"
    assert changes["19:47-5.1(e)1i"].first is None
    reworded = changes["19:47-5.1(a)"]
    assert reworded.change == "reworded"
    assert reworded.second is not None
    assert "coupon" in "".join(text for text, differs in reworded.second.says if differs)
    assert changes["19:47-5.1(c)"].change == "same"
    assert both.changed == sum(pair.change in ("came", "reworded") for pair in both.pairs)


def test_a_paragraph_that_only_has_another_number_does_not_differ() -> None:
    both = beside(Citation.parse("4.12"), date(2011, 1, 1), date(2012, 3, 19))
    assert {pair.change for pair in both.pairs} == {"renumbered"}
    assert both.changed == 0


def test_days_before_a_section_are_refused_with_those_it_has() -> None:
    with pytest.raises(EditionError, match="neither on 1979-01-01 nor on 1980-01-01"):
        beside(Citation.parse("16.9"), date(1979, 1, 1), date(1980, 1, 1))
    with pytest.raises(UnknownName):
        beside(Citation.parse("99.1"), date(1979, 1, 1), date(1980, 1, 1))
