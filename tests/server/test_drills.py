"""Drills in the browser: a course in the address, answers marked, and kept of those who have a name."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from visiting import Visitor

from browser.wording import no_words_in
from nomorebets.drills.kinds import kinds_of, question
from nomorebets.drills.question import Part
from nomorebets.games import open_table
from nomorebets.library import game_ids
from nomorebets.server.addresses import rule_url
from nomorebets.server.book import drills as book_of_drills
from nomorebets.server.book.drills import DrillAnswer, scores
from nomorebets.server.web.pages import drills

DRILL = "/drills/roulette/pay"
COURSE = 4
LONG_SOLVED = ("blackjack", "blackjack-switch", "pai-gow", "pai-gow-poker")


def right(number: int) -> str:
    return question(open_table("roulette"), "pay", COURSE * 1000 + number).parts[0].right


def say(visitor: Visitor, answer: str, marks: str = "", **more: Any) -> Any:
    return visitor.post(DRILL, data={"course": COURSE, "marks": marks, "asked": "1", "answer0": answer, **more})


def words_of(page: str) -> list[str]:
    """What a page says, without what stands in its tags."""
    main = page[page.index("<main") : page.index("</main")]
    return [words for text in re.split(r"<[^>]+>", main) if (words := html.unescape(text).strip())]


@pytest.mark.parametrize("game", game_ids())
def test_every_drill_is_asked_and_marked_with_its_paragraph(visitor: Visitor, game: str) -> None:
    for kind in kinds_of(open_table(game)):
        if kind != "decide" or game not in LONG_SOLVED:
            is_asked_and_marked(visitor, game, kind)


@pytest.mark.slow
@pytest.mark.parametrize("game", LONG_SOLVED)
def test_decisions_that_take_long_to_weigh_are_asked_and_marked(visitor: Visitor, game: str) -> None:
    is_asked_and_marked(visitor, game, "decide")


def is_asked_and_marked(visitor: Visitor, game: str, kind: str) -> None:
    visitor.cookies.clear()
    path = f"/drills/{game}/{kind}"
    while "drill-form" not in (asked := visitor.get(f"{path}?course={COURSE}").text):
        assert "Dealing" in asked  # the page comes back by itself
    posed = question(open_table(game), kind, COURSE * 1000)
    day = posed.at.as_of
    for verdict, answer_to in (("Right", lambda part: part.right), ("No", a_wrong_answer)):
        answers = {
            f"answer{n}": answer_to(part).split() if part.form == "pieces" else answer_to(part)
            for n, part in enumerate(posed.parts)
        }
        marked = visitor.post(path, data={"course": COURSE, "marks": "", "asked": "1", **answers}).text
        assert marked.count(f"<b>{verdict}:</b>") == len(posed.parts), kind
        assert all(html.escape(rule_url(part.by().full(day), day)) in marked for part in posed.parts), kind
        assert no_words_in(dict.fromkeys([*words_of(asked), *words_of(marked)], "")) == {}, kind


def a_wrong_answer(part: Part) -> str:
    if part.form == "money":
        return "0.01"
    if part.form == "pieces":
        low = part.right.split()
        return next(
            two
            for n in range(len(part.pieces))
            if (two := " ".join(sorted(part.pieces[n : n + len(low)]))) not in part.known
        )
    return next(choice for choice in reversed(part.choices) if part.known.get(choice) != 0)


def test_a_new_course_has_an_address_of_its_own(visitor: Visitor) -> None:
    began = visitor.get(DRILL, follow_redirects=False)
    assert re.fullmatch(rf"{DRILL}\?course=\d+", began.headers["location"])
    again = [visitor.get(f"{DRILL}?course={COURSE}").text for _ in range(2)]
    asked = [re.search(r'for="answer0">(.+?)</label>', page)[1] for page in again]  # type: ignore[index]
    assert asked[0] == asked[1]


def test_a_guest_is_marked_with_the_paragraph_and_nothing_is_kept(visitor: Visitor) -> None:
    visitor.cookies.clear()
    marked = say(visitor, right(0))
    assert marked.status_code == 200
    assert "<b>Right:</b>" in marked.text
    assert "/rules/13:69F-5.2(a)" in marked.text
    assert "marks=r" in marked.text
    wrong = say(visitor, "0.01").text
    assert "<b>No:</b>" in wrong
    assert "marks=w" in wrong
    assert "Best " not in visitor.get("/drills/roulette").text
    assert "Take a name" in visitor.get("/drills/roulette").text


def test_an_answer_that_cannot_be_read_is_asked_for_again(visitor: Visitor) -> None:
    refused = say(visitor, "a fiver")
    assert refused.status_code == 400
    assert "is not an amount of money" in refused.text
    assert 'name="answer0"' in refused.text


def test_the_answers_of_a_member_are_kept_once(visitor: Visitor) -> None:
    visitor.become("dealer")
    say(visitor, right(0))
    say(visitor, "0.01", "r")
    assert say(visitor, right(1), "r").status_code == 200  # the same question sent again is not counted
    page = visitor.get("/drills/roulette").text
    assert "Best 1 of 2, last 1 of 2" in page
    assert "Streak: 0" in page
    say(visitor, right(2), "rw")
    assert "Best 2 of 3, last 2 of 3" in visitor.get("/drills/roulette").text
    assert "Share of right answers: 67%" in visitor.get("/drills/roulette").text


@pytest.mark.parametrize(("most", "best"), [(2, "Best 2 of 2"), (1, "Best 1 of 1")])
def test_of_very_many_answers_the_newest_count(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, most: int, best: str
) -> None:
    assert book_of_drills.MOST_ANSWERS == 20_000
    monkeypatch.setattr(book_of_drills, "MOST_ANSWERS", most)
    visitor.become("dealer")
    for number, marks in enumerate(("", "r")):
        say(visitor, right(number), marks)
    assert best in visitor.get("/drills/roulette").text


def test_a_mistake_comes_back_after_one_three_and_seven_days_until_it_is_known(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = drills.today()

    def after(days: int) -> str:
        monkeypatch.setattr(drills, "today", lambda: began + timedelta(days=days))
        due = visitor.get("/drills/returns", follow_redirects=False).headers["location"]
        assert ("Once more: 1 mistake of other days" in visitor.get("/drills").text) is (due != "/drills")
        return str(due)

    def again(answer: str) -> str:
        return str(visitor.post(DRILL, data={"again": COURSE * 1000, "asked": "1", "answer0": answer}).text)

    visitor.become("floorperson")
    say(visitor, "0.01")
    mistake = f"{DRILL}?again={COURSE * 1000}"
    assert [after(days) for days in (0, 1)] == ["/drills", mistake]
    assert "A mistake of another day" in visitor.get(mistake).text
    assert "<b>No:</b>" in again("0.01")  # it begins anew
    assert [after(days) for days in (1, 2)] == ["/drills", mistake]
    assert "<b>Right:</b>" in again(right(0))
    assert [after(days) for days in (4, 5)] == ["/drills", mistake]
    again(right(0))
    assert [after(days) for days in (11, 12)] == ["/drills", mistake]
    again(right(0))
    assert after(30) == "/drills"  # it is known now
    visitor.become("dealer")
    assert visitor.get(mistake, follow_redirects=False).headers["location"] == "/drills"  # nobody else's


def test_a_course_that_is_over_says_so(visitor: Visitor) -> None:
    assert "10 of 10 right at the first attempt" in visitor.get(f"{DRILL}?course={COURSE}&marks=rrrrrrrrrr").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/drills/roulette/dance", 404),
        ("/drills/whist", 404),
        (f"{DRILL}?course=x", 400),
        (f"{DRILL}?course=1&marks=zz", 400),
    ],
)
def test_what_is_no_drill_is_refused(visitor: Visitor, path: str, status: int) -> None:
    assert visitor.get(path).status_code == status


def test_scores_count_first_attempts_and_the_last_right_answers_in_a_row() -> None:
    def given(course: int, marks: str) -> list[DrillAnswer]:
        return [
            DrillAnswer(course, n, "roulette", "pay", mark in "rR", mark in "rw", 1000) for n, mark in enumerate(marks)
        ]

    score = scores([*given(1, "rwR"), *given(2, "rr")])["roulette", "pay"]  # a capital: asked before
    assert [(course.right, course.asked, course.ms) for course in score.courses] == [(1, 2, 3000), (2, 2, 2000)]
    assert (score.best.share, score.last.right, score.streak) == (Fraction(1), 2, 3)
