"""Simulation on the command line: how far, on what, and what came of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from nomorebets.cli.common import AskedTable, Count, console, game_argument, plain_grid, refuse_beside, table_options
from nomorebets.cli.figures import ODDS, OF_A_FILE, is_file, show_heading
from nomorebets.cli.naming import WagerName
from nomorebets.cli.out import json_option, told
from nomorebets.cli.progress import progress_line, waiting
from nomorebets.errors import counted

if TYPE_CHECKING:
    from nomorebets.pricing.sheet import OddsSheet
    from nomorebets.sim.sessions import Sessions
    from nomorebets.sim.simulate import Simulation
    from nomorebets.table import Table

FARTHEST_Z = 4  # farther off than once in 16,000 simulations


@click.command()
@game_argument
@click.option("--rounds", type=Count("rounds"), metavar="N", help="How many rounds, at most: 1000000 or 1e6.")
@click.option(
    "--until-error", type=float, metavar="E", help="End when no standard error is larger than this, like 1e-5."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same result.")
@click.option("--workers", type=int, default=1, show_default=True, help="Threads; the result does not depend on them.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster, tls://HOST:PORT; the result is the same.")
@click.option("--resume", metavar="FILE", help="Keep a checkpoint in FILE, and go on from it where it exists.")
@click.option("--wager", metavar="ID", type=WagerName(), help="One wager only.")
@click.option("--stake", metavar="AMOUNT", help="Settle the wagers for this stake, where amounts matter.")
@click.option("--strategy", metavar="NAME", help="Where there are decisions: how they are made.")
@click.option("--session", type=Count("rounds", 1), metavar="N", help="Of a strategy file: rounds of a session.")
@click.option("--bankroll", metavar="AMOUNT", help="Of a strategy file: what a session begins with; ruin ends it.")
@click.option("--plot", metavar="FILE", help="Of a strategy file: draw the results to an .svg or .png file.")
@click.option("--verify", is_flag=True, help="Exit with 1 if an edge is more than 4 standard errors off the exact one.")
@table_options
@json_option
def simulate(
    game_id: str,
    rounds: int | None,
    until_error: float | None,
    seed: int,
    workers: int,
    cluster: str | None,
    resume: str | None,
    wager: str | None,
    stake: str | None,
    strategy: str | None,
    session: int | None,
    bankroll: str | None,
    plot: str | None,
    verify: bool,
    asked: AskedTable,
    as_json: bool,
) -> None:
    """Simulate GAME and compare with the exact odds. Ctrl-C prints what was done so far."""
    if rounds is None and until_error is None:
        raise click.UsageError("Missing option '--rounds', or '--until-error'")
    from nomorebets.drivers.facet import strategies_of

    table = asked.open(game_id)
    how: dict[str, Any] = {"until_error": until_error, "resume": resume, "cluster": cluster}
    if strategy is not None and strategies_of(table.game).read_file is not None:
        refuse_beside(OF_A_FILE, "wager", "stake")
        _simulate_sessions(table, strategy, (rounds, seed, workers), session, bankroll, how, plot, verify, as_json)
        return
    if strategy is not None and _is_plan(table, strategy):
        unwanted = "session", "bankroll", "plot", "until_error", "wager", "stake", "verify"
        refuse_beside("a plan by a count of the cards", *unwanted)
        if rounds is None:
            raise click.UsageError("Missing option '--rounds'")
        _simulate_plan(table, strategy, (rounds, seed, workers), resume, cluster, as_json)
        return
    if session is not None or bankroll is not None or plot is not None:
        raise click.UsageError("--session, --bankroll and --plot go with a strategy file")
    from nomorebets.pricing.sheet import odds_at, require_lines
    from nomorebets.sim.simulate import simulate as run

    # first: after an interruption only printing is left to do
    with waiting(ODDS):
        exact = odds_at(table, wager=wager, stake=stake, strategy=strategy)
    if verify:
        require_lines(exact)
    with progress_line() as progress:
        result = run(table, rounds, seed, workers, wager, progress, strategy, stake, **how)
    report = _with_exact(result, exact)
    if not told(report, as_json, list(map(_row, [report] * len(report["wagers"]), report["wagers"]))):
        _show_simulation(result, exact, rounds)
    if result.interrupted:
        raise click.exceptions.Exit(130)
    if verify and any(abs(line.z(exact[line.wager].edge)) > FARTHEST_Z for line in result.lines if line.wager in exact):
        raise click.exceptions.Exit(1)


def _is_plan(table: Table, strategy: str) -> bool:
    """Whether what is no name of a way to play may be the file of a plan."""
    from nomorebets.sim.facet import simulation_of

    known = simulation_of(table.game)
    return known is not None and known.plan is not None and is_file(table, strategy)


def _simulate_plan(
    table: Table,
    file: str,
    run: tuple[int | None, int, int],
    resume: str | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play a plan and print what it came to, row by row."""
    from nomorebets.cli.common import read_file
    from nomorebets.sim.plans import simulate_plan
    from nomorebets.untrusted import STRATEGY

    source = read_file(file, STRATEGY)
    rounds, seed, workers = run
    with progress_line() as progress:
        result = simulate_plan(table, source, rounds, seed, workers, progress, resume=resume, cluster=cluster)
    report = result.to_dict()
    rows = report[f"by_{result.report.by}"] if result.report else []
    listed = [{"game": table.game.id, "strategy": result.name, **row} for row in rows]
    if not told(report, as_json, listed) and result.report is not None:
        show_heading(table)
        printed = console()
        grid = plain_grid()
        for name in (result.report.by, "rounds", "", "edge of a unit", "standard error", "average wager"):
            grid.add_column(name, justify="right")
        for row in result.report.rows:
            share = f"{row.rounds / result.rounds:.2%}"
            error = f"{row.standard_error:.4%}"
            grid.add_row(row.known, f"{row.rounds:,}", share, f"{row.edge:+.4%}", error, f"{row.average_wager:.4g}")
        printed.print(grid)
        printed.print()
        for name, figure in result.report.figures.items():
            printed.print(f"{name.replace('_', ' '):24} {figure:.6g}", markup=False, highlight=False)
        rate = max(result.rounds - result.resumed, 0) / result.seconds / 1e6 if result.seconds else 0
        printed.print(f"\n{result.name}: {counted(result.rounds, 'round')}, seed {seed} ({rate:.1f} million a second)")
    if result.interrupted:
        raise click.exceptions.Exit(130)


def _simulate_sessions(
    table: Table,
    file: str,
    run: tuple[int | None, int, int],
    session: int | None,
    bankroll: str | None,
    how: Mapping[str, Any],
    plot: str | None,
    verify: bool,
    as_json: bool,
) -> None:
    """Play sessions of a strategy file and print how they ended."""
    from nomorebets.cli.pictures import require_plot, write_plot
    from nomorebets.cli.strategy_files import show_sessions, strategy_from, svg
    from nomorebets.sim.sessions import simulate_sessions
    from nomorebets.table.money import cents

    require_plot(plot)
    stack = None if bankroll is None else cents(bankroll)
    strategy = strategy_from(table, file)
    with progress_line(strategy.rounds_are) as progress:
        played: Sessions = simulate_sessions(strategy, *run, session, stack, progress, **how)
    write_plot(plot, svg(played))
    report = played.to_dict()
    row = {name: value for name, value in report.items() if not isinstance(value, dict | list)}
    if not told(report, as_json, [row]):
        show_sessions(played)
    if played.interrupted:
        raise click.exceptions.Exit(130)
    if verify and played.z is not None and abs(played.z) > FARTHEST_Z:
        raise click.exceptions.Exit(1)


def _with_exact(result: Simulation, exact: OddsSheet) -> dict[str, Any]:
    """The result as it is written and printed, the exact edges beside the simulated ones."""
    report = result.to_dict()
    for line, row in zip(result.lines, report["wagers"], strict=True):
        known = exact.get(line.wager)  # of some ways to play nothing exact is known
        row["exact_edge"] = None if known is None else str(known.edge)
        z = math.inf if known is None else line.z(known.edge)
        row["z"] = z if math.isfinite(z) else None  # one round has no standard error
        row["standard_error"] = line.standard_error if math.isfinite(line.standard_error) else None
    return report


def _row(report: Mapping[str, Any], line: Mapping[str, Any]) -> dict[str, Any]:
    """One wager as a row of a table, with all that is needed to repeat it."""
    low, high = line["interval_95"]
    return {
        **{name: report[name] for name in ("game", "chapter", "as_of")},
        "options": ", ".join(f"{name}={value}" for name, value in report["options"].items()),
        **{name: report[name] for name in ("strategy", "seed", "rounds")},
        **{name: line[name] for name in ("wager", "edge", "standard_error")},
        "low_95": low,
        "high_95": high,
        "exact_edge": line["exact_edge"],
        "exact_edge_decimal": None if line["exact_edge"] is None else float(Fraction(line["exact_edge"])),
        "z": line["z"],
    }


def _show_simulation(result: Simulation, exact: OddsSheet, rounds: int | None) -> None:
    show_heading(result.table)
    if result.interrupted:
        of = f" of {rounds:,}" if rounds is not None else ""
        click.echo(f"interrupted after {result.rounds:,}{of} rounds; what was done:")
    grid = plain_grid()
    for name in ("wager", "edge, simulated", "standard error", "95 % interval", "edge, exact", "z"):
        grid.add_column(name, justify="left" if name == "wager" else "right")
    for line in result.lines:
        low, high = line.interval
        true = exact[line.wager].edge if line.wager in exact else None
        grid.add_row(
            line.wager,
            f"{line.edge:.6%}",
            f"{line.standard_error:.6%}",
            f"{low:.4%} … {high:.4%}",
            "not known" if true is None else f"{float(true):.6%}",
            f"{line.z(true):+.2f}" if true is not None and math.isfinite(line.z(true)) else "none",
        )
    console().print(grid)
    played = result.rounds - result.resumed
    rate = max(played, 0) / result.seconds / 1e6 if result.seconds else 0
    spent = f"in {result.seconds:.2f} s ({rate:,.1f} million a second)"
    before = f", {result.resumed:,} of them earlier" if result.resumed else ""
    console().print(f"\n{counted(result.rounds, 'round')}{before}, seed {result.seed}, {spent}")


COMMANDS: tuple[click.Command, ...] = (simulate,)
