"""Everything that is drawn, on one page: for the people who draw it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from litestar import get
from litestar.response import Template

from nomorebets.equipment.cards import DECK
from nomorebets.library import game_ids, odds, open_table
from nomorebets.server import drawing
from nomorebets.table.wagers import Wager

_ROULETTE = {"five-adjacent": "on", "seven-numbers": "on"}
_SHOWN = {
    "roulette": [
        Wager(1, "straight:17", 2_500),
        Wager(1, "split:17-20", 500),
        Wager(2, "four-numbers:1-2-4-5", 10_000),
        Wager(2, "straight:17", 500),
        Wager(3, "straight:17", 100, chips="blue"),
        Wager(1, "first-five", 500),
        Wager(2, "dozen:2", 5_000),
        Wager(1, "split:0-00@dozen-line", 1_500),
        Wager(3, "red", 100_000),
        Wager(1, "six-numbers:31-32-33-34-35-36", 2_500),
        Wager(1, "five-adjacent:17", 2_500),
        Wager(2, "seven-numbers", 2_500),
        Wager(2, "column:3", 2_500),
    ],
    "craps": [
        Wager(1, "pass", 1_500),
        Wager(1, "pass-odds", 3_000),
        Wager(2, "pass", 500),
        Wager(2, "come:5", 1_000),
        Wager(2, "come-odds:5", 2_000),
        Wager(1, "place-win-6", 1_200, call="off", button=True),
        Wager(3, "lay-10", 4_000),
        Wager(3, "dont-come:4", 2_500),
        Wager(1, "field", 500),
        Wager(1, "hard-8", 500),
        Wager(2, "hop:3-4", 100),
        Wager(3, "fire", 500),
        Wager(2, "horn", 400),
    ],
    "sic-bo": [
        Wager(1, "small", 2_500),
        Wager(2, "triple-4", 500),
        Wager(1, "combo-1-2", 1_000),
        Wager(2, "total-9", 100),
    ],
    "mini-dice": [Wager(1, "field", 500), Wager(2, "place-6", 1_200)],
    "big-six": [Wager(1, "bigsix-20", 500), Wager(2, "bigsix-1", 10_000), Wager(1, "bigsix-joker", 100)],
    "caribbean-stud": [
        Wager(2, "ante", 2_500),
        Wager(2, "progressive-payout", 100),
        Wager(4, "ante", 1_000),
        Wager(4, "bet", 2_000),
    ],
    "punto-banco": [Wager(3, "banker", 10_000), Wager(4, "player", 2_500), Wager(3, "tie", 500)],
    "three-card-poker": [Wager(4, "ante", 2_500), Wager(4, "pair-plus", 500)],
}
_CARDS = {
    "caribbean-stud": {
        "dealer": ["Kh", "??", "??", "??", "??"],
        "seat:4": ["As", "Ad", "9c", "7h", "3s"],
        "seat:2": ["??"] * 5,
    },
    "punto-banco": {"player": ["7h", "Td"], "banker": ["3c", "2s", "4d"]},
    "three-card-poker": {"dealer": ["??"] * 3, "seat:4": ["Qs", "Qh", "Tc"]},
    "let-it-ride": {"community": ["Jd", "??"], "seat:4": ["Js", "Td", "4h"]},
}
_MARKS = {"roulette": {"crown": "29"}, "craps": {"puck": "6", "fire": "4-9"}}
_SCORES = "P B B* B T P* P P P P P P P T T B P B B B T B* P B P T P".split()


def parts() -> Iterator[tuple[str, str]]:
    """Title and drawing of each thing in the house."""
    yield "A deck", _row(drawing.card(c) for c in reversed(DECK))
    yield "In four colours", _row(drawing.card(c, four_colour=True) for c in ("As", "Ah", "Ad", "Ac", "Kd", "Tc"))
    large = _row(drawing.card(c) for c in ("As", "Kh", "Qd", "Jc", "Ts", "7h", None))
    yield "Large and small", f'<div class="large">{large}</div><div class="tiny">{large}</div>'
    yield "Hands", drawing.hand("As Kd Qh Jc Ts".split()) + drawing.hand([None] * 5)
    values = (25, 50, 100, 250, 500, 2_000, 2_500, 10_000, 50_000, 100_000, 500_000)
    yield "Chips", _row([*(drawing.chip(v) for v in values), drawing.chip(500, "blue"), drawing.chip(500, "Atlantic")])
    yield "Stacks", _row(drawing.stack(v) for v in (50, 4_250, 13_750, 98_000, 1_234_550))
    things = [drawing.plaque(500_000), drawing.plaque(1_000_000), drawing.puck("8"), drawing.puck("off")]
    things += [
        drawing.on_button(),
        drawing.on_button("off"),
        drawing.crown("17"),
        drawing.cutting_card(),
        drawing.shoe(312),
    ]
    yield "Things", _row(things)
    yield "Dice", _row([drawing.dice(3, 4), drawing.dice(1, 2, 6), drawing.dice(5, 6, style="ivory")])
    single = open_table("roulette", options={"wheel-kind": "single-zero"})
    wheels = [
        drawing.wheel(open_table("roulette"), "29"),
        drawing.wheel(single, "0"),
        drawing.wheel(open_table("big-six"), "$20"),
    ]
    yield "Wheels", _row(wheels)
    for game in game_ids():
        table = open_table(game, options=_ROULETTE if game == "roulette" else None)
        yield (
            game,
            drawing.layout(table, _SHOWN.get(game, ()), marks=_MARKS.get(game), seat=4, cards=_CARDS.get(game)),
        )
    yield "Single zero", drawing.layout(single)
    lines = [odds("roulette", wager="straight:17")["straight:17"], *odds("big-six").values()][:2]
    yield "Outcomes", "".join(drawing.outcomes(line) for line in lines)
    yield "Scoreboards", drawing.bead_plate(_SCORES) + "<p></p>" + drawing.big_road(_SCORES)


def _row(drawings: Any) -> str:
    return f'<div class="bar">{"".join(drawings)}</div>'


@get("/gallery", sync_to_thread=True, act="read")
def gallery() -> Template:
    """Every drawing of the house."""
    return Template("gallery.html", context={"title": "Gallery", "parts": list(parts())})


ROUTES = [gallery]
