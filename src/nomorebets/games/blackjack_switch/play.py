"""What players of blackjack switch may decide, and by which paragraphs (13:69F-2A.7 to 2A.13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import msgspec

from nomorebets.games.blackjack_switch.terms import HANDS, rules_of
from nomorebets.games.twenty_one.boxes import Box, Hand
from nomorebets.games.twenty_one.dealing import Deal
from nomorebets.games.twenty_one.rounds import ADDED, usual_choices
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Round, Wager
from nomorebets.table.decisions import Option

MATCH = "match"
PARAGRAPHS = {
    "ask": cite("2A.12(a)"),
    "ask-for-box": cite("2A.13(b)"),
    "second-card": cite("2A.11"),
    "card-on-ace": cite("2A.11"),
    "announce": reading("R-2A.7-announce"),
    "double": cite("2A.10"),
    "split": cite("2A.11"),
    "follow-double": cite("2A.13(d)"),
    "follow-split": reading("R-2A.13-split"),
    "blackjack": cite("2A.1"),
    "blackjack-waits": cite("2A.5"),
    "insure": cite("2A.8"),
    "insure-most": reading("R-2A.8-most"),
    "insure-other": cite("2A.13(e)"),
    "insurance-wins": cite("2A.8"),
    "insurance-loses": cite("2A.8"),
    "insurance-apart": cite("2A.9(b)"),
    "over-21": cite("2A.5"),
    "taken-in": reading("R-2A.11-per-hand"),
    "surrender": cite("2A.9(a)"),
    "hole-card": reading("R-2A.7-hole-card"),
    "dealer-soft-17": cite("2A.12(b)"),
    "no-draw": cite("2A.12(c)"),
    "settle": reading("R-2A.7-settle"),
    "pick-up": reading("R-2A.7-pick-up"),
}


@dataclass(frozen=True)
class SwitchPlay:
    """The decisions of blackjack switch at one table."""

    house: House

    @cached_property
    def rules(self) -> Rules:
        return rules_of(self.house)

    def by(self, choice: str) -> Citation:
        return PARAGRAPHS[choice]

    def counted_by(self, cards: tuple[str, ...]) -> Citation:
        return cite("2A.2")

    def choices(self, deal: Deal, box: Box, hand: Hand) -> list[str | Option]:
        """As in the family; surrender after the switch too: R-2A.9-after-switch."""
        return usual_choices(deal, self, box, hand)

    def stakes(self, table: Round, box: Box, hand: Hand, player: str) -> list[Wager]:
        return [w for w in self.wagers_on(table, hand, player) if w.kind != "double"]

    def split_stake(self, stake: Wager, hand: Hand) -> Wager:
        return msgspec.structs.replace(stake, on="split", hand=hand.number)

    def double_stake(self, stake: Wager, amount: int) -> Wager:
        return msgspec.structs.replace(stake, on="double", amount=amount, hand=hand_of(stake))

    def wagers_on(self, table: Round, hand: Hand, player: str) -> list[Wager]:
        kinds = (*HANDS, *ADDED)
        own = (w for w in table.wagers if (w.seat, hand_of(w), w.player) == (hand.seat, hand.number, player))
        return sorted((w for w in own if w.kind in kinds), key=lambda w: kinds.index(w.kind))

    def index_of(self, wager: Wager) -> int:
        return 0  # the dealer has one hand

    def insured(self, stake: Wager, amount: int) -> Wager:
        return Wager(stake.seat, "insurance", amount, hand=hand_of(stake), player=stake.player)

    def instead(self, box: Box) -> tuple[str, ...]:
        return ()  # a blackjack pays 1 to 1: even money would be nothing else


def hand_of(wager: Wager) -> int:
    """The hand of its seat that a wager is on; 0 for the match wager, which is on both."""
    if wager.kind == MATCH:
        return 0
    return HANDS.index(wager.kind) + 1 if wager.kind in HANDS else wager.hand
