"""A course of questions: new ones, and those that were answered wrongly once more a few questions later.

All that is known of a course is its seed and how its questions were answered so far; so nothing need be kept of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from nomorebets.drills.question import NotAsked

QUESTIONS = 10  # new ones of a course
COMES_BACK = 3  # other questions lie between a mistake and its return
MOST = 200  # answers of one course
RIGHT, WRONG = "r", "w"
_MARKS = re.compile(rf"[{RIGHT}{WRONG}]{{0,{MOST}}}")
_SEEDS = 1_000


@dataclass(frozen=True)
class Course:
    """Questions in a row: ``marks`` has a letter for each that was answered.

    >>> Course(5, "rw", 3).next, Course(5, "rwrr", 3).next, Course(5, "rwrrr", 3).next
    (5002, None, None)
    >>> Course(5, "rwr", 3).next, Course(5, "rwr", 3).score
    (5001, (2, 3))
    """

    seed: int
    marks: str = ""
    questions: int = QUESTIONS

    def __post_init__(self) -> None:
        if not _MARKS.fullmatch(self.marks):
            raise NotAsked("that is no course of questions", accepts=f"at most {MOST} answers, {RIGHT} or {WRONG}")

    def _walk(self) -> tuple[list[int], int | None]:
        """The questions that were asked, by their numbers, and the one that comes next."""
        asked: list[int] = []
        mistakes: list[tuple[int, int]] = []  # when each is due, and which question it is
        for at, mark in enumerate((*self.marks, None)):
            fresh = len(set(asked))
            if mistakes and (mistakes[0][0] <= at or fresh == self.questions):
                number = mistakes.pop(0)[1]
            elif fresh < self.questions:
                number = fresh
            else:
                return asked, None
            if mark is None:
                return asked, number
            asked.append(number)
            if mark == WRONG:
                mistakes.append((at + COMES_BACK + 1, number))
        raise AssertionError("the last mark is none")

    @property
    def next(self) -> int | None:
        """The seed of the question that comes next; None when all have been answered rightly."""
        number = self._walk()[1]
        return None if number is None else self.seed * _SEEDS + number

    @property
    def returns(self) -> bool:
        """Whether the question that comes next was asked before."""
        asked, number = self._walk()
        return number in asked

    @property
    def score(self) -> tuple[int, int]:
        """How many questions were answered rightly at the first attempt, and how many were asked."""
        first: dict[int, str] = {}
        for number, mark in zip(self._walk()[0], self.marks, strict=False):
            first.setdefault(number, mark)
        return list(first.values()).count(RIGHT), len(first)

    @property
    def streak(self) -> int:
        """Right answers in a row, up to now."""
        return len(self.marks) - len(self.marks.rstrip(RIGHT))

    def after(self, is_right: bool) -> Course:
        """The course with one more answer."""
        return Course(self.seed, self.marks + (RIGHT if is_right else WRONG), self.questions)
