"""Mambo stud: N.J.A.C. 19:47-14.13A. Three cards and one for everybody; high and low hands of any three of them."""

from __future__ import annotations

from nomorebets.games.poker_room.game_of import game_of
from nomorebets.games.poker_room.rankings import HIGH_OF_THREE, SIX_OF_THREE
from nomorebets.games.poker_room.variants import Street, Variant, Wins
from nomorebets.regulation import reading

DEALT = reading("R-14.13A-streets")
FIRST = Street(name="second", down=1, up=1, by=DEALT, betting=DEALT)
LAST = Street(name="board", board=1, by=DEALT, betting=DEALT, is_late=True)
UP = (FIRST, Street(name="third", up=1, by=DEALT, betting=DEALT), LAST)
DOWN = (FIRST, Street(name="third", down=1, by=DEALT, betting=DEALT), LAST)

VARIANT = Variant(
    id="mambo-stud",
    by=reading("R-14.13A-since"),
    streets=UP,
    third_card={"up": UP, "down": DOWN},
    wins={"high-low-6": Wins(rankings=(HIGH_OF_THREE, SIX_OF_THREE), by=reading("R-14.3-mambo"))},
    most=11,
    most_by=reading("R-14.7-players"),
    begins="bring-in",
    ante_by=reading("R-14.13A-since"),
)
GAME = game_of(VARIANT)
