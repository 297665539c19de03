"""A page per game, made from its data: what it is, its wagers, options and their dates, decisions and mishaps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from nomorebets.compliance.guide import guide_markdown, guide_of
from nomorebets.drivers.facet import strategies_of
from nomorebets.games import SAMPLE, entries, open_table
from nomorebets.papers.writing import plain_markdown
from nomorebets.pricing.facet import odds_of
from nomorebets.regulation import Citation, law, names
from nomorebets.regulation.options import HouseOption
from nomorebets.rulebook.pages import list_games
from nomorebets.table.game import Table
from nomorebets.table.game_file import RULES_OPTION


def names_of_games() -> dict[str, str]:
    """Every game of the chapter, and what it is called."""
    return {game_id: entry.name for game_id, entry in entries().items()}


def called(game_id: str) -> str:
    """What to call a game in a command: one whose text is not known, as the sample that we ship."""
    return SAMPLE + game_id if entries()[game_id].unknown else game_id


@cache
def markdown(game_id: str) -> str:
    """The page of a game."""
    table = open_table(called(game_id))
    guide = guide_of(table)
    heading, _, said = guide_markdown(guide).partition("\n")
    parts = (heading, plain_markdown(guide.object), *_opening(table), said.strip(), *_options(table))
    return "\n\n".join(parts) + "\n"


def _opening(table: Table) -> Iterator[str]:
    game_id, name = table.game.id, called(table.game.id)
    facts = next(one for one in list_games() if one["game"] == game_id)
    stands = [f"{chapter.number}: {facts[chapter.number] or 'not there'}" for chapter in law.chapters().chapter]
    since = f"{'since' if facts['since_is_dated'] else 'seen'} {facts['since']}"
    yield (
        f"`{game_id}`, {since}. In N.J.A.C. {'; in '.join(stands)}. Basis of the weakest paragraph: {facts['basis']}. "
        "What follows is made from the game's data, under its defaults."
    )
    if facts["unknown"]:
        yield f"**Not the law:** {facts['unknown']}. The terms are those of a sample of ours."
    yield "## Commands to try"
    commands = [f"deal {name} --seed 1", f"play {name}", f"odds {name}"]
    known = odds_of(table.game)
    if known is not None and (known.advice is not None or known.partly is not None):
        commands.append(f"strategy {name}")
    commands += [f"simulate {name} --rounds 1e6", f"drill {name}", f"coverage {game_id}"]
    yield "\n".join(f"    nomorebets {command}" for command in commands)
    named = list(strategies_of(table.game).named)
    if named:
        yield f"Ways to decide, for `--strategy`: {', '.join(f'`{name}`' for name in named)}."


def _options(table: Table) -> Iterator[str]:
    """Every option with all its values, since when each may be chosen, and by which paragraph."""
    yield "## Every option and its dates"
    yield "To be written after `--set`, as `OPTION=VALUE`, or in a house file; the first day is that of the text."
    yield "\n".join(
        line for option in table.game.terms.all_options if option.id != RULES_OPTION for line in _lines(option, table)
    )


def _lines(option: HouseOption, table: Table) -> Iterator[str]:
    says = f"**{plain_markdown(names.option(option.id))}**, `{option.id}`: {plain_markdown(option.says)}"
    yield f"- {says} Since {option.first_day()}. {_cited(option.by, table)}"
    for value, chosen in option.choices.items():
        usual = ", the default" if value == option.default else ""
        name = f"`{value}`: {plain_markdown(names.value(value))}{usual}, since {chosen.first_day()}"
        yield f"    - {name} {_cited(chosen.by, table)}"


def _cited(by: Citation, table: Table) -> str:
    day = table.as_of
    return plain_markdown(f"[{by.with_basis(day)}]" if law.in_force(by, day) else by)
