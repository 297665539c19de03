"""Why a pair of the blackjack family may not be split: not because it is none, but because it was split before."""

from __future__ import annotations

from collections.abc import Callable

from nomorebets.games.twenty_one.hand import is_pair
from nomorebets.regulation import Citation
from nomorebets.table import House, Round
from nomorebets.table.areas import seat_area

SPLIT = "split"


def no_further_split(by: Callable[[House], Citation]) -> Callable[[Round, int, int, str], Citation | None]:
    """The refusal of a pair that may not be split again, by the paragraph that keeps hands to so many."""

    def refused_by(table: Round, seat: int, hand: int, choice: str) -> Citation | None:
        if choice != SPLIT or not is_pair(table.felt.hand(seat_area(seat, hand))):
            return None
        return by(table.house)

    return refused_by
