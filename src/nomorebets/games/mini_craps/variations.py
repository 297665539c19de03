"""What a game file may do with it: as with craps."""

from nomorebets.games.craps.variations import VARIATIONS

__all__ = ["VARIATIONS"]
