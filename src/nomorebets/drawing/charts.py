"""Drawn figures: how a wager may end, and the scoreboards of baccarat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import log10
from typing import TYPE_CHECKING

from nomorebets.drawing.svg import label, number, svg, tag, words

if TYPE_CHECKING:
    from nomorebets.pricing.sheet import Line

_LEAST = 1e-9  # a bar for less than this would not be seen
MARKS = {"P": ("#2463a8", "P", "Player"), "B": ("#b11f2b", "B", "Banker"), "T": ("#157347", "T", "Tie")}


def outcomes(line: Line, most: int = 12) -> str:
    """Every net result of a wager and how often it comes, as bars of one scale; of very many the likeliest."""
    nets: dict[Fraction, Fraction] = {}
    for outcome in line.outcomes:
        nets[outcome.net] = nets.get(outcome.net, Fraction(0)) + outcome.probability
    found = sorted(nets.items(), reverse=True)
    shown = _thinned(found, most)
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
    less = f"; {len(found) - len(shown)} rarer results are left out" if len(shown) < len(found) else ""
    told = "; ".join(f"{'+' if n > 0 else ''}{_figure(n)} with {_share(p)}" for n, p in shown)
    says = f"{line.wager}: {told}{less}"
    if less:
        out += tag("text", words(less[2:]), x=96, y=height - 4 + 14, font_size=11, class_="axis")
        height += 16
    return svg(400, height, out, says=says, class_="outcomes")


def _thinned(found: Sequence[tuple[Fraction, Fraction]], most: int) -> list[tuple[Fraction, Fraction]]:
    """The likeliest results, still in the order of their size."""
    if len(found) <= most:
        return list(found)
    kept = {net for net, _ in sorted(found, key=lambda f: -f[1])[:most]}
    return [(net, p) for net, p in found if net in kept]


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


def bead_plate(marks: Iterable[str], rows: int = 6, columns: int = 12) -> str:
    """The bead plate: one bead per coup, top to bottom, the newest columns kept. Marks as ``Game.score`` gives them."""
    beads = [mark for mark in marks if mark and mark[0] in MARKS]
    kept = beads[-rows * columns :] if len(beads) <= rows * columns else beads[_start(len(beads), rows, columns) :]
    out = _lattice(rows, columns, 24)
    for at, mark in enumerate(kept):
        fill, letter, _ = MARKS[mark[0]]
        x, y = 24 * (at // rows) + 12, 24 * (at % rows) + 12
        out += tag("circle", cx=x, cy=y, r=9.6, fill=fill)
        out += label(x, y, letter, 11, fill="#fff")
        if mark.endswith("*"):
            out += tag("circle", cx=x + 7.5, cy=y - 7.5, r=3, fill="#f0c956", stroke="#fff", stroke_width=0.8)
    return svg(24 * columns, 24 * rows, out, says=_told(beads), class_="score bead-plate", font_weight="700")


def _start(count: int, rows: int, columns: int) -> int:
    """The first bead of the columns that are still shown."""
    return (-(-count // rows) - columns) * rows


def big_road(marks: Iterable[str], rows: int = 6, columns: int = 24) -> str:
    """The big road: a new column whenever the winning hand changes, a tie as a stroke over the coup before it."""
    beads = [mark[0] for mark in marks if mark and mark[0] in MARKS]
    taken: dict[tuple[int, int], tuple[str, int]] = {}
    column = row = start = 0
    last = ""
    early = 0  # ties before the first winner
    for bead in beads:
        if bead == "T":
            if not last:
                early += 1
            else:
                side, ties = taken[column, row]
                taken[column, row] = side, ties + 1
            continue
        if not last:
            column = row = start = 0
        elif bead != last:
            start = start + 1 if taken else 0
            while (start, 0) in taken:
                start += 1
            column, row = start, 0
        elif row + 1 < rows and (column, row + 1) not in taken:
            row += 1
        else:
            column += 1  # the dragon's tail
        taken[column, row] = bead, early
        early, last = 0, bead
    first = max(max((c for c, _ in taken), default=0) - columns + 1, 0)
    out = _lattice(rows, columns, 18)
    for (c, r), (side, ties) in taken.items():
        if c < first:
            continue
        x, y = 18 * (c - first) + 9, 18 * r + 9
        out += tag("circle", cx=x, cy=y, r=6.4, fill="none", stroke=MARKS[side][0], stroke_width=2.6)
        if ties:
            out += tag("path", d=f"M{x - 7} {y + 7}L{x + 7} {y - 7}", stroke=MARKS["T"][0], stroke_width=2)
            out += label(x, y, ties, 9, class_="ties") if ties > 1 else ""
    return svg(18 * columns, 18 * rows, out, says="big road: " + _told(beads), class_="score big-road")


def _lattice(rows: int, columns: int, cell: int) -> str:
    lines = "".join(f"M{cell * c} 0V{cell * rows}" for c in range(columns + 1))
    lines += "".join(f"M0 {cell * r}H{cell * columns}" for r in range(rows + 1))
    face = tag("rect", width=cell * columns, height=cell * rows, class_="score-face", fill="#fffdf6")
    return face + tag("path", d=lines, class_="score-lines", stroke="#00000026", stroke_width=1)


def _told(beads: Sequence[str]) -> str:
    if not beads:
        return "no coup yet"
    counts = ", ".join(f"{name} {sum(b[0] == side for b in beads)}" for side, (_, _, name) in MARKS.items())
    latest = ", ".join(MARKS[b[0]][2] for b in beads[-6:])
    return f"{len(beads)} coups: {counts}; the latest: {latest}"
