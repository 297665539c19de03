"""What a game file may do with big six: wagers added on where the clapper comes to rest."""

from functools import partial
from operator import eq

from nomorebets.equipment.wheels import BIG_SIX_SYMBOLS, section_counts
from nomorebets.games.big_six.terms import WHEEL
from nomorebets.table.added_wagers import Event
from nomorebets.table.variation import GameVariations
from nomorebets.table.wheels import wheel

VARIATIONS = GameVariations(
    on=Event(
        named={
            symbol.replace("$", "bill-"): (f"the clapper rests at {symbol}", partial(eq, symbol))
            for symbol in BIG_SIX_SYMBOLS
        },
        every=lambda house, gone: section_counts(wheel(house[WHEEL])),
    )
)
