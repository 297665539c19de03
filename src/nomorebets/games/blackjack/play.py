"""What players of blackjack may decide, and by which paragraphs (19:47-2.8 to 2.13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

from nomorebets.games.blackjack.terms import EVEN_MONEY, RELIEF, main_kinds, rules_of
from nomorebets.games.twenty_one.deciding import ByParagraphs
from nomorebets.games.twenty_one.hand import CountedBy
from nomorebets.games.twenty_one.insurance import InsuranceRules, Insured
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.games.twenty_one.settling import SettleRules
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House

PARAGRAPHS = {
    "ask": cite("2.12(a)"),
    "ask-for-box": cite("2.13(b)"),
    "ask-behind": reading("R-2.13-idle"),
    "second-card": cite("2.11(b)"),
    "card-on-ace": cite("2.11(c)2"),
    "announce": reading("R-2.6-announce"),
    "double": cite("2.10(a)"),
    "split": cite("2.11(a)"),
    "follow-double": cite("2.13(d)"),
    "follow-split": reading("R-2.13-split"),
}

VALUES = CountedBy(ace=cite("2.2(b)3i"), court=cite("2.2(b)2"), pip=cite("2.2(b)1"))
INSURANCE = InsuranceRules(
    offered=cite("2.9(a)"),
    amount=cite("2.9(b)"),
    each=cite("2.13(e)"),
    wins=cite("2.9(c)"),
    loses=cite("2.9(d)"),
    surrendered=cite("2.8(b)"),
)
SETTLING = SettleRules(
    blackjack=cite("2.1"),
    shows_blackjack=cite("2.7(b)"),
    over_21=cite("2.3(a)"),
    original_only=reading("R-2.11-original-only"),
    surrender=cite("2.8(a)"),
    settle=reading("R-2.6-settle"),
    pick_up=reading("R-2.6-pick-up"),
    hole_card=reading("R-2.6-hole-card"),
    draws=cite("2.12(b)"),
    draws_to_soft_17=cite("2.12(c)"),
    no_draw=cite("2.12(d)"),
)


@dataclass(frozen=True)
class BlackjackPlay(ByParagraphs):
    """The decisions of blackjack at one table."""

    paragraphs: ClassVar[Mapping[str, Citation]] = PARAGRAPHS
    values = VALUES
    settling = SETTLING

    @cached_property
    def main(self) -> tuple[str, ...]:
        return main_kinds(self.house)

    @cached_property
    def gives_back(self) -> bool:
        return self.house[RELIEF] == "original-only"

    @cached_property
    def insured(self) -> Insured:
        return Insured(INSURANCE, self.main, even_money=self.house[EVEN_MONEY] == "on")

    @cached_property
    def rules(self) -> Rules:
        return rules_of(self.house)


@lru_cache(64)
def play_at(house: House) -> BlackjackPlay:
    """The decisions that a house offers; the same in every round."""
    return BlackjackPlay(house)
