"""Seven-card stud: N.J.A.C. 19:47-14.9 (since 2012, 13:69F-14.9). Three cards down and four up; the best five."""

from __future__ import annotations

from nomorebets.games.poker_room.game_of import game_of
from nomorebets.games.poker_room.rankings import EIGHT_OF_ALL, HIGH_OF_ALL, LOW_OF_ALL
from nomorebets.games.poker_room.variants import Street, Variant, Wins
from nomorebets.regulation import cite, reading

DEALT, BETS = reading("R-14.9-streets"), reading("R-14.9-order")

VARIANT = Variant(
    id="seven-card-stud",
    by=cite("14.9"),
    streets=(
        Street(name="third", down=2, up=1, by=DEALT, betting=BETS),
        Street(name="fourth", up=1, by=DEALT, betting=BETS),
        Street(name="fifth", up=1, by=DEALT, betting=BETS, is_late=True),
        Street(name="sixth", up=1, by=DEALT, betting=BETS, is_late=True),
        Street(name="seventh", down=1, by=DEALT, betting=BETS, is_late=True),
    ),
    wins={
        "high": Wins(rankings=(HIGH_OF_ALL,), by=reading("R-14.3-high")),
        "low": Wins(rankings=(LOW_OF_ALL,), by=reading("R-14.3-low"), opens_low=True),
        "high-low-split": Wins(rankings=(HIGH_OF_ALL, LOW_OF_ALL), by=reading("R-14.3-low")),
        "high-low-8": Wins(rankings=(HIGH_OF_ALL, EIGHT_OF_ALL), by=reading("R-14.3-eight")),
    },
    most=8,
    most_by=reading("R-14.7-players"),
    begins="bring-in",
    ante_by=cite("14.9"),
)
GAME = game_of(VARIANT)
