"""What a player of the blackjack family may usually decide: draw, double, split, surrender, stand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import msgspec

from nomorebets.games.twenty_one.boxes import Box, Hand, PlayTerms, beside, may_split, wagers_on
from nomorebets.games.twenty_one.dealing import Deal
from nomorebets.games.twenty_one.hand import MOST, CountedBy, count
from nomorebets.games.twenty_one.rules import DOUBLED_TOTALS, Rules
from nomorebets.games.twenty_one.settling import SettleRules
from nomorebets.regulation import Citation
from nomorebets.table import House, Wager
from nomorebets.table.decisions import Option


def usual_choices(deal: Deal, terms: PlayTerms, rules: Rules, box: Box, hand: Hand) -> list[str | Option]:
    """As far as the hand and the house allow; nothing at 21 or more, or where nothing is wagered."""
    cards, stakes = deal.table.felt.hand(hand.area), terms.stakes(deal, hand, box.players[0])
    if count(cards).total >= MOST or hand.doubled or hand.seat in deal.refused or not stakes:
        return []
    choices: list[str | Option] = [] if hand.of_aces else ["draw"]  # one card to a split ace
    if may_double(rules, hand, cards):
        choices.append(Option("double", deal.table.house.smallest_chip, max([stake.amount for stake in stakes])))
    if may_split(box, cards, hand, rules.most_hands, rules.resplit_aces):
        equal = sum(stake.amount for stake in stakes)
        choices.append(Option("split", equal, equal))
    if rules.surrender != "none" and len(cards) == 2 and not hand.from_split:
        choices.append("surrender")
    return [*choices, "stand"] if choices else []


def may_double(rules: Rules, hand: Hand, cards: tuple[str, ...]) -> bool:
    """Two cards of any total, or of those the house allows; a split hand too, but not aces."""
    if len(cards) != 2 or hand.of_aces or (hand.from_split and not rules.double_after_split):
        return False
    return count(cards).total in DOUBLED_TOTALS[rules.double_on]


@dataclass(frozen=True)
class ByParagraphs(ABC):
    """The decisions of a game at one table: by which paragraphs they are taken, and cards count what they count."""

    house: House
    paragraphs: ClassVar[Mapping[str, Citation]]
    values: ClassVar[CountedBy]
    settling: ClassVar[SettleRules]
    raises: ClassVar[tuple[str, ...]] = ("double",)  # what doubling adds, one after the other
    decided_from: ClassVar[int] = MOST + 1

    @property
    @abstractmethod
    def main(self) -> tuple[str, ...]:
        """The wagers that start a box."""

    @cached_property
    @abstractmethod
    def rules(self) -> Rules:
        """What the house lets players do."""

    @property
    def gives_back(self) -> bool:
        return True

    @property
    def hits_soft_17(self) -> bool:
        return self.rules.hit_soft_17

    def choices(self, deal: Deal, box: Box, hand: Hand) -> list[str | Option]:
        return usual_choices(deal, self, self.rules, box, hand)

    def stakes(self, deal: Deal, hand: Hand, player: str) -> list[Wager]:
        return wagers_on(deal, (*self.main, "split"), hand, player)

    def split_stake(self, stake: Wager, hand: Hand) -> Wager:
        return msgspec.structs.replace(stake, on=beside("split", stake), hand=hand.number)

    def double_stake(self, stake: Wager, amount: int, hand: Hand) -> Wager:
        on = beside(self.raises[hand.doubles], stake)
        return msgspec.structs.replace(stake, on=on, amount=amount, hand=hand.number)

    def by(self, choice: str) -> Citation:
        return self.paragraphs[choice]

    def counted_by(self, cards: tuple[str, ...]) -> Citation:
        return self.values.of(cards)

    def may_rescue(self, deal: Deal, hand: Hand, player: str) -> bool:
        return False
