"""The register of what a game file may do with each game, made from the games' own data (docs/game-files.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nomorebets.games import game, game_ids, variations_of
from nomorebets.regulation import law
from nomorebets.table.game_file import FILE_OPTION, RULES_OPTION
from nomorebets.table.variation import needed_wagers


@dataclass(frozen=True)
class Accepted:
    """What a file may do with one game."""

    game: str
    terms: Mapping[str, tuple[str, ...]]  # every term with the values that are listed for it
    only_in_files: tuple[str, ...]  # of these, those that no house sets without a file
    without: tuple[str, ...]  # wagers that it may leave out
    needed: Mapping[str, str]  # and those that it may not, each with the reason
    outcomes: Mapping[str, str]  # what a wager may be added on, and in words


def accepted(game_id: str) -> Accepted:
    """What a file may do with a game.

    >>> accepted("casino-war").without, accepted("casino-war").only_in_files
    (('tie',), ('tie-rule', 'war-tie'))
    """
    known, may = game(game_id), variations_of(game_id)
    options = {option.id: option for option in (*known.terms.all_options, *may.terms)}
    terms = {name: tuple(option.choices) for name, option in options.items() if name not in (FILE_OPTION, RULES_OPTION)}
    needed = needed_wagers(known, may)
    without = tuple(kind for kind in known.bet if kind not in needed)
    return Accepted(game_id, terms, tuple(option.id for option in may.terms), without, needed, may.named_outcomes)


def register() -> list[Accepted]:
    """All games of the chapter that can be dealt."""
    return [accepted(game_id) for game_id in game_ids() if game_id in law.entries()]


def in_markdown() -> str:
    """The register as the table of the documentation."""
    rows = ["| game | not left out | a wager is added on | terms of files alone |", "| --- | --- | --- | --- |"]
    for one in register():
        cells = (one.needed, one.outcomes, one.only_in_files)
        named = (", ".join(f"`{name}`" for name in names) or "–" for names in cells)
        rows.append(f"| {one.game} | {' | '.join(named)} |")
    return "\n".join(rows) + "\n"
