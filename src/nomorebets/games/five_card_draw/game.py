"""Five-card draw: N.J.A.C. 19:47-14.12 (since 2012, 13:69F-14.12). Five cards, of which any may be exchanged once."""

from __future__ import annotations

from nomorebets.games.poker_room.game_of import game_of
from nomorebets.games.poker_room.rankings import HIGH_OF_ALL, LOW_OF_ALL
from nomorebets.games.poker_room.variants import Street, Variant, Wins
from nomorebets.regulation import cite, reading

BY, DEALT = cite("14.12"), reading("R-14.12-streets")

VARIANT = Variant(
    id="five-card-draw",
    by=BY,
    streets=(
        Street(name="first", down=5, by=DEALT, betting=DEALT),
        Street(name="draw", draws=True, by=DEALT, betting=DEALT, is_late=True),
    ),
    wins={
        "high": Wins(rankings=(HIGH_OF_ALL,), by=reading("R-14.3-high")),
        "low": Wins(rankings=(LOW_OF_ALL,), by=reading("R-14.3-low")),
    },
    most=8,
    most_by=reading("R-14.7-players"),
    begins="blinds",
    ante_by=BY,
    blinds_by=reading("R-14.10-blinds"),
)
GAME = game_of(VARIANT)
