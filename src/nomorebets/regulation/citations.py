"""Citations: which paragraph commands a thing, printed as the chapter in force on a date.

A citation names a section by the number that 19:47 gave it (or, for what 19:47 never had, by 13:69F's number).
Where the two chapters number a section differently, printing and parsing translate.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache, lru_cache, total_ordering

from nomorebets.errors import UnknownName

_PREFIX = re.compile(r"^(?:N\.?J\.?A\.?C\.?\s*)?(19:47|13:69F)-", re.IGNORECASE)
_SECTION = re.compile(r"^([1-9][0-9]{0,2}[A-Z]?|D)\.([1-9][0-9]{0,2}[A-Z]?)")
DRAFT = "D"  # where a subchapter stands in the number of a rule that a game file proposes
_PROPOSED = "draft-"  # and what stands there in print, in place of a chapter
# (a) 1 i (1) (A): the five depths of a New Jersey paragraph
_DEPTHS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\(([a-z]{1,2})\)",
        r"([1-9][0-9]{0,2})",
        r"([ivxl]{1,9})",
        r"\(([1-9][0-9]{0,2})\)",
        r"\(([A-Z])\)",
    )
)
_PRINT = ("({})", "{}", "{}", "({})", "({})")
_READING = re.compile(r"^ (R-\S+)$")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}


def _roman(text: str) -> int:
    values = [_ROMAN[letter] for letter in text]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def _number_key(number: str) -> tuple[int, str]:
    digits = number.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return int(digits or 1000), number[len(digits) :]  # a draft stands behind every chapter


def section_key(section: str) -> tuple[tuple[int, str], ...]:
    """Sort key of a section number: 2.9 before 2.10, 18.6 before 18.6A."""
    return tuple(_number_key(part) for part in section.split("."))


def _path_key(depth: int, token: str) -> tuple[int, int, str]:
    if depth == 2:
        return 0, _roman(token), ""
    if token.isdigit():
        return 0, int(token), ""
    return len(token), 0, token


@lru_cache(maxsize=16_384)
def _key_of(section: str, path: tuple[str, ...], reading: str) -> tuple[object, ...]:
    """Sort key of a citation; asked for in every comparison."""
    return section_key(section), tuple(_path_key(depth, token) for depth, token in enumerate(path)), reading


@total_ordering
class Citation:
    """One section or paragraph, or a reading of one; ordered as the chapter is.

    >>> Citation.parse("19:47-5.1(e)1i(2)")
    Citation('5.1(e)1i(2)')
    >>> Citation.parse("5.1(e)2") < Citation.parse("5.1(e)10")
    True
    >>> Citation.parse("19:47-4.12(f)").on(date(2012, 3, 19))  # as the chapter in force on a date prints it
    '13:69F-4.11(f)'
    """

    __slots__ = ("path", "reading", "section")

    def __init__(self, section: str, path: tuple[str, ...] = (), reading: str = "") -> None:
        self.section: str = section
        self.path: tuple[str, ...] = path
        self.reading: str = reading

    @classmethod
    def parse(cls, text: str) -> Citation:
        """Read a citation, with or without its chapter; a chapter's own numbering is understood."""
        rest = str(text).strip()
        if rest.startswith(_PROPOSED):
            rest = f"{DRAFT}.{rest.removeprefix(_PROPOSED)}"
        prefix = _PREFIX.match(rest)
        if prefix:
            rest = rest[prefix.end() :]
        match = _SECTION.match(rest)
        if not match:
            raise UnknownName(
                f"{str(text)[:60]!r} is not a citation",
                accepts="forms like 19:47-5.1(e)1i(2), 13:69F-5.2 or 5.6(b)",
            )
        section, rest = match.group(), rest[match.end() :]
        path: list[str] = []
        for pattern in _DEPTHS:
            token = pattern.match(rest)
            if not token:
                break
            path.append(token.group(1))
            rest = rest[token.end() :]
        reading = _READING.match(rest)
        if rest and not reading:
            raise UnknownName(
                f"{str(text)[:60]!r} is not a citation: {rest[:20]!r} is left over",
                accepts="forms like 19:47-5.1(e)1i(2), 13:69F-5.2 or 5.6(b)",
            )
        if prefix:
            from nomorebets.regulation import law

            section = law.section_cited_as(prefix.group(1).upper(), section)
        return cls(section, tuple(path), reading.group(1) if reading else "")

    @property
    def subchapter(self) -> str:
        return self.section.split(".", 1)[0]

    @property
    def paragraph(self) -> Citation:
        """The paragraph itself, without the reading of it."""
        return Citation(self.section, self.path) if self.reading else self

    @property
    def parent(self) -> Citation | None:
        return Citation(self.section, self.path[:-1]) if self.path else None

    @property
    def where(self) -> str:
        """The part behind the section number: ``(e)1i(2)``."""
        return "".join(form.format(token) for form, token in zip(_PRINT, self.path, strict=False))

    def on(self, day: date) -> str:
        """As printed by the chapter in force on a date: ``19:47-5.6(b)``; where only another has it, by that one."""
        from nomorebets.regulation import law

        if self.subchapter == DRAFT:
            return f"{_PROPOSED}{self.section.partition('.')[2]}{self.where}"
        chapter = law.chapter_citing(self.section, law.chapter_on(day).number)
        return f"{chapter}-{law.section_number(self.section, chapter)}{self.where}"

    def full(self, day: date) -> str:
        """As :meth:`on`, with the reading's name where this is one."""
        return self.on(day) + (f" {self.reading}" if self.reading else "")

    def with_basis(self, day: date) -> str:
        """As :meth:`full`, and how firm it is; nothing is added where the text itself was read."""
        from nomorebets.regulation import law

        notes = {"parallel": "parallel text", "reading": "our reading", "reconstructed": "reconstructed"}
        notes["proposed"] = "proposed"
        note = notes.get(law.basis(self, day), "")
        return self.full(day) + (f" ({note})" if note else "")

    def _key(self) -> tuple[object, ...]:
        return _key_of(self.section, self.path, self.reading)

    def __str__(self) -> str:
        return self.section + self.where + (f" {self.reading}" if self.reading else "")

    def __repr__(self) -> str:
        return f"Citation({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Citation)
            and self.section == other.section
            and self.path == other.path
            and self.reading == other.reading
        )

    def __lt__(self, other: Citation) -> bool:
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash((self.section, self.path, self.reading))


@cache
def cite(text: str) -> Citation:
    """The citation a procedure acts by: ``cite("5.6(b)")``. The tests look up every one in the law."""
    return Citation.parse(text)


@cache
def reading(name: str) -> Citation:
    """A reading of ours, cited like a paragraph: ``reading("R-5.6b-respin")``."""
    from nomorebets.regulation import law

    paragraph = law.reading(name).on
    return Citation(paragraph.section, paragraph.path, name)
