"""Names as people say them: in any case, and as the rule writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nomorebets.errors import RulesError
from nomorebets.games import entries
from nomorebets.table import Table

_ENDS = re.compile(r"[ -](?:hand|bet|bets|wager|wagers|area|line)$")
_NUMBER = re.compile(r"-(?=\d)")  # "straight 17" is straight:17
_BETWEEN = re.compile(r"[\s_]+")


def spellings(text: str) -> Iterator[str]:
    """Ways to write a name, the nearest first.

    >>> list(spellings("The Banker's Hand"))
    ["banker's hand", "banker's-hand", 'bankers-hand', "banker's", 'bankers', 'banker']
    """
    words = text.strip().lower().replace("’", "'").removeprefix("the ")
    seen: dict[str, None] = {}
    for form in (words, _ENDS.sub("", words)):
        kebab = _BETWEEN.sub("-", form)
        seen |= dict.fromkeys((form, kebab, kebab.replace("'", ""), kebab.removesuffix("'s")))
    yield from seen


def nearest(text: str, known: Iterable[str]) -> str:
    """The known name that somebody means; what he said where there is none."""
    names = {name.lower().replace("'", ""): name for name in known}
    for form in spellings(text):
        if form in names:
            return names[form]
    return text


def game_named(text: str) -> str:
    """The id of a game as somebody names it.

    >>> game_named("Caribbean stud"), game_named("Big Six Wheel"), game_named("whist")
    ('caribbean-stud', 'big-six', 'whist')
    """
    named = {entry.name.lower(): id for id, entry in entries().items()}
    return next((named[form] for form in spellings(text) if form in named), nearest(text, entries()))


def wager_named(table: Table, text: str) -> str:
    """A place of the layout, or a bundle of them, as somebody names it."""
    try:
        table.places(text)
    except RulesError:
        for form in spellings(text):
            for name in (form, _NUMBER.sub(":", form, count=1)):
                if name in table.game.betting.bundles or name in table.layout:
                    return name
    return text
