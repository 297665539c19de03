"""The outline of a game for its guide: object, equipment, ranking, the round in order and the decisions, as data.

Each game has one (``guide.toml`` in its folder): short sentences in our own words, each with the paragraph it is about.
A sentence may hold only where the house chose so (``when``), and may name what the house chose (``{decks}``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from nomorebets.games import file_of, variations_of
from nomorebets.papers.document import words
from nomorebets.regulation import Citation, law
from nomorebets.table.game import Table
from nomorebets.table.house import House

FILE = "guide.toml"
SAMPLES = "sample_hands.toml"
NOT = "not "  # any other choice than this
ANY = "*"  # whatever the house chose, where there is such a choice


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something said of a game, by a paragraph; what the paragraph itself says, where nothing shorter is written."""

    by: str
    says: str = ""
    when: dict[str, str | list[str]] = {}
    unless: dict[str, str | list[str]] = {}  # choices, of a game file too, beside which it is not so
    choice: str = ""  # the decision, or the wager, that it is about

    @property
    def citation(self) -> Citation:
        return Citation.parse(self.by)

    def holds(self, house: House) -> bool:
        """Whether it is said at this table: its paragraph is in force, and the house chose what it speaks of."""
        return (
            law.in_force(self.citation, house.as_of)
            and _chosen(self.when, house)
            and not any(_is(house.options.get(option), values) for option, values in self.unless.items())
        )

    def at(self, house: House) -> str:
        """The sentence with what the house chose; odds are stated with "to"."""
        if not self.says:
            return law.says(self.citation, house.as_of)
        return re.sub(r"(\d+):(\d+)", r"\1 to \2", self.says.format_map(house.options))


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand or a throw as an example; or all of a set that several games show (``sample_hands.toml``)."""

    says: str = ""
    shows: str = ""  # cards, dice or tiles
    of: str = ""  # the name of a set
    when: dict[str, str | list[str]] = {}

    def holds(self, house: House) -> bool:
        return _chosen(self.when, house)


class Outline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a guide says of a game beside its wagers, options and limits."""

    object: str = ""
    equipment: tuple[Sentence, ...] = ()
    ranking: str | tuple[Sentence, ...] = ()  # sentences, or the paragraph whose items rank the hands
    round: tuple[Sentence, ...] = ()
    decisions: tuple[Sentence, ...] = ()
    pays: tuple[Sentence, ...] = ()  # what wagers win that no row of a pay table states: a meter
    wagers: tuple[Sentence, ...] = ()  # of wagers of which their paragraphs say more than holds at some tables
    samples: tuple[Sample, ...] = ()
    like: str = ""  # the game whose outline it takes over, where it says nothing itself


@cache
def outline_of(game_id: str) -> Outline:
    """The outline of a game; an empty one where nobody wrote it."""
    file = file_of(game_id, FILE)
    if file is None:
        return Outline()
    own = tomllib.loads(file.read_text(encoding="utf-8"))
    if "like" not in own:
        return msgspec.convert(own, Outline)
    other = msgspec.structs.asdict(outline_of(own["like"]))
    return msgspec.structs.replace(msgspec.convert(own, Outline), **{k: v for k, v in other.items() if k not in own})


def outline_at(table: Table) -> Outline:
    """The outline of the game of a table; of one that is all a file's, from the draft of its rules."""
    draft = variations_of(table.game.id).draft
    if draft is None:
        return outline_of(table.game.id)
    said = draft(table.house)

    def of(*sections: str) -> tuple[Sentence, ...]:
        every = ((by, says) for by, some in said.items() if by.startswith(sections) for says in some)
        return tuple(Sentence(by, says) for by, says in every)

    (object,) = said["D.1(a)"]
    drawn = variations_of(table.game.id).samples
    samples = (Sample(of=drawn(table.house)),) if drawn is not None else ()
    return Outline(object, of("D.2"), of("D.3"), of("D.4", "D.5", "D.6"), samples=samples)


def sentences(said: Iterable[Sentence], house: House) -> list[Sentence]:
    """Those that hold at a table."""
    return [sentence for sentence in said if sentence.holds(house)]


@cache
def sample_hands() -> dict[str, dict[str, str]]:
    """Sets of hands by the name of their ranking, from the best."""
    sets: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / SAMPLES).read_text(encoding="utf-8"))
    return sets


def samples_at(outline: Outline, house: House) -> tuple[tuple[str, str], ...]:
    """The hands or throws that a guide shows: what each is called, and how it is written."""
    shown: list[tuple[str, str]] = []
    for sample in outline.samples:
        if sample.holds(house):
            every = sample_hands()[sample.of].items() if sample.of else [(sample.says, sample.shows)]
            shown += [(words(name), hand) for name, hand in every]
    return tuple(shown)


def ranked_by(outline: Outline, house: House) -> list[tuple[str, Citation]]:
    """How hands rank, from the best: what is said of each, and by which paragraph."""
    if not isinstance(outline.ranking, str):
        return [(sentence.at(house), sentence.citation) for sentence in sentences(outline.ranking, house)]
    above = Citation.parse(outline.ranking)
    items = (p.cite for p in law.subchapter(above.subchapter).paragraph if p.cite.parent == above)
    return [(law.says(by, house.as_of), by) for by in items if law.in_force(by, house.as_of)]


def _chosen(when: dict[str, str | list[str]], house: House) -> bool:
    """Whether the house chose what something speaks of."""
    return all(_is(house.options.get(option), values) for option, values in when.items())


def _is(chosen: str | None, values: str | list[str]) -> bool:
    if chosen is None:
        return False
    if isinstance(values, list):
        return chosen in values
    return values in (ANY, chosen) or (values.startswith(NOT) and chosen != values.removeprefix(NOT))
