"""The register of what a game file may do with each game, made from the games' own data (docs/game-files.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nomorebets.games import OWN_GAMES, SAMPLE, game, game_ids, id_of, samples, variations_of
from nomorebets.regulation import law
from nomorebets.table.game_file import EQUIPMENT, FILE_OPTION, OWN, RULES_OPTION
from nomorebets.table.variation import needed_wagers, why_none_is_added


@dataclass(frozen=True)
class Accepted:
    """What a file may do with one game."""

    game: str  # own-dice and its like: a game that is all a file's
    terms: Mapping[str, tuple[str, ...]]  # every term with the values that are listed for it
    only_in_files: tuple[str, ...]  # of these, those that no house sets without a file
    without: tuple[str, ...]  # wagers that it may leave out
    needed: Mapping[str, str]  # and those that it may not, each with the reason
    outcomes: Mapping[str, str]  # what a wager may be added on, and in words
    why_none: str = ""  # why no wager can be added


def accepted(game_id: str) -> Accepted:
    """What a file may do with a game.

    >>> accepted("casino-war").without, accepted("casino-war").only_in_files
    (('tie',), ('tie-rule', 'war-tie'))
    >>> accepted("quick-peace").game, accepted("lucky-dice").game
    ('casino-war', 'own-dice')
    >>> accepted("holdem").why_none
    'its players wager against each other, and nobody banks a wager beside theirs'
    """
    game_id = _meant(game_id)
    known, may = game(game_id), variations_of(game_id)
    options = {option.id: option for option in (*known.terms.all_options, *may.terms)}
    terms = {name: tuple(option.choices) for name, option in options.items() if name not in (FILE_OPTION, RULES_OPTION)}
    own = {option.id: option.choices for option in known.terms.options}
    only = tuple(option.id for option in may.terms if option.choices != own.get(option.id))
    if game_id in OWN_GAMES:  # its wagers are what its file says they are
        return Accepted(game_id, terms, only, (), {}, {})
    needed = needed_wagers(known, may)
    without = tuple(kind for kind in known.bet if kind not in needed)
    why_none = "" if may.named_outcomes else why_none_is_added(known)
    return Accepted(game_id, terms, only, without, needed, may.named_outcomes, why_none)


def _meant(name: str) -> str:
    """The id of a game that is named by itself, by a sample of it, or by its equipment."""
    if name in EQUIPMENT:
        return OWN + name
    plain = name.removeprefix(SAMPLE)
    return id_of(SAMPLE + plain) if plain in samples() and plain not in game_ids() else name


def register() -> list[Accepted]:
    """All games of the chapter that can be dealt."""
    return [accepted(game_id) for game_id in game_ids() if game_id in law.entries()]


def in_markdown() -> str:
    """The register as the tables of the documentation."""
    rows = ["| game | not left out | a wager is added on |", "| --- | --- | --- |"]
    for one in register():
        added = _quoted(one.outcomes) if one.outcomes else f"nothing: {one.why_none}"
        rows.append(f"| {one.game} | {_quoted(one.needed) or '–'} | {added} |")
    rows += [
        "",
        "| game | terms of files alone, and values that only a file has | its other terms |",
        "| --- | --- | --- |",
    ]
    for one in register():
        alone = "; ".join(f"`{name}`: {', '.join(one.terms[name])}" for name in one.only_in_files)
        others = _quoted([name for name in one.terms if name not in one.only_in_files])
        rows.append(f"| {one.game} | {alone or '–'} | {others} |")
    return "\n".join(rows) + "\n"


def _quoted(names: Iterable[str]) -> str:
    """Names in a list, those that count on from one to the next as a range.

    >>> _quoted(["pair", "total-2", "total-3", "total-4", "odd"])
    '`pair`, `total-2` to `total-4`, `odd`'
    """
    runs: list[list[str]] = []
    for name in names:
        stem, number = _counted(name)
        if runs and number is not None and _counted(runs[-1][-1]) == (stem, number - 1):
            runs[-1].append(name)
        else:
            runs.append([name])
    few = 2
    return ", ".join(
        f"`{run[0]}` to `{run[-1]}`" if len(run) > few else ", ".join(f"`{name}`" for name in run) for run in runs
    )


def _counted(name: str) -> tuple[str, int | None]:
    stem, _, number = name.rpartition("-")
    return (stem, int(number)) if stem and number.isdigit() and number == str(int(number)) else (name, None)
