"""A table of blackjack switch as the compiled loop sees it, and what its counts say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from nomorebets.games.blackjack_switch.exact import start_hands
from nomorebets.games.blackjack_switch.named import priced, spot_play
from nomorebets.games.blackjack_switch.spots import ACE_TEN, STARTS, SpotPlay, start_at
from nomorebets.games.blackjack_switch.terms import HANDS, SpotRules
from nomorebets.games.twenty_one.analysis.hands import NO_HAND, all_hands
from nomorebets.games.twenty_one.analysis.many_hands import fitted
from nomorebets.games.twenty_one.hand import count, dealer_draws
from nomorebets.games.twenty_one.loop import loop_of
from nomorebets.games.twenty_one.rules import VALUES, Rules
from nomorebets.sim.blocks import Kernel

if TYPE_CHECKING:
    from nomorebets.games.blackjack_switch.kernels import Moves

RANK_ORDER = "A23456789TJQK"
WIDE = 16
ROWS = 1 + VALUES  # of a play: not split, or a pair that was
SPREAD = 2**21  # rounds that the spread of a line is dealt by
SEED = 0


def moves_of(rules: Rules, play: SpotPlay) -> Moves:
    """A way to play for the compiled loop."""
    from nomorebets.games.blackjack_switch.kernels import PLAYED, SPLIT, SURRENDERED, Moves

    hands, starts = all_hands(), len(STARTS)
    after = np.zeros((len(hands.total), WIDE), np.uint16)
    for rank in range(len(RANK_ORDER)):
        then = hands.after[:, min(rank, VALUES - 1)]
        after[:, rank + 1] = np.where(then == NO_HAND, 0, then)  # the hand of no cards stands for more than 21
    begins = np.full((starts, starts, VALUES), PLAYED, np.uint8)
    acts = np.zeros((starts, ROWS, len(hands.total), VALUES), np.uint8)
    known: dict[int, int] = {}
    for other, own in enumerate(play.plays):
        if id(own) in known:
            begins[other], acts[other] = begins[known[id(own)]], acts[known[id(own)]]
            continue
        known[id(own)] = other
        acts[other, 0], acts[other, 2:] = own.acts, own.after_split[1:]  # split aces stand
        for start, (first, second) in enumerate(STARTS):
            if first == second and rules.splits_of(first):
                begins[other, start] = np.where(own.splits[first], SPLIT, PLAYED)
            begins[other, start] = np.where(own.surrenders[start_hands()[start]], SURRENDERED, begins[other, start])
    of_two = np.zeros((VALUES, WIDE), np.uint8)
    of_two[:, :VALUES] = start_at()
    draws, totals = _dealers_table(rules.hit_soft_17)
    return Moves(
        after.ravel(),
        hands.total.astype(np.uint8),
        np.uint64(len(hands.total)),
        of_two.ravel(),
        np.array(start_hands(), np.uint16),
        begins.ravel(),
        acts.ravel(),
        play.switches.astype(np.uint8).ravel(),
        np.uint64(ACE_TEN),
        np.uint64(starts),
        draws,
        totals,
    )


def _dealers_table(hit_soft_17: bool) -> tuple[Any, Any]:
    """Whether a dealer draws and what he counts, by his points with aces counted one and whether he has an ace."""
    draws, totals = np.zeros(64, np.uint8), np.zeros(64, np.uint8)
    for points in range(2, 27):
        for ace in (0, 1):
            cards = _cards_that_count(points - ace) + "A" * ace
            draws[2 * points + ace], totals[2 * points + ace] = dealer_draws(cards, hit_soft_17), count(cards).total
    return draws, totals


def _cards_that_count(points: int) -> str:
    """Some cards that count so much, aces one."""
    return "A" * points if points < 2 else ("3" if points % 2 else "") + "2" * ((points - points % 2 * 3) // 2)


def kernel_of(spot: SpotRules, play: SpotPlay, ranks: Sequence[int], behind: int, spots: int = 1) -> Kernel:
    """The kernel of a table where every spot is played so, from a shoe of so many cards of each rank."""
    from nomorebets.games.blackjack_switch import kernels
    from nomorebets.games.twenty_one.kernels import shoe_of

    boxes, rules = len(HANDS) * spots, spot.rules
    loop = loop_of(rules, behind, boxes)
    table = kernels.Table(loop, np.bool_(spot.switched_counts), np.int64(rules.pushes_at))
    moves, shoe = moves_of(rules, play), shoe_of(tuple(ranks), boxes)

    def kernel(seed: int, block: int, rounds: int) -> Any:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return kernels.play(*words, shoe.copy(), table, moves)

    return kernel


@dataclass(frozen=True)
class SpotEnd:
    """How the hands of a spot ended: units won and lost, blackjacks that were paid, and hands given up."""

    blackjacks: int
    surrendered: int
    won: int
    lost: int


def ends_of(counts: Sequence[int]) -> list[tuple[SpotEnd, int]]:
    """The ends of a spot, from the counts of their codes."""
    from nomorebets.games.blackjack_switch.kernels import ENDS, FEW, MOST

    ends = []
    for code, number in enumerate(counts[:ENDS]):
        if number:
            rest, lost = divmod(code, MOST)
            rest, won = divmod(rest, MOST)
            ends.append((SpotEnd(*divmod(rest, FEW), won, lost), number))
    return ends


@lru_cache(maxsize=16)
def spread(spot: SpotRules, name: str) -> dict[SpotEnd, Fraction]:
    """How often a spot comes to each end: dealt, always the same rounds, then fitted to the exact mean.

    Two hands of one shoe with their splits end together in more ways than can be counted in reasonable time.
    """
    value = spot.rules.shoe
    ranks = (*value[:-1], value[-1], 0, 0, 0)  # which ten it is decides no hand
    kernel = kernel_of(spot, spot_play(spot, name), ranks, sum(value) - 1)
    dealt = {end: Fraction(number, SPREAD) for end, number in ends_of(kernel(SEED, 0, SPREAD).tolist())}
    by_gain: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for end, chance in dealt.items():
        by_gain[_gain(end, spot.rules)] += chance
    exact = fitted(by_gain, 2 * priced(spot, name).mean)
    factor = {gain: exact[gain] / by_gain[gain] for gain in exact}
    return {end: chance * factor[_gain(end, spot.rules)] for end, chance in dealt.items()}


def _gain(end: SpotEnd, rules: Rules) -> Fraction:
    """In units of one wager."""
    return end.won * rules.win_pays + end.blackjacks * rules.blackjack_pays - end.lost - Fraction(end.surrendered, 2)
