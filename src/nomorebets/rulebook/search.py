"""Full-text search over paragraphs, readings, sections, games, wagers, options and dates, forgiving of typing errors.

The index is made from the data of the program when it is first asked: what is searched is the same with every book, on
SQLite and on PostgreSQL, and in the terminal, where there is no book at all.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from functools import cache

from nomorebets.errors import RulesError
from nomorebets.games import entries, game_ids, open_table, subchapter_of
from nomorebets.regulation import Citation, law, names
from nomorebets.rulebook.coverage import newest_day_of

MOST = 40
LONGEST = 120  # characters of what is asked
MOST_WORDS = 8
WHOLE, BEGINS, ALIKE = 1.0, 0.7, 0.6  # how much a word counts that is the one asked for, begins with it, is like it
LIKE_ENOUGH = 0.74  # of two words, where 1 is the same
IN_NAME = 3.0  # a word of a name counts more than one of a text
SMALL = frozenset("a an and at by for if in is it may of on or the to with".split())  # words that say nothing alone
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")


@dataclass(frozen=True)
class Entry:
    """Something that can be found: what it is, its name, what is said of it, and where it is."""

    kind: str
    name: str
    says: str
    by: Citation | None = None
    day: date | None = None
    game: str = ""


@dataclass(frozen=True)
class Found:
    """An entry, and which of its words were meant."""

    entry: Entry
    score: float
    words: frozenset[str]

    def marked(self, text: str) -> list[tuple[str, bool]]:
        """A text in pieces, each with whether it is one of the words."""
        pieces, at = [], 0
        for match in _WORD.finditer(_plain(text)):
            if match.group() in self.words:
                pieces += [(text[at : match.start()], False), (text[match.start() : match.end()], True)]
                at = match.end()
        return [piece for piece in (*pieces, (text[at:], False)) if piece[0]]


def _plain(text: str) -> str:
    """A text in small letters without accents, as long as it was."""
    letters = (unicodedata.normalize("NFKD", letter)[0].lower() for letter in text.replace("’", "'"))
    return "".join(letter if len(letter) == 1 else letter[0] for letter in letters)


def _words(text: str) -> list[str]:
    return _WORD.findall(_plain(text))


# --- what there is --------------------------------------------------------------------------------------------------


def _entries() -> Iterator[Entry]:
    yield from _of_the_law()
    options: dict[tuple[str, str], list[str]] = {}  # option and what is said of it: the games that have it
    where: dict[tuple[str, str], tuple[Citation, tuple[str, ...]]] = {}
    for game_id, game in entries().items():
        number = subchapter_of(game_id)
        first = Citation((game.sections or (law.subchapter(number).section[0].number,))[0])
        yield Entry("Game", game.name, f"Subchapter {number}", first, game=game_id)
    for game_id in game_ids():
        try:
            table = open_table(game_id)
        except RulesError:
            continue
        name = table.game.entry.name
        for kind in table.kinds():
            pays = table.pays(kind)
            says = f"{name}: pays {pays}" if pays else name
            bet = table.game.bet.get(kind)
            yield Entry("Wager", names.wager(kind), says, bet.by if bet else None, game=game_id)
        for option in table.game.terms.all_options:
            key = option.id, option.says
            options.setdefault(key, []).append(name)
            where.setdefault(key, (option.by, tuple(map(names.value, option.possible(table.as_of)))))
    for key, games in options.items():
        by, values = where[key]
        says = f"{key[1]} {', '.join(values)} ({', '.join(games)})"
        yield Entry("Option", names.option(key[0]), says, by, newest_day_of(by.paragraph))


def _of_the_law() -> Iterator[Entry]:
    for sub in law.subchapters():
        for section in sub.section:
            cite = Citation(section.number)
            day = newest_day_of(cite)
            heading = next(iter(section.headings.values()))
            yield Entry("Section", cite.on(day), heading, cite, day)
        for paragraph in sub.paragraph:
            day = newest_day_of(paragraph.cite)
            yield Entry("Paragraph", paragraph.cite.on(day), paragraph.said_on(day), paragraph.cite, day)
        for reading in sub.reading:
            cite = Citation(reading.on.section, reading.on.path, reading.id)
            day = newest_day_of(reading.on)
            yield Entry("Reading", cite.full(day), reading.says, cite, day)
    for day in law.effective_dates():
        events = [f"{e.chapter}{'-' + e.subchapter if e.subchapter else ''} {e.event}" for e in _events(day)]
        amended = [f"{Citation(number).on(day)} amended: {note}" for number, note in _amended(day)]
        says = "; ".join((*events, *amended)) or "Paragraphs came into force"
        yield Entry("Date", f"{day} ({day:%B} {day.day})", says, day=day)


def _events(day: date) -> list[law.Event]:
    return [event for event in law.chapters().event if event.effective == day]


def _amended(day: date) -> list[tuple[str, str]]:
    return [
        (section.number, amendment.note)
        for sub in law.subchapters()
        for section in sub.section
        for amendment in section.amendments
        if amendment.effective == day
    ]


# --- the index ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Index:
    entries: tuple[Entry, ...]
    places: dict[str, dict[int, float]]  # word -> entries it is in, and how much it counts there
    by_trigram: dict[str, set[str]]

    def like(self, word: str) -> dict[str, float]:
        """The known words that somebody may mean by one, and how surely."""
        meant = {word: WHOLE} if word in self.places else {}
        if len(word) >= 3:
            meant |= {w: BEGINS for w in self.places if w.startswith(word) and w != word}
        if meant or len(word) < 4:
            return meant
        near = {w for trigram in _trigrams(word) for w in self.by_trigram.get(trigram, ())}
        ratios = {w: SequenceMatcher(None, word, w).ratio() for w in near if abs(len(w) - len(word)) <= 2}
        return {w: ALIKE * ratio for w, ratio in ratios.items() if ratio >= LIKE_ENOUGH}


def _trigrams(word: str) -> set[str]:
    padded = f" {word} "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}


@cache
def _index() -> _Index:
    listed = tuple(_entries())
    places: defaultdict[str, dict[int, float]] = defaultdict(dict)
    for number, entry in enumerate(listed):
        for text, weight in ((entry.says, 1.0), (entry.name, IN_NAME)):
            for word in _words(text):
                places[word][number] = max(weight, places[word].get(number, 0.0))
    by_trigram: defaultdict[str, set[str]] = defaultdict(set)
    for word in places:
        for trigram in _trigrams(word):
            by_trigram[trigram].add(word)
    return _Index(listed, dict(places), dict(by_trigram))


def search(text: str, most: int = MOST) -> list[Found]:
    """What somebody may be looking for, the best first: entries with all words, or else with as many as there are.

    >>> search("three revolutons of the weel", 1)[0].entry.name
    '13:69F-5.6(b)'
    >>> search("big sx")[0].entry.name
    'Big six wheel'
    """
    index = _index()
    every = list(dict.fromkeys(_words(text[:LONGEST])))
    asked = [word for word in every if word not in SMALL][:MOST_WORDS] or every
    scores: defaultdict[int, float] = defaultdict(float)
    hits: defaultdict[int, int] = defaultdict(int)
    words: defaultdict[int, set[str]] = defaultdict(set)
    for word in asked:
        best: dict[int, float] = {}
        for meant, sure in index.like(word).items():
            rare = math.log(1 + len(index.entries) / len(index.places[meant]))
            for number, weight in index.places[meant].items():
                best[number] = max(best.get(number, 0.0), sure * weight * rare)
                words[number].add(meant)
        for number, score in best.items():
            scores[number] += score
            hits[number] += 1
    most_hits = max(hits.values(), default=0)
    ranked = sorted(
        (n for n in scores if hits[n] == most_hits), key=lambda n: (-scores[n], len(index.entries[n].says), n)
    )
    return [Found(index.entries[n], scores[n], frozenset(words[n])) for n in ranked[:most]]


def groups(found: Sequence[Found]) -> dict[str, list[Found]]:
    """What was found, by what it is; the kind with the best first."""
    by_kind: dict[str, list[Found]] = {}
    for one in found:
        by_kind.setdefault(one.entry.kind, []).append(one)
    return by_kind
