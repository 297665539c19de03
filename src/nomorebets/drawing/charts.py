"""Drawn figures: how a wager may end, and a session of it; charts of play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from math import log10
from typing import TYPE_CHECKING

from nomorebets.drawing.svg import label, number, standalone, svg, tag, words
from nomorebets.regulation import names

if TYPE_CHECKING:
    from nomorebets.pricing.facet import PlayChart
    from nomorebets.pricing.session_report import SessionReport
    from nomorebets.pricing.sheet import Line

# the usual colours of charts of play: draw red, stand yellow, double blue, split green, surrender white
_LETTERS = {"H": "#e2574c", "S": "#f4d35e", "D": "#5b8def", "Ds": "#8fb3f5", "P": "#6cbf6c", "R": "#f5f2ea"}
_CELL = 34
_PRINT = "#222"
_LEAST = 1e-9  # a bar for less than this would not be seen


def outcomes(line: Line, most: int = 12) -> str:
    """Every net result of a wager and how often it comes, as bars of one scale; of very many the likeliest."""
    nets: dict[Fraction, Fraction] = {}
    for outcome in line.outcomes:
        nets[outcome.net] = nets.get(outcome.net, Fraction(0)) + outcome.probability
    results = sorted(nets.items(), reverse=True)
    shown = _thinned(results, most)
    scale = max((p for _, p in shown), default=Fraction(1))
    height = 26 * len(shown) + 22
    out = label(58, 9, "net", 10, class_="axis") + label(250, 9, "probability", 10, class_="axis")
    for at, (net, p) in enumerate(shown):
        y = 20 + 26 * at
        kind = "gain" if net > 0 else "loss" if net < 0 else "even"
        length = max(210 * float(p / scale), 1.5)
        sign = f"{'+' if net > 0 else '−' if net < 0 else ''}{_figure(abs(net))}"
        out += tag("text", words(sign), x=84, y=y + 15, font_size=13, text_anchor="end", class_="net")
        out += tag("rect", x=96, y=y + 2, width=length, height=18, rx=3, class_=f"bar-{kind}")
        out += tag("text", words(_share(p)), x=102 + length, y=y + 15, font_size=12, class_="share")
    less = f"; {len(results) - len(shown)} rarer results are left out" if len(shown) < len(results) else ""
    listed = "; ".join(f"{'+' if n > 0 else ''}{_figure(n)} with {_share(p)}" for n, p in shown)
    says = f"{names.wager(line.wager)}: {listed}{less}"
    if less:
        out += tag("text", words(less[2:]), x=96, y=height - 4 + 14, font_size=11, class_="axis")
        height += 16
    return svg(400, height, out, says=says, class_="outcomes")


def score_bars(shares: Sequence[Fraction], says: str) -> str:
    """Scores from the oldest to the newest, as bars of a small figure: the full height is all right."""
    bars = ""
    for at, share in enumerate(shares):
        high = max(2.0, 36 * float(share))
        kind = "gain" if share == 1 else "even"
        bars += tag("rect", x=8 * at, y=number(38 - high), width=6, height=number(high), rx=1, class_=f"bar-{kind}")
    return svg(8 * max(len(shares), 1), 40, bars, says=says, class_="score-bars")


def _thinned(results: Sequence[tuple[Fraction, Fraction]], most: int) -> list[tuple[Fraction, Fraction]]:
    """The likeliest results, still in the order of their size."""
    if len(results) <= most:
        return list(results)
    kept = {net for net, _ in sorted(results, key=lambda f: -f[1])[:most]}
    return [(net, p) for net, p in results if net in kept]


def _figure(value: Fraction) -> str:
    return (
        str(value.numerator)
        if value.denominator == 1
        else number(float(value))
        if value.denominator <= 100
        else f"{float(value):.2f}"
    )


def _share(p: Fraction) -> str:
    """A probability that can be read: percent, or one in so many where it is small."""
    value = float(p)
    if value >= 0.001:
        return f"{100 * value:.2f} %"
    return f"1 in {round(1 / value):,}" if value > _LEAST else f"10^{round(log10(value))}" if value > 0 else "never"


def _tens(text: str) -> str:
    """As cards are printed: what programs write as T is a ten to everybody else.

    >>> _tens("T-T against T: split, not 5-T")
    '10-10 against 10: split, not 5-10'
    """
    return re.sub(r"\bT\b", "10", text)


def play_chart(chart: PlayChart, across: int = 1) -> str:
    """A way to play as a chart of coloured letters; a dot marks a cell that the cards of the hand may change.

    ``across``: in how many columns its groups may stand, for paper that is wider than a phone.
    """
    top, step = 34, 96 + _CELL * len(chart.columns) + 12
    full = _CELL * sum(len(rows) + 1 for _, rows in chart.groups) / across
    x, y, lowest = 0, top, top
    out = _writing(12, 22, chart.title, 14, font_weight="bold")
    for group, rows in chart.groups:
        if y - top > 0.8 * full:
            x, y = x + step, top
        out += _writing(x + 12, y + 22, group, 12, font_weight="bold")
        left = x + 96
        for at, column in enumerate(chart.columns):
            out += label(left + _CELL * (at + 0.5), y + 18, _tens(column), 12, font_weight="bold", fill=_PRINT)
        y += _CELL
        for row in rows:
            out += _writing(x + 12, y + 22, _tens(row.hand), 12)
            for at, cell in enumerate(row.cells):
                plays = chart.letters.get(cell.letter, cell.letter)
                says = f"{row.hand} against {chart.columns[at]}: {plays}"
                if cell.depends:
                    says = f"{row.hand} against {chart.columns[at]}: {plays} ({cell.depends.replace('; ', ' / ')})"
                drawn = _chart_cell(left + _CELL * at, y, cell.letter, bool(cell.depends))
                named = {"data_letter": cell.letter, "data_hand": row.hand, "data_against": chart.columns[at]}
                out += tag("g", tag("title", words(_tens(says))), drawn, class_="chart-cell", **named)
            y += _CELL
        y += 8
        lowest = max(lowest, y)
    legend = [f"{letter}: {meaning}" for letter, meaning in chart.letters.items()]
    legend += ["•: the cards of the hand may call for another play", *chart.notes]
    for at, line in enumerate(legend, 1):
        out += _writing(12, lowest + 16 * at, _tens(line), 11)
    high = lowest + 16 * len(legend) + 16
    wide = max(x + step, 24 + 8 * len(chart.title), 24 + 6 * max(map(len, legend)))
    ground = tag("rect", x=0, y=0, width=wide, height=high, fill="#fffdf6")
    drawing = svg(
        wide,
        high,
        ground,
        out,
        says=chart.title,
        class_="play-chart",
        width=wide,
        height=high,
        font_family="sans-serif",
    )
    return standalone(drawing)


def _chart_cell(x: float, y: float, letter: str, depends: bool) -> str:
    colour = _LETTERS.get(letter, "#ddd")
    drawn = tag("rect", x=x, y=y, width=_CELL, height=_CELL, fill=colour, stroke="#fff")
    drawn += label(x + _CELL / 2, y + _CELL / 2, letter, 14, fill=_PRINT)
    return drawn + (tag("circle", cx=x + _CELL - 6, cy=y + 6, r=2.5, fill=_PRINT) if depends else "")


def _writing(x: float, y: float, text: str, size: float, **attributes: object) -> str:
    """Lettering that begins at a point."""
    return tag("text", words(text), x=x, y=y, font_size=size, fill=_PRINT, **attributes)


def histogram(title: str, under: str, bars: list[tuple[float, float, float, str]]) -> str:
    """Bars of dollars as SVG: from, to, how tall, and what to say of it; losses red, gains green."""
    most = max((tall for _, _, tall, _ in bars), default=1.0) or 1.0
    wide, high, left, base = 720, 400, 60, 340
    step = (wide - left - 20) / max(len(bars), 1)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
        f'<text x="{left}" y="24" font-size="15">{escape(title, quote=False)}</text>',
        f'<text x="{left}" y="42">{escape(under, quote=False)}</text>',
    ]
    for i, (low, above, share, says) in enumerate(bars):
        tall = (base - 60) * share / most
        x = left + i * step
        colour = "#b03a2e" if above <= 0 else "#1e8449" if low >= 0 else "#7f8c8d"
        lines.append(
            f'<rect x="{x:.2f}" y="{base - tall:.2f}" width="{max(step - 1, 0.5):.2f}" height="{tall:.2f}" '
            f'fill="{colour}"><title>${low:,.2f} to ${above:,.2f}: {escape(says, quote=False)}</title></rect>'
        )
    lines.append(f'<line x1="{left}" y1="{base}" x2="{wide - 20}" y2="{base}" stroke="black"/>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        i = min(int(share * len(bars)), max(len(bars) - 1, 0))
        if bars:
            x = left + share * (wide - left - 20)
            lines.append(f'<text x="{x:.1f}" y="{base + 18}" text-anchor="middle">${bars[i][0]:,.0f}</text>')
    lines.append(f'<text x="{left}" y="{base + 40}">result of a session in dollars</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def session_chart(report: SessionReport) -> str:
    """The distribution of a session's result."""
    unit = report.stake / 100
    bars = [(low * unit, high * unit, share, f"{share:.3%}") for low, high, share in report.session.bars(60)]
    rounds = "1 round" if report.session.wagers == 1 else f"{report.session.wagers:,} rounds"
    under = f"{rounds} of ${unit:,.2f}, mean ${report.session.mean * unit:,.2f}"
    if report.ruin is not None:
        under += f", risk of ruin {report.ruin.chance:.2%}"
    return histogram(f"{report.table.game.entry.name}: {report.line.wager}", under, bars)
