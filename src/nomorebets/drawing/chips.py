"""Chips, stacks and plaques, and the markers that lie on a felt.

Colours are those generally seen in Atlantic City (the equipment rules, 19:46-1.1, were not read).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nomorebets.drawing.svg import PRINT, number, standalone, svg, tag, words
from nomorebets.table.money import dollars


class Colours(NamedTuple):
    """A chip's body, its edge spots, and its inlay."""

    body: str
    spots: str
    inlay: str = "#fdf8ea"


CHIPS = {
    500_000: Colours("#7c8794", "#f2c14e"),
    100_000: Colours("#e0701c", "#1d2b53"),
    50_000: Colours("#6a3793", "#f4e3a1"),
    10_000: Colours("#1c1f23", "#e9e2cf"),
    2_500: Colours("#157347", "#f4efdd"),
    2_000: Colours("#d9a917", "#5a2a0c"),
    500: Colours("#b4202e", "#fff2d6"),
    250: Colours("#d97a9a", "#ffffff"),
    100: Colours("#e9e6de", "#2d5d9f", "#ffffff"),
    50: Colours("#b58a2b", "#fff6d8"),
    25: Colours("#4d86b5", "#ffffff"),
    5: Colours("#8d9a3a", "#ffffff"),
    1: Colours("#9c6b4b", "#ffffff"),
}
USUAL = (500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 50, 25, 5, 1)  # of which a stack is made
# what a roulette patron's own chips may look like
NON_VALUE = {
    "red": "#c0392b",
    "blue": "#2463a8",
    "green": "#2b8a4b",
    "yellow": "#d8b021",
    "orange": "#d9761b",
    "purple": "#7a3f9e",
    "pink": "#d86f97",
    "brown": "#80542f",
    "grey": "#77808a",
    "white": "#e9e6de",
    "black": "#23262a",
    "light-blue": "#58a6d6",
}
TALLEST = 10  # chips in one column of a stack


def short(cents: int) -> str:
    """An amount as it fits on a chip: ``25``, ``2.5``, ``1K``, ``50¢``.

    >>> short(2500), short(250), short(100_000), short(1_250_000), short(50)
    ('25', '2.5', '1K', '12.5K', '50¢')
    """
    if cents < 100:
        return f"{cents}¢"
    if cents >= 100_000 and cents % 10_000 == 0:
        return f"{number(cents / 100_000)}K"
    if cents >= 1_000_000:
        return f"{cents // 100_000}K+"
    return number(cents / 100)


def colours_of(cents: int, design: str = "value") -> Colours:
    """The colours of the largest chip that an amount holds, or of a patron's own non-value chips."""
    if design != "value":
        body = NON_VALUE.get(design.strip().lower())
        if body is None:
            shade = sum(ord(letter) * (7 * at + 1) for at, letter in enumerate(design)) * 47 % 360
            body = f"hsl({shade} 46% 42%)"
        return Colours(body, "#ffffff")
    return CHIPS.get(cents) or CHIPS[next((value for value in USUAL if value <= cents), 1)]


def chips_of(cents: int) -> list[int]:
    """An amount in as few chips as possible, largest first.

    >>> chips_of(13_750)
    [10000, 2500, 500, 500, 100, 100, 50]
    """
    chips: list[int] = []
    for value in USUAL:
        count, cents = divmod(cents, value)
        chips += [value] * count
    return chips


def disc(cents: int, radius: float = 20, design: str = "value", text: str | None = None) -> str:
    """A chip seen from above, around the origin: the inside of a drawing."""
    body, spots, inlay = colours_of(cents, design)
    edge = radius * 0.86
    around = 2 * 3.14159265 * edge
    dash = f"{number(around / 16)} {number(around / 16)}"
    written = short(cents) if text is None else text
    return (
        tag("circle", r=radius, fill=body, stroke="#0000005c", stroke_width=radius * 0.06)
        + tag("circle", r=edge, fill="none", stroke=spots, stroke_width=radius * 0.26, stroke_dasharray=dash)
        + tag("circle", r=radius * 0.66, fill=inlay, stroke=body, stroke_width=radius * 0.08)
        + (printed_on(written, radius, inlay, font_family="Arial,sans-serif") if written else "")
    )


def printed_on(text: str, radius: float, face: str, **attributes: object) -> str:
    """A few characters on a round piece, never too small to be read: what is too long for it has a label over it."""
    size = max(PRINT, radius * (1, 1, 0.86, 0.66)[min(len(text), 3)])
    wide, high = size * (0.6 * len(text) + 0.2), size * 0.98
    over = {"x": -wide / 2, "y": -high / 2, "width": wide, "height": high, "rx": high * 0.3}
    plate = tag("rect", **over, fill=face, stroke="#0000005c", stroke_width=0.6) if wide > 1.9 * radius else ""
    figure = {"y": size * 0.36, "font_size": size, "text_anchor": "middle", "font_weight": "700", "fill": "#17181b"}
    return plate + tag("text", words(text), **figure, **attributes)


def chip(amount_cents: int, design: str = "value") -> str:
    """One chip of an amount; another amount than a denomination has the colour of the largest chip in it."""
    says = f"{dollars(amount_cents)} chip"
    return svg(44, 44, disc(amount_cents, design=design), says=says, class_="chip", viewBox="-22 -22 44 44")


def stack(amount_cents: int, design: str = "value") -> str:
    """An amount in chips, piled up, with the sum beneath."""
    values = chips_of(amount_cents) if amount_cents > 0 else []
    columns = [values[at : at + TALLEST] for at in range(0, len(values), TALLEST)][:5]
    most = max((len(column) for column in columns), default=0)
    pile = 46 * max(len(columns), 1)
    width, height = max(pile, 7.4 * len(dollars(amount_cents))), 5.5 * most + 46
    piles = [
        _side(value, (width - pile) / 2 + 23 + 46 * at, height - 30 - 5.5 * up, design)
        for at, column in enumerate(columns)
        for up, value in enumerate(column)
    ]
    sum_of = tag(
        "text",
        words(dollars(amount_cents)),
        x=width / 2,
        y=height - 2,
        font_size=11,
        text_anchor="middle",
        font_weight="700",
        fill="currentColor",
    )
    says = f"{dollars(amount_cents)} in chips"
    return svg(width, height, *piles, sum_of, says=says, class_="stack", width=width * 1.2, height=height * 1.2)


def _side(value: int, x: float, y: float, design: str) -> str:
    """One chip of a pile, seen from the seat."""
    body, spots, inlay = colours_of(value, design)
    n = number
    edge = f"M{n(x - 20)} {n(y)}v5.5a20 8 0 0 0 40 0v-5.5"
    marks = f"M{n(x - 20)} {n(y + 2.8)}a20 8 0 0 0 40 0"
    return (
        tag("path", d=edge, fill=body, stroke="#00000066", stroke_width=0.7)
        + tag("path", d=marks, fill="none", stroke=spots, stroke_width=4.2, stroke_dasharray="5 8.6")
        + tag("ellipse", cx=x, cy=y, rx=20, ry=8, fill=body, stroke="#00000055", stroke_width=0.7)
        + tag("ellipse", cx=x, cy=y, rx=17, ry=6.6, fill="none", stroke=spots, stroke_width=2, stroke_dasharray="5 5.4")
        + tag("ellipse", cx=x, cy=y, rx=13, ry=5, fill=inlay)
    )


def plaque(amount_cents: int) -> str:
    """A plaque: what large amounts are played with at baccarat."""
    body, spots, inlay = colours_of(amount_cents)
    return svg(
        72,
        48,
        tag("rect", x=1, y=1, width=70, height=46, rx=7, fill=body, stroke="#00000066"),
        tag("rect", x=5, y=5, width=62, height=38, rx=4, fill="none", stroke=spots, stroke_width=1.6),
        tag("rect", x=11, y=12, width=50, height=24, rx=12, fill=inlay),
        tag(
            "text",
            words(dollars(amount_cents)),
            x=36,
            y=28.5,
            font_size=min(13, 78 / len(dollars(amount_cents))),
            text_anchor="middle",
            font_weight="700",
            fill="#17181b",
        ),
        says=f"{dollars(amount_cents)} plaque",
        class_="plaque",
    )


def chips_sprite() -> str:
    """Every chip as a symbol of one file: ``<use href="/art/chips.svg#c2500"/>``."""
    symbols = [
        tag("symbol", disc(value, text=""), id=f"c{value}", viewBox="-22 -22 44 44", overflow="visible")
        for value in CHIPS
    ]
    return standalone(tag("svg", *symbols))


# --- what lies on a layout -------------------------------------------------------------------------------------------


def stake(amount: int, seat: int, radius: float, design: str = "value", at: tuple[float, float] = (0, 0)) -> str:
    """A wager where it lies: one chip of its colour, with the amount, and a second beneath it where it is more."""
    under = ""
    if len(chips_of(amount)) > 1 and design == "value":
        body = colours_of(amount, design).body
        under = tag("circle", r=radius, cy=radius * 0.22, fill=body, stroke="#0008", stroke_width=radius * 0.06)
    where = f"translate({number(at[0])} {number(at[1])})" if at != (0, 0) else None
    lying = tag("g", under, disc(amount, radius, design), class_="up")
    return tag("g", lying, class_="stake", data_seat=seat, transform=where)


def stakes(wagers: Sequence[tuple[int, int, str]], radius: float, lie: tuple[float, float] = (0, 0)) -> str:
    """All wagers of a place (seat, amount, design), each a little beside the one before."""
    step = min(radius * 0.7, 1.6 * radius / max(len(wagers) - 1, 1))
    middle = (len(wagers) - 1) / 2
    return "".join(
        stake(amount, seat, radius, design, (lie[0] + (at - middle) * step, lie[1]))
        for at, (seat, amount, design) in enumerate(wagers)
    )


def puck_mark(point: str, radius: float = 11) -> str:
    """The puck around the origin: white and ON beside a point, black and OFF without one, in any language."""
    on = point not in ("", "off")
    face, ink = ("#fdfaf0", "#14171a") if on else ("#14171a", "#fdfaf0")
    return (
        tag("circle", r=radius, fill=face, stroke=ink, stroke_width=radius * 0.1)
        + tag("circle", r=radius * 0.82, fill="none", stroke=ink, stroke_width=radius * 0.06)
        + tag(
            "text",
            "ON" if on else "OFF",
            translate="no",
            y=radius * 0.3,
            font_size=radius * 0.84,
            text_anchor="middle",
            font_weight="700",
            fill=ink,
        )
    )


def puck(point: str) -> str:
    """The puck: where the point is, or off."""
    on = point not in ("", "off")
    says = f"puck: the point is {point}" if on else "puck: off, a come-out roll"
    return svg(26, 26, puck_mark(point), says=says, class_="puck", viewBox="-13 -13 26 26")


def button_mark(text: str, radius: float = 8, fill: str = "#fdfaf0") -> str:
    """A small lammer with a word on it: ON, OFF, BUY, LAY."""
    face = tag("circle", r=radius, fill=fill, stroke="#14171a", stroke_width=radius * 0.12)
    return face + printed_on(text, radius, fill, translate="no")


def on_button(call: str = "on") -> str:
    """The marker by which the dealer confirms that a wager was called on or off."""
    says = f"button: called {call}"
    return svg(20, 20, button_mark(call.upper()), says=says, class_="on-button", viewBox="-10 -10 20 20")


def crown_mark() -> str:
    """The crown around the origin, twenty units wide."""
    return (
        tag("path", d="M-9 7L-10-5-4.5 0 0-9 4.5 0 10-5 9 7Z", fill="#f0c956", stroke="#6d4d08", stroke_width=1.1)
        + tag("path", d="M-9 7H9V10H-9Z", fill="#c9973a", stroke="#6d4d08", stroke_width=1)
        + tag("circle", cy=-9, r=1.8, fill="#b4202e")
        + tag("circle", cx=-10, cy=-5, r=1.5, fill="#b4202e")
        + tag("circle", cx=10, cy=-5, r=1.5, fill="#b4202e")
    )


def crown(number_shown: str = "") -> str:
    """The crown that marks the winning number."""
    says = f"the crown is on {number_shown}" if number_shown else "the crown"
    return svg(28, 28, crown_mark(), says=says, class_="crown", viewBox="-14 -14 28 28")
