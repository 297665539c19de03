"""Commands that write papers: the report of a table."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from nomorebets.cli.common import AskedTable, Count, file_named, game_argument, table_options, write_out
from nomorebets.cli.out import json_text
from nomorebets.cli.progress import progress_line
from nomorebets.errors import UnknownName, shown

FORMS = (".pdf", ".html", ".json")
PARTS = ("sensitivity", "cross-check")


@click.command()
@game_argument
@click.option("-o", "--out", "path", required=True, metavar="FILE", help="What to write: .pdf, .html or .json.")
@click.option("--strategy", metavar="NAME", help="Where there are decisions: how they are made.")
@click.option("--rounds", default="1e6", show_default=True, type=Count("rounds"), metavar="N", help="Simulated rounds.")
@click.option(
    "--deals", default="1000", show_default=True, type=Count("deals"), metavar="N", help="Rounds dealt by the script."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same figures.")
@click.option("--workers", type=int, default=1, show_default=True, help="Threads of the simulation.")
@click.option("--without", multiple=True, type=click.Choice(PARTS), help="Leave a part out; both take a while.")
@table_options
def report(
    game_id: str,
    path: str,
    strategy: str | None,
    rounds: int,
    deals: int,
    seed: int,
    workers: int,
    without: tuple[str, ...],
    asked: AskedTable,
) -> None:
    """Write the mathematics of a table of GAME as a test laboratory wants it: PDF, HTML or JSON.

    Identity, wagers with true and payout odds and house advantage, every outcome, volatility, best play, sensitivity to
    each option, method, and the cross-check of the exact figures by simulation and by dealing.
    """
    form = _form(path)
    from nomorebets.papers.report import CrossCheck, make_report

    table = asked.open(game_id)
    check = None if "cross-check" in without else CrossCheck(rounds, deals, seed, workers)
    with progress_line() as progress:
        made = make_report(
            table,
            made=date.today(),
            strategy=strategy,
            sensitivity="sensitivity" not in without,
            check=check,
            progress=progress,
        )
    if form == ".json":
        content = (json_text(made.to_dict()) + "\n").encode()
    else:
        from nomorebets.papers.report_pages import report_paper
        from nomorebets.papers.writing import html_of, pdf_of

        paper = report_paper(made)
        content = pdf_of(paper) if form == ".pdf" else html_of(paper).encode()
    write_out(path, content)
    click.echo(f"wrote {path}", err=True)
    if made.verified is not None and not made.verified.holds:
        raise click.exceptions.Exit(1)


def _form(path: str) -> str:
    """How a file is written, by the end of its name; what could not be written is refused before the work is done."""
    form = file_named(path).suffix.lower()
    if form not in FORMS:
        raise UnknownName(f"{shown(path)} is no paper", accepts=f"a name that ends in {', '.join(FORMS)}")
    if not Path(path).resolve().parent.is_dir():
        raise UnknownName(f"{shown(path)}: there is no such folder", accepts="a file in a folder that exists")
    if form != ".json":
        from nomorebets.papers.writing import require_package

        require_package("vl_convert", f"a report as {form}")
        if form == ".pdf":
            require_package("typst", f"a report as {form}")
    return form


COMMANDS: tuple[click.Command, ...] = (report,)
