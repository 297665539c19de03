"""How a table of baccarat looks: what its three games share."""

from __future__ import annotations

from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.places import Board, hit, rect, title
from nomorebets.drawing.scores import Side
from nomorebets.drawing.seats import SEAT, SeatPlan
from nomorebets.drawing.svg import GOLD, INK, LINE, PRINT, SHADE, fit, label, number, tag
from nomorebets.games.baccarat.coup import score
from nomorebets.procedures.vigorish import rate_at

SIDES = {
    "P": Side("Player", "the Player's Hand won", "#2463a8", "blue"),
    "B": Side("Banker", "the Banker's Hand won", "#b11f2b", "red"),
    "T": Side("Tie", "tie", "#157347", "green"),
}

LIE = -59.0  # where chips lie in a band
ROOM = -2 * (LIE + 20)  # of its lettering, beside them


def bands(board: Board, n: int) -> tuple[float, str]:
    """The spaces of tie, Banker and Player, one before the other, as arcs around the dealer."""
    main = [("tie", "TIE", 34.0, "none"), ("banker", "BANKER", 50.0, SHADE), ("player", "PLAYER", 52.0, "none")]
    extra = [id for id in board.table.layout if id not in ("tie", "banker", "player")]
    out, y = "", 6.0
    for at in range(0, len(extra), 2):
        line = extra[at : at + 2]
        wide = (SEAT - 8) / len(line)
        for i, id in enumerate(line):
            shape = rect(wide - 4, 28, 14, fill="none", class_="line")
            letters = label(
                0,
                0,
                title(board.table.layout[id]),
                max(PRINT, fit(title(board.table.layout[id]), wide - 12, 13)),
                fill=LINE,
            )
            out += board.place(id, 4 + wide * (i + 0.5), y + 14, hit(wide - 4, 28, 14), 10, shape + letters, seat=n)
        y += 32
    for id, text, high, fill in main:
        d = _band(SEAT / 2 - 4, high / 2, 7)
        shape = tag("path", d=d, fill=fill, class_="line")
        over = tag("path", d=d, class_="hit")
        ink = {"tie": GOLD, "banker": INK, "player": INK}[id]
        letters = label(0, -6, text, 17, fill=ink, class_="name", data_room=ROOM)
        pays = label(0, 12, _paid(board, id), PRINT, fill=LINE, class_="pays", data_room=ROOM) if id != "tie" else ""
        if id == "tie":
            letters = label(0, -1, f"TIE {board.odds(id)}", 14, fill=ink, class_="name", data_room=ROOM)
        out += board.place(id, SEAT / 2, y + high / 2 + 2, over, 14, shape + letters + pays, seat=n, lie=(LIE, 0))
        y += high
    return y + 8, out


def _paid(board: Board, id: str) -> str:
    """What a hand pays, less vigorish where it is taken."""
    rate = rate_at(board.table.house) if id == "banker" else 0
    return f"{board.odds(id)} less {rate}%" if rate else board.odds(id)


def _band(half: float, high: float, bow: float) -> str:
    """A strip around the origin that bends towards the patron."""
    n, top, foot = number, -high - bow / 2, high - bow / 2
    bent = f"Q0 {n(high + bow)} {n(-half)} {n(foot)}Z"
    return f"M{n(-half)} {n(top)}Q0 {n(bow - high)} {n(half)} {n(top)}V{n(foot)}" + bent


FELT = GameFelt(cloth="felt-baccarat", score=score, sides=SIDES, outcomes={"void": "push"})
# where the house banks, and nobody has a hand of his own
AGAINST_THE_HOUSE = SeatPlan(common=("player", "banker"), has_hands=False, areas=bands)
