"""A section on two days side by side, paragraph by paragraph, with what differs marked word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from typing import Literal

from nomorebets.errors import EditionError, UnknownName
from nomorebets.regulation import Citation, law
from nomorebets.regulation.citations import section_key
from nomorebets.rulebook.pages import section_is_in_force

Change = Literal["same", "renumbered", "reworded", "came", "went"]
Marked = tuple[tuple[str, bool], ...]  # a text in pieces, each with whether the other day lacks it
_PIECES = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True)
class Side:
    """A paragraph on one of the days."""

    cite: str
    says: Marked
    basis: str


@dataclass(frozen=True)
class Pair:
    """A paragraph on both days; None where a day did not have it."""

    change: Change
    first: Side | None
    second: Side | None


@dataclass(frozen=True)
class Beside:
    """A section, or a subchapter, on two days."""

    first: date
    second: date
    pairs: tuple[Pair, ...]

    @property
    def changed(self) -> int:
        """How many paragraphs differ in more than their number."""
        return sum(pair.change not in ("same", "renumbered") for pair in self.pairs)


def beside(citation: Citation, first: date, second: date) -> Beside:
    """What a section, or what stands below a paragraph, said on two days.

    >>> [pair.change for pair in beside(Citation.parse("5.5"), date(1998, 11, 15), date(1998, 11, 16)).pairs]
    ['same', 'came']
    """
    for day in (first, second):
        law.chapter_on(day)
    if not any(section_is_in_force(citation.section, day) for day in (first, second)):
        since = law.section_since(citation.section)
        text = f"section {citation.section} was in force neither on {first} nor on {second}"
        raise EditionError(text, Citation(citation.section), max(since, first), f"dates from {since} on")
    depth = len(citation.path)
    own = [
        known
        for known in law.subchapter(citation.subchapter).paragraph
        if known.cite.section == citation.section and known.cite.path[:depth] == citation.path
    ]
    if not own:
        home = Citation(citation.section).on(second)
        raise UnknownName(f"of {home} only the heading is known here", accepts="a section whose paragraphs are known")
    ordered = sorted(own, key=lambda known: (section_key(known.cite.section), known.cite))
    pairs = (_pair(known, first, second) for known in ordered)
    return Beside(first, second, tuple(pair for pair in pairs if pair is not None))


def _pair(known: law.Paragraph, first: date, second: date) -> Pair | None:
    texts = [known.said_on(day) if law.in_force(known.cite, day) else None for day in (first, second)]
    if texts == [None, None]:
        return None
    old, new = differing(texts[0] or "", texts[1] or "")
    sides = [
        None if text is None else Side(known.cite.on(day), says, law.basis(known.cite, day))
        for text, says, day in zip(texts, (old, new), (first, second), strict=True)
    ]
    return Pair(_change(sides[0], sides[1]), sides[0], sides[1])


def _change(first: Side | None, second: Side | None) -> Change:
    if first is None:
        return "came"
    if second is None:
        return "went"
    if first.says != second.says:
        return "reworded"
    return "same" if first.cite.partition("-")[2] == second.cite.partition("-")[2] else "renumbered"


def differing(first: str, second: str) -> tuple[Marked, Marked]:
    """Two texts in pieces, each with whether the other lacks it.

    >>> differing("a spin of two", "a spin of three")
    ((('a spin of ', False), ('two', True)), (('a spin of ', False), ('three', True)))
    """
    old, new = _PIECES.findall(first), _PIECES.findall(second)
    pieces: tuple[list[tuple[str, bool]], list[tuple[str, bool]]] = ([], [])
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for side, text in zip(pieces, ("".join(old[a:b]), "".join(new[c:d])), strict=True):
            if text:
                side.append((text, kind != "equal"))
    return tuple(pieces[0]), tuple(pieces[1])
