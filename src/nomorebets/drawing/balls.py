"""Numbered balls, as a blower or a cage gives them."""

from __future__ import annotations

from collections.abc import Iterable

from nomorebets.drawing.svg import label, svg, tag

_SIZE = 40
_COLOURS = ("#b4202e", "#1f5fa3", "#157347", "#6a3793", "#d9761b", "#7c5a1e", "#14171a", "#0b6f7a")  # ten of each


def ball_mark(number: int, radius: float = 18) -> str:
    """One ball around the origin; every ten numbers have a colour."""
    body = _COLOURS[(number - 1) // 10 % len(_COLOURS)]
    return (
        tag("circle", r=radius, fill=body, stroke="#0000005c", stroke_width=radius * 0.06)
        + tag("circle", cx=-radius * 0.34, cy=-radius * 0.42, r=radius * 0.22, fill="#fff", fill_opacity=0.5)
        + tag("circle", r=radius * 0.62, fill="#fdfaf0")
        + label(0, 0, number, radius * (1 if number < 100 else 0.7), fill="#14171a", font_weight="700")
    )


def balls(numbers: Iterable[int], to_a_row: int = 10) -> str:
    """Balls in the order they were drawn."""
    drawn = list(numbers)
    across = max(min(len(drawn), to_a_row), 1)
    down = max(-(-len(drawn) // to_a_row), 1)
    lying = [
        tag("g", ball_mark(n), class_="ball", data_ball=n, transform=f"translate({x} {y})")
        for at, n in enumerate(drawn)
        for x, y in [(_SIZE * (at % to_a_row) + _SIZE // 2, _SIZE * (at // to_a_row) + _SIZE // 2)]
    ]
    says = "balls drawn: " + ", ".join(map(str, drawn)) if drawn else "no ball is drawn"
    return svg(_SIZE * across, _SIZE * down, *lying, says=says, class_="balls")
