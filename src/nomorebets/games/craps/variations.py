"""What a game file may do with craps: wagers left out, but for those that others are made of; wagers on a throw."""

from nomorebets.equipment.dice import named_throws, rolls, ways
from nomorebets.games.craps.settlement import Rolled
from nomorebets.table.added_wagers import Event
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(
    kept={"hop-pair": "hop wagers are paid by it", "hop-mixed": "hop wagers are paid by it"},
    on=Event(
        named=named_throws(2),
        every=lambda house, gone: {Rolled(roll): ways(roll) for roll in rolls(2)},
        of=lambda rolled: rolled.roll,
    ),
)
