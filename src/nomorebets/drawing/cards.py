"""Playing cards, drawn by us: a large index for small screens, pips and courts for large ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from nomorebets.drawing.svg import number, standalone, svg, tag, words
from nomorebets.equipment.cards import DECK, JOKER, RANK_NAMES, index
from nomorebets.table.areas import HIDDEN

WIDTH, HEIGHT = 64, 90
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
# each suit in a square of ten units around the origin: a command and its numbers
_SUITS = {
    "h": "M0 4.7C-1.5 2.9 -4.9 .8 -4.9 -1.9C-4.9 -3.7 -3.6 -4.7 -2.4 -4.7C-1.2 -4.7 -.4 -4 0 -3C.4 -4 1.2 -4.7 2.4 -4.7"
    "C3.6 -4.7 4.9 -3.7 4.9 -1.9C4.9 .8 1.5 2.9 0 4.7Z",
    "d": "M0 -5.2C1 -3.3 2.5 -1.5 4.1 0C2.5 1.5 1 3.3 0 5.2C-1 3.3 -2.5 1.5 -4.1 0C-2.5 -1.5 -1 -3.3 0 -5.2Z",
    "s": "M0 -5C1.4 -3 4.7 -1.1 4.7 1.4C4.7 3 3.6 3.8 2.5 3.8C1.6 3.8 .9 3.4 .5 2.7C.5 3.9 1 4.7 1.9 5L-1.9 5"
    "C-1 4.7 -.5 3.9 -.5 2.7C-.9 3.4 -1.6 3.8 -2.5 3.8C-3.6 3.8 -4.7 3 -4.7 1.4C-4.7 -1.1 -1.4 -3 0 -5Z",
    "c": "M.5 2.3C.6 3.8 1 4.7 1.9 5L-1.9 5C-1 4.7 -.6 3.8 -.5 2.3C-1 3.2 -1.8 3.5 -2.5 3.5C-3.8 3.5 -4.9 2.5 -4.9 1.1"
    "C-4.9 -.3 -3.8 -1.3 -2.5 -1.3C-2.1 -1.3 -1.8 -1.2 -1.4 -1C-2 -1.4 -2.3 -2 -2.3 -2.8C-2.3 -4.1 -1.3 -5 0 -5"
    "C1.3 -5 2.3 -4.1 2.3 -2.8C2.3 -2 2 -1.4 1.4 -1C1.8 -1.2 2.1 -1.3 2.5 -1.3C3.8 -1.3 4.9 -.3 4.9 1.1"
    "C4.9 2.5 3.8 3.5 2.5 3.5C1.8 3.5 1 3.2 .5 2.3Z",
}
# columns and rows of the field on which pips stand
_L, _M, _R = 29.5, 41.75, 54.0
_TOP, _END, _MID = 17.0, 73.0, 45.0
_SIDES = {
    2: (_TOP, _END),
    3: (_TOP, _MID, _END),
    4: (_TOP, _TOP + (_END - _TOP) / 3, _END - (_END - _TOP) / 3, _END),
}
_PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(_M, y) for y in _SIDES[2]],
    "3": [(_M, y) for y in _SIDES[3]],
    "4": [(x, y) for x in (_L, _R) for y in _SIDES[2]],
    "5": [*((x, y) for x in (_L, _R) for y in _SIDES[2]), (_M, _MID)],
    "6": [(x, y) for x in (_L, _R) for y in _SIDES[3]],
    "7": [*((x, y) for x in (_L, _R) for y in _SIDES[3]), (_M, (_TOP + _MID) / 2)],
    "8": [*((x, y) for x in (_L, _R) for y in _SIDES[3]), (_M, (_TOP + _MID) / 2), (_M, (_END + _MID) / 2)],
    "9": [*((x, y) for x in (_L, _R) for y in _SIDES[4]), (_M, _MID)],
    "T": [*((x, y) for x in (_L, _R) for y in _SIDES[4]), (_M, 26.3), (_M, 63.7)],
}
INKS = {
    False: {"c": "var(--suit-c,#16181b)", "d": "var(--suit-d,#be1e2d)", "h": "var(--suit-h,#be1e2d)"}
    | {"s": "var(--suit-s,#16181b)"},
    True: {"c": "#0b6b3a", "d": "#1750b8", "h": "#be1e2d", "s": "#16181b"},
}
_PAPER = "var(--card-paper,#fffdf6)"
_GOLD = "#e3b448"
_SKIN = "#fbe7cf"


def name_of(card: str | None) -> str:
    """A card as it is said: ``ace of spades``; a card face down says no more than that.

    >>> name_of("As"), name_of(None)
    ('ace of spades', 'a card face down')
    """
    if card is None or card == HIDDEN:
        return "a card face down"
    if card == JOKER:
        return "the joker"
    index(card)
    return f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


def card(card: str | None, four_colour: bool = False) -> str:
    """One card: its front, or its back where it is None (or ``??``, as a felt shows what may not be seen).

    Without ``four_colour`` the deck follows the visitor's own switch (custom properties --suit-c, -d, -h and -s).
    """
    card = None if card == HIDDEN else card
    code = "back" if card is None else card
    inside = _back() if card is None else _front(card, four_colour)
    return svg(WIDTH, HEIGHT, inside, says=name_of(card), class_="card", data_card=code)


def hand(cards: Iterable[str | None], four_colour: bool = False, says: str = "") -> str:
    """Cards side by side, each overlapping the one before it so far that its index can be read."""
    lying = list(cards)
    spoken = (f"{says}: " if says else "") + (", ".join(map(name_of, lying)) or "no cards")
    return tag("span", *(card(c, four_colour) for c in lying), class_="hand", role="group", aria_label=spoken)


def cards_sprite() -> str:
    """All cards, the joker and the back as symbols of one file: ``<use href="/art/cards.svg#As"/>``."""
    symbols = [
        tag("symbol", _back() if code == "back" else _front(code, False), id=code, viewBox=f"0 0 {WIDTH} {HEIGHT}")
        for code in ("back", *DECK, JOKER)
    ]
    return standalone(tag("svg", *symbols))


PACK_LONG = 72  # of the cards in a full shoe


def cutting_card() -> str:
    """The cutting card: plain, of a colour no card has."""
    face = tag("rect", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=6, fill="#e7b93c", stroke="#7b5a0b")
    shine = tag("path", d="M8 82L56 8M20 86L60 26", stroke="#fff", stroke_opacity=0.45, stroke_width=3)
    return svg(WIDTH, HEIGHT, face, shine, says="the cutting card", class_="card cutting-card")


@dataclass(frozen=True)
class ShoeLevel:
    """How far a shoe is dealt down, as anybody sees it."""

    left: int
    of: int  # cards in a full shoe
    behind: int | None = None  # cards behind the cutting card; None when it is out
    on_table: int = 0

    @property
    def discarded(self) -> int:
        """Cards in the discard rack."""
        return max(self.of - self.left - self.on_table, 0)

    @property
    def words(self) -> str:
        """
        >>> ShoeLevel(300, 416, 104).words, ShoeLevel(90, 416).words
        ('300 of 416 cards left, 196 before the cutting card', '90 of 416 cards left, the cutting card is out')
        """
        until = "the cutting card is out"
        if self.behind is not None:
            until = f"{max(self.left - self.behind, 0)} before the cutting card" if self.behind else "no cutting card"
        return f"{self.left} of {self.of} cards left, {until}"


def shoe_at(level: ShoeLevel) -> str:
    """The dealing shoe as full as it is, its cutting card where it is stuck, and both in words."""
    return tag("div", shoe(level.left, level), tag("span", words(level.words)), class_="shoe-level")


def shoe(cards_left: int | None = None, level: ShoeLevel | None = None) -> str:
    """The dealing shoe, with the next card at its mouth; the fewer cards are left, the shorter the pack in it."""
    left = "the dealing shoe, 1 card left" if cards_left == 1 else f"the dealing shoe, {cards_left} cards left"
    says = left if cards_left is not None else "the dealing shoe"
    whole = level.of if level is not None else 416
    full = PACK_LONG if cards_left is None else max(4, min(PACK_LONG, cards_left * PACK_LONG / whole))
    body = tag("path", d="M44 12H122Q128 12 128 18V70H8V54Z", fill="#24272c", stroke="#00000080")
    front = tag("path", d="M44 12L8 54V70H20L50 34Z", fill="#34383f")
    pack = tag("path", d=f"M52 26H{number(52 + full)}V60H32Z", fill="#f4ecd8")
    edges = "".join(f"M{number(52 + x)} 26L{number(max(52 + x - 20, 34))} 60" for x in range(4, int(full), 5))
    leaves = tag("path", d=edges, stroke="#8a1c30", stroke_opacity=0.45, stroke_width=0.9)
    frame = tag("path", d="M48 22H120V62H26Z", fill="none", stroke="#d8b15c", stroke_width=1.4)
    mouth = tag("path", d="M2 62L16 46 24 54 12 69Z", fill="#fffdf6", stroke="#8a1c30", stroke_width=0.9)
    stuck = ""
    if level is not None and level.behind:
        x = max(level.left - level.behind, 0) * PACK_LONG / level.of
        stuck = tag(
            "path",
            d=f"M{number(52 + x)} 25L{number(32 + x)} 61",
            stroke="#e7b93c",
            stroke_width=3.4,
            class_="cutting-card",
        )
    return svg(132, 76, body, pack, leaves, stuck, front, frame, mouth, says=says, class_="shoe")


def discard_rack(level: ShoeLevel | None) -> str:
    """The discard rack, which fills as the shoe empties."""
    cards = level.discarded if level is not None else 0
    high = min(44.0, cards * 44 / level.of) if level is not None else 0
    base = tag("path", d="M4 62H96V72H4Z", fill="#24272c") + tag(
        "path", d="M4 8H10V62H4ZM90 8H96V62H90Z", fill="#34383f"
    )
    pile = tag("rect", x=12, y=62 - high, width=76, height=high, fill="#f4ecd8", stroke="#8a1c30") if high else ""
    glass = tag(
        "rect", x=4, y=8, width=92, height=54, fill="#fff", fill_opacity=0.07, stroke="#d8b15c", stroke_width=1.2
    )
    fill = "the discard rack, 1 card" if cards == 1 else f"the discard rack, {cards} cards"
    says = fill if cards else "the discard rack"
    return svg(100, 76, base, pile, glass, says=says, class_="rack")


def _suit(suit: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """The path of one pip, each point relative to the one before it, which is shorter."""
    scale = size / 10 * (-1 if turned else 1)
    shape, at = "", (0, 0)  # in tenths of a unit
    for command in re.findall(r"[MCL][^MCLZ]*", _SUITS[suit]):
        numbers = [float(n) for n in command[1:].split()]
        points = [(round(10 * (x + a * scale)), round(10 * (y + b * scale))) for a, b in batched(numbers)]
        steps = [step for point in points for step in (point[0] - at[0], point[1] - at[1])]
        shape += command[0].lower() + " ".join(number(step / 10) for step in steps).replace(" -", "-")
        at = points[-1]
    return "M" + shape[1:] + "z"


def batched(numbers: list[float]) -> list[tuple[float, float]]:
    """Numbers two by two."""
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@cache
def _front(code: str, four_colour: bool) -> str:
    paper = tag("rect", x=0.5, y=0.5, width=63, height=89, rx=6, fill=_PAPER, stroke="#00000040")
    if code == JOKER:
        return paper + _joker()
    index(code)
    rank, suit = code[0], code[1]
    ink = INKS[four_colour][suit]
    corner = tag(
        "text",
        words("10" if rank == "T" else rank),
        x=11,
        y=24,
        font_size=23,
        text_anchor="middle",
        class_="index",
        font_family="Arial,sans-serif",
        font_weight="700",
        textLength=18 if rank == "T" else None,
        lengthAdjust="spacingAndGlyphs" if rank == "T" else None,
    )
    under = tag("path", d=_suit(suit, 11, 36, 15))
    if rank in "JQK":
        field = _court(rank, suit)
    elif rank == "A":
        field = tag("path", d=_suit(suit, 41, 47, 33)) + (_ornament() if suit == "s" else "")
    else:
        field = tag("path", d="".join(_suit(suit, x, y, 11.8, y > _MID) for x, y in _PIPS[rank]))
    return paper + tag("g", corner, under, field, fill=ink)


def cap_mark() -> str:
    """A jester's cap around the origin, twenty units wide."""
    peaks = tag(
        "path",
        d="M-8 8C-9 0-11-5-10-9-6-8-4-4-3 0-3-5-1-9 0-11 1-9 3-5 3 0 4-4 6-8 10-9 11-5 9 0 8 8Z",
        fill="#a81f2d",
        stroke="#5a0d17",
        stroke_width=0.8,
    )
    band = tag("path", d="M-8 8H8V10.5H-8Z", fill="#f4d37e")
    bells = "".join(tag("circle", cx=x, cy=y, r=1.9, fill="#f4d37e") for x, y in ((-10, -9), (0, -11.4), (10, -9)))
    return peaks + band + bells


def _joker() -> str:
    """The joker: its name down the edge, and a cap that no court wears."""
    letters = "".join(
        tag("text", letter, x=11, y=18.5 + 16.4 * at, font_size=21, text_anchor="middle", class_="index")
        for at, letter in enumerate("JOKER")
    )
    name = tag("g", letters, font_family="Arial,sans-serif", font_weight="700", fill=INKS[False]["s"])
    cap = tag("g", cap_mark(), transform="translate(41 47)scale(1.7)")
    return name + cap


def _ornament() -> str:
    """What the ace of spades wears."""
    ring = tag("circle", cx=41, cy=47, r=19.6, fill="none", stroke=_GOLD, stroke_width=0.9, stroke_dasharray="1.5 2")
    star = tag("path", d="M41 41l1.6 4.4 4.4 1.6-4.4 1.6-1.6 4.4-1.6-4.4-4.4-1.6 4.4-1.6z", fill=_GOLD)
    return ring + star


def _court(rank: str, suit: str) -> str:
    """A king, a queen or a jack, twice: one half upright and one upside down."""
    frame = tag("rect", x=21.5, y=8, width=38, height=74, rx=3, fill="none", stroke=_GOLD, stroke_width=1)
    half = _BUSTS[rank] + tag("path", d=_suit(suit, 27.6, 15, 8.5))
    sash = tag("path", d="M22 50.5L59 39.5V44L22 55Z", fill=_GOLD, transform="translate(0 -2.2)")
    upright = tag("g", half)
    turned = tag("g", half, transform="rotate(180 40.5 45)")
    return frame + upright + turned + sash


def _bust(headgear: str, hair: str, coat: str) -> str:
    """Head and shoulders; where no colour is named, the ink of the suit."""
    shoulders = tag("path", d="M22 48C23 39 30 36.5 36 35.5L45 35.5C51 36.5 58 38 59 40.5V39.5L22 50.5Z")
    face = tag("path", d="M36 20H45V28.5C45 32.6 43 35 40.5 35S36 32.6 36 28.5Z", fill=_SKIN, stroke="#6b3f22")
    eyes = tag("path", d="M38 26h1.4M41.6 26H43M39.3 31.6h2.4", stroke="#4b2a14", stroke_width=0.9)
    return tag("g", shoulders, coat, hair, face, eyes, headgear, stroke_width=0.6)


_BUSTS: dict[str, str] = {
    "K": _bust(
        tag("path", d="M34.4 21L33 11l4 4.4 3.5-5.6 3.5 5.6 4-4.4-1.4 10Z", fill=_GOLD, stroke="#8a6410")
        + tag("circle", cx=40.5, cy=18, r=1.3),
        tag("path", d="M33.8 20.5H47.2V32C46 36.5 43 38.6 40.5 40 38 38.6 35 36.5 33.8 32Z", fill="#6b4a2b"),
        tag("path", d="M37 36.5L40.5 41.5 44 36.5 46.5 37.2 42 43.8 33 46.6 35 37Z", fill=_GOLD),
    ),
    "Q": _bust(
        tag("path", d="M34.6 20.6L34 13.4l3 3 1.7-3.6 1.8 3 1.8-3 1.7 3.6 3-3-.6 7.2Z", fill=_GOLD, stroke="#8a6410")
        + tag("path", d="M34 12.6h.1M38.7 12h.1M42.3 12h.1M47 12.6h.1", stroke="#be1e2d", stroke_width=2).replace(
            "/>", ' stroke-linecap="round"/>'
        ),
        tag(
            "path",
            d="M33.4 20.5H47.6C48.6 27 50 33 48.4 37.6L44 36V22H37V36L32.6 38.4C31 33 32.4 27 33.4 20.5Z",
            fill="#c98a2e",
        ),
        tag("path", d="M36.4 36L40.5 40 44.6 36 46 37.4 40.5 43.2 34.6 38Z", fill="#fffdf6"),
    ),
    "J": _bust(
        tag("path", d="M33.6 20.8C33 15.6 37 13.4 41 13.4 45.6 13.4 48 16.6 47.4 20.8Z")
        + tag("path", d="M33 20H48V22H33Z", fill=_GOLD)
        + tag("path", d="M46.6 19.6C52 18 55.6 14 55 9.8 50 10.6 46.6 14 45.8 18.6Z", fill=_GOLD, stroke="#8a6410"),
        tag("path", d="M34.2 21H46.8V30.5L45 32V23H36V32L34.2 30.5Z", fill="#a8692c"),
        tag("path", d="M37 36L44 36 52 43.4 46.4 45 40.5 39.4 31 47.6 27 48.8Z", fill="#fffdf6"),
    ),
}


@cache
def _back() -> str:
    """The back: a lattice in the house's claret."""
    paper = tag("rect", x=0.5, y=0.5, width=63, height=89, rx=6, fill=_PAPER, stroke="#00000040")
    field = tag("rect", x=4, y=4, width=56, height=82, rx=4, fill="var(--card-back,#8a1c30)")
    across = "".join(f"M4 {y}L{60 if y + 56 <= 86 else 4 + 86 - y} {min(y + 56, 86)}" for y in range(4, 80, 8))
    down = "".join(f"M60 {y}L{4 if y + 56 <= 86 else 60 - (86 - y)} {min(y + 56, 86)}" for y in range(4, 80, 8))
    tops = "".join(f"M{x} 4L60 {4 + 60 - x}M{64 - x} 4L4 {4 + 60 - x}" for x in range(12, 60, 8))
    lattice = tag("path", d=across + down + tops, stroke="#fff", stroke_opacity=0.34, stroke_width=0.9)
    seal = tag("circle", cx=32, cy=45, r=11.5, fill="var(--card-back,#8a1c30)", stroke=_GOLD, stroke_width=1.2)
    star = tag("path", d=_suit("s", 32, 45, 12), fill=_GOLD)
    rim = tag("rect", x=6, y=6, width=52, height=78, rx=3, fill="none", stroke=_GOLD, stroke_width=0.8)
    return paper + field + lattice + rim + seal + star
