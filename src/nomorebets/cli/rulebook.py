"""Commands that look things up: games, rule, search, coverage, diff."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import click

from nomorebets.cli.common import LONG, Day, as_of_option, in_column, plain_grid
from nomorebets.cli.naming import GameName, ParagraphName
from nomorebets.cli.out import json_option, told
from nomorebets.cli.progress import waiting

Facts = dict[str, Any]


@click.command()
@as_of_option
@json_option
def games(as_of: date | None, as_json: bool) -> None:
    """Every game of the chapter: where it stands, whether it can be dealt, and how firm its rules are."""
    from nomorebets.regulation import law
    from nomorebets.rulebook.pages import list_games

    day = as_of or law.newest()
    rows = list_games(day)
    chapter = law.chapter_on(day)
    if told({"as_of": day.isoformat(), "chapter": chapter.number, "games": rows}, as_json):
        return
    _say(f"Games as of {day} (N.J.A.C. {chapter.number}), with their sections or subchapter in each chapter\n")
    _show(
        ("game", "name", "19:47", "13:69F", "since", "basis", "can be dealt"),
        (
            (
                one["game"],
                one["name"],
                one["19:47"] or "—",
                one["13:69F"] or "—",
                one["since"] if one["since_is_dated"] else f"seen {one['since']}",
                one["basis"],
                _can_be_dealt(one),
            )
            for one in sorted(rows, key=lambda one: not one["dealt"])
        ),
    )


def _can_be_dealt(one: Facts) -> str:
    if one["dealt"]:
        return "yes"
    if not one["authorized"]:
        return "not authorized then"
    by_file = "; from a game file only" if one["written"] and one["unknown"] else ""
    return f"no: {one['why']}{by_file}" if one["written"] or one["unknown"] else "coming later"


@click.command()
@click.argument("citation", type=ParagraphName())
@as_of_option
@json_option
def rule(citation: str, as_of: date | None, as_json: bool) -> None:
    """What a paragraph says in our words, since when, and what enforces it.

    CITATION is a paragraph (19:47-5.6(b), 5.1(e)1i(2)), a section (5.6), a subchapter (5), or a reading by its name
    (R-5.6b-respin). Without --as-of the newest text applies; for a citation of 19:47, the last day of that chapter.
    """
    from nomorebets.rulebook.pages import describe

    facts = describe(citation, as_of)
    if told(facts, as_json):
        return
    _say(f"{facts['cite']}: {facts['heading']}")
    if facts["other"]:
        other = "13:69F" if facts["chapter"] == "19:47" else "19:47"
        _say(
            f"number in {other} not known"
            if facts["other"] == "not known"
            else f"in the other chapter {facts['other']}"
        )
    if "sections" in facts:
        _show_subchapter(facts)
    else:
        _show_paragraph(facts)


def _show_subchapter(facts: Facts) -> None:
    _say(("since " if facts["since_is_dated"] else "first seen ") + facts["since"])
    if facts["games"]:
        _say(f"games: {', '.join(facts['games'])}")
    _say("")
    rows = ((s["cite"], s["heading"], str(s["paragraphs"] or "heading only")) for s in facts["sections"])
    _show(("section", "heading", "paragraphs"), rows)


def _show_paragraph(facts: Facts) -> None:
    if facts.get("says"):
        _say(f"\n{facts['says']}\n")
        _say(f"{facts['kind']}; basis on {facts['as_of']}: {facts['basis']}")
    since = "in force since" if facts["since_is_dated"] else "first seen"
    _say(f"{since} {facts['since']}" + (f" until {facts['until']}" if facts["until"] else ""))
    for wording in facts.get("earlier", ()):
        _say(f"until {wording['until']} it said: {wording['says']}")
    for name in ("why", "note"):
        if facts.get(name):
            _say(f"{'why not enforced' if name == 'why' else name}: {facts[name]}")
    for reading in facts.get("readings", ()):
        _say(f"\nreading {reading['id']} ({reading['basis']}): {reading['says']}\n  because: {reading['because']}")
    if facts.get("pay_table"):
        _say("\nminimum odds:")
        _show((), (("  " + wager, odds) for wager, odds in facts["pay_table"].items()))
    for option in facts["options"]:
        choices = ", ".join(option["choices"]) + (", or written out" if option["other_values"] else "")
        _say(f"\noption {option['id']} ({', '.join(option['games'])}): {choices}; default {option['default']}")
        _say(f"  {option['says']}")
    if facts["amendments"]:
        _say("\namendments that may touch it:")
        _show((), (("  " + a["date"], a["citation"], a["note"]) for a in facts["amendments"]))
    if facts["paragraphs"]:
        _say("")
        _show(("paragraph", "basis", "says"), ((p["cite"], p["basis"], p["says"]) for p in facts["paragraphs"]))
    elif "says" not in facts:
        _say(
            "\nOnly the heading is known here."
            if not facts["reserved"]
            else "\nThe number is reserved: there is no rule."
        )
    if "enforced_by" in facts:
        _show_enforcement(facts)


def _show_enforcement(facts: Facts) -> None:
    if facts["commands"]:
        _say("\nit commands:")
    for command in facts["commands"]:
        _say(f"  {_commanded(command)}")
    _say("\nenforced by:" if facts["enforced_by"] else "\nno code cites it")
    for mention in facts["enforced_by"]:
        _say(f"  {mention['inside']} (line {mention['line']})")
    if facts["tests"] is None:
        _say("its tests are not in this installation")
        return
    _say("tested by:" if facts["tests"] else "no test is named after it")
    for name in facts["tests"]:
        _say(f"  {name}")


def _commanded(command: Facts) -> str:
    """One command of a paragraph, with its test or why it is not enforced."""
    if not command["enforced"]:
        return f"{command['says']} (not enforced: {command['why']})"
    return f"{command['says']} ({command['test'] or 'its test is not in this installation'})"


@click.command()
@click.argument("game_id", metavar="[GAME]", type=GameName(), required=False)
@json_option
def coverage(game_id: str | None, as_json: bool) -> None:
    """Every paragraph of GAME, or of the chapter: enforced where, tested where, or why not."""
    from nomorebets.games import named
    from nomorebets.rulebook.coverage import checkout, command_facts, newest_day_of, summary
    from nomorebets.rulebook.coverage import coverage as coverage_of

    rows = coverage_of(game_id if game_id is None else named(game_id)[0])
    root = checkout()
    objects = [
        {
            "paragraph": str(row.citation),
            "cite": row.citation.on(newest_day_of(row.citation)),
            "kind": row.kind,
            "basis": row.basis,
            "says": row.says,
            "code": [{"file": m.file, "line": m.line, "inside": m.inside} for m in row.code],
            "tests": list(row.tests) if root else None,
            "verdict": row.verdict,
            "commands": [command_facts(command) for command in row.commands],
        }
        for row in rows
    ]
    facts = {"game": game_id, "tests_are_here": root is not None, "rows": objects, "summary": summary(rows)}
    if told(facts, as_json):
        return
    _show(
        ("paragraph", "basis", "verdict", "tests", "enforced in"),
        (
            (
                str(row.citation),
                row.basis,
                row.verdict,
                str(len(row.tests) or "") if root else "?",
                _places(list(dict.fromkeys(m.inside for m in row.code))),
            )
            for row in rows
        ),
    )
    commanded = [row for row in rows if row.commands]
    if commanded:
        _say("\nparagraphs that command several things, each with its test:")
    for row in commanded:
        for command in row.commands:
            _say(f"  {row.citation}  {_commanded(command_facts(command))}")
    if root is None:
        _say("\nThe tests are not in this installation; a source checkout has them.")
    sections = sum(row.kind == "section" for row in rows)
    paragraphs = f"{len(rows) - sections} paragraphs" if len(rows) > sections else ""
    headings = f"{sections} sections known by heading only" if sections else ""
    counts = "; ".join(f"{count} {verdict}" for verdict, count in summary(rows).items())
    _say(f"\n{' and '.join(filter(None, (paragraphs, headings)))}: {counts}")


def _places(names: list[str]) -> str:
    """The first place, and how many more there are."""
    return (names[0] if names else "") + (f" and {len(names) - 1} more" if len(names) > 1 else "")


@click.command()
@click.argument(
    "words",
    nargs=-1,
    required=True,
    metavar="GAME DATE1 DATE2 | OLD.toml NEW.toml",
    shell_complete=GameName().shell_complete,
)
@json_option
def diff(words: tuple[str, ...], as_json: bool) -> None:
    """What changed in GAME from DATE1 to DATE2: paragraphs, options, wagers, and the effect on the odds.

    Of two house files, or two game files, instead: what differs at each table, and what that does to every edge.
    """
    if len(words) == 2 and all(word.endswith(".toml") for word in words):
        from nomorebets.cli.houses import show_houses

        show_houses(*words, as_json)
        return
    if len(words) != 3:
        raise click.UsageError("a game and two dates are compared, or two house files", click.get_current_context())
    game_id = GameName().convert(words[0], None, None)
    first, second = (Day().convert(word, None, None) for word in words[1:])
    from nomorebets.games import named
    from nomorebets.rulebook.pages import differences

    listed, terms = named(game_id)
    with waiting("what changes"):
        changes = differences(listed, first, second, terms)
    if told(changes, as_json):
        return
    _say(f"{game_id}: from {first} to {second}")
    _show_text_changes(changes)
    if changes["procedure"]:
        began = changes["procedure"]
        _say(f"\nthe procedure began on {began['date']} [{began['cite']}]: no round could be dealt before")
    if changes["options"] is None:
        when = "before it began" if changes["procedure"] else "yet"
        _say(f"\n{game_id} cannot be dealt {when}: options, wagers and odds are not compared")
        return
    _show_choices_changed(changes)
    _show_odds_changed(changes)


def _show_text_changes(changes: Facts) -> None:
    change = changes["chapter"]
    if change:
        _say(f"\nN.J.A.C. {change['from']} gave way to {change['to']} on {change['date']} ({change['citation']})")
        for new in change["renumbered"]:
            _say(f"  {new['from']} became {new['to']}")
        if change["not_known"]:
            _say(f"  its numbers in {change['to']} are not known: that list is cut off")
    for name, title in (("came", "new paragraphs"), ("went", "paragraphs no longer in force")):
        if changes[name]:
            _say(f"\n{title}:")
            dates = (p["since"] if name == "came" else p["until"] or "" for p in changes[name])
            _show((), (("  " + p["cite"], day, p["says"]) for p, day in zip(changes[name], dates, strict=True)))
    if changes["amended"]:
        _say("\namendments:")
        rows = (
            ("  " + a["date"], ", ".join(a["paragraphs"] or [a["section"]]), a["citation"], a["note"])
            for a in changes["amended"]
        )
        _show((), rows)
    for new in changes["reworded"]:
        _say(f"\n{new['cite']} said: {new['first']}\n  and now says: {new['second']}")
    if changes["readings"]:
        _say("\nnew readings of ours:")
        _show((), (("  " + r["id"], r["since"], r["says"]) for r in changes["readings"]))
    if not any(changes[name] for name in ("came", "went", "amended", "reworded", "readings")) and not change:
        _say("the text did not change")


def _show_choices_changed(changes: Facts) -> None:
    options, wagers = changes["options"], changes["wagers"]
    lines = []
    for name, word in (("came", "added"), ("went", "removed")):
        for option in options[name]:
            lines.append(f"option {option['id']} {word} [{option['cite']}]: {', '.join(option['choices'])}")
        listed = {option["id"] for option in options[name]}
        for new in options[f"values_{name}"]:
            if new["option"] not in listed:
                lines.append(f"{new['option']} = {new['value']} {word} on {new['since']} [{new['cite']}]")
        for wager in wagers[name]:
            by = f", where the house offers it ({wager['option']} = on)" if wager["option"] else ""
            cost = f": its edge is {_edge(wager)}" if "edge" in wager else ""
            lines.append(f"wager {wager['wager']} {word}{by}{cost}")
    if lines:
        _say("\noptions and wagers:")
    for line in lines:
        _say(f"  {line}")


def _show_odds_changed(changes: Facts) -> None:
    has_long = False
    if changes["odds"]:
        _say("\nedges that changed:")
        rows = [(o["wager"], _edge(o["first"]), _edge(o["second"]), _settings(o["options"])) for o in changes["odds"]]
        has_long = _show_prices(("  from", "to", "under", "wagers"), rows)
    else:
        _say("\nno wager's edge changed, under the defaults or any choice that both days had")
    for new in changes["odds_of_new_values"]:
        if new["why"]:
            _say(f"\n{new['option']} = {new['value']}: not priced: {new['why']}")
        elif new["wagers"]:
            _say(f"\nedge where the house chooses {new['option']} = {new['value']}, which is new:")
            prices = [(w["wager"], _edge(w["default"]), _edge(w["chosen"])) for w in new["wagers"]]
            has_long |= _show_prices(("  under the defaults", "chosen", "wagers"), prices)
    if has_long:
        _say(f"\n{LONG}")


def _show_prices(columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> bool:
    """A table of edges; whether one of them is too long for it."""
    _show(columns, _together(rows))
    return any(cell.startswith(LONG[0]) for row in rows for cell in row)


def _together(rows: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Wagers with the same figures, on one line."""
    wagers_by_figures: dict[tuple[str, ...], list[str]] = {}
    for wager, *figures in rows:
        wagers_by_figures.setdefault(tuple(figures), []).append(wager)
    return [("  " + figures[0], *figures[1:], ", ".join(wagers)) for figures, wagers in wagers_by_figures.items()]


def _edge(edge: Facts | None) -> str:
    return f"{in_column(edge['edge'])} = {edge['edge_decimal']:.4%}" if edge else "not offered"


def _settings(options: dict[str, str]) -> str:
    from nomorebets.table.game_file import shown_options

    return ", ".join(f"{name} = {value}" for name, value in shown_options(options).items()) or "the defaults"


def _say(line: str) -> None:
    from nomorebets.cli.common import console

    console().print(line, markup=False)


def _show(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table for people; without column names, just the rows."""
    from rich.text import Text

    from nomorebets.cli.common import console

    cells = [tuple(row) for row in rows]
    grid = plain_grid(padding=(0, 2, 0, 0), show_header=bool(columns))
    for i, name in enumerate(columns or cells[0]):
        grid.add_column(name, no_wrap=not i)  # the first column is never cut
    for row in cells:
        grid.add_row(*(Text(cell) for cell in row))
    console().print(grid)


@click.command()
def mcp() -> None:
    """Serve the rulebook to a language model as tools, over the Model Context Protocol on standard input and output."""
    from nomorebets.mcp_tools import tools_server

    tools_server().run()


@click.command()
@click.argument("words", nargs=-1, required=True)
@json_option
def search(words: tuple[str, ...], as_json: bool) -> None:
    """Paragraphs, readings, games, wagers, options and dates that speak of WORDS; typing errors are forgiven."""
    from nomorebets.rulebook.search import search as look_for

    found = [one.entry for one in look_for(" ".join(words))]
    rows = [{"kind": e.kind.lower(), "name": e.name, "says": e.says, "game": e.game or None} for e in found]
    if told({"words": " ".join(words), "found": rows}, as_json):
        return
    if not found:
        _say("Nothing was found.")
    _show(("what", "name", "says"), ((entry.kind, entry.name, entry.says) for entry in found))


COMMANDS: tuple[click.Command, ...] = (games, rule, search, coverage, diff, mcp)
