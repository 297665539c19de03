"""Triple draw: N.J.A.C. 13:69F-14, since 2012. Five cards, of which any may be exchanged three times; low hands win."""

from __future__ import annotations

from nomorebets.games.poker_room.game_of import game_of
from nomorebets.games.poker_room.rankings import BADUGI, BADUGI_ACE_HIGH, DEUCE_TO_SEVEN, LOW_OF_ALL
from nomorebets.games.poker_room.variants import Street, Variant, Wins
from nomorebets.regulation import reading

BY, DEALT = reading("R-14.8-triple-draw"), reading("R-14.12-three-draws")

VARIANT = Variant(
    id="triple-draw",
    by=BY,
    streets=(
        Street(name="first", down=5, by=DEALT, betting=DEALT),
        Street(name="first draw", draws=True, by=DEALT, betting=DEALT),
        Street(name="second draw", draws=True, by=DEALT, betting=DEALT, is_late=True),
        Street(name="third draw", draws=True, by=DEALT, betting=DEALT, is_late=True),
    ),
    wins={
        "2-7": Wins(rankings=(DEUCE_TO_SEVEN,), by=reading("R-14.3-deuce-to-seven")),
        "a-5": Wins(rankings=(LOW_OF_ALL,), by=reading("R-14.3-low")),
        "badeucey": Wins(rankings=(BADUGI_ACE_HIGH, DEUCE_TO_SEVEN), by=reading("R-14.3-badeucey")),
        "badacey": Wins(rankings=(BADUGI, LOW_OF_ALL), by=reading("R-14.3-badeucey")),
    },
    most=8,
    most_by=reading("R-14.7-players"),
    begins="blinds",
    ante_by=BY,
    blinds_by=reading("R-14.10-blinds"),
)
GAME = game_of(VARIANT)
