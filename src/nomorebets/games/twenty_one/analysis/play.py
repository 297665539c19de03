"""A way to play, whatever the cards: what is done with every hand against every card a dealer may show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.rules import DOUBLED_TOTALS, VALUES, DoubleOn, Rules

Acts = NDArray[np.int8]
Flags = NDArray[np.bool_]
STAND, DRAW, DOUBLE, RESCUE = 0, 1, 2, 3
WORDS = {STAND: "stand", DRAW: "draw", DOUBLE: "double"}


@dataclass(frozen=True, eq=False)
class Play:
    """What is done, by hand and card shown: the play of a box, and of the hands of each pair once it is split.

    Splitting and surrender come first; what the acts say of a hand counts where it is neither split nor surrendered.
    Acts of hands that cannot be reached mean nothing.
    """

    acts: Acts  # [hand, up]
    after_split: Acts  # [pair, hand, up]
    splits: Flags  # [pair, up]
    surrenders: Flags  # [hand, up]; hands of two cards only
    raised: Acts | None = None  # [doubles before - 1, hand, up]: stand, rescue or double again; None: always stand
    split_aces_play: bool = False


def may_double(rules: Rules) -> Flags:
    """The hands that may be doubled: two cards, or more where the table allows it, not 21, and of allowed totals."""
    return _doubled_on(rules.double_on)


@cache
def _doubled_on(double_on: DoubleOn) -> Flags:
    hands = all_hands()
    sizes = hands.size >= 2 if double_on == "any-number" else hands.size == 2
    return np.asarray(sizes & np.isin(hands.total, list(DOUBLED_TOTALS[double_on])))


def may_double_after_split(rules: Rules) -> Flags:
    allowed = may_double(rules)
    return allowed if rules.double_after_split else np.zeros_like(allowed)


def no_splits() -> Flags:
    return np.zeros((VALUES, VALUES), np.bool_)
