"""Many rounds of blackjack at once, stepped together: what a vector environment plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nomorebets.errors import UnknownName
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one.rules import DOUBLED_TOTALS, VALUES, Rules
from nomorebets.table import Table

if TYPE_CHECKING:
    from nomorebets.games.blackjack.rounds import Rows, Terms

WORDS = ("stand", "draw", "double", "split", "surrender")  # by their numbers
FEATURES = ("total", "soft", "dealer shows", "pair of", "cards", "hand", "hands")


class ManyRounds:
    """So many rounds side by side. Arrays are the same from step to step: whoever keeps one copies it.

    Insurance and even money are not asked for, and count as declined.
    """

    actions: tuple[str, ...] = WORDS
    features: tuple[str, ...] = FEATURES

    def __init__(self, table: Table, number: int) -> None:
        from nomorebets.games.blackjack import rounds

        self.terms: Terms = _terms(rules_of(table.house))
        hands = number, rounds.MOST_HANDS
        self.rows: Rows = rounds.Rows(
            np.zeros(number, np.uint64),
            np.zeros((number, VALUES), np.int64),
            np.zeros((number, rounds.STATE), np.int64),
            *(np.zeros(hands, np.int64) for _ in range(5)),
        )
        self.seen: NDArray[np.int8] = np.zeros((number, rounds.SEEN), np.int8)
        self.mask: NDArray[np.int8] = np.zeros((number, rounds.ACTIONS), np.int8)
        self.rewards: NDArray[np.float64] = np.zeros(number, np.float64)
        self.over: NDArray[np.bool_] = np.zeros(number, np.bool_)
        # rounds in which nothing was decided, and what they brought
        self.passed: NDArray[np.float64] = np.zeros(2, np.float64)

    def begin(self, seed: int) -> None:
        """Deal a round to every row; the same seed deals the same."""
        mixed = np.random.SeedSequence(seed).generate_state(len(self.over), np.uint64)
        self.rows.random[:] = mixed
        self.passed[:] = 0
        self.step(np.full(len(self.over), -1, np.int64))

    def step(self, actions: NDArray[np.int64]) -> None:
        """Answer every row; what is not offered is to stand."""
        from nomorebets.games.blackjack import rounds

        rounds.step(self.rows, actions, self.terms, self.seen, self.mask, self.rewards, self.over, self.passed)


def _terms(rules: Rules) -> Terms:
    from nomorebets.games.blackjack.rounds import Terms

    if rules.five_card_21 is not None:
        raise UnknownName("five cards that pay more are not played side by side", accepts="a table without that bonus")
    totals = DOUBLED_TOTALS[rules.double_on]
    return Terms(
        np.array(rules.shoe, np.int64),
        np.bool_(rules.hit_soft_17),
        np.bool_(rules.card_reader),
        np.bool_(rules.surrender == "early"),
        np.bool_(rules.busted_stay_lost),
        np.bool_(rules.surrender != "none"),
        np.bool_(rules.double_on == "any-number"),
        np.int64(totals[0]),
        np.int64(totals[-1]),
        np.bool_(rules.double_after_split),
        np.int64(rules.most_hands),
        np.int64(rules.splits_of(0) + 1),
        np.float64(rules.blackjack_pays),
        np.float64(rules.win_pays),
    )
