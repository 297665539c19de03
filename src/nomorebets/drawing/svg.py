"""How a drawing is written down: tags with escaped attributes, numbers without tails, and the colours of the house.

Colours are custom properties with a fallback, so that a drawing follows the page's theme and still stands alone.
"""

from __future__ import annotations

from html import escape
from math import cos, degrees, radians, sin

LINE = "var(--felt-line,#f1e1b4)"
INK = "var(--felt-ink,#fff6dd)"
GOLD = "var(--gilt,#d8b15c)"
RED = "var(--felt-red,#b11f2b)"
BLACK = "var(--felt-black,#14171a)"
ZERO = "var(--felt-zero,#0e7a48)"
SHADE = "var(--felt-shade,#00000038)"
PRINT = 12.4  # of lettering before a seat and on what lies there, at least: eleven pixels to whoever looks
_HTML = ("div", "li", "ol", "span")  # which a browser does not let close themselves
COLOURS = {"red": RED, "black": BLACK, "green": ZERO}


def number(value: float) -> str:
    """A coordinate without needless digits.

    >>> number(12.0), number(0.25), number(-0.001)
    ('12', '.25', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def tag(name: str, *content: str, **attributes: object) -> str:
    """One element. Attributes that are None or False are left out; an underscore is written as a hyphen.

    >>> tag("rect", x=1.5, class_="box", data_place='split:"0"')
    '<rect x="1.5" class="box" data-place="split:&quot;0&quot;"/>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    inside = "".join(content)
    if not inside and name not in _HTML:
        return f"<{name}{written}/>"
    return f"<{name}{written}>{inside}</{name}>"


def _value(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) else escape(str(value), quote=True)


def words(text: object) -> str:
    """Text as it may stand between tags."""
    return escape(str(text), quote=False)


def label(x: float, y: float, text: object, size: float, **attributes: object) -> str:
    """Lettering, in the middle of a point."""
    return tag("text", words(text), x=x, y=y + size * 0.35, font_size=size, text_anchor="middle", **attributes)


def fit(text: str, width: float, most: float, wide: float = 0.56) -> float:
    """The size at which a word fits a width."""
    return min(most, width / max(len(text) * wide, 1))


def svg(wide: float, high: float, /, *content: str, says: str = "", class_: str = "", **attributes: object) -> str:
    """A drawing that scales; without words it is decoration and hidden from a screen reader."""
    box = attributes.pop("viewBox", f"0 0 {number(wide)} {number(high)}")
    named: dict[str, object] = {"role": "img", "aria_label": says} if says else {"aria_hidden": "true"}
    return tag("svg", *content, class_=class_ or None, viewBox=box, **(named | attributes))


def standalone(drawing: str) -> str:
    """A drawing as a file of its own."""
    return drawing.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)


def point(radius: float, degrees: float) -> tuple[float, float]:
    """A point of a circle around the origin; degrees clockwise from the top."""
    return radius * sin(radians(degrees)), -radius * cos(radians(degrees))


def sector(inner: float, outer: float, width: float) -> str:
    """The path of a piece of a ring: so many degrees wide, at the top of it."""
    (a, b), (c, d) = point(outer, -width / 2), point(outer, width / 2)
    (e, f), (g, h) = point(inner, width / 2), point(inner, -width / 2)
    n, o, i = number, number(outer), number(inner)
    return f"M{n(a)} {n(b)}A{o} {o} 0 0 1 {n(c)} {n(d)}L{n(e)} {n(f)}A{i} {i} 0 0 0 {n(g)} {n(h)}Z"


def arched(text: str, radius: float, size: float, **attributes: object) -> str:
    """Lettering along an arc below the origin, letter by letter: no path needs an id."""
    advance = {" ": 0.36, "I": 0.46, "M": 0.98, "W": 1.02, "-": 0.46}
    widths = [size * advance.get(letter, 0.74) * 1.12 for letter in text]
    at, letters = -sum(widths) / 2, ""
    for letter, width in zip(text, widths, strict=True):
        turn = -degrees((at + width / 2) / radius)
        if letter.strip():
            letters += tag("text", words(letter), y=radius, transform=f"rotate({number(turn)})")
        at += width
    return tag("g", letters, font_size=size, text_anchor="middle", **attributes)
