"""Baccarat simulated: the coups of whole shoes, settled as at the table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from nomorebets.games.baccarat.deals import shoe_values
from nomorebets.games.baccarat.drawing_terms import drawing_table_at
from nomorebets.games.baccarat.odds import wagers_priced
from nomorebets.hands.baccarat import DRAWING_TABLE, Coup, DrawingTable, coup_with
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Whole shoes, burned, cut and dealt to the last hand; every hand drawn by the drawing table."""
    import numpy as np

    from nomorebets.games.baccarat.endings import lines_of

    wagers = wagers_priced(table, pricing)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        return [estimate_of(line, rounds) for line in lines_of(table, np.array(counts), wagers)]

    return Simulator(shoe_kernel(table.house.options, drawn_by(drawing_table_at(table.house))), lines)


SIMULATION = GameSimulation(simulator=simulator)


def coups_of(counts: list[int]) -> dict[Coup, int]:
    """Counts of codes as counts of coups."""
    return {coup_with(code): count for code, count in enumerate(counts) if count}


def drawn_by(drawing_table: DrawingTable) -> tuple[list[Fraction], list[Fraction]]:
    """How likely a card is, by the count of the Player's Hand and by the cell of the Banker's."""
    return _shares(drawing_table.player), _shares("".join(drawing_table.banker))


def _shares(actions: str) -> list[Fraction]:
    return [Fraction(int(action == "D")) for action in actions]


def shoe_kernel(
    options: Mapping[str, str],
    draws: tuple[Sequence[Fraction], Sequence[Fraction]] = drawn_by(DRAWING_TABLE),
    hands_after: int = 1,
) -> Kernel:
    """The kernel of a shoe with these house options, and how likely each hand draws where."""
    import numpy as np

    from nomorebets.games.baccarat.kernels import Drawing, Shoe, coup_codes

    values = shoe_values(int(options["decks"]))
    cards = np.repeat(np.arange(len(values)), values).astype(np.uint8)
    rules = Shoe(
        np.bool_(options.get("burn-rule") != "none"),
        np.uint64(int(options.get("ten-burn-count", "10"))),
        np.uint64(int(options.get("cutoff-from-back", "14"))),
        np.uint64(hands_after),
        np.bool_(options.get("shoe") == "continuous"),
    )
    player, banker = (np.array([_action(share) for share in side], np.uint8) for side in draws)
    drawing = Drawing(player, banker, _words(draws[0]), _words(draws[1]))

    def kernel(seed: int, block: int, rounds: int) -> Any:
        return coup_codes(seed, block, rounds, cards, rules, drawing)

    return kernel


def _action(probability: Fraction) -> int:
    return int(probability) if probability.denominator == 1 else 2


def _words(probabilities: Sequence[Fraction]) -> Any:
    """Below which word a card is drawn."""
    import numpy as np

    return np.array([min(math.floor(p * 2**64), 2**64 - 1) for p in probabilities], np.uint64)
