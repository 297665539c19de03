"""Strategies on the command line: what a mix of wagers costs exactly, and how sessions of it end."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nomorebets.cli.common import console, print_json, read_file
from nomorebets.errors import UnknownName
from nomorebets.table.money import show

if TYPE_CHECKING:
    from nomorebets.odds.plans import Plan
    from nomorebets.sim.dice import Sessions
    from nomorebets.table.game import Table

BAR = 48  # characters of the longest bar


def plan_from(table: Table, file: str) -> Plan:
    """The strategy a file describes, at this table."""
    assert table.game.plan is not None
    return table.game.plan(table, read_file(file))


def odds_of_plan(table: Table, file: str, as_json: bool) -> None:
    """Print the exact figures of a strategy."""
    plan = plan_from(table, file)
    if as_json:
        print_json(plan.to_dict())
        return
    found = plan.exact()
    out = console()
    out.print(f"{table.game.entry.name} as of {table.as_of}: {plan.name}\n", markup=False)
    for name, figure, unit in (
        ("expected loss per roll", found.loss_per_roll, "$"),
        ("expected loss per shooter", found.loss_per_shooter, "$"),
        ("expected loss per wager resolved", found.loss_per_resolved, "$"),
        ("loss per dollar resolved", found.edge_on_resolved, ""),
        ("rolls per shooter", found.rolls_per_shooter, ""),
        ("wagers resolved per shooter", found.resolved_per_shooter, ""),
    ):
        exact = str(figure)
        shown = exact if len(exact) <= 40 else f"a fraction of {len(exact)} characters (--json prints it)"
        out.print(f"{name:34} {unit}{float(figure):<14.6f} {shown}", markup=False)
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


def draw_bar(share: float, width: int) -> str:
    """A bar of eighths of a character.

    >>> draw_bar(0.5, 4), draw_bar(0.03, 4)
    ('██', '▏')
    """
    eighths = max(round(share * width * 8), 1 if share else 0)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


# --- the picture -----------------------------------------------------------------------------------------------------


def require_plot(path: str) -> None:
    """Refuse before the work is done what could not be written after it."""
    kind = Path(path).suffix.lower()
    if kind not in (".svg", ".png"):
        raise UnknownName(f"{path[-60:]!r} is no picture", accepts="a file name that ends in .svg or .png")
    if kind == ".png":
        try:
            import vl_convert  # noqa: F401
        except ImportError:
            raise UnknownName(
                "PNG pictures need the package vl-convert-python",
                accepts="pip install nomorebets[report], or an .svg file",
            ) from None


def write_plot(path: str, result: Sessions) -> None:
    """The histogram as a picture."""
    picture = svg(result)
    if Path(path).suffix.lower() == ".svg":
        Path(path).write_text(picture, encoding="utf-8")
    else:
        import vl_convert

        Path(path).write_bytes(vl_convert.svg_to_png(picture, scale=2))
    if sys.stderr is not None:
        click.echo(f"wrote {path}", err=True)


def svg(result: Sessions) -> str:
    """The histogram as SVG, in plain text."""
    from xml.sax.saxutils import escape

    bars = result.bars(60)
    most = max((count for _, _, count in bars), default=1)
    wide, high, left, base = 720, 400, 60, 340
    step = (wide - left - 20) / max(len(bars), 1)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
        f'<text x="{left}" y="24" font-size="15">{escape(result.plan.name)}</text>',
        f'<text x="{left}" y="42">{result.sessions:,} sessions of {result.length:,} rolls, '
        f"mean ${result.mean:,.2f}, risk of ruin {result.risk_of_ruin:.2%}</text>",
    ]
    for i, (low, above, count) in enumerate(bars):
        tall = (base - 60) * count / most
        x = left + i * step
        colour = "#b03a2e" if above <= 0 else "#1e8449" if low >= 0 else "#7f8c8d"
        lines.append(
            f'<rect x="{x:.2f}" y="{base - tall:.2f}" width="{max(step - 1, 0.5):.2f}" height="{tall:.2f}" '
            f'fill="{colour}"><title>${low:,.2f} to ${above:,.2f}: {count:,}</title></rect>'
        )
    lines.append(f'<line x1="{left}" y1="{base}" x2="{wide - 20}" y2="{base}" stroke="black"/>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        i = min(int(share * len(bars)), max(len(bars) - 1, 0))
        if bars:
            x = left + share * (wide - left - 20)
            lines.append(f'<text x="{x:.1f}" y="{base + 18}" text-anchor="middle">${bars[i][0]:,.0f}</text>')
    lines.append(f'<text x="{left}" y="{base + 40}">result of a session in dollars</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
