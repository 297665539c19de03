"""What the two hands of fast action hold'em are worth, and how the house sets them. Pure.

A player divides the own cards; the community cards that make most of it fill each of the two hands up.

>>> shape = Shape(own=3, apart=1, community=3, high=5, low=2)
>>> [str(hand) for hand in two_hands(("Kc", "Kd"), ("Ah",), ("As", "9d", "4c"), shape)]
['pair of kings with A-9-4', 'pair of aces']
>>> set_by("high-first", ("Kc", "Kd", "Ah"), ("As", "9d", "4c"), shape)
('Kc',)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from nomorebets.games.fast_action_holdem.terms import WAYS, Shape
from nomorebets.hands.joker import JokerHand, TwoCards, Wheel, joker_hand, may_stand_behind, two_cards
from nomorebets.hands.poker import ThreeCardHand, three_card_hand

HighHand = JokerHand | ThreeCardHand
Cards = tuple[str, ...]


def two_hands(
    high: Sequence[str], low: Sequence[str], board: Sequence[str], shape: Shape, wheel: Wheel = "lowest"
) -> tuple[HighHand, TwoCards]:
    """The high and the low hand that own cards make with community cards."""
    highs: list[HighHand] = [
        joker_hand((*high, *more), wheel) if shape.high == 5 else three_card_hand((*high, *more))
        for more in combinations(board, shape.fills_high)
    ]
    return max(highs), max(two_cards((*low, *more)) for more in combinations(board, shape.fills_low))


def settings(cards: Sequence[str], shape: Shape) -> list[tuple[Cards, Cards]]:
    """Every way to divide the own cards: high, and low."""
    return [(tuple(card for card in cards if card not in low), low) for low in combinations(tuple(cards), shape.apart)]


def set_by(
    way: str, cards: Sequence[str], board: Sequence[str], shape: Shape, wheel: Wheel = "lowest", free: bool = False
) -> Cards:
    """The low hand by a way: the best high hand first, or the best low hand; ``free``: either may outrank the other."""
    made = {low: two_hands(high, low, board, shape, wheel) for high, low in settings(cards, shape)}
    legal = {low: pair for low, pair in made.items() if free or may_stand_behind(*pair)} or made
    return max(legal, key=lambda low: legal[low] if way == WAYS[0] else legal[low][::-1])
