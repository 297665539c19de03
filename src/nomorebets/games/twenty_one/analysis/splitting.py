"""Hands of a pair that is split again wherever it may be: one hand stands for all.

Cards come from the shoe in an order that means nothing, so the hands of a box are worth alike, but for what is known of
them: which of them drew a third card of the pair and so became two. The chance that other hands drew none follows from
the chances with more cards of the pair gone, by inclusion and exclusion. All that collapses to a few whole numbers.

With ``A(j)`` the worth of a hand of the pair, any second card, and ``B(j)`` that of one whose second card is no more of
the pair, each times the chance that its first card and ``j`` more cards are of the pair, splitting is worth the sum of
``ANY[splits][j] * A(j) + OTHER[splits][j] * B(j)``.
"""

ANY: dict[int, dict[int, int]] = {0: {}, 1: {1: 2}, 2: {2: 5, 3: -2}, 3: {3: 14, 4: -14, 5: 4}}
OTHER: dict[int, dict[int, int]] = {0: {}, 1: {}, 2: {1: 2, 2: -1}, 3: {1: 2, 2: 4, 3: -6, 4: 2}}

# The same for ordered pairs of hands: whether each may have any second card (a) or none of the pair (n), and how many
# cards of the pair are gone besides their two first ones.
PAIRS: dict[int, dict[str, dict[int, int]]] = {
    0: {},
    1: {"aa": {0: 2}},
    2: {"nn": {0: 2}, "na": {1: 4}, "aa": {1: 8, 2: -2}},
    3: {"nn": {0: 2, 1: 12, 2: -8}, "na": {2: 28, 3: -16}, "aa": {2: 28, 3: -20, 4: 4}},
}

# Every way in which a box comes by its hands: the kind of each, and how often.
CASES: dict[int, tuple[tuple[str, int], ...]] = {
    1: (("aa", 1),),
    2: (("nn", 1), ("naa", 1), ("aaa", 1)),
    3: (("nn", 1), ("nnn", 2), ("nnaa", 2), ("naaa", 2), ("aaaa", 1)),
}
