"""Commands for the compliance officer: a licensee's house rules against the regulation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nomorebets.cli.common import console, file_named, json_option, print_json, read_file
from nomorebets.errors import RulesError
from nomorebets.untrusted import HOUSE_FILE

if TYPE_CHECKING:
    from nomorebets.compliance.check import Checked, Findings, Violation


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
        click.echo(f"nomorebets: {' '.join(house_file.split())}: {fault}", err=True)
        sys.exit(2)
    except OSError as fault:
        click.echo(f"nomorebets: {' '.join(house_file.split())}: {fault.strerror or fault}", err=True)
        sys.exit(2)
    if as_json:
        print_json(report(findings))
    else:
        show(findings)
    if findings.violations:
        sys.exit(1)


@click.command()
@click.argument("house_file", metavar="HOUSE.toml")
@click.option("-o", "--out", "folder", metavar="DIR", required=True, help="The folder to write to.")
@json_option
def guide(house_file: str, folder: str, as_json: bool) -> None:
    """Write the gaming guide and the table signs of every table of a house, as HTML and Markdown.

    A guide must be accurate: a table whose options, odds or limits the rules do not allow gets none. What else is found
    wrong, such as a sign that is not there yet, is said as well. Exit status: 0 all is in order, 1 it is not, 2 the
    house file cannot be read.
    """
    from nomorebets.compliance.check import examine, report
    from nomorebets.compliance.guide import guide_of, table_to_guide, write_guides

    findings = examine(read_file(house_file, HOUSE_FILE), Path(house_file).parent)
    opened = [
        (entry, table_to_guide(entry, checked.on))
        for entry, checked in zip(findings.house.entries, findings.tables, strict=True)
    ]
    guides = [
        guide_of(table, entry.label, findings.house.licensee or "") for entry, table in opened if table is not None
    ]
    written = write_guides(guides, file_named(folder))
    if as_json:
        print_json({**report(findings), "written": [str(path) for path in written]})
    else:
        for path in written:
            click.echo(str(path))
        for (_, table), checked in zip(opened, findings.tables, strict=True):
            if checked.violations:
                head = f"{_plain(checked.label)} {_plain(checked.game) or '(no game)'} does not conform"
                what = head + (" and gets no guide:" if table is None else ":")
                click.echo("\n".join((what, *map(_in_words, checked.violations))), err=True)
        for violation in findings.about_the_file:
            click.echo(_in_words(violation), err=True)
    if findings.violations:
        sys.exit(1)


@click.command()
@click.argument("game_id", metavar="GAME")
def sample(game_id: str) -> None:
    """Print a sample of the game file that GAME is dealt by, where its text is not available.

    A game file says in TOML what a licensee supplies. It may stand wherever the name of a game stands, as in nomorebets
    odds my-game.toml; the sample itself is called sample:GAME there. A sample is our invention and not the law.
    """
    from nomorebets.games import sample as shipped

    click.echo(shipped(game_id).decode(), nl=False)


def show(findings: Findings) -> None:
    """The findings for people, table by table."""
    out = console()
    count = len(findings.violations)
    verdict = "conforms" if not count else f"{count} violation{'s' if count > 1 else ''}"
    licensee = _plain(findings.house.licensee or "house rules")
    out.print(f"{licensee}, as of {findings.as_of}: {verdict}", style="bold", markup=False)
    for violation in findings.about_the_file:
        out.print(_in_words(violation), markup=False)
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


def _in_words(violation: Violation) -> str:
    by = f" [{violation.cite.full(violation.on)}, {violation.basis}]" if violation.cite else ""
    return f"  {_plain(violation.what)}{by}\n    remedy: {_plain(violation.remedy)}"


def _plain(text: str) -> str:
    """Text of a file as it may go to a terminal: no control characters."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


COMMANDS: tuple[click.Command, ...] = (check, guide, sample)
