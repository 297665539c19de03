"""A table of blackjack switch as the compiled loop sees it, and what its counts say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.blackjack_switch.exact import start_hands
from nomorebets.games.blackjack_switch.hand_machine import (
    AGAIN,
    BLACKJACK,
    DEALERS_BLACKJACK,
    ENDS,
    HIS,
    HIS_LEAST,
    HIS_MOST,
    LEAST,
    OVER,
    RANK_ORDER,
    SPLIT,
    SURRENDERED,
    VALUE_OF,
    cards_that_count,
    end_of,
    machine_of,
)
from nomorebets.games.blackjack_switch.named import priced, spot_play
from nomorebets.games.blackjack_switch.spots import ACE_TEN, LIKE_DEALS, STARTS, SpotPlay, start_at
from nomorebets.games.blackjack_switch.terms import HANDS, SpotRules
from nomorebets.games.twenty_one.analysis.hands import NO_HAND, all_hands
from nomorebets.games.twenty_one.analysis.many_hands import fitted
from nomorebets.games.twenty_one.hand import MOST, count, dealer_draws
from nomorebets.games.twenty_one.loop import loop_of
from nomorebets.games.twenty_one.round_machine import END
from nomorebets.games.twenty_one.rules import VALUES, Rules
from nomorebets.sim.blocks import Kernel

if TYPE_CHECKING:
    from nomorebets.games.blackjack_switch.kernels import Moves
    from nomorebets.games.blackjack_switch.rounds import Hands
    from nomorebets.games.twenty_one.kernels import Count

WIDE = 16
ROWS = 1 + VALUES  # of a play: not split, or a pair that was
CARDS_A_ROUND, LEFT = 10, 32  # cards that are enough for a round, those of a shoe taken together; and that stay
SPREAD = 2**21  # rounds that the spread of a line is dealt by
SEED = 0
NUMBERS = 8  # of hands, that a round may need: three hands, and four of pairs that are split
NO_GAINS: NDArray[np.int64] = np.zeros(0, np.int64)


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
            cards = cards_that_count(points - ace) + "A" * ace
            draws[2 * points + ace], totals[2 * points + ace] = dealer_draws(cards, hit_soft_17), count(cards).total
    return draws, totals


def spot_kernel_of(spot: SpotRules, play: SpotPlay, ranks: Sequence[int]) -> Kernel:
    """The kernel of a table with one spot that is played so, from a shoe of so many cards of each rank."""
    from nomorebets.games.blackjack_switch import rounds
    from nomorebets.games.blackjack_switch.kernels import ACES, ACES_TEN, CODES, LIKE, SEEN_BEFORE
    from nomorebets.games.twenty_one.four_shoes import CARD
    from nomorebets.sim.shuffling import SHOES, products_of

    cards = np.arange(1, len(ranks) + 1)
    words = cards << int(CARD) | np.array(VALUE_OF) + 1
    shoes, size = np.repeat(words, np.array(ranks) * SHOES).astype(np.uint16), sum(ranks)
    number = max((size - LEFT) // CARDS_A_ROUND, 1)
    hands = hands_of(spot, play, size, NUMBERS * number)
    table = rounds.Spot(
        shoes,
        products_of(size),
        np.uint64(number),
        np.uint64(spot.rules.most_hands),
        np.uint64(spot.rules.splits_of(0) + 1),
    )

    def kernel(seed: int, block: int, number: int) -> Any:
        words = np.uint64(seed), np.uint64(block), np.uint64(number)
        counts, seen, fewest = rounds.play_spot(*words, table, hands, np.uint64(2 * SEEN_BEFORE + 1))
        if not fewest:
            raise AssertionError("a shoe of blackjack switch ran out: fewer rounds must be dealt from each")
        counts = counts[:CODES]
        if spot.rules.card_reader:  # a dealer's blackjack is seen before the switch
            one, two = seen[rounds.AGAINST_ONE], seen[rounds.AGAINST_TWO]
            counts[:3] += two, one, seen[rounds.DEALERS] - one - two
        counts[ACES], counts[ACES_TEN] = seen[rounds.ACES], seen[rounds.ACES_TEN]
        six = seen[rounds.FOUR_ALIKE]
        two, three = seen[rounds.TWO_PAIRS], seen[rounds.THREE_ALIKE]
        one = seen[rounds.LIKE_PAIRS] - 2 * two - 3 * three - 6 * six
        counts[LIKE : LIKE + 4], counts[LIKE + 6] = (number - one - two - three - six, one, two, three), six
        return counts

    return kernel


def hands_of(spot: SpotRules, play: SpotPlay, cards: int, number: int) -> Hands:
    """The machine of hands for the compiled loop, of which it plays at most so many with the cards of a shoe."""
    from nomorebets.games.blackjack_switch.rounds import NO_PAIR, Hands
    from nomorebets.games.twenty_one.four_shoes import felt_for

    of = machine_of(spot, play)
    place = (np.arange(len(of.then)) - ENDS + 1) * VALUES  # the first is left free
    place[:HIS], place[HIS:ENDS] = END + np.arange(HIS) * WIDE, END + np.arange(ENDS - HIS)
    assert place.max() < END + HIS * WIDE
    then = np.concatenate((np.zeros(VALUES + 1, int), place[of.then[ENDS:]].ravel())).astype(np.uint16)
    first, second = place[of.starts[..., 0]].ravel(), place[of.starts[..., 1]].ravel()
    at, (a, b, c, d) = start_at(), np.indices(LIKE_DEALS)
    swapped = play.switches.transpose(4, 0, 1, 2, 3)
    mine, beside = np.where(swapped, at[a, d], at[a, b]), np.where(swapped, at[c, b], at[c, d])
    ups = np.arange(VALUES)[:, None, None, None, None]
    pairs = np.stack((of.splits[beside, a, ups, 0], of.splits[mine, c, ups, 0]), axis=-1).transpose(1, 2, 3, 4, 0, 5)
    pairs = np.where(of.starts == SPLIT, place[pairs], NO_PAIR)
    dealer = np.zeros((VALUES + 1, WIDE), np.uint16)
    dealer[1:, 1 : VALUES + 1] = place[of.dealer]
    places = [place[at] for at in (SPLIT, AGAIN, DEALERS_BLACKJACK, of.idle)]
    return Hands(
        felt_for(then, cards, number),
        (first | second << 16).astype(np.uint32),
        dealer.ravel(),
        place[of.splits].astype(np.uint16).ravel(),
        pairs.astype(np.uint16).ravel(),
        _by_value(start_at(), np.uint8),
        play.switches.astype(np.uint8).ravel(),
        _codes_of_ends(spot.rules),
        *(np.uint64(at) for at in places),
    )


def _by_value(table: NDArray[np.int64], kind: type) -> Any:
    """A table of two values with rows of 16."""
    wide: NDArray[Any] = np.zeros((VALUES, WIDE), kind)
    wide[:, :VALUES] = table
    return wide.ravel()


def _codes_of_ends(rules: Rules) -> NDArray[np.int64]:
    """What the end of a hand adds to the code of a round, by the dealer's end."""
    from nomorebets.games.blackjack_switch.kernels import FEW, SEEN_BEFORE
    from nomorebets.games.blackjack_switch.kernels import MOST as UNITS

    codes = np.zeros((ENDS, WIDE), np.int64)
    codes[BLACKJACK], codes[SURRENDERED] = FEW * UNITS * UNITS, UNITS * UNITS
    for units in (1, 2):
        for total in range(LEAST, OVER + 1):
            for his in range(HIS_LEAST, HIS_MOST + 1):
                won = total < OVER and (his > MOST or total > his)
                lost = total == OVER or (his <= MOST and total < his)
                if total < OVER and his == rules.pushes_at:
                    won = False
                code = units * UNITS if won else units if lost else 0
                codes[end_of(np.array(total), units), his - HIS_LEAST] = code
    codes[:, DEALERS_BLACKJACK - HIS] = 1  # takes one original wager of what is no blackjack
    codes[BLACKJACK, DEALERS_BLACKJACK - HIS] = 0
    if rules.card_reader:  # a blackjack seen before the switch, which first cards decide
        codes[:, DEALERS_BLACKJACK - HIS] = SEEN_BEFORE
    return codes.ravel()


def kernel_of(
    spot: SpotRules,
    play: SpotPlay,
    ranks: Sequence[int],
    behind: int,
    spots: int = 1,
    count: Count | None = None,
    gains: NDArray[np.int64] = NO_GAINS,
) -> Kernel:
    """The kernel of a table where every spot is played so, from a shoe of so many cards of each rank.

    With a count, and what each end gains, it gives the figures of a plan.
    """
    from nomorebets.games.blackjack_switch import kernels
    from nomorebets.games.twenty_one.kernels import shoe_of

    boxes, rules = len(HANDS) * spots, spot.rules
    loop = loop_of(rules, behind, boxes)
    table = kernels.Table(loop, np.bool_(spot.switched_counts), np.int64(rules.pushes_at))
    moves, shoe = moves_of(rules, play), shoe_of(tuple(ranks), boxes)

    def kernel(seed: int, block: int, rounds: int) -> Any:
        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        return kernels.play(*words, shoe.copy(), table, moves, count, gains)

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
    kernel = spot_kernel_of(spot, spot_play(spot, name), ranks)
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
