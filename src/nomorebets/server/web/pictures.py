"""Pictures of the read-only rooms, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nomorebets.pricing.played import Expectation
from nomorebets.pricing.sessions import Session
from nomorebets.regulation import names
from nomorebets.table.money import dollars

_WIDTH, _HEIGHT, _FOOT, _TOP = 640, 210, 26, 24
_BARS = 96
_TAIL = 0.0008  # what lies farther out on either side is not drawn


def session_picture(session: Session) -> str:
    """The distribution of a session's result: bars below and above zero, the mean, and where nine in ten end."""
    low, high = session.quantile(_TAIL), session.quantile(1 - _TAIL)
    low, high = min(low, 0.0), max(high, 0.0)
    step = float(session.step)
    if high - low < step:
        high = low + step
    every = max(1, -(-round((high - low) / step + 1) // _BARS))  # so many results share a bar
    width = every * step
    bars: dict[int, float] = {}
    for place, probability in enumerate(session.probabilities):
        result = session.result(place)
        if low - width <= result <= high + width and probability > 0:
            bar = _bar(result, width)
            bars[bar] = bars.get(bar, 0.0) + probability
    first, last = _bar(low, width), _bar(high, width)
    drawn = {bar: bars.get(bar, 0.0) for bar in range(first, last + 1)}
    most = max(drawn.values()) or 1.0
    wide = _WIDTH / len(drawn)
    shapes = []
    for bar, probability in drawn.items():
        tall = probability / most * (_HEIGHT - _FOOT - _TOP)
        if tall >= 0.05:
            side = "lose" if bar < 0 else "win" if bar > 0 else "even"
            x, y = (bar - first) * wide, _HEIGHT - _FOOT - tall
            shapes.append(
                f'<rect class="{side}" x="{x:.1f}" y="{y:.1f}" width="{max(wide - 0.6, 0.6):.1f}" height="{tall:.1f}">'
                f"<title>{escape(_range(bar, width, every, step))}: {probability:.3%}</title></rect>"
            )

    def at(result: float) -> float:
        return min(max(((result / width) - first + 0.5) * wide, 0), _WIDTH)

    marks = [_mark(at(session.mean), f"mean {session.mean:+.1f}", _TOP - 8)]
    if low < 0 < high or not low or not high:
        marks.append(_mark(at(0), "0", _HEIGHT - _FOOT + 16, "zero"))
    ends = (
        f'<text class="end" x="2" y="{_HEIGHT - 8}">{low:+g}</text>'
        f'<text class="end" x="{_WIDTH - 2}" y="{_HEIGHT - 8}" text-anchor="end">{high:+g}</text>'
    )
    after = "one wager" if session.wagers == 1 else f"{session.wagers:,} wagers"
    label = (
        f"Result after {after} of one unit on {names.wager(session.line.wager)}: "
        f"ahead {session.ahead:.1%}, behind {session.behind:.1%}"
    )
    base = f'<line class="base" x1="0" x2="{_WIDTH}" y1="{_HEIGHT - _FOOT}" y2="{_HEIGHT - _FOOT}"/>'
    inside = "".join(shapes) + base + "".join(marks) + ends
    return (
        f'<svg class="session" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}">{inside}</svg>'
    )


def bankroll_picture(points: Sequence[Expectation], by_day: bool) -> str:
    """How a bankroll went, over what it could expect with the band of two standard deviations around it."""
    tops = [float(p.mean) + 2 * p.deviation for p in points] + [p.net for p in points]
    feet = [float(p.mean) - 2 * p.deviation for p in points] + [p.net for p in points]
    high, low = max(*tops, 1.0), min(*feet, -1.0)
    wide = _WIDTH / max(len(points) - 1, 1)

    def at(n: int, cents: float) -> str:
        y = _TOP + (high - cents) / (high - low) * (_HEIGHT - _FOOT - _TOP)
        return f"{n * wide:.1f},{y:.1f}"

    above = [at(n, float(p.mean) + 2 * p.deviation) for n, p in enumerate(points)]
    below = [at(n, float(p.mean) - 2 * p.deviation) for n, p in enumerate(points)]
    zero = at(0, 0).partition(",")[2]
    last = points[-1]
    so_many = f"{last.wagers:,} wager{'s' * (last.wagers != 1)}"
    each = "day" if by_day else "round"
    label = (
        f"Bankroll after each {each}: it ended at {dollars(last.net)}; expected {dollars(round(last.mean))}, "
        f"give or take {dollars(round(2 * last.deviation))}"
    )
    shapes = (
        f'<polygon class="within" points="{" ".join(above + below[::-1])}"/>'
        f'<line class="base" x1="0" x2="{_WIDTH}" y1="{zero}" y2="{zero}"/>'
        f'<polyline class="expected" points="{" ".join(at(n, float(p.mean)) for n, p in enumerate(points))}"/>'
        f'<polyline class="actual" points="{" ".join(at(n, p.net) for n, p in enumerate(points))}"/>'
        f'<text x="4" y="20">{escape(dollars(round(high)))}</text>'
        f'<text x="4" y="{_HEIGHT - 8}">{escape(dollars(round(low)))}</text>'
        f'<text x="{_WIDTH - 4}" y="{_HEIGHT - 8}" text-anchor="end">{so_many}</text>'
    )
    box = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}"'
    return f'<svg class="session bankroll" {box}>{shapes}</svg>'


def _bar(result: float, width: float) -> int:
    """The bar a result falls into; zero has one of its own when a bar is one step wide."""
    return round(result / width)


def _range(bar: int, width: float, every: int, step: float) -> str:
    if every == 1:
        return f"{bar * width:+g}"
    return f"{bar * width - (every - 1) / 2 * step:+g} to {bar * width + (every - 1) / 2 * step:+g}"


def _mark(x: float, words: str, y: float, kind: str = "mean") -> str:
    anchor = "start" if x < 60 else "end" if x > _WIDTH - 60 else "middle"
    return (
        f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP - 4}" y2="{_HEIGHT - _FOOT}"/>'
        f'<text class="{kind}" x="{x:.1f}" y="{y:.0f}" text-anchor="{anchor}">{escape(words)}</text>'
    )
