"""The whole of the documentation as one site: which pages there are, where each leads, and what can be searched.

A page is served by a house under ``/docs``, or written as a file that needs none. Where the two differ, ``Shelf`` says.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path

from nomorebets.docs import game_pages, reference, sources
from nomorebets.docs.markup import Heading, Marked, marked
from nomorebets.errors import unknown

TEMPLATES = Path(__file__).parent / "templates"
GAMES, REFERENCE = "games", "reference"
_CITED = re.compile(r"\\\[((?:13:69F|19:47)-[\w.():]+)")


@dataclass(frozen=True)
class Shelf:
    """Where the pages stand: the address of one from another, and, in a house, what else it has on a game or rule."""

    address: Callable[[str, str], str]
    rule: Callable[[str], str] | None = None
    rooms: Callable[[str], list[tuple[str, str]]] = lambda game: []  # of a game: what it is called, and where


@dataclass(frozen=True)
class Page:
    name: str
    title: str
    html: str
    headings: tuple[Heading, ...]  # below the title


@dataclass(frozen=True)
class Group:
    """Pages that stand together in the list of contents."""

    heading: str
    pages: tuple[tuple[str, str], ...]  # name, and what it is called there


@cache
def contents() -> tuple[Group, ...]:
    """All pages that are listed, in order."""
    groups = [Group(heading, tuple(listed)) for heading, listed in sources.groups().items()]
    games = ((f"{GAMES}/{game_id}", name) for game_id, name in game_pages.names_of_games().items())
    groups.append(Group("Every game", tuple(games)))
    kinds = ((f"{REFERENCE}/{kind}", title) for kind, (title, _) in reference.pages().items())
    groups.append(Group("Reference", tuple(kinds)))
    return tuple(groups)


@cache
def names() -> tuple[str, ...]:
    """Every page there is, the listed ones first."""
    listed = [name for group in contents() for name, _ in group.pages]
    return tuple(dict.fromkeys((sources.INDEX, *listed, *sources.files(), *_linked_code())))


def _linked_code() -> list[str]:
    """Files of the package that a page leads to."""
    texts = (sources.markdown_at(file) for file in sources.files().values())
    return sorted({path for text in texts for path in re.findall(r"\]\((?:\.\./)*(src/[^)#]+)\)", text)})


def markdown_of(name: str, shelf: Shelf) -> str:
    """What a page says, as it is written or made."""
    kind, _, rest = name.partition("/")
    if name not in names():
        raise unknown("page", name, names())
    if kind == GAMES:
        return _in_house(game_pages.markdown(rest), rest, shelf)
    if kind == REFERENCE:
        return reference.markdown(rest)
    text = sources.markdown_at(sources.files().get(name, name))
    return text + _made() if name == sources.INDEX else text


def _made() -> str:
    """What the index does not list because no file of the repository has it: pages that are made."""
    made = [group for group in contents() if group.heading not in sources.groups()]
    lists = ("\n".join(f"* [{title}]({name})" for name, title in group.pages) for group in made)
    return "".join(f"\n## {group.heading}\n\n{listed}\n" for group, listed in zip(made, lists, strict=True))


def _in_house(text: str, game: str, shelf: Shelf) -> str:
    """The page of a game with what the house has on it: its rooms, and the paragraphs that it cites."""
    if shelf.rule is not None:
        rule = shelf.rule
        text = _CITED.sub(lambda cited: f"\\[[{cited[1]}](<{rule(cited[1])}>)", text)
    rooms = " · ".join(f"[{words}](<{where}>)" for words, where in shelf.rooms(game))
    return re.sub(r"^(# .*\n)", lambda title: f"{title[1]}\n{rooms}\n", text, count=1) if rooms else text


def page(name: str, shelf: Shelf) -> Page:
    """A page, its links resolved for where it stands."""
    made = _marked(name, shelf)
    return Page(name, made.title, made.html, made.headings[1:])


def _marked(name: str, shelf: Shelf) -> Marked:
    source = sources.files().get(name, name)  # made pages lie where their names say
    beside = posixpath.dirname(source)

    def link(target: str) -> str:
        where, _, part = target.partition("#")
        if re.match(r"[a-z]+:|/", where):
            return target
        path = posixpath.normpath(posixpath.join(beside, where)) if where else source
        to = next((page for page in (where, path) if page in names()), sources.page_of(path))
        after = f"#{part}" if part else ""
        return (shelf.address(name, to) if where else "") + after

    return marked(markdown_of(name, shelf), link)


@cache
def search_index(shelf: Shelf) -> list[tuple[str, str, str, str]]:
    """What can be searched: address, page, heading and text. Of a game only its name: the house finds its rules."""
    index = []
    for group in contents():
        for name, title in group.pages:
            where = shelf.address(sources.INDEX, name)
            if name.startswith(f"{GAMES}/"):
                index.append((where, group.heading, title, ""))
                continue
            for part in re.split(r"(?=<h[1-6] id=)", page(name, shelf).html):
                heading = re.match(r'<h[1-6] id="([^"]+)">(.*?)</h[1-6]>', part, re.DOTALL)
                if heading:
                    words = unescape(re.sub(r"<[^>]+>", "", part[heading.end() :]))
                    index.append((f"{where}#{heading[1]}", title, _words(heading[2]), " ".join(words.split())))
    return index


@dataclass(frozen=True)
class Found:
    """A part of a page that has all words that were asked for."""

    where: str
    title: str
    says: str


MOST_FOUND, AROUND = 12, 80  # parts of pages; letters on either side of a word


def pages_with(asked: str, shelf: Shelf) -> list[Found]:
    """The parts of pages in which all of these words are, those with the words in their heading first.

    >>> pages_with("conspicuously absent words", Shelf(lambda here, to: to))
    []
    """
    words = re.findall(r"[\w-]+", asked.lower())[:8]
    found: list[tuple[int, Found]] = []
    for where, title, heading, text in search_index(shelf) if words else ():
        lower = f"{title} {heading} {text}".lower()
        if all(word in lower for word in words):
            missing = sum(word not in f"{title} {heading}".lower() for word in words)
            at = max(0, text.lower().find(words[0]) - AROUND)
            says = f"{'… ' * (at > 0)}{text[at : at + 2 * AROUND]}{' …' * (len(text) > at + 2 * AROUND)}"
            name = title if heading == title else f"{title}: {heading}"
            found.append((missing, Found(where, name, says)))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])[:MOST_FOUND]]


def _words(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))
