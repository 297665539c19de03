"""What a game file may do with pokette: wagers added on the section at which the clapper comes to rest."""

from collections.abc import Callable, Collection

from nomorebets.equipment.cards import RANK_NAMES, RANKS
from nomorebets.equipment.wheels import JACER, section_counts
from nomorebets.games.pokette.layout import COLOURS, SUIT_NAMES
from nomorebets.games.pokette.settlement import Spin
from nomorebets.games.pokette.terms import wheel_of
from nomorebets.table.added_wagers import Event
from nomorebets.table.variation import GameVariations
from nomorebets.table.wheels import wheel

COURT = "KQJ"


def _rank(ranks: Collection[str]) -> Callable[[str], bool]:
    return lambda came: came != JACER and came[0] in ranks


def _suit(suits: Collection[str]) -> Callable[[str], bool]:
    return lambda came: came != JACER and came[1] in suits


NAMED: dict[str, tuple[str, Callable[[str], bool]]] = {
    **{RANK_NAMES[rank]: (f"a card of the rank {RANK_NAMES[rank]}", _rank(rank)) for rank in reversed(RANKS)},
    "court-card": ("a king, queen or jack", _rank(COURT)),
    **{name: (f"a card of {name}", _suit(suit)) for suit, name in SUIT_NAMES.items()},
    **{colour: (f"a {colour} card", _suit(suits)) for colour, suits in COLOURS.items()},
    JACER: ("the jacer", lambda came: came == JACER),
}
VARIATIONS = GameVariations(
    on=Event(
        named=NAMED,
        every=lambda house, gone: {Spin(face): n for face, n in section_counts(wheel(wheel_of(house))).items()},
        of=lambda spin: spin.section,
    )
)
