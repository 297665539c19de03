"""The lowest hand with which the dealer plays, where a game file has another than the rules."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.equipment.cards import RANK_NAMES, RANKS
from nomorebets.hands.poker import FiveCardHand, ThreeCardHand
from nomorebets.regulation import HouseOption
from nomorebets.regulation.options import option
from nomorebets.table import House
from nomorebets.table.variation import TERM

ANY, ACE_KING, HIGH_CARD = "any", "ace-king", "high-card"
HIGHS = {f"{RANK_NAMES[rank]}-high": RANKS.index(rank) for rank in RANKS}


def qualifying_term(usual: str, *others: str) -> HouseOption:
    """The term that only a file sets; ``usual`` is what the rules have."""
    says = "The lowest hand with which the dealer plays; any: the dealer always does."
    return option("dealer-qualifies", TERM, says, (usual, *others))


def lowest_hand(name: str, hands: Sequence[FiveCardHand | ThreeCardHand]) -> int:
    """The place of the lowest hand that is called so, among all hands from the lowest on.

    >>> from nomorebets.hands.ranks import FIVE_CARD_HANDS, LOWEST_ACE_KING, THREE_CARD_HANDS, LOWEST_QUEEN_HIGH
    >>> lowest_hand("ace-king", FIVE_CARD_HANDS) == LOWEST_ACE_KING
    True
    >>> lowest_hand("queen-high", THREE_CARD_HANDS) == LOWEST_QUEEN_HIGH, lowest_hand("any", THREE_CARD_HANDS)
    (True, 0)
    """
    if name == ANY:
        return 0
    highest = (len(RANKS) - 1, len(RANKS) - 2) if name == ACE_KING else (HIGHS[name],) if name in HIGHS else ()
    category = HIGH_CARD if highest else name
    return next(
        at
        for at, hand in enumerate(hands)
        if hand.category == category and tuple(hand.ranks[: len(highest)]) == highest
    )


def lowest_at(house: House, term: HouseOption, hands: Sequence[FiveCardHand | ThreeCardHand]) -> int:
    """The same at a table."""
    return lowest_hand(house.get(term) or term.default, hands)
