"""Commands for the compliance officer: a licensee's house rules against the regulation."""

from __future__ import annotations

import json
import sys
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nomorebets.cli.common import AskedTable, as_of_option, console, file_named, read_file, table_options, write_out
from nomorebets.cli.naming import GameName
from nomorebets.cli.out import json_flag, json_option, told
from nomorebets.errors import RulesError, one_line
from nomorebets.untrusted import HOUSE_FILE

if TYPE_CHECKING:
    from nomorebets.compliance.check import Checked, Findings, Violation
    from nomorebets.compliance.guide import Guide


@click.command()
@click.argument("house_file", metavar="HOUSE.toml")
@json_option
def check(house_file: str, as_json: bool) -> None:
    """Check a licensee's house rules; name every violation, its paragraph and the remedy.

    HOUSE.toml lists the licensee's tables; - reads it from standard input. Exit status: 0 it conforms, 1 it does not,
    2 it cannot be read.
    """
    from nomorebets.compliance.check import examine, report

    try:
        findings = examine(read_file(house_file, HOUSE_FILE), Path(house_file).parent)
    except RulesError as fault:
        click.echo(f"nomorebets: {one_line(house_file)}: {fault}", err=True)
        sys.exit(2)
    except OSError as fault:
        click.echo(f"nomorebets: {one_line(house_file)}: {fault.strerror or fault}", err=True)
        sys.exit(2)
    if not told(report(findings), as_json):
        show(findings)
    if findings.violations:
        sys.exit(1)


@click.command()
@click.argument("of", metavar="HOUSE.toml | GAME", type=GameName())
@click.option("-o", "--out", "folder", metavar="DIR", required=True, help="The folder to write to.")
@json_flag
@table_options
def guide(
    of: str,
    folder: str,
    as_json: bool,
    asked: AskedTable,
) -> None:
    """Write the gaming guide and the table signs of every table of a house, as HTML, PDF and Markdown.

    GAME, by its id or its game file, instead of a house: those of one table of it, which the options describe; a game
    that is only proposed has them too, and they say so.

    A guide must be accurate: a table whose options, odds or limits the rules do not allow gets none. What else is found
    wrong, such as a sign that is not there yet, is said as well. Exit status: 0 all is in order, 1 it is not, 2 the
    house file cannot be read.
    """
    from nomorebets.compliance.check import examine, report
    from nomorebets.compliance.guide import guide_of, table_to_guide
    from nomorebets.table.house import require_no_analysis

    if not _is_house(of):
        only = asked.open(of)
        require_no_analysis(only.game, only.house)
        written = _write([guide_of(only)], folder)
        if not told({"written": written}, as_json):
            click.echo("\n".join(written))
        return
    if any(asked):
        raise click.UsageError("a house file says all of its tables itself", click.get_current_context())
    findings = examine(read_file(of, HOUSE_FILE), Path(of).parent)
    opened = [
        (entry, table_to_guide(entry, checked.on))
        for entry, checked in zip(findings.house.entries, findings.tables, strict=True)
    ]
    guides = [
        guide_of(table, entry.label, findings.house.licensee or "") for entry, table in opened if table is not None
    ]
    written = _write(guides, folder)
    if not told({**report(findings), "written": written}, as_json):
        for path in written:
            click.echo(path)
        for (_, table), checked in zip(opened, findings.tables, strict=True):
            if checked.violations:
                head = f"{_plain(checked.label)} {_plain(checked.game) or '(no game)'} does not conform"
                what = head + (" and gets no guide:" if table is None else ":")
                click.echo("\n".join((what, *map(_in_words, checked.violations))), err=True)
        for violation in findings.about_the_file:
            click.echo(_in_words(violation, named=True), err=True)
    if findings.violations:
        sys.exit(1)


def _is_house(named: str) -> bool:
    """Whether it is a house file that is named, and not a game or a game file."""
    from nomorebets.table.game_file import is_game_file

    return named == "-" or (named.endswith(".toml") and not is_game_file(read_file(named, HOUSE_FILE)))


def _as_house(file: str) -> bytes:
    """A house file as it is; a game file as that of a house with one table of the game."""
    return (
        read_file(file, HOUSE_FILE) if _is_house(file) else f"[[table]]\ngame = {json.dumps(Path(file).name)}".encode()
    )


def _write(guides: list[Guide], folder: str) -> list[str]:
    """Guides and signs into a folder; the files that were written."""
    from nomorebets.compliance.guide import FORMS, forms, write_guides

    if len(forms()) < len(FORMS):
        click.echo("no PDF is written without the package typst: pip install 'nomorebets[report]'", err=True)
    return [str(path) for path in write_guides(guides, file_named(folder))]


@click.command()
@click.argument("file", metavar="[FILE.toml]", required=False)
@click.option("--odds", "with_odds", is_flag=True, help="Also what it does to every edge.")
@click.option("--register", "as_register", is_flag=True, help="List every option that needs a sign or a notice.")
@as_of_option
@json_option
def change(file: str | None, with_odds: bool, as_register: bool, as_of: date | None, as_json: bool) -> None:
    """May this change of a rule or of limits take effect at a table, and when (8.2, 8.3)?

    FILE.toml names the house file, the table, what is to change, and what was posted, announced and notified when; -
    reads it from standard input. Exit status: 0 it may, 1 it may not, with all that is missing, 2 it cannot be read.
    """
    if as_register:
        _show_register(as_of, as_json)
        return
    if file is None:
        raise click.UsageError("a change is described by a file", click.get_current_context())
    from nomorebets.compliance.change import judge_written
    from nomorebets.pricing.changes import edge_changes
    from nomorebets.pricing.sheet import odds_at

    judged = judge_written(read_file(file, HOUSE_FILE), Path(file).parent)
    facts = judged.to_dict()
    if with_odds and judged.after is not None:
        edges = edge_changes(odds_at(judged.before), odds_at(judged.after))
        facts["edges"] = [one.to_dict() for one in edges]
    if not told(facts, as_json):
        _show_change(facts)
    if not judged.may_take_effect:
        sys.exit(1)


@click.command()
@click.argument("file", metavar="FILE.toml")
@json_option
def tournament(file: str, as_json: bool) -> None:
    """May this tournament be held: its notice to the Division, what it says, and the internal controls (8.6)?

    FILE.toml is the submission; - reads it from standard input. Exit status: 0 it may, 1 it may not, with all that is
    missing, 2 it cannot be read.
    """
    from nomorebets.compliance.tournament import judge_tournament, read_submission
    from nomorebets.untrusted import GAME_FILE

    judged = judge_tournament(read_submission(read_file(file, GAME_FILE)))
    facts = judged.to_dict()
    if not told(facts, as_json):
        _show_tournament(facts)
    if not judged.may_be_held:
        sys.exit(1)


def _show_tournament(facts: dict[str, Any]) -> None:
    out, verdict = console(), "may be held" if facts["may_be_held"] else "may not be held"
    out.print(f"{_plain(facts['name'])}, {', '.join(facts['games'])}: {verdict}", style="bold", markup=False)
    out.print(
        f"  {facts['kind'] or 'of no stated kind'}, starts {facts['starts'] or 'at no stated time'}", markup=False
    )
    if facts["file_by"]:
        out.print(
            f"  notice filed {facts['notice_filed'] or 'not yet'}; the last day is {facts['file_by']}", markup=False
        )
    _show_missing(facts["missing"])


def _show_missing(several: list[dict[str, Any]]) -> None:
    for missing in several:
        by = f"[{missing['cite']}, {missing['basis']}]"
        text = f"  missing: {_plain(missing['what'])} {by}\n    remedy: {_plain(missing['remedy'])}"
        console().print(text, markup=False)


@click.command()
@click.argument("file")
@click.option(
    "-o", "--out", "folder", required=True, metavar="DIR", help="Where to write the petition and its exhibits."
)
@json_flag
def petition(file: str, folder: str, as_json: bool) -> None:
    """Write a petition for a new game (8.4): summary, draft rules, exhibit of odds and house advantage, layout.

    FILE names the game file, the petitioners, the kind of game and the summary; docs/game-files.md describes it, and -
    reads it from standard input. What 8.4(b) to (d) ask for and the file lacks is listed with its paragraph. Exit
    status: 0 it is complete, 1 it is not.
    """
    from nomorebets.compliance.petition import examine_written, write_petition

    examined = examine_written(read_file(file, HOUSE_FILE), Path(file).parent)
    written = write_petition(examined, file_named(folder))
    facts = examined.to_dict() | {"written": [str(path) for path in written]}
    if not told(facts, as_json):
        for missing in facts["missing"]:
            click.echo(f"missing: {_plain(missing['what'])} [{missing['cite']}]\n  remedy: {_plain(missing['remedy'])}")
        click.echo("\n".join(f"wrote {path}" for path in facts["written"]))
        click.echo("the petition is complete" if facts["complete"] else f"{len(facts['missing'])} missing")
    if not facts["complete"]:
        sys.exit(1)


def _show_change(facts: dict[str, Any]) -> None:
    out = console()
    out.print(f"table {_plain(facts['table'])}, {facts['game']}: {facts['state']}", style="bold", markup=False)
    _show_settings(facts["changes"])
    for act in facts["acts"]:
        out.print(f"  {act['act']}: {act['at'] or 'not yet'} [{act['cite']}, {act['basis']}]", markup=False)
    _show_missing(facts["missing"])
    if facts["earliest"]:
        by = f"[{facts['between_rounds']['cite']}, {facts['between_rounds']['basis']}]"
        out.print(f"  it may take effect between rounds, from {facts['earliest']} on {by}", markup=False)
    show_edges(facts.get("edges", []))


def _show_settings(changes: list[dict[str, Any]]) -> None:
    for one in changes:
        before, after = one["before"], one["after"]
        if one["setting"] != "option" or (before and after):
            said = f"{_plain(before or 'none')} becomes {_plain(after or 'none')}"
        else:  # it goes or comes with another option
            said = f"{_plain(after)} from now on" if after else f"{_plain(before or 'none')} no longer applies"
        console().print(f"  {one['setting']} {one['name']}: {said}", markup=False)


def show_edges(changes: list[dict[str, Any]]) -> None:
    """What becomes of edges, for people: wagers of which the same is said together."""
    alike: dict[tuple[str | None, str | None], list[str]] = {}
    for one in changes:
        alike.setdefault((one["before"], one["after"]), []).append(one["wager"])
    for ends, wagers in alike.items():
        before, after = ("not offered" if end is None else f"{float(Fraction(end)):.4%}" for end in ends)
        console().print(f"  edge of {', '.join(wagers)}: {before} becomes {after}", markup=False)


def show_houses(first: str, second: str, as_json: bool) -> None:
    """What differs between two house files, or two game files, and its effect on every edge."""
    from nomorebets.compliance.house_diff import SAME, compare
    from nomorebets.compliance.housefile import read_house_file

    old, new = (read_house_file(_as_house(file), Path(file).parent) for file in (first, second))
    rows = [change.to_dict() for change in compare(old, new)]
    if told({"first": first, "second": second, "tables": rows}, as_json):
        return
    same = [row for row in rows if row["what"] == SAME]
    for row in rows:
        if row["what"] == SAME:
            continue
        console().print(f"{_plain(row['table'])} {row['game']}: {row['what']}", style="bold", markup=False)
        _show_settings(row["settings"])
        show_edges(row["edges"])
    if same:
        number = f"{len(same)} table{'s are' if len(same) > 1 else ' is'}"
        console().print(f"{number} {SAME}: {', '.join(_plain(row['table']) for row in same)}", markup=False)


def _show_register(as_of: date | None, as_json: bool) -> None:
    from nomorebets.compliance.change import register
    from nomorebets.regulation import law

    day = as_of or law.newest()
    rows = [
        {"game": r.game, "option": r.option, "values": list(r.values), "how": r.how, "cite": r.by.full(day)}
        for r in register(day)
    ]
    if told({"as_of": day.isoformat(), "options": rows}, as_json):
        return
    for row in rows:
        values = ", ".join(row["values"]) or "whatever is chosen"
        console().print(f"{row['game']} {row['option']}: {values}: {row['how']} [{row['cite']}]", markup=False)


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--accepts", is_flag=True, help="What a game file may say of GAME, instead.")
@click.option("-o", "--out", default="-", metavar="FILE", help="A file for it.")
def sample(game_id: str, accepts: bool, out: str) -> None:
    """Print a sample of a game file, to copy; or what a file may do with a game (--accepts).

    GAME is the name of a sample; with --accepts also of a game, or cards, dice or wheel for a game of one's own.

    A game file says in TOML what a licensee supplies. It may stand wherever the name of a game stands, as in nomorebets
    odds my-game.toml; the sample itself is called sample:GAME there. A sample is our invention and not the law.
    """
    from nomorebets.compliance.variations import accepted
    from nomorebets.games import OWN_GAMES
    from nomorebets.games import sample as shipped

    if not accepts:
        _write_text(out, shipped(game_id).decode())
        return
    may = accepted(game_id)
    lines = [
        f"terms.{name}: {', '.join(values)}{' (of files alone)' if name in may.only_in_files else ''}"
        for name, values in may.terms.items()
    ]
    if may.game in OWN_GAMES:
        lines.append("all else is the file's own: nomorebets docs game-files explains every entry")
    else:
        lines.append(f"without: {', '.join(may.without) or 'nothing'}")
        lines += [f"not without {kind}: {why}" for kind, why in may.needed.items()]
        lines += [f"wager.pays.{name}: {words}" for name, words in may.outcomes.items()]
        lines += [f"no wager can be added: {may.why_none}"] if may.why_none else []
    _write_text(out, "".join(f"{line}\n" for line in lines))


def _write_text(path: str, text: str) -> None:
    if path == "-":
        click.echo(text, nl=False)
    else:
        write_out(path, text.encode())


def show(findings: Findings) -> None:
    """The findings for people, table by table."""
    out = console()
    count = len(findings.violations)
    faulty = sum(bool(table.violations) for table in findings.tables)
    at = f" at {faulty} of {len(findings.tables)} tables" if faulty and len(findings.tables) > 1 else ""
    verdict = "conforms" if not count else f"{count} violation{'s' if count > 1 else ''}{at}"
    licensee = _plain(findings.house.licensee or "house rules")
    out.print(f"{licensee}, as of {findings.as_of}: {verdict}", style="bold", markup=False)
    for violation in findings.about_the_file:
        out.print(_in_words(violation, named=True), markup=False)
    for table in findings.tables:
        own_date = f", as of {table.on}" if table.on != findings.as_of else ""
        head = f"{_plain(table.label)} {_plain(table.game) or '(no game)'}{own_date}:"
        out.print(f"{head} {'' if table.violations else 'conforms; ' + _signs(table)}".rstrip(), markup=False)
        for violation in table.violations:
            out.print(_in_words(violation), markup=False)
        for warning in table.warnings:
            out.print(f"  warning: {_in_words(warning).lstrip()}", markup=False)


def _signs(table: Checked) -> str:
    signs = [f"{option} = {value} [{by.on(table.on)}]" for option, value, by in table.notices]
    return f"signs it must show: {', '.join(signs)}" if signs else "no option needs a sign"


def _in_words(violation: Violation, named: bool = False) -> str:
    """A violation and its remedy; ``named``: with its table, where no heading says it."""
    by = f" [{violation.cite.full(violation.on)}, {violation.basis}]" if violation.cite else ""
    at = f"table {_plain(violation.table)}: " if named and violation.table else ""
    return f"  {at}{_plain(violation.what)}{by}\n    remedy: {_plain(violation.remedy)}"


def _plain(text: str) -> str:
    """Text of a file as it may go to a terminal: no control characters."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


COMMANDS: tuple[click.Command, ...] = (check, guide, change, tournament, petition, sample)
