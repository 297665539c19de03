"""Wheels of any compartments: one that lies level with a ball in it, and one that stands upright under a clapper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from nomorebets.drawing.svg import fit, label, number, point, sector, svg, tag
from nomorebets.equipment.packs import printed


class Wheel(Protocol):
    """A wheel that can be drawn."""

    @property
    def order(self) -> tuple[str, ...]:
        """What it may show, clockwise."""

    def draw(self, shows: str = "", spinning: bool = False) -> str:
        """The wheel, at rest where it shows one of its compartments."""


@dataclass(frozen=True)
class LevelWheel:
    """A wheel seen from above, with a ball."""

    order: tuple[str, ...]
    fill: Callable[[str], str]  # the colour of a pocket
    says: Callable[[str], str]  # the wheel in words, where the ball is in a pocket or in none

    def draw(self, shows: str = "", spinning: bool = False) -> str:
        """The wheel, with the ball in a pocket.

        ``spinning`` lets wheel and ball run in opposite directions and come to rest where they are drawn.
        """
        width = 360 / len(self.order)
        piece = sector(64, 105, width)
        pockets = [
            tag(
                "g",
                tag("path", d=piece, fill=self.fill(n)),
                label(0, -95, n, 13.9, stroke="none"),
                data_pocket=n,
                transform=f"rotate({number(width * at)})" if at else None,
            )
            for at, n in enumerate(self.order)
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
        if shows in self.order:
            x, y = point(74, width * self.order.index(shows))
            resting = tag("circle", cx=x, cy=y, r=5.6, fill="#fffef8", stroke="#6c6656", stroke_width=0.8)
            ball = tag("g", resting, class_="ball", data_at=shows)
        says = self.says(shows if shows in self.order else "")
        class_ = "wheel level-wheel" + (" spinning" if spinning else "")
        return svg(
            280,
            280,
            bowl,
            rotor,
            ball,
            _hub(shows if ball else "", 40),
            says=says,
            class_=class_,
            viewBox="-140 -140 280 280",
            font_weight="700",
        )


@dataclass(frozen=True)
class UprightWheel:
    """A wheel on a stand, seen from the front."""

    order: tuple[str, ...]
    fill: Callable[[str], str]  # the colour of a section
    mark: Callable[[str], str]  # what is painted on it, its middle 110 above the hub
    says: Callable[[str], str]  # the wheel in words, by what it shows

    def draw(self, shows: str = "", spinning: bool = False) -> str:
        """The wheel, turned until a section with the symbol stands under the clapper."""
        top = self.order.index(shows) if shows in self.order else 0
        width = 360 / len(self.order)
        face = sector(82, 128, width)
        drawn = [
            tag(
                "g",
                tag("path", d=face, fill=self.fill(symbol)),
                self.mark(symbol),
                data_section=symbol,
                transform=f"rotate({number(width * (at - top))})" if at != top else None,
            )
            for at, symbol in enumerate(self.order)
        ]
        pins = tag(
            "circle",
            r=131,
            fill="none",
            stroke="#f2d688",
            stroke_width=3,
            stroke_dasharray=f"2 {number(131 * 2 * 3.141593 / len(self.order) - 2)}",
        )
        rose = "".join(
            tag(
                "path",
                d="M0-78L8-30 0-20-8-30Z",
                fill="#d8b15c" if turn % 60 else "#f2d688",
                transform=f"rotate({turn})",
            )
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
        class_ = "wheel upright-wheel" + (" spinning" if spinning else "")
        return svg(
            284,
            292,
            rim,
            turning,
            clapper,
            _hub(printed(shows) if shows in self.order else "", 62),
            says=self.says(shows),
            class_=class_,
            viewBox="-142 -150 284 292",
            font_weight="700",
        )


def along(text: str, **attributes: object) -> str:
    """Lettering of a section of an upright wheel, towards the hub: sections are long and narrow."""
    written = label(0, 0, text, 14.2, stroke="none", data_room=42, **attributes)
    return tag("g", written, transform="translate(0 -105)rotate(90)")


def _hub(shows: str, radius: float) -> str:
    """What came, once more in the middle: it is seen where the wheel is too small to be read."""
    if not shows:
        return ""
    face = tag("circle", r=radius, fill="#fffef8", stroke="#d8b15c", stroke_width=3)
    size = max(32.0, fit(shows, 1.7 * radius, 48))
    return tag("g", face, label(0, 0, shows, size, fill="#14171a", data_room=round(1.8 * radius)), class_="hub")


def small_wheel(colours: Sequence[str], parts: int, ball: bool = False) -> str:
    """A wheel as a ring of dashes, each colour its turn."""
    ring = "".join(
        tag(
            "circle",
            r=34,
            fill="none",
            stroke=colour,
            stroke_width=15,
            pathLength=parts,
            stroke_dasharray=f"1 {len(colours) - 1}",
            stroke_dashoffset=-at or None,
        )
        for at, colour in enumerate(colours)
    )
    gold = {"fill": "none", "stroke": "#e3c27a"}
    spokes = "M0-16V16M-16 0H16M-11-11 11 11M-11 11 11-11"
    drawn = (
        tag("circle", r=48, fill="#54301a"),
        ring,
        tag("circle", r=42, **gold, stroke_width=1.2),
        tag("circle", r=26.5, fill="#6b4023", stroke="#e3c27a", stroke_width=1.2),
        tag("path", d=spokes, **gold, stroke_width=2),
        tag("circle", r=6, fill="#e3c27a"),
        tag("circle", r=3.2, cy=-31, fill="#fff") if ball else "",
    )
    return svg(96, 96, tag("g", *drawn, transform="translate(48 48)"), class_="small-wheel")
