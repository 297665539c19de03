"""Names as people type them: games in any spelling, and what a shell may complete them to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

from nomorebets.errors import RulesError, UnknownName

MOST_SHOWN = 200


def starting(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    """The names that begin as somebody began to type."""
    begun = incomplete.lower()
    found = (name for name in names if name.lower().startswith(begun))
    return [CompletionItem(name) for _, name in zip(range(MOST_SHOWN), found, strict=False)]


def _plain(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.lower().replace("'", "")).strip("-")


class GameName(click.ParamType[str]):
    """A game by its id or name, in any case; a sample; or the path of a game file."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from nomorebets.games import SAMPLE, menu

        said = str(value)
        if said.startswith(SAMPLE) or said.endswith(".toml"):
            return said
        word, known = _plain(said), menu()
        by_name = {_plain(name): game for game, name in known.items()}
        if word in known or word in by_name:
            return word if word in known else by_name[word]
        meant = [game for game, name in known.items() if word and (word in game or word in _plain(name))]
        if len(word) > 2 and len(meant) > 1:
            raise UnknownName(f"{said[:40]!r} may be any of several games", accepts=", ".join(meant))
        return said

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from nomorebets.games import game_ids

        return starting(incomplete, game_ids())


def _table(ctx: click.Context) -> Any:
    """The table of the game that was typed before, under its defaults; None where there is none yet."""
    from nomorebets.games import open_table

    try:
        return open_table(str(ctx.params.get("game_id") or ""))
    except RulesError:
        return None


class WagerName(click.ParamType[str]):
    """A wager of the game."""

    name = "wager"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        table = _table(ctx)
        return [] if table is None else starting(incomplete, (*table.kinds(), *table.layout))


class SettingName(click.ParamType[str]):
    """An option of the house, and its value."""

    name = "setting"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        table = _table(ctx)
        if table is None:
            return []
        options = {option.id: option for option in table.game.terms.all_options}
        name, equals, _ = incomplete.partition("=")
        if not equals or name not in options:
            return starting(incomplete, (f"{option}=" for option in options))
        return starting(incomplete, (f"{name}={value}" for value in options[name].choices))


class ParagraphName(click.ParamType[str]):
    """A paragraph of the chapter."""

    name = "paragraph"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from nomorebets.regulation import law

        day = law.newest()
        cited = (p.cite for sub in law.subchapters() for p in sub.paragraph)
        return starting(incomplete, (name for cite in cited for name in (cite.on(day), str(cite))))
