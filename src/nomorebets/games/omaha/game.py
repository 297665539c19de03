"""Omaha: N.J.A.C. 19:47-14.11 (since 2012, 13:69F-14.11). Two of four cards, and three of the board."""

from __future__ import annotations

from nomorebets.games.poker_room.game_of import game_of
from nomorebets.games.poker_room.rankings import EIGHT_TWO_OF_HAND, HIGH_TWO_OF_HAND
from nomorebets.games.poker_room.variants import Street, Variant, Wins
from nomorebets.regulation import cite, reading

BY, DEALT = cite("14.11"), reading("R-14.11-streets")

VARIANT = Variant(
    id="omaha",
    by=BY,
    streets=(
        Street(name="first", down=4, by=DEALT, betting=DEALT),
        Street(name="flop", board=3, by=DEALT, betting=DEALT),
        Street(name="turn", board=1, by=DEALT, betting=DEALT, is_late=True),
        Street(name="river", board=1, by=DEALT, betting=DEALT, is_late=True),
    ),
    wins={
        "high": Wins(rankings=(HIGH_TWO_OF_HAND,), by=reading("R-14.11-hands")),
        "high-low-8": Wins(rankings=(HIGH_TWO_OF_HAND, EIGHT_TWO_OF_HAND), by=reading("R-14.3-eight")),
    },
    most=11,
    most_by=reading("R-14.7-players"),
    begins="blinds",
    ante_by=BY,
    blinds_by=reading("R-14.10-blinds"),
)
GAME = game_of(VARIANT)
