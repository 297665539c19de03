"""Dice."""

from __future__ import annotations

from nomorebets.drawing.svg import number, svg, tag
from nomorebets.equipment.dice import FACES
from nomorebets.errors import unknown

PIPS: dict[int, tuple[tuple[int, int], ...]] = {  # columns and rows around the middle
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
STYLES = {"red": ("#b81f2e", "#8b1220", "#fff8ec"), "ivory": ("#fbf3de", "#c9bb95", "#1b1c1f")}


def die_mark(face: int, size: float, style: str) -> str:
    """One die around the origin."""
    if face not in FACES:
        raise unknown("face of a die", str(face), [str(n) for n in FACES])
    top, side, pip = STYLES[style]
    half = size / 2
    pips = "".join(
        tag("circle", cx=x * size * 0.27, cy=y * size * 0.27, r=size * (0.095 if face > 1 else 0.13))
        for x, y in PIPS[face]
    )
    return (
        tag("rect", x=-half, y=-half + size * 0.09, width=size, height=size, rx=size * 0.16, fill=side)
        + tag("rect", x=-half, y=-half, width=size, height=size, rx=size * 0.16, fill=top)
        + tag("path", d=_shine(size), fill="#fff", fill_opacity=0.16)
        + tag("g", pips, fill=pip)
    )


def _shine(size: float) -> str:
    n = number
    edge, cut = size / 2 - size * 0.06, size * 0.16
    return (
        f"M{n(-edge)} {n(edge - cut)}V{n(cut - edge)}Q{n(-edge)} {n(-edge)} {n(cut - edge)} {n(-edge)}H{n(edge - cut)}Z"
    )


def dice(*faces: int, style: str = "red") -> str:
    """Dice as they lie: ``dice(3, 4)``, and three of them for sic bo."""
    said = "-".join(map(str, faces))
    tilt = (-7, 6, -3)
    lying = [
        tag(
            "g",
            die_mark(face, 40, style),
            class_="die",
            transform=f"translate({26 + 52 * at} 27)rotate({tilt[at % 3]})",
        )
        for at, face in enumerate(faces)
    ]
    says = f"the dice show {said}, total {sum(faces)}" if faces else "the dice are covered"
    return svg(52 * max(len(faces), 1), 56, *lying, says=says, class_="dice")


def small(*faces: int, size: float = 16) -> str:
    """Dice around the origin for a layout; the dots are one stroke with round ends."""
    drawn = ""
    for at, face in enumerate(faces):
        x, step, half = (at - (len(faces) - 1) / 2) * (size + 2), size * 0.28, size / 2
        dots = "".join(f"M{number(x + step * a)} {number(step * b)}h0" for a, b in PIPS[face])
        drawn += tag("rect", x=x - half, y=-half, width=size, height=size, rx=2.5) + tag("path", d=dots)
    return tag(
        "g",
        drawn,
        class_="small-dice",
        fill="#fbf3de",
        stroke="#1b1c1f",
        stroke_linecap="round",
        stroke_width=size * 0.2,
    )
