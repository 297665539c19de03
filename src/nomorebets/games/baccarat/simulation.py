"""Baccarat simulated: the coups of whole shoes, settled as at the table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from nomorebets.games.baccarat.deals import shoe_values
from nomorebets.games.baccarat.drawing_terms import drawing_table_at
from nomorebets.games.baccarat.odds import wagers_priced
from nomorebets.hands.baccarat import (
    CODES,
    DRAWING_TABLE,
    NATURALS,
    NO_CARD,
    VALUES,
    Coup,
    DrawingTable,
    code,
    coup_with,
)
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import Kernel
from nomorebets.sim.facet import GameSimulation
from nomorebets.sim.simulate import Simulated, Simulator, estimate_of
from nomorebets.table import Table

if TYPE_CHECKING:
    from nomorebets.games.baccarat.kernels import Drawing

COLUMNS = VALUES + 1  # of the Banker's drawing table


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

    from nomorebets.games.baccarat.kernels import Shoe, coup_codes

    values = shoe_values(int(options["decks"]))
    cards = np.repeat(np.arange(len(values)), values).astype(np.uint8)
    rules = Shoe(
        np.bool_(options.get("burn-rule") != "none"),
        np.uint64(int(options.get("ten-burn-count", "10"))),
        np.uint64(int(options.get("cutoff-from-back", "14"))),
        np.uint64(hands_after),
        np.bool_(options.get("shoe") == "continuous"),
    )
    drawing = drawing_of(*draws)

    def kernel(seed: int, block: int, rounds: int) -> Any:
        return coup_codes(seed, block, rounds, cards, rules, drawing)

    return kernel


def drawing_of(player: Sequence[Fraction], banker: Sequence[Fraction]) -> Drawing:
    """How likely each hand draws where, as tables for the compiled loop."""
    import numpy as np

    from nomorebets.games.baccarat import kernels

    first = np.zeros((kernels.SUMS, kernels.WIDE), np.uint16)
    for own, against in product(range(kernels.SUMS), repeat=2):
        count, other = own % VALUES, against % VALUES
        draws = not {count, other} & set(NATURALS) and player[count] == 1
        first[own, against] = ((draws * VALUES + other) * VALUES + count) * VALUES
    then = np.zeros((2, 2, VALUES, VALUES, VALUES), np.uint16)
    banker_mixes = np.zeros(then.shape, np.uint64)
    for cell in np.ndindex(then.shape):
        if_mixed, draws, other, count, card = cell
        if {count, other} & set(NATURALS):
            then[cell] = code(Coup(count, other))
            continue
        share = banker[other * COLUMNS + (card + 1 if draws else NO_CARD)]
        replies = if_mixed if _is_mixed(share) else int(share)
        made = (count + card) % VALUES if draws else count
        if draws and replies:
            place = kernels.OF_SIX + (other * VALUES + made) * VALUES
        else:
            place = code(Coup(made, (other + card) % VALUES if replies else other, bool(draws), bool(replies)))
        then[cell] = place | draws + replies << kernels.BEYOND
        if _is_mixed(share) and not if_mixed:
            then[cell] |= int(kernels.MIXES)
            banker_mixes[cell] = _word(share)
    player_mixes = [_word(player[own % VALUES]) if own % VALUES not in NATURALS else 0 for own in range(kernels.SUMS)]
    codes = [*range(CODES)]
    for other, made, sixth in product(range(VALUES), repeat=3):
        codes.append(code(Coup(made, (other + sixth) % VALUES, True, True)))
    felt = np.concatenate((first.ravel(), then.ravel(), np.zeros(kernels.CARDS - first.size - then.size, np.uint16)))
    chance = np.concatenate((np.array(player_mixes, np.uint64), banker_mixes[0].ravel()))
    return kernels.Drawing(felt, np.array(codes), chance if chance.any() else None)


def _is_mixed(share: Fraction) -> bool:
    return share.denominator != 1


def _word(share: Fraction) -> int:
    """The word below which a mixed draw is made, 0 where it is not mixed."""
    return math.floor(share * 2**64) if _is_mixed(share) else 0
