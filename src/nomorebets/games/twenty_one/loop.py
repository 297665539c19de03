"""What the compiled loop of the family needs of a table and a way to play, and what its counts mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from nomorebets.games.twenty_one.analysis.moments import BUSTED, End
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.automaton import WIDE, Machine
from nomorebets.games.twenty_one.rules import VALUES, Rules

if TYPE_CHECKING:
    from nomorebets.games.twenty_one.kernels import Moves
    from nomorebets.games.twenty_one.kernels import Table as Loop

CARDS_A_ROUND = 4  # for each box and the dealer: so many are enough for the rounds that are counted, taken together
WAYS = ("win", "lose", "push", "win-2", "lose-2", "push-2")  # in the order of the digits of a code
FURTHER = ("blackjack", "blackjack-push", "dealer-blackjack", "surrender", "five-card-21")


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
        busted_stay=np.bool_(rules.busted_stay_lost),
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


def ends_of(counts: list[int]) -> Iterator[tuple[End, int]]:
    """The ends of a box, from the counts of their codes."""
    from nomorebets.games.twenty_one.kernels import BASE, COMBINED, ENDS
    from nomorebets.games.twenty_one.kernels import BUSTED as FIRST_BUSTED

    for code, count in enumerate(counts[:ENDS]):
        if not count:
            continue
        if code >= COMBINED:
            at = code - COMBINED
            yield (FURTHER[at] if at < len(FURTHER) else f"{BUSTED}{at - FIRST_BUSTED}",), count
            continue
        hands: list[str] = []
        left = code
        for way in WAYS:
            hands += [way] * (left % BASE)
            left //= BASE
        yield tuple(hands), count
