"""What a game file may do with sic bo: wagers added on a shake."""

from nomorebets.equipment.dice import named_throws, rolls, ways
from nomorebets.table.added_wagers import Event
from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(
    on=Event(named=named_throws(3), every=lambda house, gone: {roll: ways(roll) for roll in rolls(3)})
)
