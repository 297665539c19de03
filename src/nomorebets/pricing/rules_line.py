"""The rules of a table in one line of short words, as players write them: the facet ``rules_line`` of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

import msgspec

from nomorebets.errors import UnknownName, shown
from nomorebets.games import facet
from nomorebets.table import Game, Table

Setting = Mapping[str, str]  # options and their values
_BETWEEN = re.compile(r"[\s,;]+")
MOST_WORDS = 40  # a longer line is no line


class Slot(msgspec.Struct, frozen=True):
    """One place of the line: words of which a table has one, and the options that each stands for."""

    words: Mapping[str, Setting]
    says: str  # the words in a refusal, where there are many
    written: tuple[str, ...] = ()  # what is written where it holds, the first that does; without it, any of the words


class RulesLine(msgspec.Struct, frozen=True, dict=True):
    """How a game's line is read and written: the facet ``rules_line``."""

    slots: tuple[Slot, ...]

    @cached_property
    def words(self) -> dict[str, Setting]:
        return {word: setting for slot in self.slots for word, setting in slot.words.items()}

    def read(self, text: str) -> dict[str, str]:
        """The options that a line sets; what it does not mention is left to the house."""
        settings: dict[str, str] = {}
        said: dict[str, str] = {}
        words = [word for word in _BETWEEN.split(text.strip().upper()) if word]
        if not words or len(words) > MOST_WORDS:
            raise UnknownName(f"{shown(text, 40)} are no rules in a line", accepts=self.accepts)
        for word in words:
            if word not in self.words:
                raise UnknownName(f"{shown(word, 20)} is no word of a line of rules", accepts=self.accepts)
            for option, value in self.words[word].items():
                if settings.setdefault(option, value) != value:
                    raise UnknownName(f"{said[option]} and {word} contradict each other", accepts="one of the two")
                said.setdefault(option, word)
        return settings

    def write(self, options: Setting) -> str:
        """The line of a table with these options."""
        return " ".join(filter(None, (self._written(slot, options) for slot in self.slots)))

    def _written(self, slot: Slot, options: Setting) -> str:
        for words in slot.written or slot.words:
            wanted = {option: value for word in words.split() for option, value in self.words[word].items()}
            if all(options.get(option) == value for option, value in wanted.items()):
                return words
        return ""

    @property
    def accepts(self) -> str:
        return "; ".join(slot.says for slot in self.slots)


def rules_line_of(game: Game) -> RulesLine | None:
    """How the rules of a game's tables are written in one line, where players do that."""
    return facet(game.id, "rules_line", RulesLine)


def line_of_table(table: Table) -> str:
    """The rules of a table in one line; nothing where its game has no such words."""
    known = rules_line_of(table.game)
    return known.write(table.house.options) if known is not None else ""


def read_line(game: Game, text: str) -> dict[str, str]:
    """The options that a line of rules sets at a game."""
    known = rules_line_of(game)
    if known is None:
        raise UnknownName(f"the rules of {game.id} are not written in one line", accepts="options by their names")
    return known.read(text)
