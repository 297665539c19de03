"""What a game file may do with it: wagers added on how a coup comes out."""

from nomorebets.games.baccarat.variations import VARIATIONS

__all__ = ["VARIATIONS"]
