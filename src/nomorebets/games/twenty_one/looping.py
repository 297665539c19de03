"""What the compiled loops of the blackjack family must know of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.analysis.relief import matters
from nomorebets.games.twenty_one.automaton import WIDE, Machine
from nomorebets.games.twenty_one.rules import VALUES, Rules

if TYPE_CHECKING:
    from nomorebets.games.twenty_one.kernels import Moves
    from nomorebets.games.twenty_one.kernels import Table as Loop

CARDS_A_ROUND = 4  # for each box and the dealer: so many are enough for the rounds that are counted, taken together


def loop_of(rules: Rules, behind: int, boxes: int) -> Loop:
    """A table with so many cards behind the cutting card."""
    from nomorebets.games.twenty_one.kernels import Table as Loop

    cards = sum(rules.shoe)
    counted = max((cards - behind) // (CARDS_A_ROUND * (boxes + 1)), 1)
    return Loop(
        cards=np.uint64(cards),
        boxes=np.uint64(boxes),
        behind=np.uint64(behind),
        counted=np.uint64(counted),
        most_hands=np.uint64(rules.most_hands),
        most_aces=np.uint64(rules.splits_of(0) + 1),
        reader=np.bool_(rules.card_reader),
        early=np.bool_(rules.surrender == "early"),
        busted_stay=np.bool_(matters(rules)),
    )


def moves_of(machine: Machine, play: Play | None = None) -> Moves:
    """A machine for the compiled loop, with the pairs that are split."""
    from nomorebets.games.twenty_one.kernels import Moves

    splits = np.zeros((WIDE, WIDE), np.uint8)
    if play is not None:
        splits[1 : VALUES + 1, 1 : VALUES + 1] = play.splits
    return Moves(
        machine.then, machine.act[0], machine.total, machine.bonus, machine.dealt, machine.split, splits.ravel()
    )
