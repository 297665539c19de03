"""What players of Spanish 21 may decide, and by which paragraphs (19:47-19.7 to 19.13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import msgspec

from nomorebets.games.spanish_21.terms import MAIN, RAISES, rules_of
from nomorebets.games.twenty_one.boxes import Box, Hand, may_split, wagers_on
from nomorebets.games.twenty_one.dealing import Deal
from nomorebets.games.twenty_one.deciding import ByParagraphs
from nomorebets.games.twenty_one.hand import MOST, CountedBy, count
from nomorebets.games.twenty_one.insurance import InsuranceRules, Insured
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.games.twenty_one.settling import SettleRules
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import Wager
from nomorebets.table.decisions import Option

PARAGRAPHS = {
    "ask": cite("19.12"),
    "ask-for-box": cite("19.13"),
    "ask-behind": reading("R-19.13-idle"),
    "second-card": reading("R-19.10-second-card"),
    "card-on-ace": reading("R-19.10-second-card"),
    "announce": reading("R-19.7-announce"),
    "double": cite("19.9"),
    "redouble": reading("R-19.9-redouble"),
    "split": cite("19.10"),
    "follow-double": reading("R-19.13-double"),
    "follow-redouble": reading("R-19.9-redouble"),
    "follow-rescue": reading("R-19.9-rescue"),
    "follow-split": reading("R-19.13-split"),
}
VALUES = CountedBy(ace=cite("19.2(b)3"), court=cite("19.2(b)2"), pip=cite("19.2(b)1"))
INSURANCE = InsuranceRules(
    offered=cite("19.11"),
    amount=cite("19.11"),
    each=reading("R-19.13-insurance"),
    wins=cite("19.11"),
    loses=cite("19.11"),
    surrendered=reading("R-19.8-insurance"),
)
SETTLING = SettleRules(
    blackjack=cite("19.1"),
    shows_blackjack=cite("19.1"),
    over_21=cite("19.5"),
    original_only=reading("R-19.9-original-only"),
    surrender=cite("19.8"),
    settle=reading("R-19.7-settle"),
    pick_up=cite("19.7(h)"),
    draws=cite("19.12"),
    draws_to_soft_17=reading("R-19.12-soft-17"),
    hole_card=reading("R-19.7-hole-card"),
    no_draw=cite("19.12"),
)
INSURED = Insured(INSURANCE, MAIN)


@dataclass(frozen=True)
class SpanishPlay(ByParagraphs):
    """The decisions of Spanish 21 at one table."""

    paragraphs: ClassVar[Mapping[str, Citation]] = PARAGRAPHS
    values = VALUES
    decided_from = MOST  # 21 is paid as soon as it is reached
    settling = SETTLING
    raises: ClassVar[tuple[str, ...]] = RAISES

    @property
    def main(self) -> tuple[str, ...]:
        return MAIN

    @cached_property
    def rules(self) -> Rules:
        return rules_of(self.house)

    def choices(self, deal: Deal, box: Box, hand: Hand) -> list[str | Option]:
        """Draw, double, split, surrender and stand; once doubled, rescue, or double again where that is offered."""
        cards = deal.table.felt.hand(hand.area)
        if count(cards).total >= MOST or hand.seat in deal.refused:
            return []
        stake = sum(w.amount for w in self.stakes(deal, hand, box.players[0]))
        if hand.doubled:
            again = hand.doubles <= self.rules.redoubles
            more: list[str | Option] = [Option("redouble", self.house.smallest_chip, stake)] if again else []
            return [*more, "rescue", "stand"]
        only_one = hand.of_aces and not self.rules.split_aces_play
        found: list[str | Option] = []
        if not only_one:
            found += ["draw", Option("double", self.house.smallest_chip, stake)]
        if may_split(box, cards, hand, self.rules.most_hands, self.rules.resplit_aces):
            found.append(Option("split", stake, stake))
        if self.rules.surrender != "none" and len(cards) == 2 and not hand.from_split:
            found.append("surrender")
        return [*found, "stand"] if found else []

    def stakes(self, deal: Deal, hand: Hand, player: str) -> list[Wager]:
        """The wager that a hand started with; of a doubled hand with all that was added, as one."""
        started = super().stakes(deal, hand, player)
        added = sum(w.amount for w in wagers_on(deal, RAISES, hand, player))
        return [msgspec.structs.replace(w, amount=w.amount + added) for w in started]

    def may_rescue(self, deal: Deal, hand: Hand, player: str) -> bool:
        return bool(hand.doubled and wagers_on(deal, RAISES, hand, player))
