"""Play by totals: what a chart can print. The best by totals alone, and the chart made from the two cards as dealt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis import kernels
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.play import (
    DOUBLE,
    DRAW,
    RESCUE,
    STAND,
    Flags,
    Play,
    may_double,
    may_double_after_split,
)
from nomorebets.games.twenty_one.analysis.values import HALF, Analysis, best, chances_of, follow
from nomorebets.games.twenty_one.hand import MOST
from nomorebets.games.twenty_one.rules import VALUES, Rules

Floats = NDArray[np.float64]
Cells = NDArray[np.bool_]  # [soft, total, up]

ACE, TEN = 0, 9
SHAPE = (2, MOST + 1, VALUES)
MOST_ROUNDS = 30  # of improvement; a few are enough
AS_TOTAL = -1  # a pair that is kept is played like other hands of its total
NEVER_HELD = 1e-15  # the weight of hands that a play does not reach: they are still told how to be played


@dataclass(frozen=True, eq=False)
class TotalPlay:
    """What is done by the total, whether it is soft, and the card shown; pairs apart."""

    draws: Cells  # or stands
    doubles: Cells  # two cards, where it is allowed; else they are drawn to or stood on
    surrenders: Cells  # two cards as dealt that are no pair
    splits: Flags  # [pair, up]
    pair_surrenders: Flags  # [pair, up]
    raised: NDArray[np.int8] | None = None  # [doubles before - 1, soft, total, up]
    pair_acts: NDArray[np.int8] | None = None  # [pair, up]: of a pair that is kept; AS_TOTAL where as its total

    def play(self, rules: Rules) -> Play:
        """The same for every hand."""
        hands = all_hands()
        cell = hands.soft.astype(np.int64), hands.total
        plain = np.where(self.draws[cell], DRAW, STAND).astype(np.int8)
        plain[hands.total >= MOST] = STAND

        def doubled(allowed: Flags) -> NDArray[np.int8]:
            return np.where(self.doubles[cell] & allowed[:, None], DOUBLE, plain).astype(np.int8)

        surrenders = self.surrenders[cell] & (hands.size == 2)[:, None]
        for pair in range(VALUES):
            surrenders[hands.of("A23456789T"[pair] * 2)] = self.pair_surrenders[pair]
        surrenders[hands.of("AT")] = False
        if rules.surrender == "none":
            surrenders[:] = False
        splits = self.splits & (rules.most_hands > 1)
        after = doubled(may_double_after_split(rules))
        raised = None if self.raised is None else np.ascontiguousarray(self.raised[:, *cell])
        allowed = may_double(rules)
        acts = doubled(allowed)
        if self.pair_acts is not None and rules.most_hands > 1:
            for pair in range(VALUES):
                hand, own = hands.of("A23456789T"[pair] * 2), self.pair_acts[pair]
                kept = (own != AS_TOTAL) & ((own != DOUBLE) | allowed[hand])
                acts[hand] = np.where(kept, own, acts[hand])
        return Play(acts, np.repeat(after[None], VALUES, axis=0), splits, surrenders, raised, rules.split_aces_play)


def holding_chances(rules: Rules, play: Play | None) -> Floats:
    """How often each hand is held with a dealer who has no blackjack; without a play, hands of two cards only."""
    hands = all_hands()
    held = np.zeros((len(hands.total), VALUES))
    shoe, size = rules.shoe, sum(rules.shoe)
    for first, second, hand, orders in hands.starts():
        if (first, second) == (ACE, TEN):
            continue
        dealt = orders * shoe[first] / size * (shoe[second] - (first == second)) / (size - 1)
        for up in range(VALUES):
            left = shoe[up] - (up == first) - (up == second)
            chance = dealt * max(left, 0) / (size - 2)
            if up in (ACE, TEN):
                other = ACE + TEN - up
                chance *= 1 - max(shoe[other] - (other == first) - (other == second), 0) / (size - 3)
            held[hand, up] = chance
            if play is not None:
                gone = play.surrenders[hand, up] or (first == second and play.splits[first, up])
                held[hand, up] = 0 if gone else chance
    if play is not None:
        chances = chances_of(rules.shoe, rules.hit_soft_17, rules.splits_of(TEN), rules.splits_of(ACE), rules.pushes_at)
        kernels.reached(hands.rising, hands.after, play.acts, chances.left, chances.size, held)
    return held


def _by_total(weights: Floats) -> Floats:
    """Sums over the hands of each cell."""
    hands = all_hands()
    cells = np.zeros(SHAPE)
    np.add.at(cells, (hands.soft.astype(np.int64), hands.total), weights)
    return cells


@lru_cache(maxsize=4)
def raised_by_total(rules: Rules) -> NDArray[np.int8] | None:
    """What is best with most doubled hands of a total, as often as the shoe has their cards."""
    raised = best(rules).play.raised
    if raised is None:
        return None
    hands = all_hands()
    ways = np.array([prod(comb(n, k) for n, k in zip(rules.shoe, row, strict=True)) for row in hands.counts.tolist()])
    often = (ways / ways.max())[:, None] * (hands.size > 2)[:, None] + NEVER_HELD
    by_act = np.array([[_by_total(often * (acts == act)) for act in range(RESCUE + 1)] for acts in raised])
    return np.asarray(by_act.argmax(axis=1).astype(np.int8))


def improved(rules: Rules, analysis: Analysis, held: Floats, pairs_apart: bool = False) -> TotalPlay:
    """The best by totals, if hands are held so often and played on as the analysis has it.

    ``pairs_apart``: pairs that are kept have a play of their own.
    """
    hands, worth = all_hands(), analysis.unsplit
    possible = (np.array(rules.shoe) >= hands.counts).all(axis=1) & (hands.size >= 2)
    held = held + NEVER_HELD * possible[:, None]
    draws = _by_total(held * (worth.draw - worth.stand)) > 0
    draws[:, MOST] = False
    cell = hands.soft.astype(np.int64), hands.total
    plain = np.where(draws[cell], worth.draw, worth.stand)
    allowed = may_double(rules)[:, None]
    doubles = _by_total(held * allowed * (worth.double - plain)) > 0
    value = np.where(doubles[cell] & allowed, worth.double, plain)
    pair_acts = np.full((VALUES, VALUES), AS_TOTAL, np.int8)
    for pair in range(VALUES) if pairs_apart and rules.most_hands > 1 else ():
        hand = hands.of("A23456789T"[pair] * 2)
        doubled = np.where(allowed[hand], worth.double[hand], -np.inf)
        every = np.array([worth.stand[hand], worth.draw[hand], doubled])  # in the order of the acts
        pair_acts[pair] = np.where(every.max(axis=0) > value[hand], every.argmax(axis=0), AS_TOTAL)
        value[hand] = every.max(axis=0)
    two = (hands.size == 2) & (hands.counts.max(axis=1) == 1)
    two[hands.of("AT")] = False
    risk = analysis.blackjack
    surrendered = np.full(value.shape, HALF) if rules.surrender != "early" else (HALF + risk) / (1 - risk)
    gain = (held + NEVER_HELD) * two[:, None] * (surrendered - value)
    surrenders = _by_total(gain) > 0 if rules.surrender != "none" else np.zeros(SHAPE, np.bool_)
    splits, pair_surrenders = np.zeros((VALUES, VALUES), np.bool_), np.zeros((VALUES, VALUES), np.bool_)
    for pair in range(VALUES):
        hand = hands.of("A23456789T"[pair] * 2)
        splits[pair] = analysis.split[pair] > value[hand]
        if rules.surrender != "none":
            pair_surrenders[pair] = np.maximum(analysis.split[pair], value[hand]) < surrendered[hand]
    return TotalPlay(draws, doubles, surrenders, splits, pair_surrenders, raised_by_total(rules), pair_acts)


def _dealt_weights(rules: Rules) -> Floats:
    """Hands as dealt, as they stand for their totals: pairs only where nothing else has the total."""
    hands = all_hands()
    held = holding_chances(rules, None)
    pairs = (hands.size == 2) & (hands.counts.max(axis=1) == 2)
    others = _by_total(np.where(pairs[:, None], 0.0, held))
    alone = others[hands.soft.astype(np.int64), hands.total] == 0
    return np.where(pairs[:, None] & ~alone, 0.0, held)


def _settled(rules: Rules, by_two_cards: bool) -> TotalPlay:
    """Improve a play by totals until nothing is improved."""
    analysis = best(rules)
    before: Play | None = None
    for _ in range(MOST_ROUNDS):
        held = _dealt_weights(rules) if by_two_cards else holding_chances(rules, analysis.play)
        chosen = improved(rules, analysis, held, pairs_apart=by_two_cards)
        play = chosen.play(rules)
        if before is not None and alike(before, play):
            break
        analysis, before = follow(rules, play), play
    return chosen


def alike(one: Play, two: Play) -> bool:
    return all(
        np.array_equal(a, b)
        for a, b in ((one.acts, two.acts), (one.splits, two.splits), (one.surrenders, two.surrenders))
    )


@lru_cache(maxsize=16)
def best_by_total(rules: Rules) -> TotalPlay:
    """The best play that looks at totals only, over all hands as often as they are held."""
    return _settled(rules, by_two_cards=False)


@lru_cache(maxsize=16)
def basic(rules: Rules) -> TotalPlay:
    """The chart: what is best for the two cards as dealt, done with every hand of the same total; pairs apart."""
    return _settled(rules, by_two_cards=True)


def _constant(draws: Cells) -> TotalPlay:
    none, no_pairs = np.zeros(SHAPE, np.bool_), np.zeros((VALUES, VALUES), np.bool_)
    return TotalPlay(draws, none, none, no_pairs, no_pairs)


def mimic(rules: Rules) -> TotalPlay:
    """Play as the dealer must: draw to 16, and to a soft 17 where he does; never double, split or surrender."""
    draws = np.zeros(SHAPE, np.bool_)
    draws[:, :17] = True
    draws[1, 17] = rules.hit_soft_17
    return _constant(draws)


def never_bust(rules: Rules) -> TotalPlay:
    """Never draw where a card could exceed 21: stand on hard 12 and more, and do all else by the chart."""
    chart = basic(rules)
    draws, doubles = chart.draws.copy(), chart.doubles.copy()
    draws[0, 12:] = False
    doubles[0, 12:] = False
    return replace(chart, draws=draws, doubles=doubles, pair_acts=None)
