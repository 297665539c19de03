"""What a game file may do with craps: wagers left out, but for those that others are made of."""

from nomorebets.table.variation import GameVariations

VARIATIONS = GameVariations(
    kept={"hop-pair": "hop wagers are paid by it", "hop-mixed": "hop wagers are paid by it"},
)
