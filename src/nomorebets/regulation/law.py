"""The law as data: chapters, sections, paragraphs and our readings of them, each with its dates.

One TOML file per subchapter in ``data/``; adding a subchapter is adding a file. Nothing here knows a game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import msgspec

from nomorebets import kept
from nomorebets.errors import EditionError, ScriptError, UnknownName, unknown
from nomorebets.regulation.citations import DRAFT, Citation, section_key

DATA = Path(__file__).parent / "data"
GROUP = "nomorebets.games"  # the entry points by which another package brings a game

Basis = Literal["text", "parallel", "reading", "reconstructed", "proposed"]
Kind = Literal["enforced", "guidance", "definition", "reserved"]
BASES: tuple[Basis, ...] = (
    "text",
    "parallel",
    "reading",
    "reconstructed",
    "proposed",
)  # from the firmest to the weakest


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str
    title: str
    agency: str
    since: date
    listed_to: str  # the last section in the table of contents that is known
    until: date | None = None


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dated event in the life of a chapter or subchapter."""

    chapter: str
    event: str
    effective: date
    citation: str
    subchapter: str = ""
    note: str = ""


class Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An undated petition, correction, case or oddity of the print."""

    chapter: str
    section: str
    kind: str
    note: str
    citation: str = ""


class Print(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one copy of the text holds, and how new it is."""

    chapter: str
    newest_date: date
    contents: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    end_only: tuple[str, ...] = ()
    start_only: tuple[str, ...] = ()
    note: str = ""


class Chapters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapter: tuple[Chapter, ...]
    event: tuple[Event, ...]
    notice: tuple[Notice, ...]
    print: tuple[Print, ...]


class Amendment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    citation: str
    effective: date
    note: str
    touches: tuple[str, ...] = ()  # empty: the note does not say which paragraphs

    def may_touch(self, path: tuple[str, ...]) -> bool:
        """Whether a paragraph, one above it or one below it was changed."""
        touched = [Citation.parse("1.1" + where).path for where in self.touches]
        return not touched or any(path[: len(t)] == t or t[: len(path)] == path for t in touched)


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str
    numbers: dict[str, str]
    headings: dict[str, str]
    amendments: tuple[Amendment, ...] = ()
    reserved: bool = False


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a paragraph said up to a day, as far as the amending notes say."""

    until: date
    says: str


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several things that a paragraph commands, and the test that holds the code to it."""

    says: str
    test: str = ""  # its name; none: it is not enforced, and ``why`` says why
    why: str = ""


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cite: Citation
    kind: Kind
    basis: Basis
    says: str
    since: date | None = None
    until: date | None = None
    read: tuple[str, ...] = ()
    worded: date | None = None  # the copy that was read is not known to be worded as it was before this day
    why: str = ""
    note: str = ""
    earlier: tuple[Wording, ...] = ()  # from the oldest on; ``says`` is the wording since
    commands: tuple[Command, ...] = ()  # where it commands several things, each of them

    def said_on(self, day: date) -> str:
        """What it says on a day."""
        return next((wording.says for wording in self.earlier if day <= wording.until), self.says)


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What we take a silent or damaged paragraph to say."""

    id: str
    on: Citation
    says: str
    because: str
    basis: Basis = "reading"
    since: date | None = None  # where it holds longer than the paragraph it reads


class GameEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as the chapter lists it, whether or not it can be dealt yet."""

    id: str
    name: str
    sections: tuple[str, ...] = ()  # empty: all of the subchapter
    unknown: str = ""  # why it cannot be dealt, where its text is not known
    first: bool = False  # the game that a newcomer is shown first


class Subchapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    subchapter: str
    headings: dict[str, str]
    since: date | None = None
    temporary_since: date | None = None
    read: tuple[str, ...] = ()
    game: tuple[GameEntry, ...] = ()
    section: tuple[Section, ...] = ()
    paragraph: tuple[Paragraph, ...] = ()
    reading: tuple[Reading, ...] = ()

    def first_day(self) -> date | None:
        return self.temporary_since or self.since


def _decode(kind: type, value: object) -> object:
    if kind is Citation and isinstance(value, str):
        return Citation.parse(value)
    raise TypeError(f"cannot read a {kind.__name__}")


@cache
def installed_games() -> dict[str, str]:
    """Games that other packages bring: their ids, and the package of each (entry points ``nomorebets.games``)."""
    if not _may_be_installed(GROUP):
        return {}
    from importlib.metadata import entry_points  # not before it is needed: it brings much with it

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def _may_be_installed(group: str) -> bool:
    """Whether some package on the path names the group; a look at the files, where all are in plain folders."""
    for folder in map(Path, sys.path):
        if folder.is_file():  # an archive
            return True
        for file in (*folder.glob("*.dist-info/entry_points.txt"), *folder.glob("*.egg-info/entry_points.txt")):
            if group in file.read_text(encoding="utf-8", errors="replace"):
                return True
    return False


def installed_folders() -> list[Path]:
    """The folders of those packages."""
    specs = (find_spec(package) for package in installed_games().values())
    return [Path(folder) for spec in specs if spec for folder in spec.submodule_search_locations or ()]


def _files() -> dict[str, Path]:
    """The data of every subchapter: ours, and those that the packages of installed games bring."""
    folders = (DATA, *installed_folders())
    return {file.stem.lstrip("0"): file for folder in folders for file in folder.glob("[0-9]*.toml")}


def _compiled(file: Path) -> bytes:
    """A file of the law in a form that is read quickly: it is parsed once, and again after an edit."""
    source = file.read_bytes()

    def parsed() -> bytes:
        import tomllib

        return msgspec.msgpack.encode(tomllib.loads(source.decode()))

    return kept.content("law", [source], parsed)


@cache
def chapters() -> Chapters:
    return msgspec.msgpack.decode(_compiled(DATA / "chapters.toml"), type=Chapters)


@cache
def subchapter(number: str) -> Subchapter:
    """One subchapter, by its number: ``subchapter("5")``."""
    files = _files()
    if number == DRAFT:  # no subchapter of a chapter: it is cited, and listed nowhere
        files = {DRAFT: DATA / "draft.toml"}
    if number not in files:
        raise unknown("subchapter", number, sorted(files, key=section_key))
    return msgspec.msgpack.decode(_compiled(files[number]), type=Subchapter, dec_hook=_decode)


def subchapters() -> Iterator[Subchapter]:
    """All subchapters in the order of the chapter."""
    return (subchapter(number) for number in sorted(_files(), key=section_key))


class _Listed(msgspec.Struct):
    """Of a subchapter only its games; the rest is skipped, which is quick."""

    subchapter: str
    game: tuple[GameEntry, ...] = ()


@cache
def _listed() -> tuple[_Listed, ...]:
    files = _files()
    return tuple(msgspec.msgpack.decode(_compiled(files[n]), type=_Listed) for n in sorted(files, key=section_key))


@cache
def entries() -> dict[str, GameEntry]:
    """Every game the chapter lists, by its id."""
    return {entry.id: entry for sub in _listed() for entry in sub.game}


@cache
def subchapter_of(game_id: str) -> str:
    return next(sub.subchapter for sub in _listed() for entry in sub.game if entry.id == game_id)


@cache
def section(number: str) -> Section:
    """One section, by the number our code cites it with."""
    known = {s.number: s for s in subchapter(number.split(".", 1)[0]).section}
    if number not in known:
        raise unknown("section", number, known)
    return known[number]


@cache
def _paragraphs(number: str) -> dict[Citation, Paragraph]:
    return {p.cite: p for p in subchapter(number).paragraph}


def paragraph(citation: Citation) -> Paragraph:
    """What is known of one paragraph; an error if the chapter has no such paragraph."""
    known = _paragraphs(citation.subchapter)
    own = known.get(citation.paragraph) or _whole_section(citation, known)
    if own is None:
        raise unknown("paragraph", citation.paragraph, [str(c) for c in known])
    return own


def _whole_section(citation: Citation, known: dict[Citation, Paragraph]) -> Paragraph | None:
    """A section cited as a whole: as firm as the weakest of its paragraphs."""
    below = [p for cite, p in known.items() if cite.section == citation.section]
    if citation.path or not below:
        return None
    heading = next(iter(section(citation.section).headings.values()))
    return Paragraph(citation.paragraph, "definition", weakest([p.basis for p in below]), heading, read=below[0].read)


@cache
def reading(name: str) -> Reading:
    """One reading, by its name: ``reading("R-5.6b-respin")``."""
    known = _readings(name.removeprefix("R-").split(".", 1)[0])
    if name not in known:
        raise unknown("reading", name, known)
    return known[name]


@cache
def _readings(number: str) -> dict[str, Reading]:
    return {r.id: r for r in subchapter(number).reading}


# --- dates ---------------------------------------------------------------------------------------------------------


def chapter_on(day: date) -> Chapter:
    """The chapter in force on a date."""
    for chapter in chapters().chapter:
        if chapter.since <= day and (chapter.until is None or day <= chapter.until):
            return chapter
    first = min(c.since for c in chapters().chapter)
    raise EditionError(f"no rules of the games were in force on {day}", accepts=f"dates from {first} on")


@cache
def newest() -> date:
    """The date of the newest text known; what applies when nobody names a date."""
    return max(c.since for c in chapters().chapter)


@cache
def effective_dates() -> tuple[date, ...]:
    """Every date on which something in either chapter took effect."""
    days = {e.effective for e in chapters().event}
    for sub in subchapters():
        days |= {a.effective for s in sub.section for a in s.amendments}
        days |= {p.since for p in sub.paragraph if p.since}
    return tuple(sorted(days))


@cache
def since(citation: Citation) -> date:
    """The first day on which a paragraph is known (or taken) to have been in force."""
    own = reading(citation.reading).since if citation.reading else None
    return own or paragraph(citation).since or section_since(citation.section)


def says(citation: Citation, day: date) -> str:
    """What a paragraph, or our reading of it, says on a day."""
    return reading(citation.reading).says if citation.reading else paragraph(citation).said_on(day)


def section_since(number: str) -> date:
    """The first day of a section: its subchapter's, or the day of the only chapter that has it."""
    home = section(number).numbers
    chapter = next(c for c in chapters().chapter if c.number in home)
    return max(chapter.since, subchapter_since(number.split(".", 1)[0]))


def subchapter_since(number: str) -> date:
    """The first day of a subchapter, temporary rules included."""
    first = subchapter(number).first_day()
    if first is None:  # never dated in the texts at hand: it was there when that table of contents was printed
        first = min(p.newest_date for p in chapters().print if p.contents)
    return first


def is_dated(number: str, first: date) -> bool:
    """Whether a section, or what is in it, came on its first day; if not, its subchapter was only first seen then."""
    sub = number.split(".", 1)[0]
    return subchapter(sub).first_day() is not None or first != subchapter_since(sub)


def absent(what: str, number: str, first: date, day: date) -> str:
    """That there was no such thing on a day, or that none is known of."""
    is_known = day >= first or is_dated(number, first)
    return f"{what} did not exist on {day}" if is_known else f"{what} is not known to have existed on {day}"


@cache
def until(citation: Citation) -> date | None:
    """The last day on which a paragraph was in force; None where it still is, as far as is known."""
    own, home = paragraph(citation).until, section_until(citation.section)
    return min(own, home) if own and home else own or home


def section_until(number: str) -> date | None:
    """The last day of a section that a later chapter is known to have left out."""
    every = chapters().chapter
    last = max(i for i, chapter in enumerate(every) if chapter.number in section(number).numbers)
    left_out = any(is_listed(number, newer.number) for newer in every[last + 1 :])
    return every[last].until if left_out else None


@lru_cache(1 << 16)
def in_force(citation: Citation, day: date) -> bool:
    """Whether a paragraph binds on a date."""
    chapter_on(day)
    last = until(citation)
    return since(citation) <= day and (last is None or day <= last)


def is_listed(number: str, chapter: str) -> bool:
    """Whether a chapter's known table of contents reaches as far as a section."""
    last = next(c.listed_to for c in chapters().chapter if c.number == chapter)
    return section_key(number) <= section_key(last)


def require_in_force(citation: Citation, day: date, what: str) -> None:
    """Refuse what did not exist on a date, naming the paragraph that introduced it."""
    if not in_force(citation, day):
        first, last = since(citation), until(citation)
        raise EditionError(
            absent(what, citation.section, first, day),
            citation,
            max(first, min(day, last)) if last else max(first, day),
            accepts=f"dates from {first} " + (f"to {last}" if last else "on"),
        )


# --- numbers and basis ---------------------------------------------------------------------------------------------


@cache
def section_number(number: str, chapter: str) -> str:
    """The number a chapter gives to a section; where its list is cut off, the same number."""
    try:
        return section(number).numbers.get(chapter, number)
    except UnknownName:
        return number


@cache
def chapter_citing(number: str, chapter: str) -> str:
    """The chapter by which a section is cited where one is in force: that one, or the one that has the section.

    So what came with the newer chapter is cited as of it where it is refused on an earlier day.
    """
    try:
        home = section(number).numbers
    except UnknownName:
        return chapter
    return chapter if chapter in home or not is_listed(number, chapter) else next(iter(home))


@cache
def section_cited_as(chapter: str, number: str) -> str:
    """The section that a chapter calls by a number: 13:69F-4.11 is our 4.12."""
    sub = subchapter(number.split(".", 1)[0])
    for candidate in sub.section:
        if candidate.numbers.get(chapter) == number:
            return candidate.number
    if not is_listed(number, chapter) and any(s.number == number for s in sub.section):
        return number
    known = sorted((n for s in sub.section if (n := s.numbers.get(chapter))), key=section_key)
    raise unknown(f"section of {chapter}", number, known or [s.number for s in sub.section])


def basis(citation: Citation, day: date) -> Basis:
    """How firm a citation is on a date: read, taken from a parallel text, a reading of ours, reconstructed,
    or proposed in a game file and of no chapter.
    """
    if citation.reading:
        return reading(citation.reading).basis
    own = paragraph(citation)
    if own.basis != "text":
        return own.basis
    chapter = chapter_citing(citation.section, chapter_on(day).number)
    if chapter not in (own.read or subchapter(citation.subchapter).read):
        return "parallel"
    if own.worded is not None and day < own.worded:
        return "reading"
    amended_since = (a for a in section(citation.section).amendments if a.effective > day)
    if any(a.may_touch(citation.path) for a in amended_since):
        return "reading"  # amended after that day: what we read is the newer wording
    return "text"


def weakest(bases: Iterator[Basis] | list[Basis]) -> Basis:
    """The weakest of several bases: what rests on all of them is no firmer."""
    return max(bases, key=BASES.index, default="text")


@lru_cache(1 << 10)
def acted_by(day: date) -> dict[int, Citation]:
    """Paragraphs found in force on a day, by identity: a script names the same object in every round."""
    return {}


def enforce_in_force(citation: Citation, day: date) -> None:
    """Raise an error where a script acts by a paragraph that is not in force."""
    known = acted_by(day)
    if known.get(id(citation)) is citation:
        return
    if not in_force(citation, day):
        raise ScriptError(f"acted by {citation}, which was not in force on {day}")
    if len(known) < 1 << 12:  # records that are read bring objects of their own
        known[id(citation)] = citation
