"""Drawn figures: how a wager may end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log10
from typing import TYPE_CHECKING

from nomorebets.drawing.svg import label, number, svg, tag, words

if TYPE_CHECKING:
    from nomorebets.pricing.sheet import Line

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
    says = f"{line.wager}: {listed}{less}"
    if less:
        out += tag("text", words(less[2:]), x=96, y=height - 4 + 14, font_size=11, class_="axis")
        height += 16
    return svg(400, height, out, says=says, class_="outcomes")


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
