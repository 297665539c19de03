"""Hold 'em: N.J.A.C. 19:47-14.10 (since 2012, 13:69F-14.10). Two cards of one's own and five for everybody."""

from __future__ import annotations

from nomorebets.games.poker_room.game_of import game_of
from nomorebets.games.poker_room.rankings import HIGH_OF_ALL
from nomorebets.games.poker_room.variants import Street, Variant, Wins
from nomorebets.regulation import cite, reading

LATER = reading("R-14.10-later-streets")

VARIANT = Variant(
    id="holdem",
    by=cite("14.10(c)"),
    streets=(
        Street(name="first", down=2, by=cite("14.10(e)"), betting=cite("14.10(f)")),
        Street(name="flop", board=3, by=cite("14.10(g)"), betting=cite("14.10(g)")),
        Street(name="turn", board=1, by=LATER, betting=LATER, is_late=True),
        Street(name="river", board=1, by=LATER, betting=LATER, is_late=True),
    ),
    wins={"high": Wins(rankings=(HIGH_OF_ALL,), by=reading("R-14.3-high"), posted_by=cite("14.10(a)"))},
    most=11,
    most_by=cite("14.10(b)"),
    begins="blinds",
    structure="no-limit",
    ante_by=cite("14.10(b)"),
    blinds_by=cite("14.10(d)"),
)
GAME = game_of(VARIANT)
