"""Play by total and number of cards: what a chart can print where hands of many cards are paid more, or doubled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.play import DOUBLE, STAND, Play, may_double
from nomorebets.games.twenty_one.analysis.totals import (
    MOST_ROUNDS,
    NEVER_HELD,
    SHAPE,
    TotalPlay,
    alike,
    holding_chances,
    improved,
)
from nomorebets.games.twenty_one.analysis.values import Analysis, best, follow
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.rules import Rules

LEAST_CARDS, MOST_CARDS = 2, 6  # told apart; the last number stands for more, too


@dataclass(frozen=True, eq=False)
class CardsPlay:
    """What is done by the number of cards, the total, whether it is soft, and the card shown."""

    pairs: TotalPlay  # splits and surrenders, and doubled hands
    acts: NDArray[np.int8]  # [cards - 2, soft, total, up]

    def play(self, rules: Rules) -> Play:
        """The same for every hand."""
        hands = all_hands()
        cards = np.clip(hands.size, LEAST_CARDS, MOST_CARDS) - LEAST_CARDS
        acts = np.ascontiguousarray(self.acts[cards, hands.soft.astype(np.int64), hands.total])
        after = np.repeat(acts[None], len(self.pairs.splits), axis=0)
        return replace(self.pairs.play(rules), acts=acts, after_split=after)

    def act(self, cards: int, soft: bool, total: int, up: int) -> int:
        """What is done with a hand of so many cards."""
        return int(self.acts[min(cards, MOST_CARDS) - LEAST_CARDS, int(soft), total, up])


def _held_by(rules: Rules, play: Play) -> NDArray[np.float64]:
    possible = (np.array(rules.shoe) >= all_hands().counts).all(axis=1) & (all_hands().size >= LEAST_CARDS)
    return np.asarray(holding_chances(rules, play) + NEVER_HELD * possible[:, None])


def _best_acts(rules: Rules, analysis: Analysis) -> NDArray[np.int8]:
    """The best act of each cell, if hands are held as often as the play that was analysed holds them."""
    hands, worth = all_hands(), analysis.unsplit
    held, allowed = _held_by(rules, analysis.play), may_double(rules)[:, None]
    cards = np.clip(hands.size, LEAST_CARDS, MOST_CARDS) - LEAST_CARDS
    cell = cards, hands.soft.astype(np.int64), hands.total
    sums = np.zeros((DOUBLE + 1, MOST_CARDS - LEAST_CARDS + 1, *SHAPE))
    for act, values in enumerate((worth.stand, worth.draw, np.where(allowed, worth.double, worth.stand))):
        np.add.at(sums[act], cell, held * values)
    acts = sums.argmax(axis=0).astype(np.int8)
    acts[:, :, MOST] = STAND
    return np.asarray(acts)


@lru_cache(maxsize=16)
def by_cards(rules: Rules) -> CardsPlay:
    """The best play that looks at totals and at the number of cards."""
    analysis = best(rules)
    before: Play | None = None
    for _ in range(MOST_ROUNDS):
        pairs = improved(rules, analysis, _held_by(rules, analysis.play))
        chosen = CardsPlay(pairs, _best_acts(rules, analysis))
        play = chosen.play(rules)
        if before is not None and alike(before, play):
            break
        analysis, before = follow(rules, play), play
    return chosen
