"""What a game file may do with roulette: wagers added on the number in whose compartment the ball comes to rest."""

from collections.abc import Callable
from functools import partial
from operator import eq

from nomorebets.equipment.wheels import DOUBLE_ZERO, SINGLE_ZERO, ZEROS, colour, section_counts
from nomorebets.games.roulette.layout import in_order
from nomorebets.games.roulette.terms import WHEEL_KIND
from nomorebets.table.added_wagers import Event
from nomorebets.table.variation import GameVariations

HIGH = 19


NAMED: dict[str, tuple[str, Callable[[str], bool]]] = {
    **{f"number-{number}": (f"the ball rests in {number}", partial(eq, number)) for number in in_order(DOUBLE_ZERO)},
    "zero": ("the ball rests in a zero", lambda came: came in ZEROS),
    "red": ("a red number", lambda came: colour(came) == "red"),
    "black": ("a black number", lambda came: colour(came) == "black"),
    "odd": ("an odd number", lambda came: int(came) % 2 == 1),
    "even": ("an even number, no zero", lambda came: came not in ZEROS and int(came) % 2 == 0),
    "low": ("1 to 18", lambda came: 0 < int(came) < HIGH),
    "high": ("19 to 36", lambda came: int(came) >= HIGH),
}
VARIATIONS = GameVariations(
    on=Event(
        named=NAMED,
        every=lambda house, gone: section_counts(
            DOUBLE_ZERO if house[WHEEL_KIND] == "double-zero" else SINGLE_ZERO  # 00 may be void
        ),
    )
)
