"""Baccarat simulated: the coups of whole shoes, settled as at the table."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from nomorebets.games.baccarat.coups import coup_with
from nomorebets.games.baccarat.deals import shoe_values
from nomorebets.games.baccarat.lines import Decide, Settle, lines_of
from nomorebets.hands.baccarat import DRAWING_TABLE, Coup, DrawingTable
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table, Wager

if TYPE_CHECKING:
    from nomorebets.games.chemin_de_fer.equilibrium import Solution


def shoe_simulator(table: Table, wagers: list[Wager], decide: Decide, settle: Settle) -> Simulator:
    """Punto banco and minibaccarat: every hand drawn by the drawing table."""
    import numpy as np

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        return [estimate_of(line, rounds) for line in lines_of(table, np.array(counts), wagers, decide, settle)]

    return Simulator(shoe_kernel(table.house.options), lines)


def coups_of(counts: list[int]) -> dict[Coup, int]:
    """Counts of codes as counts of coups."""
    return {coup_with(code): count for code, count in enumerate(counts) if count}


def shoe_kernel(
    options: Any, drawing_table: DrawingTable = DRAWING_TABLE, mixed: Solution | None = None, hands_after: int = 1
) -> Kernel:
    """The kernel of a shoe with these house options; drawn by a table, or by strategies that mix."""
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
    shares = [
        [
            mixed.player[count] if mixed else Fraction(int(action == "D"))
            for count, action in enumerate(drawing_table.player)
        ],
        [
            mixed.banker[own, column] if mixed else Fraction(int(action == "D"))
            for own, row in enumerate(drawing_table.banker)
            for column, action in enumerate(row)
        ],
    ]
    player, banker = (np.array([_action(share) for share in side], np.uint8) for side in shares)
    drawing = Drawing(player, banker, _words(shares[0]), _words(shares[1]))

    def kernel(seed: int, block: int, rounds: int) -> Any:
        return coup_codes(seed, block, rounds, cards, rules, drawing)

    return kernel


def _action(probability: Fraction) -> int:
    return int(probability) if probability.denominator == 1 else 2


def _words(probabilities: list[Fraction]) -> Any:
    """Below which word a card is drawn."""
    import numpy as np

    return np.array([min(math.floor(p * 2**64), 2**64 - 1) for p in probabilities], np.uint64)
