"""Five-card stud: N.J.A.C. 19:47-14.13 (since 2012, 13:69F-14.13). One card down and four up."""

from __future__ import annotations

from nomorebets.games.poker_room.game_of import game_of
from nomorebets.games.poker_room.rankings import HIGH_OF_ALL, LOW_OF_ALL
from nomorebets.games.poker_room.variants import Street, Variant, Wins
from nomorebets.regulation import cite, reading

DEALT = reading("R-14.13-streets")

VARIANT = Variant(
    id="five-card-stud",
    by=cite("14.13"),
    streets=(
        Street(name="second", down=1, up=1, by=DEALT, betting=DEALT),
        Street(name="third", up=1, by=DEALT, betting=DEALT),
        Street(name="fourth", up=1, by=DEALT, betting=DEALT, is_late=True),
        Street(name="fifth", up=1, by=DEALT, betting=DEALT, is_late=True),
    ),
    wins={
        "high": Wins(rankings=(HIGH_OF_ALL,), by=reading("R-14.3-high")),
        "high-low-split": Wins(rankings=(HIGH_OF_ALL, LOW_OF_ALL), by=reading("R-14.3-low")),
    },
    most=9,
    most_by=reading("R-14.7-players"),
    begins="bring-in",
    ante_by=cite("14.13"),
)
GAME = game_of(VARIANT)
