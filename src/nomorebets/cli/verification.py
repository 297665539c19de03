"""verify on the command line: exact, simulated and dealt by the script."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import click

from nomorebets.cli.common import AskedTable, Count, console, plain_grid, table_options
from nomorebets.cli.naming import GameName, WagerName
from nomorebets.cli.out import json_option, told
from nomorebets.cli.progress import progress_line

if TYPE_CHECKING:
    from nomorebets.sim.verify import Estimate, Verified


@click.command()
@click.argument("game_id", metavar="[GAME]", type=GameName(), required=False)
@click.option("--rounds", default="1e7", show_default=True, type=Count("rounds"), metavar="N", help="Simulated rounds.")
@click.option(
    "--deals", default="2000", show_default=True, type=Count("deals"), metavar="N", help="Rounds dealt by the script."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same figures.")
@click.option("--workers", type=int, default=1, show_default=True, help="Threads of the simulation.")
@click.option("--wager", metavar="ID", type=WagerName(), help="One wager only.")
@click.option("--strategy", metavar="NAME", help="Where there are decisions: how they are made.")
@table_options
@json_option
def verify(
    game_id: str | None,
    rounds: int,
    deals: int,
    seed: int,
    workers: int,
    wager: str | None,
    strategy: str | None,
    asked: AskedTable,
    as_json: bool,
) -> None:
    """Compare exact odds, simulation and script, wager by wager, at GAME or at every game.

    z is how many exact standard errors an edge is off the exact one. Exit status 1 if one is more than 4 off.
    """
    from nomorebets.library import game_ids
    from nomorebets.sim.verify import verify as compare

    if game_id is None and (wager or strategy or any(asked._replace(as_of=None))):
        raise click.UsageError("--wager, --strategy, --set, --rules, --house and --table go with a GAME")
    results: list[Verified] = []
    for name in [game_id] if game_id is not None else filter(_can_be_simulated, game_ids()):
        table = asked.open(name)
        with progress_line() as progress:
            one = compare(table, rounds, deals, seed, workers, strategy, wager, progress, name)
        results.append(one)
        if not as_json:
            _show(one)
    holds = all(one.holds for one in results)
    if not told({"holds": holds, "games": [one.to_dict() for one in results]}, as_json):
        lines = sum(len(one.lines) for one in results)
        bad = sum(not line.holds for one in results for line in one.lines)
        click.echo(
            f"{lines} wager{'s' * (lines != 1)} of {len(results)} game{'s' * (len(results) != 1)}: "
            + (f"{bad} fail" if bad else "all hold")
        )
    if not holds:
        raise click.exceptions.Exit(1)


def _can_be_simulated(name: str) -> bool:
    from nomorebets.games import game
    from nomorebets.sim.jobs import can_be_simulated

    return can_be_simulated(game(name))


def _show(result: Verified) -> None:
    from rich.text import Text

    by = f", strategy {result.strategy}" if result.strategy else ""
    out = console()
    out.print(f"{result.table.game.entry.name} as of {result.table.as_of}{by}", markup=False)
    grid = plain_grid()
    for name in ("wager", "exact", "simulated", "decided", "z", "script", "decided", "z", ""):
        grid.add_column(name, justify="left" if name in ("wager", "") else "right")
    for line in result.lines:
        cells = [cell for estimate in (line.simulated, line.script) for cell in _cells(estimate)]
        grid.add_row(Text(line.exact.wager), f"{line.exact.edge_decimal:.6%}", *cells, "" if line.holds else "fails")
    out.print(grid)
    out.print(f"again: {result.again}\n", markup=False)


def _cells(estimate: Estimate) -> tuple[str, str, str]:
    if estimate.edge is None or estimate.z is None:
        return "never decided", "0", "none"
    z = f"{estimate.z:+.2f}" if math.isfinite(estimate.z) else "off"
    return f"{estimate.edge:.4%}", f"{estimate.decided:,}", z


COMMANDS: tuple[click.Command, ...] = (verify,)
