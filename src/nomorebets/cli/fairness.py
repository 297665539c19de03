"""Commands for whoever tests the house's chance: a battery of statistics, collections, and the verifier of rounds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click

from nomorebets.cli.common import AskedTable, Count, Decorator, console, file_named, plain_grid, table_options
from nomorebets.cli.out import json_flag, json_option, told

seed_option: Decorator = click.option(
    "--seed", type=int, help="Seals made from this number instead of the system's generator, to repeat a run."
)


@click.group(invoke_without_command=True)
@click.pass_context
def fairness(ctx: click.Context) -> None:
    """Put the chance of the live tables to the test: statistics, collections for a laboratory, sealed rounds."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@fairness.command()
@click.option(
    "--draws",
    type=Count("draws"),
    metavar="N",
    default="50000",
    show_default=True,
    help="How many draws of each series.",
)
@click.option("--confidence", type=float, default=0.99, show_default=True, help="Of the whole battery, Holm-corrected.")
@seed_option
@json_option
def test(draws: int, confidence: float, seed: int | None, as_json: bool) -> None:
    """Test what the tables draw; exit 1 if it does not behave as chance should.

    Chi-square, runs, serial correlation, gaps and poker tests on raw bytes, numbers, wheels and dice; permutation tests
    on shuffles.
    """
    from nomorebets.fairness.battery import run

    talks = sys.stderr is not None and sys.stderr.isatty()
    report = run(
        _source(seed),
        draws,
        confidence,
        lambda series: click.echo(f"  {series} …", err=True) if talks else None,
    )
    if not told({"draws": draws, "seed": seed, **report.to_dict()}, as_json):
        _show(report)
    if report.failed:
        raise click.exceptions.Exit(1)


def _show(report: Any) -> None:
    grid = plain_grid(header_style="bold")
    for name, justify in (("series", "left"), ("test", "left"), ("draws", "right"), ("statistic", "right")):
        grid.add_column(name, justify=justify)  # type: ignore[arg-type]
    grid.add_column("p", justify="right")
    grid.add_column("corrected", justify="right")
    for f in report.findings:
        mark = "  FAILS" if f in report.failed else ""
        grid.add_row(f.series, f.test, f"{f.draws:,}", f"{f.statistic:.3f}", f"{f.p:.4f}", f"{f.corrected:.4f}{mark}")
    out = console()
    out.print(grid)
    verdict = f"{len(report.failed)} fail" if report.failed else "none fails"
    out.print(
        f"\n{len(report.findings)} tests at a confidence of {report.confidence:.4g} for all together: {verdict}. "
        f"An honest source fails in at most {1 - report.confidence:.2g} of all runs."
    )


@fairness.command()
@click.argument("what", metavar="raw|GAME")
@click.option("-o", "--out", "path", required=True, metavar="FILE", help="A file that is not there yet.")
@click.option(
    "--count",
    type=Count("bytes or outcomes"),
    metavar="N",
    required=True,
    help="Bytes of raw output, or outcomes of a game.",
)
@click.option("--numbers", "as_numbers", is_flag=True, help="Write outcomes as numbers of their faces, from 0.")
@seed_option
@table_options
@json_flag
def collect(
    what: str,
    path: str,
    count: int,
    as_numbers: bool,
    seed: int | None,
    asked: AskedTable,
    as_json: bool,
) -> None:
    """Collect raw output or the final outcomes of GAME (spins, throws, shuffled packs), as laboratories ask.

    Raw output is bytes and nothing else; FILE.json beside it says how it was drawn. Outcomes are lines of text below a
    header.
    """
    from nomorebets.fairness.collect import collect_outcomes, collect_raw

    table = None if what == "raw" else asked.open(what)
    target, source = file_named(path), _source(seed)
    begun = "the operating system's generator" if seed is None else f"the seed {seed}: not for a certificate"
    with (
        _new(target) as file,
        click.progressbar(length=count, label="collecting", file=sys.stderr, hidden=not _at_terminal()) as bar,
    ):
        if table is None:
            about = collect_raw(file, count, source, begun, bar.update)
        else:
            about = collect_outcomes(file, table, count, source, begun, bar.update, as_numbers)
    if table is None:
        with _new(target.with_name(target.name + ".json")) as beside:
            beside.write(json.dumps(about, indent=2).encode() + b"\n")
    if not told(about, as_json):
        click.echo(f"{target}: {count:,} {'bytes' if table is None else 'outcomes'}, {about['drawn']}")


@contextmanager
def _new(target: Path) -> Iterator[BinaryIO]:
    """A new file; nothing is left of one that is not finished."""
    with target.open("xb") as file:
        try:
            yield file
        except BaseException:
            target.unlink()
            raise


def _at_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _source(seed: int | None) -> Any:
    from nomorebets.fairness.outcomes import sealed_source, seeded_source

    return sealed_source() if seed is None else seeded_source(seed)


@fairness.command()
def verifier() -> None:
    """Print verify_round.py: it checks a sealed round that is over and needs nothing but Python."""
    from nomorebets.fairness.bundle import VERIFIER

    click.echo(VERIFIER.read_text(encoding="utf-8"), nl=False)


COMMANDS: tuple[click.Command, ...] = (fairness,)
