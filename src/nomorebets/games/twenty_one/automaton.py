"""A way to play as a machine of few states: hands that are played alike whatever comes are one state.

Cards only make a hand's hard total grow, so states are told apart in one pass from the highest total down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands, cards_of
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.hand import MOST, dealer_draws
from nomorebets.games.twenty_one.rules import VALUES, Rules

WIDE = 16  # places of a row: values count from 1, and a power of two is found by a shift
BUST = 0  # the state of a hand over 21
OVER = MOST + 1  # what such a hand counts
STAND, DRAW, DOUBLE, SURRENDER = 0, 1, 2, 3
PLAIN, BONUS = 0, 1


@dataclass(frozen=True, eq=False)
class Machine:
    """States of hands: what is done with each, what a card makes of it, and what it counts."""

    then: NDArray[np.uint16]  # [state * WIDE + value]
    act: NDArray[np.uint8]  # [state * WIDE + value of the card shown]
    total: NDArray[np.uint8]  # [state]
    bonus: NDArray[np.uint8]  # [state]: five cards that total 21
    dealt: NDArray[np.uint16]  # [first * WIDE + second]: the state of the two cards as dealt
    split: NDArray[np.uint16]  # [pair * WIDE + second]: of a split card and its second


class _States:
    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], int] = {}
        self.rows: list[tuple[Any, ...]] = []
        self.of(OVER, PLAIN, (STAND,) * VALUES, (BUST,) * VALUES)

    def of(self, total: int, bonus: int, acts: Iterable[int], then: Iterable[int]) -> int:
        """The state of hands that count so much, are played so and become these."""
        row = (total, bonus, tuple(acts), tuple(then))
        if row not in self.known:
            self.known[row] = len(self.rows)
            self.rows.append(row)
        return self.known[row]

    def of_play(self, acts: NDArray[np.int8], bonus: bool) -> NDArray[np.int64]:
        """The state of every hand under a play."""
        hands = all_hands()
        states = np.zeros(len(hands.total), np.int64)
        for hand in reversed(hands.rising.tolist()):
            after = [int(states[then]) if then >= 0 else BUST for then in hands.after[hand]]
            is_bonus = BONUS if bonus and hands.size[hand] == 5 and hands.total[hand] == MOST else PLAIN
            row = acts[hand].tolist()
            # a hand that nobody draws to becomes nothing
            follow = after if any(act in (DRAW, DOUBLE) for act in row) else [BUST] * VALUES
            states[hand] = self.of(int(hands.total[hand]), is_bonus, row, follow)
        return states

    def table(self, column: int, width: int) -> NDArray[np.uint16]:
        rows = np.zeros((len(self.rows), WIDE), np.uint16)
        rows[:, 1 : 1 + width] = [row[column] for row in self.rows]
        return rows.ravel()


def machine_of(rules: Rules, play: Play) -> Machine:
    """A way to play, for one hand or the hands of a split pair."""
    hands, states = all_hands(), _States()
    acts = np.where(play.surrenders & (hands.size == 2)[:, None], SURRENDER, play.acts).astype(np.int8)
    if rules.surrender == "none":
        acts = play.acts
    unsplit = states.of_play(acts, rules.five_card_21 is not None)
    dealt, split = np.zeros((WIDE, WIDE), np.uint16), np.zeros((WIDE, WIDE), np.uint16)
    known: dict[bytes, NDArray[np.int64]] = {}
    for first in range(VALUES):
        own = np.zeros_like(play.acts) if first == 0 else play.after_split[first]  # split aces stand
        key = own.tobytes()
        if key not in known:
            known[key] = states.of_play(own, False)
        for second in range(VALUES):
            hand = hands.of("".join(sorted(NAMES[first] + NAMES[second], key=NAMES.index)))
            dealt[first + 1, second + 1] = unsplit[hand]
            split[first + 1, second + 1] = known[key][hand]
    return _machine(states, dealt, split)


def dealer_machine(hit_soft_17: bool) -> Machine:
    """How a dealer draws; against whatever card, so every column is alike."""
    hands, states = all_hands(), _States()
    draws = [dealer_draws(cards_of(row), hit_soft_17) for row in hands.counts.tolist()]
    acts = np.repeat(np.array(draws, np.int8)[:, None], VALUES, axis=1)
    of_hand = states.of_play(acts, False)
    dealt = np.zeros((WIDE, WIDE), np.uint16)
    for first in range(VALUES):
        for second in range(VALUES):
            dealt[first + 1, second + 1] = of_hand[
                hands.of("".join(sorted(NAMES[first] + NAMES[second], key=NAMES.index)))
            ]
    return _machine(states, dealt, dealt)


def _machine(states: _States, dealt: NDArray[np.uint16], split: NDArray[np.uint16]) -> Machine:
    return Machine(
        states.table(3, VALUES),
        states.table(2, VALUES).astype(np.uint8),
        np.array([row[0] for row in states.rows], np.uint8),
        np.array([row[1] for row in states.rows], np.uint8),
        dealt.ravel(),
        split.ravel(),
    )
