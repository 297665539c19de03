"""How the table of red dog looks: three cards, and the chart of spreads with the one that lies."""

from __future__ import annotations

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.places import LEAST, Board
from nomorebets.drawing.seats import SeatPlan
from nomorebets.drawing.svg import GOLD, INK, LINE, SHADE, label, svg, tag

PREFIX = "bet.spread-"
CELL, ROW = 33.0, 42.0


def chart(board: Board) -> str:
    """What each spread pays, and which one lies between the two cards now."""
    pays = {row.removeprefix(PREFIX): str(p) for row, p in board.table.house.pays.items() if row.startswith(PREFIX)}
    lies, out = board.marks.get("spread", ""), ""
    across = -(-len(pays) // 2)  # two rows: on a phone one would be too small to read
    for at, (width, odds) in enumerate(pays.items()):
        x, y, lit = at % across * CELL, at // across * ROW, width == lies
        box = {"fill": GOLD} if lit else {"fill": SHADE}
        out += tag("rect", x=x + 1, y=y + 18, width=CELL - 2, height=40, rx=4, class_="line", **box)
        ink = "#14171a" if lit else INK
        out += label(x + CELL / 2, y + 31, width, 15, fill=ink) + label(x + CELL / 2, y + 48, odds, LEAST, fill=ink)
    title = label(CELL * across / 2, 8, "SPREAD PAYS", LEAST, fill=LINE)
    says = "spread chart: " + ", ".join(f"{width} pays {odds}" for width, odds in pays.items())
    return svg(CELL * across, 18 + 2 * ROW, title, out, says=says, class_="spread-chart", font_weight="700")


FELT = GameFelt(
    emblem=hand(("4c", None, "Jh")),
    seats=SeatPlan(common=("first", "third", "second"), rows=(("raise",), ("bet",)), has_hands=False, chart=chart),
)
