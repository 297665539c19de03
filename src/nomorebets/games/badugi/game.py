"""Badugi: N.J.A.C. 13:69F-14, since 2012. Four cards of different ranks and suits, low; three draws."""

from __future__ import annotations

from nomorebets.games.poker_room.game_of import game_of
from nomorebets.games.poker_room.rankings import BADUGI
from nomorebets.games.poker_room.variants import Street, Variant, Wins
from nomorebets.regulation import reading

BY, DEALT = reading("R-14.8-badugi"), reading("R-14.12-three-draws")

VARIANT = Variant(
    id="badugi",
    by=BY,
    streets=(
        Street(name="first", down=4, by=DEALT, betting=DEALT),
        Street(name="first draw", draws=True, by=DEALT, betting=DEALT),
        Street(name="second draw", draws=True, by=DEALT, betting=DEALT, is_late=True),
        Street(name="third draw", draws=True, by=DEALT, betting=DEALT, is_late=True),
    ),
    wins={
        "low": Wins(rankings=(BADUGI,), by=reading("R-14.3-badugi")),
    },
    most=8,
    most_by=reading("R-14.7-players"),
    begins="blinds",
    ante_by=BY,
    blinds_by=reading("R-14.10-blinds"),
)
GAME = game_of(VARIANT)
