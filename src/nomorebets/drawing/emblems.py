"""A small picture of each game, for the lobby: what decides it, as it lies on the table."""

from __future__ import annotations

from collections.abc import Mapping

from nomorebets.drawing.cards import hand
from nomorebets.drawing.dice import dice
from nomorebets.drawing.svg import svg, tag
from nomorebets.table.game import Game

_CARDS: Mapping[str, tuple[str | None, ...]] = {
    "punto-banco": ("9d", "Ks"),
    "minibaccarat": ("5h", "4c"),
    "chemin-de-fer": ("8h", "Kd"),
    "red-dog": ("4c", None, "Jh"),
    "caribbean-stud": ("As", "Kd", "Jc", "8h", "3h"),
    "double-down-stud": ("6c", "6d", None),
    "let-it-ride": ("Th", "Jh", "Qh"),
    "three-card-poker": ("Qs", "6d", "4c"),
    "casino-war": ("8s", "8h"),
}
_DICE: Mapping[str, tuple[int, ...]] = {
    "craps": (3, 4),
    "mini-craps": (5, 6),
    "automated-craps": (2, 2),
    "sic-bo": (1, 2, 6),
    "mini-dice": (2, 5),
}
_WHEELS: Mapping[str, tuple[str, ...]] = {
    "roulette": ("#15181b", "#b3202d"),
    "big-six": ("#f3ead2", "#1d5fae", "#b3202d", "#12723f", "#6b3fa0", "#15181b"),
}


def emblem(game: Game) -> str:
    """Cards, dice or a wheel; a table of a game without a picture of its own shows the backs of two cards."""
    if game.id in _WHEELS:
        return _wheel(_WHEELS[game.id])
    if game.chance.words == "dice":
        return dice(*_DICE.get(game.id, (3, 4)))
    return hand(_CARDS.get(game.id, (None, None)))


def _wheel(colours: tuple[str, ...]) -> str:
    """A wheel as a ring of dashes, each colour its turn."""
    number = 36 if len(colours) == 2 else 30
    ring = "".join(
        tag(
            "circle",
            r=34,
            fill="none",
            stroke=colour,
            stroke_width=15,
            pathLength=number,
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
        tag("circle", r=3.2, cy=-31, fill="#fff") if len(colours) == 2 else "",
    )
    return svg(96, 96, tag("g", *drawn, transform="translate(48 48)"), class_="small-wheel")
