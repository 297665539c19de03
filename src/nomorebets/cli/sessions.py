"""session on the command line: how a session of one wager ends, from its exact outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nomorebets.cli.common import AskedTable, Count, console, game_argument, table_options
from nomorebets.cli.figures import ODDS
from nomorebets.cli.naming import WagerName
from nomorebets.cli.out import json_option, told
from nomorebets.cli.pictures import require_plot, show_bars, write_plot
from nomorebets.cli.progress import waiting
from nomorebets.errors import counted

if TYPE_CHECKING:
    from nomorebets.pricing.session_report import SessionReport


@click.command("session")
@game_argument
@click.option("--wager", metavar="ID", type=WagerName(), help="Which wager; needed where a game has several.")
@click.option("--rounds", required=True, type=Count("rounds"), metavar="N", help="How many times it is made.")
@click.option("--stake", metavar="AMOUNT", help="What is wagered each time; $10 if left out.")
@click.option("--bankroll", metavar="AMOUNT", help="What is there to lose: prints the risk of ruin.")
@click.option("--per-hour", type=Count("rounds", 1), default=60, show_default=True, help="Rounds in an hour.")
@click.option("--strategy", metavar="NAME", help="Where there are decisions: how they are made.")
@click.option("--plot", metavar="FILE", help="Draw the results to an .svg or .png file.")
@table_options
@json_option
def session(
    game_id: str,
    wager: str | None,
    rounds: int,
    stake: str | None,
    bankroll: str | None,
    per_hour: int,
    strategy: str | None,
    plot: str | None,
    asked: AskedTable,
    as_json: bool,
) -> None:
    """The result after N rounds of one wager of GAME: distribution, risk of ruin, deviation per hour, N0.

    From exact outcomes. Short sessions are exact, longer ones numeric with a bound of the error. A round is one wager
    from making to deciding. Ruined is who has less left than the next round may cost.
    """
    from nomorebets.pricing.session_report import session_report

    require_plot(plot)
    table = asked.open(game_id)
    with waiting(ODDS):
        report = session_report(
            table, wager, rounds, stake=stake, bankroll=bankroll, per_hour=per_hour, strategy=strategy
        )
    if plot is not None:
        from nomorebets.drawing.charts import session_chart

        write_plot(plot, session_chart(report))
    if not told(report.to_dict(), as_json):
        _show(report)


def _show(report: SessionReport) -> None:
    out = console()
    unit, result = report.stake / 100, report.session
    out.print(
        f"{report.table.game.entry.name} as of {report.table.as_of}: {report.line.wager}, "
        f"{counted(result.wagers, 'round')} of ${unit:,.2f}\n",
        markup=False,
    )
    show_bars(out, ((low * unit, high * unit, share) for low, high, share in result.bars()))
    out.print(f"\nahead {result.ahead:.4%}, even {result.even:.4%}, behind {result.behind:.4%}")
    quantiles = ", ".join(f"{q:.0%}: ${result.quantile(q) * unit:,.2f}" for q in (0.05, 0.25, 0.5, 0.75, 0.95))
    out.print(f"quantiles {quantiles}")
    out.print(f"mean ${result.mean * unit:,.4f}, standard deviation ${result.deviation * unit:,.2f}")
    out.print(
        f"an hour of {counted(report.per_hour, 'round')}: mean ${report.mean_per_hour * unit:,.2f}, "
        f"standard deviation ${report.deviation_per_hour * unit:,.2f}"
    )
    if report.n0 is not None:
        whose = "loss" if report.line.edge > 0 else "gain"
        out.print(f"N0 {float(report.n0):,.0f} rounds: then the expected {whose} is one standard deviation")
    if report.ruin is not None:
        low, high = report.ruin.ever
        ever = f"{low:.4%}" if low == high else f"{low:.4%} to {high:.4%}"
        out.print(f"risk of ruin {report.ruin.chance:.4%} within the session, {ever} in the end")
    out.print("\n" + _method(report), markup=False)
    if report.line.worked_out != "exact":
        how = f"{report.line.worked_out}; {report.line.note}"
        out.print(f"they are those of a line that is no better: {how}", markup=False)


def _method(report: SessionReport) -> str:
    if report.session.exact:
        how = "the distribution is exact"
    else:
        how = f"the distribution is numeric, each probability within {report.session.error:.0e}"
    if not report.session.line.outcomes_are_exact:
        how = f"chances of some outcomes are simulated; otherwise {how}"
    if report.ruin is None:
        return how
    if report.ruin.exact is not None:
        return f"{how}; the risk of ruin is exact"
    return f"{how}; the risk of ruin is numeric, within {report.ruin.error:.0e}"


COMMANDS: tuple[click.Command, ...] = (session,)
