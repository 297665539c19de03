"""The paragraphs by which the hands of a poker game rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from nomorebets.hands.poker import FIVE_CARD_CATEGORIES, THREE_CARD_CATEGORIES, FiveCardHand, ThreeCardHand
from nomorebets.regulation import Citation, cite


@dataclass(frozen=True)
class Ranking:
    """By which paragraph each hand ranks where it does."""

    listed: Sequence[str]  # one paragraph for each category, the highest first
    otherwise: Citation  # hands that are none of them
    ace_low: Citation  # an ace below the two
    categories: tuple[str, ...] = FIVE_CARD_CATEGORIES
    cards: int = 5

    def by(self, hand: FiveCardHand | ThreeCardHand) -> Citation:
        """The paragraph of one hand."""
        lowest_straight, category = self.cards - 2, hand.category  # 5-4-3-2-A is as high as its five; twos are 0
        if category in ("straight", "straight-flush") and hand.ranks[0] == lowest_straight:
            return self.ace_low
        return self._by_category[category]

    @cached_property
    def _by_category(self) -> dict[str, Citation]:
        listed = dict(zip(self.categories[::-1], map(cite, self.listed), strict=False))
        return {category: listed.get(category, self.otherwise) for category in self.categories}


def three_card_ranking(listed: Sequence[str], otherwise: Citation, ace_low: Citation) -> Ranking:
    """The same for hands of three cards."""
    return Ranking(listed, otherwise, ace_low, THREE_CARD_CATEGORIES, cards=3)
