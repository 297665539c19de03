"""What the compiled loop of the family needs of a table and a way to play, and what its counts mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from nomorebets.games.twenty_one.analysis.moments import BUSTED, End
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.automaton import WIDE, Machine
from nomorebets.games.twenty_one.round_machine import Ended, RoundMachine
from nomorebets.games.twenty_one.rules import VALUES, Rules

if TYPE_CHECKING:
    from nomorebets.games.twenty_one.kernels import Moves, Walk
    from nomorebets.games.twenty_one.kernels import Table as Loop

CARDS_A_ROUND = 4  # for each box and the dealer: so many are enough for the rounds that are counted, taken together
WALKED, LEFT = 7, 60  # cards that are enough for a round and more, and for the pairs that a shoe has split
WAYS = ("win", "lose", "push", "win-2", "lose-2", "push-2")  # in the order of the digits of a code
FURTHER = ("blackjack", "blackjack-push", "dealer-blackjack", "surrender", "five-card-21")


def loop_of(rules: Rules, behind: int, boxes: int = 1) -> Loop:
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


def rounds_walked(loop: Loop) -> int:
    """How many rounds are dealt from each shoe: it has as many, and cards are left for pairs that are split."""
    return max((int(loop.cards) - max(int(loop.behind), LEFT)) // WALKED, 1)


def walk_of(machine: RoundMachine) -> Walk:
    """Rounds for the compiled loop, as narrow as they can be."""
    from nomorebets.games.twenty_one.kernels import Walk

    first, splits = len(machine.ended), machine.splits
    return Walk(
        machine.then.astype(np.min_scalar_type(int(machine.then.max()))),
        begins=np.uint64((first + len(splits)) * machine.wide),
        splits_from=np.uint64(first * machine.wide),
        first=np.array([split.first for split in splits], np.uint8),
        second=np.array([split.second for split in splits], np.uint8),
        up=np.array([split.up for split in splits], np.uint8),
        his=np.array([split.his for split in splits], np.uint16),
        wide=np.uint64(machine.wide),
    )


def codes_of(ended: Ended) -> list[int]:
    """What a round is counted as: how the box ended, and what insurance and even money ask."""
    from nomorebets.games.twenty_one import kernels

    end = str(ended.end)
    if end in WAYS:
        codes = [kernels.BASE ** WAYS.index(end)]
    elif end in FURTHER:
        codes = [kernels.COMBINED + FURTHER.index(end)]
    else:
        codes = [kernels.COMBINED + kernels.BUSTED + int(end.removeprefix(BUSTED))]
    if ended.ace_shown:
        own = end in FURTHER[:2]
        besides = [kernels.ACES] + [kernels.ACES_TEN] * ended.dealers
        besides += ([kernels.AGAINST] + [kernels.AGAINST_TEN] * ended.dealers) * own
        codes += [kernels.ENDS + at for at in besides]
    return codes


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
