"""What players of blackjack switch may decide, and by which paragraphs (13:69F-2A.7 to 2A.13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from nomorebets.games.blackjack_switch.terms import HANDS, rules_of
from nomorebets.games.twenty_one.deciding import ByParagraphs
from nomorebets.games.twenty_one.hand import CountedBy
from nomorebets.games.twenty_one.insurance import InsuranceRules, Insured
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.games.twenty_one.settling import SettleRules
from nomorebets.regulation import Citation, cite, reading

MATCH = "match"
PARAGRAPHS = {
    "ask": cite("2A.12(a)"),
    "ask-for-box": cite("2A.13(b)"),
    "ask-behind": reading("R-2A.13-idle"),
    "second-card": cite("2A.11"),
    "card-on-ace": cite("2A.11"),
    "announce": reading("R-2A.7-announce"),
    "double": cite("2A.10"),
    "split": cite("2A.11"),
    "follow-double": cite("2A.13(d)"),
    "follow-split": reading("R-2A.13-split"),
}
VALUES = CountedBy(ace=cite("2A.2"), court=cite("2A.2"), pip=cite("2A.2"))
INSURANCE = InsuranceRules(
    offered=cite("2A.8"),
    amount=reading("R-2A.8-most"),
    each=cite("2A.13(e)"),
    wins=cite("2A.8"),
    loses=cite("2A.8"),
    surrendered=cite("2A.9(b)"),
)
INSURED = Insured(INSURANCE, HANDS)  # a blackjack pays 1 to 1: even money would be nothing else
SETTLING = SettleRules(
    blackjack=cite("2A.1"),
    shows_blackjack=cite("2A.5"),
    over_21=cite("2A.5"),
    original_only=reading("R-2A.11-per-hand"),
    surrender=cite("2A.9(a)"),
    settle=reading("R-2A.7-settle"),
    pick_up=reading("R-2A.7-pick-up"),
    hole_card=reading("R-2A.7-hole-card"),
    draws=cite("2A.12(b)"),
    draws_to_soft_17=cite("2A.12(b)"),
    no_draw=cite("2A.12(c)"),
)


@dataclass(frozen=True)
class SwitchPlay(ByParagraphs):
    """The decisions of blackjack switch at one table."""

    paragraphs: ClassVar[Mapping[str, Citation]] = PARAGRAPHS
    values = VALUES
    settling = SETTLING

    @property
    def main(self) -> tuple[str, ...]:
        return HANDS

    @cached_property
    def rules(self) -> Rules:
        return rules_of(self.house)
