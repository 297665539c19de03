"""Boxes of three and four hands: how often they come is counted, how they end is dealt.

Hands of one shoe end together in more ways than can be walked in reasonable time. So boxes are dealt by a compiled
loop, as many for each pair and card shown, always the same ones; their exact mean and mean square then correct what
chance has left in the counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from nomorebets.games.twenty_one.analysis.moments import gain_of
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.automaton import dealer_machine, machine_of
from nomorebets.games.twenty_one.loop import ends_of, moves_of
from nomorebets.games.twenty_one.rules import Rules

Chances = dict[Fraction, Fraction]  # by gain
DEALT = 2**15  # boxes for each pair and card shown
SEED = 0


def many_hands(
    rules: Rules, play: Play, chances: Mapping[tuple[int, int], Fraction], mean: Fraction, square: Fraction
) -> Chances:
    """How likely boxes of three hands and more come to each gain, by pair and card shown how likely they are.

    ``mean`` and ``square`` are what all of them add to the mean and the mean square of a box.
    """
    from nomorebets.games.twenty_one import kernels

    assert not rules.pushes_at  # whoever goes over 21 is dealt as bust: blackjack alone asks, not its switch
    moves, dealer = moves_of(machine_of(rules, play)), moves_of(dealer_machine(rules.hit_soft_17))
    likely: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for (pair, up), chance in chances.items():
        left = list(rules.shoe)
        left[pair] -= 2
        left[up] -= 1
        words = np.uint64(SEED), np.uint64(10 * pair + up), np.uint64(DEALT)
        most = np.uint64(rules.splits_of(pair) + 1)
        shoe = kernels.shoe_of(tuple(left), 1)
        counts = kernels.deal_many(
            *words,
            shoe,
            np.uint64(sum(left)),
            most,
            moves,
            dealer,
            np.uint64(pair + 1),
            np.uint64(up + 1),
            rules.busted_stay_lost,
        )
        for end, count in ends_of(counts.tolist()):
            likely[gain_of(end, rules)] += chance * Fraction(count, DEALT)
    return fitted(dict(sorted(likely.items())), mean, square)


def fitted(chances: Chances, mean: Fraction, square: Fraction | None = None) -> Chances:
    """The chances next to these, all together as likely, that add just so much to the mean, and to the mean square.

    >>> third = Fraction(1, 3)
    >>> fitted({Fraction(gain): third for gain in (-1, 0, 1)}, Fraction(0), Fraction(1, 2))
    {Fraction(-1, 1): Fraction(1, 4), Fraction(0, 1): Fraction(1, 2), Fraction(1, 1): Fraction(1, 4)}
    """
    whole = sum(chances.values())

    def moment(power: int) -> Fraction:
        return sum((gain**power * chance for gain, chance in chances.items()), Fraction(0)) / whole

    one, two = moment(1), moment(2)
    if square is None:
        slope = (mean / whole - one) / (two - one**2)
        return {g: chance * (1 + slope * (g - one)) for g, chance in chances.items()}
    # each chance is changed in the measure of a line and a parabola that change nothing of the whole
    line, parabola, both = two - one**2, moment(4) - two**2, moment(3) - one * two
    to_mean, to_square = mean / whole - one, square / whole - two
    spread = line * parabola - both**2
    slope, bend = (
        (to_mean * parabola - to_square * both) / spread,
        (to_square * line - to_mean * both) / spread,
    )
    return {g: chance * (1 + slope * (g - one) + bend * (g**2 - two)) for g, chance in chances.items()}
