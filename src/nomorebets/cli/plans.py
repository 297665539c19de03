"""Strategies on the command line: what a mix of wagers costs exactly, and how sessions of it end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomorebets.cli.common import console, print_json, read_file
from nomorebets.cli.pictures import BAR, draw_bar, histogram
from nomorebets.drivers.facet import strategies_of
from nomorebets.table.money import show
from nomorebets.untrusted import STRATEGY

if TYPE_CHECKING:
    from nomorebets.games.craps.plan_sessions import Sessions
    from nomorebets.games.craps.plans import Plan
    from nomorebets.table.game import Table


def plan_from(table: Table, file: str) -> Plan:
    """The strategy a file describes, at this table."""
    plan = strategies_of(table.game).plan
    assert plan is not None
    read: Plan = plan(table, read_file(file, STRATEGY))
    return read


def odds_of_plan(table: Table, file: str, as_json: bool) -> None:
    """Print the exact figures of a strategy."""
    from nomorebets.games.craps.plan_odds import plan_odds, to_dict

    plan = plan_from(table, file)
    if as_json:
        print_json(to_dict(plan))
        return
    found = plan_odds(plan)
    out = console()
    out.print(f"{table.game.entry.name} as of {table.as_of}: {plan.name}\n", markup=False)
    for name, figure, unit in (
        ("expected loss per roll", found.loss_per_roll, "$"),
        ("expected loss per shooter", found.loss_per_shooter, "$"),
        ("expected loss per wager resolved", found.loss_per_resolved, "$"),
        ("loss per dollar resolved", found.edge_on_resolved, ""),
        ("rolls per shooter", found.rolls_per_shooter, ""),
        ("wagers resolved per shooter", found.resolved_per_shooter, ""),
        ("variance per shooter", found.variance_per_shooter, "$²"),
        ("variance per roll", found.variance_per_roll, "$²"),
    ):
        exact = str(figure)
        shown = exact if len(exact) <= 40 else f"a fraction of {len(exact)} characters (--json prints it)"
        out.print(f"{name:34} {f'{unit}{float(figure):.6f}':<16} {shown}", markup=False)
    out.print(f"\nexact; basis {plan.basis}")


def show_sessions(result: Sessions) -> None:
    """The histogram and what it says, for people."""
    out = console()
    stack = "no limit" if result.bankroll is None else f"${show(result.bankroll)}"
    out.print(
        f"{result.plan.name}: {result.sessions:,} sessions of {result.length:,} rolls, bankroll {stack}\n", markup=False
    )
    bars = result.bars()
    most = max((count for _, _, count in bars), default=1)
    for low, high, count in bars:
        bar = draw_bar(count / most, BAR)
        out.print(f"{low:>12,.2f} to {high:>12,.2f}  {bar} {count / result.sessions:.2%}", markup=False)
    out.print(f"\nmean ${result.mean:,.4f} ± {result.standard_error:.4f}, exactly ${result.expected:,.4f} without ruin")
    out.print(f"standard deviation ${result.deviation:,.2f}")
    quantiles = ", ".join(f"{q:.0%}: ${result.quantile(q):,.2f}" for q in (0.05, 0.25, 0.5, 0.75, 0.95))
    out.print(f"quantiles {quantiles}")
    if result.bankroll is not None:
        out.print(f"ruined {result.ruined:,} of {result.sessions:,}: {result.risk_of_ruin:.4%}")
    if result.z is not None:
        out.print(f"z against the exact mean {result.z:+.2f}")
    rate = max(result.rolls - result.resumed, 0) / result.seconds / 1e6 if result.seconds else 0
    out.print(f"\n{result.rolls:,} rolls, seed {result.seed}, in {result.seconds:.2f} s ({rate:,.1f} million a second)")


def svg(result: Sessions) -> str:
    """The histogram as SVG, in plain text."""
    under = (
        f"{result.sessions:,} sessions of {result.length:,} rolls, "
        f"mean ${result.mean:,.2f}, risk of ruin {result.risk_of_ruin:.2%}"
    )
    bars = [(low, high, float(count), f"{count:,}") for low, high, count in result.bars(60)]
    return histogram(result.plan.name, under, bars)
