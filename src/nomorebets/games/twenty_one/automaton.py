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
    act: NDArray[np.uint8]  # [play, state * WIDE + value of the card shown]
    total: NDArray[np.uint8]  # [state]
    bonus: NDArray[np.uint8]  # [state]: five cards that total 21
    dealt: NDArray[np.uint16]  # [first * WIDE + second]: the state of the two cards as dealt
    split: NDArray[np.uint16]  # [pair * WIDE + second]: of a split card and its second


class _States:
    def __init__(self, plays: int) -> None:
        self.plays = plays
        self.known: dict[tuple[Any, ...], int] = {}
        self.rows: list[tuple[Any, ...]] = []
        self.of(OVER, PLAIN, (STAND,) * VALUES * plays, (BUST,) * VALUES)

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

    def table(self, column: int, of: int) -> NDArray[np.uint16]:
        """A column of the states, the part of it that belongs to one of several plays."""
        rows = np.zeros((len(self.rows), WIDE), np.uint16)
        rows[:, 1 : 1 + VALUES] = [row[column][of * VALUES : (of + 1) * VALUES] for row in self.rows]
        return rows.ravel()


def machine_of(rules: Rules, *plays: Play) -> Machine:
    """A way to play, for one hand or the hands of a split pair; or several, among which something chooses."""
    hands, states = all_hands(), _States(len(plays))
    acts = np.concatenate([_with_surrender(rules, play) for play in plays], axis=1)
    unsplit = states.of_play(acts, rules.five_card_21 is not None)
    dealt, split = np.zeros((WIDE, WIDE), np.uint16), np.zeros((WIDE, WIDE), np.uint16)
    known: dict[bytes, NDArray[np.int64]] = {}
    for first in range(VALUES):
        own = np.concatenate([play.after_split[first] for play in plays], axis=1)
        own = np.zeros_like(own) if first == 0 else own  # split aces stand
        key = own.tobytes()
        if key not in known:
            known[key] = states.of_play(own, False)
        for second in range(VALUES):
            hand = hands.of("".join(sorted(NAMES[first] + NAMES[second], key=NAMES.index)))
            dealt[first + 1, second + 1] = unsplit[hand]
            split[first + 1, second + 1] = known[key][hand]
    return _machine(states, dealt, split)


def _with_surrender(rules: Rules, play: Play) -> NDArray[np.int8]:
    if rules.surrender == "none":
        return play.acts
    two = (all_hands().size == 2)[:, None]
    return np.where(play.surrenders & two, SURRENDER, play.acts).astype(np.int8)


def dealer_machine(hit_soft_17: bool) -> Machine:
    """How a dealer draws; against whatever card, so every column is alike."""
    hands, states = all_hands(), _States(1)
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
        states.table(3, 0),
        np.stack([states.table(2, of) for of in range(states.plays)]).astype(np.uint8),
        np.array([row[0] for row in states.rows], np.uint8),
        np.array([row[1] for row in states.rows], np.uint8),
        dealt.ravel(),
        split.ravel(),
    )
