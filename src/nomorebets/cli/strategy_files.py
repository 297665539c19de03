"""Strategy files on the command line: what a mix of wagers costs exactly, and how sessions of it end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nomorebets.cli.common import console, read_file
from nomorebets.cli.out import told
from nomorebets.cli.pictures import show_bars
from nomorebets.drawing.charts import histogram
from nomorebets.drivers.facet import strategies_of
from nomorebets.pricing.sheet import heading_of
from nomorebets.table.money import show
from nomorebets.untrusted import STRATEGY

if TYPE_CHECKING:
    from nomorebets.drivers.strategy_files import StrategyFile
    from nomorebets.sim.sessions import Sessions
    from nomorebets.table.game import Table


def strategy_from(table: Table, file: str) -> StrategyFile:
    """The strategy a file describes, at this table."""
    read = strategies_of(table.game).read_file
    assert read is not None
    return read(table, read_file(file, STRATEGY))


def odds_of_strategy(table: Table, file: str, as_json: bool) -> None:
    """Print the exact figures of a strategy."""
    strategy = strategy_from(table, file)
    if told(_to_dict(strategy), as_json):
        return
    out = console()
    figures = strategy.figures()
    out.print(f"{table.game.entry.name} as of {table.as_of}: {strategy.name}\n", markup=False)
    for name, value, unit in figures:
        exact = str(value)
        shown = exact if len(exact) <= 40 else f"a fraction of {len(exact)} characters (--json prints it)"
        out.print(f"{name:34} {f'{unit}{float(value):.6f}':<16} {shown}", markup=False)
    out.print(f"\nexact; basis {strategy.basis}")


def _to_dict(strategy: StrategyFile) -> dict[str, Any]:
    """The object that ``odds GAME --strategy FILE --json`` prints."""
    table = strategy.table
    return {
        **heading_of(table),
        "options": dict(table.house.options),
        "strategy": strategy.name,
        "method": "exact",
        "basis": strategy.basis,
        **strategy.to_dict(),
    }


def show_sessions(result: Sessions) -> None:
    """The histogram and what it says, for people."""
    out = console()
    rounds = result.strategy.rounds_are
    stack = "no limit" if result.bankroll is None else f"${show(result.bankroll)}"
    out.print(
        f"{result.strategy.name}: {result.sessions:,} sessions of {result.length:,} {rounds}, bankroll {stack}\n",
        markup=False,
    )
    show_bars(out, ((low, high, count / result.sessions) for low, high, count in result.bars()))
    out.print(f"\nmean ${result.mean:,.4f} ± {result.standard_error:.4f}, exactly ${result.expected:,.4f} without ruin")
    out.print(f"standard deviation ${result.deviation:,.2f}")
    quantiles = ", ".join(f"{q:.0%}: ${result.quantile(q):,.2f}" for q in (0.05, 0.25, 0.5, 0.75, 0.95))
    out.print(f"quantiles {quantiles}")
    if result.bankroll is not None:
        out.print(f"ruined {result.ruined:,} of {result.sessions:,}: {result.risk_of_ruin:.4%}")
    if result.z is not None:
        out.print(f"z against the exact mean {result.z:+.2f}")
    rate = max(result.rounds - result.resumed, 0) / result.seconds / 1e6 if result.seconds else 0
    out.print(
        f"\n{result.rounds:,} {rounds}, seed {result.seed}, in {result.seconds:.2f} s ({rate:,.1f} million a second)"
    )


def svg(result: Sessions) -> str:
    """The histogram as SVG, in plain text."""
    under = (
        f"{result.sessions:,} sessions of {result.length:,} {result.strategy.rounds_are}, "
        f"mean ${result.mean:,.2f}, risk of ruin {result.risk_of_ruin:.2%}"
    )
    bars = [(low, high, float(count), f"{count:,}") for low, high, count in result.bars(60)]
    return histogram(result.strategy.name, under, bars)
