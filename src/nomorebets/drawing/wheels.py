"""The roulette wheel and the big six wheel, as they stand in equipment/wheels.py."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.drawing.svg import COLOURS, label, number, point, sector, svg, tag, words
from nomorebets.equipment.wheels import ZEROS, colour

SECTIONS = {  # the face and the lettering of a big six section
    "$1": ("#f3ead2", "#1b1c1f"),
    "$2": ("#1f5fa3", "#ffffff"),
    "$5": ("#a81f2d", "#ffffff"),
    "$10": ("#146c43", "#ffffff"),
    "$20": ("#5d3590", "#ffffff"),
    "joker": ("#d9951a", "#1b1c1f"),
    "flag": ("#14171a", "#f4d37e"),
}


def roulette_wheel(order: Sequence[str], shows: str = "", spinning: bool = False) -> str:
    """The wheel from above, with the ball in a pocket.

    ``spinning`` lets wheel and ball run in opposite directions (5.3(a)) and come to rest where they are drawn.
    """
    width = 360 / len(order)
    piece = sector(64, 105, width)
    pockets = [
        tag(
            "g",
            tag("path", d=piece, fill=COLOURS[colour(n)]),
            label(0, -94.5, n, 11.5, stroke="none"),
            data_pocket=n,
            transform=f"rotate({number(width * at)})" if at else None,
        )
        for at, n in enumerate(order)
    ]
    spokes = "".join(
        tag("path", d="M-3-8L-1.6-44H1.6L3-8Z", fill="#d8b15c", transform=f"rotate({turn})")
        for turn in (45, 135, 225, 315)
    )
    knobs = "".join(
        tag("circle", cx=x, cy=y, r=4.4, fill="#f2d688") for x, y in (point(46, a) for a in (45, 135, 225, 315))
    )
    rotor = tag(
        "g",
        tag("g", *pockets, stroke="#d8b15c", stroke_width=0.7, fill="#fff8e8"),
        tag("circle", r=74, fill="none", stroke="#000", stroke_opacity=0.34, stroke_width=20),
        tag("circle", r=84, fill="none", stroke="#d8b15c", stroke_width=0.8),
        tag("circle", r=64, fill="#5b3418", stroke="#d8b15c", stroke_width=1.6),
        tag("circle", r=52, fill="#6e421f"),
        tag("circle", r=34, fill="#4a2912"),
        spokes,
        knobs,
        tag("circle", r=13, fill="#e7c36c", stroke="#7d5a17"),
        tag("circle", r=6, fill="#f7e3a8", stroke="#7d5a17"),
        class_="rotor",
    )
    bowl = (
        tag("circle", r=138, fill="#3a1f0e")
        + tag("circle", r=134, fill="#7a4a22")
        + tag("circle", r=124, fill="#5a3216")
        + tag("circle", r=112, fill="#2a1608", stroke="#d8b15c", stroke_width=1.2)
        + "".join(
            tag("path", d="M0-5L2.6 0 0 5-2.6 0Z", fill="#e7c36c", transform=f"rotate({turn})translate(0-118)")
            for turn in range(0, 360, 45)
        )
    )
    ball = ""
    if shows in order:
        x, y = point(74, width * order.index(shows))
        resting = tag("circle", cx=x, cy=y, r=5.6, fill="#fffef8", stroke="#6c6656", stroke_width=0.8)
        ball = tag("g", resting, class_="ball", data_at=shows)
    says = f"the wheel: the ball is in {shows}, {colour(shows)}" if shows in order else _kind(order)
    class_ = "wheel roulette-wheel" + (" spinning" if spinning else "")
    return svg(280, 280, bowl, rotor, ball, says=says, class_=class_, viewBox="-140 -140 280 280", font_weight="700")


def _kind(order: Sequence[str]) -> str:
    return "a double zero wheel" if len(ZEROS & set(order)) == 2 else "a single zero wheel"


def big_six_wheel(order: Sequence[str], shows: str = "", section: int | None = None, spinning: bool = False) -> str:
    """The upright wheel, turned until a section with the symbol stands under the clapper."""
    top = section if section is not None else (list(order).index(shows) if shows in order else 0)
    width = 360 / len(order)
    face = sector(82, 128, width)
    drawn = [
        tag(
            "g",
            tag("path", d=face, fill=SECTIONS[symbol][0]),
            _symbol(symbol),
            data_section=symbol,
            transform=f"rotate({number(width * (at - top))})" if at != top else None,
        )
        for at, symbol in enumerate(order)
    ]
    pins = tag(
        "circle",
        r=131,
        fill="none",
        stroke="#f2d688",
        stroke_width=3,
        stroke_dasharray=f"2 {number(131 * 2 * 3.141593 / len(order) - 2)}",
    )
    rose = "".join(
        tag("path", d="M0-78L8-30 0-20-8-30Z", fill="#d8b15c" if turn % 60 else "#f2d688", transform=f"rotate({turn})")
        for turn in range(0, 360, 30)
    )
    turning = tag(
        "g",
        tag("g", *drawn, stroke="#c39a45", stroke_width=0.6),
        tag("circle", r=82, fill="#4a1420", stroke="#d8b15c", stroke_width=2),
        rose,
        tag("circle", r=22, fill="#6e2433", stroke="#d8b15c", stroke_width=2),
        tag("circle", r=8, fill="#f2d688"),
        tag("g", pins, transform=f"rotate({number(width / 2)})"),
        class_="rotor",
    )
    rim = tag("circle", r=138, fill="#3a1f0e") + tag("circle", r=134, fill="#6e421f")
    clapper = tag("path", d="M-7-146H7L2.4-118H-2.4Z", fill="#f7efd8", stroke="#3a1f0e", stroke_width=1.2)
    says = f"the big six wheel shows {shows}" if shows else "the big six wheel"
    class_ = "wheel big-six-wheel" + (" spinning" if spinning else "")
    return svg(
        284, 292, rim, turning, clapper, says=says, class_=class_, viewBox="-142 -150 284 292", font_weight="700"
    )


def _symbol(symbol: str) -> str:
    ink = SECTIONS[symbol][1]
    if symbol.startswith("$"):
        return tag(
            "g", label(0, -118, symbol, 9.5), label(0, -97, symbol.removeprefix("$"), 11), fill=ink, stroke="none"
        )
    return tag("g", symbol_mark(symbol, 0.62), transform="translate(0 -110)") + tag(
        "text", words(symbol[0].upper()), y=-87, font_size=10, text_anchor="middle", fill=ink, stroke="none"
    )


def symbol_mark(symbol: str, scale: float = 1) -> str:
    """The joker's cap or the flag, around the origin, twenty units wide."""
    if symbol == "joker":
        art = tag(
            "path",
            d="M-8 8C-9 0-11-5-10-9-6-8-4-4-3 0-3-5-1-9 0-11 1-9 3-5 3 0 4-4 6-8 10-9 11-5 9 0 8 8Z",
            fill="#a81f2d",
            stroke="#5a0d17",
            stroke_width=0.8,
        )
        art += tag("path", d="M-8 8H8V10.5H-8Z", fill="#f4d37e")
        art += "".join(tag("circle", cx=x, cy=y, r=1.9, fill="#f4d37e") for x, y in ((-10, -9), (0, -11.4), (10, -9)))
    else:
        art = tag("path", d="M-10-7H10V7H-10Z", fill="#fdfaf0", stroke="#00000066", stroke_width=0.5)
        art += tag("path", d="M-10-6H10M-10-2H10M-10 2H10M-10 6H10", stroke="#a81f2d", stroke_width=2)
        art += tag("path", d="M-10-7H-1V1H-10Z", fill="#1f4d8f")
    return tag("g", art, transform=f"scale({number(scale)})" if scale != 1 else None, stroke="none")
