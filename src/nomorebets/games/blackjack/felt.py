"""How the table of blackjack looks."""

from nomorebets.drawing.cards import hand
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.seats import SeatPlan

FELT = GameFelt(
    emblem=hand(("As", "Kh")),
    seats=SeatPlan(
        rows=(
            ("over-13", "under-13"),
            ("same-suit",),
            ("sevens",),
            ("progressive",),
            ("streak-2", "streak-3", "streak-4", "streak-5"),
            ("match-the-dealer", "in-between"),
            ("insurance",),
            ("multi-1", "multi-2", "multi-3"),
            ("blackjack",),
            ("double", "split"),
        ),
        boxes=("blackjack", "multi-1", "multi-2", "multi-3"),
        slots=("progressive",),
        reads=True,
        letters={
            "over-13": "over",
            "under-13": "under",
            **{f"streak-{rounds}": str(rounds) for rounds in (2, 3, 4, 5)},
            **{f"multi-{hand}": str(hand) for hand in (1, 2, 3)},
        },
    ),
)
