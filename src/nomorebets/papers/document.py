"""A paper as data: sections of text, facts, tables and pictures. All text is plain; the writer escapes it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from nomorebets.regulation import law

# how firm a citation is, for whoever reads a paper
BASES: Mapping[law.Basis, str] = {
    "text": "the paragraph was read in the chapter in force",
    "parallel": "it was read in the other chapter, or in a sister rule",
    "reading": "ours, of a silent or damaged text",
    "reconstructed": "from general knowledge of the game; check it against the text before relying on it",
    "proposed": "a rule of a game file, which no chapter has",
}


class Text(msgspec.Struct, frozen=True, tag="text"):
    """A paragraph."""

    text: str
    heading: str = ""  # in bold before it
    small: bool = False


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """Names and what is so called."""

    rows: tuple[tuple[str, str], ...]
    small: bool = False


class Steps(msgspec.Struct, frozen=True, tag="steps"):
    """Sentences in order, numbered."""

    rows: tuple[str, ...]


class Column(msgspec.Struct, frozen=True):
    name: str
    align: Literal["left", "right"] = "left"
    grows: bool = False  # takes the room that is left


class Row(msgspec.Struct, frozen=True):
    cells: tuple[str, ...]
    kind: Literal["", "group", "total"] = ""  # a group has one cell, over all columns


class Grid(msgspec.Struct, frozen=True, tag="grid"):
    """A table with its caption."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""


class Picture(msgspec.Struct, frozen=True, tag="picture"):
    """A drawing."""

    svg: str
    caption: str
    width: int = 100  # percent of the page


class Gallery(msgspec.Struct, frozen=True, tag="gallery"):
    """Small drawings side by side, each over its name."""

    pictures: tuple[Picture, ...]


Block = Text | Facts | Steps | Grid | Picture | Gallery


class Section(msgspec.Struct, frozen=True):
    heading: str
    blocks: tuple[Block, ...]
    is_sign: bool = False  # a page of its own, to be put up


class Paper(msgspec.Struct, frozen=True):
    title: str
    kind: str  # what the paper is
    about: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    footer: str
    numbered: bool = True  # the sections have numbers
    columns: Literal[1, 2] = 1  # of print; a leaflet has two
    page: str = "page {1} of {2}"  # below each of them
    language: str = "en"


def words(name: str) -> str:
    """An id as people read it; numbers that belong together keep their hyphen.

    >>> words("even-money-on-zero"), words("bet.royal-flush"), words("hop:3-4")
    ('even money on zero', 'bet: royal flush', 'hop 3-4')
    """
    return re.sub(r"(?<!\d)-|-(?!\d)", " ", name.replace(":", " ")).replace(".", ": ")
