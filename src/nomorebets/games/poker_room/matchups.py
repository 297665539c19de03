"""Every class of hands of hold 'em against every other before the flop, counted over all deals."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nomorebets import kept
from nomorebets.equipment.cards import DECK, RANKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AT_ONCE = 500  # pairs of hands, before somebody is told how far it is: a second or less
BOARDS = 1_712_304  # of the 48 cards that two hands leave
CLASSES = tuple(
    RANKS[max(a, b)] + RANKS[min(a, b)] + ("" if a == b else "s" if a > b else "o")
    for a in reversed(range(13))
    for b in reversed(range(13))
)
"""The classes of hands, line by line as charts have them: pairs on the diagonal, suited hands on one side of it."""


def class_of(first: int, second: int) -> int:
    """The class of two cards, by their index in the deck.

    >>> CLASSES[class_of(51, 47)], CLASSES[class_of(46, 51)], CLASSES[class_of(0, 1)]
    ('AKs', 'AKo', '22')
    """
    high, low = max(first >> 2, second >> 2), min(first >> 2, second >> 2)
    a, b = (high, low) if first & 3 == second & 3 else (low, high)
    return (12 - a) * 13 + 12 - b


@cache
def matchups() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For every two classes how many deals there are, and how many more of them the first wins than it loses.

    The count takes about a minute, and is kept.
    """
    from nomorebets.games.poker_room import kernels
    from nomorebets.hands import compiled_seven

    sources = [Path(str(module.__file__)) for module in (kernels, compiled_seven)]
    known = kept.arrays("matchups", len(CLASSES), [*sources, Path(__file__)], _count_matchups)
    return known["deals"], known["ahead"]  # type: ignore[return-value]


def _count_matchups() -> dict[str, NDArray[Any]]:
    import numpy as np

    from nomorebets.games.poker_room.kernels import pairs_before_the_flop, rank_boards
    from nomorebets.hands.compiled_seven import seven_tables

    hands = np.array(list(combinations(range(len(DECK)), 2)), np.int64)
    of = np.array([class_of(*hand) for hand in hands.tolist()])
    one, other = np.nonzero(of[:, None] <= of[None, :])
    apart = (hands[one][:, :, None] != hands[other][:, None, :]).all((1, 2))
    one, other = one[apart], other[apart]
    least: NDArray[np.int64] | None = None
    for order in permutations(range(4)):
        renamed = hands & ~3 | np.array(order)[hands & 3]
        renamed.sort(axis=1)
        code = renamed[:, 0] << 6 | renamed[:, 1]
        named = code[one] << 12 | code[other]
        least = named if least is None else np.minimum(least, named)
    assert least is not None
    pairs, at, number = np.unique(least, return_index=True, return_counts=True)
    rows = np.column_stack([pairs >> 18, pairs >> 12 & 63, pairs >> 6 & 63, pairs & 63]).astype(np.uint64)
    boards, counted = rank_boards(), np.zeros((len(rows), 2), np.int64)
    for start in range(0, len(rows), AT_ONCE):
        kept.tell(start, len(rows))
        some = slice(start, start + AT_ONCE)
        counted[some] = pairs_before_the_flop(rows[some], *boards, seven_tables())
    deals, ahead = (np.zeros((len(CLASSES), len(CLASSES)), np.int64) for _ in range(2))
    first, second = of[one[at]], of[other[at]]
    np.add.at(deals, (first, second), number * BOARDS)
    np.add.at(ahead, (first, second), number * (2 * counted[:, 0] + counted[:, 1] - BOARDS))
    lower = np.tril_indices(len(CLASSES), -1)
    deals[lower], ahead[lower] = deals.T[lower], -ahead.T[lower]
    return {"deals": deals, "ahead": ahead}
