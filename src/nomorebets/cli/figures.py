"""Commands that print figures: odds, strategy, simulate."""

from __future__ import annotations

import math
import sys
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from nomorebets.cli.common import Count, console, game_argument, json_option, print_json, table_from, table_options

if TYPE_CHECKING:
    from nomorebets.odds.sheet import OddsSheet
    from nomorebets.sim.simulate import Simulation
    from nomorebets.table.game import Advice, Advised


FARTHEST_Z = 4  # farther off than once in 16,000 simulations


@click.command()
@game_argument
@click.option("--wager", metavar="ID", help="One wager only: straight, split:17-20, …")
@click.option("--stake", metavar="AMOUNT", help="Price the wagers for this stake, where amounts matter.")
@click.option("--strategy", metavar="NAME", help="Where there are decisions: how they are made; at craps, a file.")
@click.option("--meter", metavar="AMOUNT", help="What a progressive meter shows.")
@click.option("--removed", metavar="CARDS", default="", help='Cards that have left the shoe: "As 4d …".')
@table_options
@json_option
def odds(
    game_id: str,
    wager: str | None,
    stake: str | None,
    strategy: str | None,
    meter: str | None,
    removed: str,
    as_of: date | None,
    settings: tuple[str, ...],
    house_file: str | None,
    table_id: str | None,
    as_json: bool,
) -> None:
    """The exact edge of every wager of GAME, with every outcome and its paragraph."""
    from nomorebets.odds.sheet import odds_at

    table = table_from(game_id, as_of, settings, house_file, table_id)
    if strategy is not None and table.game.plan is not None:
        from nomorebets.cli.plans import odds_of_plan

        odds_of_plan(table, strategy, as_json)
        return
    sheet = odds_at(table, wager=wager, stake=stake, strategy=strategy, meter=meter, removed=removed)
    if as_json:
        print_json(sheet.to_dict())
        return
    _show_heading(table)
    out = console()
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False)
    for name in ("wager", "pays", "edge", "", "std. deviation", "wins", "basis"):
        grid.add_column(name, justify="left" if name in ("wager", "pays", "basis") else "right")
    for line in sheet.values():
        deviation = f"{float(line.variance) ** 0.5:.4f}"
        wins = f"{float(line.hit_frequency):.4%}"
        pays = table.pays(line.wager)
        grid.add_row(line.wager, pays, str(line.edge), f"{line.edge_decimal:.4%}", deviation, wins, line.basis)
    out.print(grid)
    if wager is not None:
        for line in sheet.values():
            out.print(f"\n{line.wager}: every outcome")
            _show_outcomes(line.to_dict(table.as_of))
    out.print(f"\nexact, in {sheet.seconds:.2f} s; the edge is the expected loss per unit staked")


def _show_heading(table: Any) -> None:
    from nomorebets.regulation import law

    chapter = law.chapter_on(table.as_of)
    options = ", ".join(f"{name} = {value}" for name, value in table.house.options.items())
    console().print(f"{table.game.entry.name} as of {table.as_of} (N.J.A.C. {chapter.number})\n{options}\n")


def _show_outcomes(line: dict[str, Any]) -> None:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False)
    for name in ("outcome", "net", "probability", "paragraph", "basis"):
        grid.add_column(name, justify="right" if name in ("net", "probability") else "left")
    for o in line["outcomes"]:
        grid.add_row(
            o["outcome"],
            o["net"],
            o["probability"],
            o["cite"] + (f" {o['reading']}" if "reading" in o else ""),
            o["basis"],
        )
    console().print(grid)


@click.command()
@game_argument
@click.option("--stake", metavar="AMOUNT", help="The best play for this stake, where payout limits matter.")
@table_options
@json_option
def strategy(
    game_id: str,
    stake: str | None,
    as_of: date | None,
    settings: tuple[str, ...],
    house_file: str | None,
    table_id: str | None,
    as_json: bool,
) -> None:
    """The best play of GAME as a table a person can use."""
    from nomorebets.table.game import Pricing
    from nomorebets.table.money import cents

    table = table_from(game_id, as_of, settings, house_file, table_id)
    heading = {"game": game_id, "as_of": table.as_of.isoformat()}
    if table.game.advise is None:
        note = table.game.no_decision or "its best play is not worked out yet"
        if as_json:
            print_json({**heading, "decisions": [], "note": note})
            return
        click.echo(f"{table.game.entry.name}: {note}.")
        click.echo(f"What can be chosen is the wager: see nomorebets odds {game_id}.")
        return
    advice = table.game.advise(table, Pricing(stake=None if stake is None else cents(stake)))
    if as_json:
        print_json({**heading, "options": dict(table.house.options), **_advice_dict(advice)})
        return
    _show_heading(table)
    _show_advice(advice)


def _advice_dict(advice: Advice) -> dict[str, Any]:
    return {
        "line": advice.line,
        "decisions": [_rule_dict(rule) for rule in advice.exact],
        "short": {"strategy": advice.short, "decisions": [_rule_dict(rule) for rule in advice.short_rules]},
        "strategies": [
            {
                "strategy": costed.strategy,
                "edge": str(costed.edge),
                "edge_decimal": float(costed.edge),
                "cost": str(advice.cost(costed.strategy)),
                "cost_decimal": float(advice.cost(costed.strategy)),
            }
            for costed in advice.costs
        ],
        "note": advice.note,
    }


def _rule_dict(rule: Advised) -> dict[str, str]:
    return {"decision": rule.decision, "play": rule.play, "when": rule.when}


def _show_advice(advice: Advice) -> None:
    """The exact rule, the short one, and what each way to play costs."""
    from rich.table import Table as Grid
    from rich.text import Text

    out = console()
    for title, rules in (("the best play", advice.exact), (f"in short ({advice.short})", advice.short_rules)):
        out.print(f"{title}:")
        for decision in dict.fromkeys(rule.decision for rule in rules):
            out.print(f"  {decision}", markup=False)
            for rule in rules:
                if rule.decision == decision:
                    out.print(f"    {rule.play}: {rule.when}", markup=False)
        out.print()
    grid = Grid(box=None, pad_edge=False)
    for name in ("strategy", f"edge of {advice.line}", "", "costs more"):
        grid.add_column(name, justify="left" if name == "strategy" else "right")
    for costed in advice.costs:
        more = advice.cost(costed.strategy)
        grid.add_row(
            Text(costed.strategy), str(costed.edge), f"{float(costed.edge):.4%}", f"{float(more):.4%}" if more else "—"
        )
    out.print(grid)
    if advice.note:
        out.print(f"\n{advice.note}", markup=False)


@click.command()
@game_argument
@click.option("--rounds", required=True, type=Count("rounds"), metavar="N", help="How many rounds: 1000000 or 1e6.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same result.")
@click.option("--workers", type=int, default=1, show_default=True, help="Threads; the result does not depend on them.")
@click.option("--wager", metavar="ID", help="One wager only.")
@click.option("--stake", metavar="AMOUNT", help="Settle the wagers for this stake, where amounts matter.")
@click.option("--strategy", metavar="NAME", help="Where there are decisions: how they are made.")
@click.option("--session", type=click.IntRange(1), metavar="N", help="Of a strategy file: rounds of a session.")
@click.option("--bankroll", metavar="AMOUNT", help="Of a strategy file: what a session begins with; ruin ends it.")
@click.option("--plot", metavar="FILE", help="Of a strategy file: draw the results to an .svg or .png file.")
@click.option("--verify", is_flag=True, help="Exit with 1 if an edge is more than 4 standard errors off the exact one.")
@table_options
@json_option
def simulate(
    game_id: str,
    rounds: int,
    seed: int,
    workers: int,
    wager: str | None,
    stake: str | None,
    strategy: str | None,
    session: int | None,
    bankroll: str | None,
    plot: str | None,
    verify: bool,
    as_of: date | None,
    settings: tuple[str, ...],
    house_file: str | None,
    table_id: str | None,
    as_json: bool,
) -> None:
    """Simulate GAME and compare with the exact odds. Ctrl-C prints what was done so far."""
    from nomorebets.odds.sheet import odds_at
    from nomorebets.sim.simulate import simulate as run

    table = table_from(game_id, as_of, settings, house_file, table_id)
    progress = _progress() if sys.stderr is not None and sys.stderr.isatty() else None
    if strategy is not None and table.game.plan is not None:
        from nomorebets.cli.plans import simulate_plan

        played = simulate_plan(table, strategy, rounds, seed, workers, session, bankroll, plot, progress, as_json)
        if played.interrupted:
            raise click.exceptions.Exit(130)
        if verify and played.z is not None and abs(played.z) > FARTHEST_Z:
            raise click.exceptions.Exit(1)
        return
    if session is not None or bankroll is not None or plot is not None:
        raise click.UsageError("--session, --bankroll and --plot go with a strategy file of craps")
    # first: after an interruption only printing is left to do
    exact = odds_at(table, wager=wager, stake=stake, strategy=strategy)
    result = run(table, rounds, seed, workers, wager, progress, strategy, stake)
    if progress is not None:
        click.echo("\r" + " " * 60 + "\r", nl=False, err=True)
    if as_json:
        found = result.to_dict()
        for line, row in zip(result.lines, found["wagers"], strict=True):
            row["exact_edge"] = str(exact[line.wager].edge)
            z = line.z(exact[line.wager].edge)
            row["z"] = z if math.isfinite(z) else None  # one round has no standard error
        print_json(found)
    else:
        _show_simulation(result, exact, rounds)
    if result.interrupted:
        raise click.exceptions.Exit(130)
    if verify and any(abs(line.z(exact[line.wager].edge)) > FARTHEST_Z for line in result.lines):
        raise click.exceptions.Exit(1)


def _show_simulation(result: Simulation, exact: OddsSheet, rounds: int) -> None:
    _show_heading(result.table)
    if result.interrupted:
        click.echo(f"interrupted after {result.rounds:,} of {rounds:,} rounds; what was done:")
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False)
    for name in ("wager", "edge, simulated", "standard error", "95 % interval", "edge, exact", "z"):
        grid.add_column(name, justify="left" if name == "wager" else "right")
    for line in result.lines:
        low, high = line.interval
        true = exact[line.wager].edge
        grid.add_row(
            line.wager,
            f"{line.edge:.6%}",
            f"{line.standard_error:.6%}",
            f"{low:.4%} … {high:.4%}",
            f"{float(true):.6%}",
            f"{line.z(true):+.2f}" if math.isfinite(line.z(true)) else "none",
        )
    console().print(grid)
    rate = result.rounds / result.seconds / 1e6 if result.seconds else 0
    spent = f"in {result.seconds:.2f} s ({rate:,.1f} million a second)"
    console().print(f"\n{result.rounds:,} rounds, seed {result.seed}, {spent}")


def _progress() -> Any:
    """A line on the terminal, redrawn a few times a second."""
    import time

    start = last = time.monotonic()

    def show(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < 0.2 and done < total:
            return
        last = now
        left = (now - start) / done * (total - done)
        click.echo(
            f"\r{done / total:6.1%}  {done / (now - start) / 1e6:,.0f} million rounds/s  {left:,.0f} s left   ",
            nl=False,
            err=True,
        )

    return show


COMMANDS: tuple[click.Command, ...] = (odds, strategy, simulate)
