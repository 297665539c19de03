"""What players of blackjack may decide, and by which paragraphs (19:47-2.8 to 2.13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import msgspec

from nomorebets.games.blackjack.settlement import counted_by
from nomorebets.games.blackjack.terms import EVEN_MONEY, MULTI, main_kinds, rules_of
from nomorebets.games.twenty_one.boxes import Box, Hand
from nomorebets.games.twenty_one.dealing import Deal
from nomorebets.games.twenty_one.rounds import usual_choices
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Round, Wager
from nomorebets.table.decisions import Option

PARAGRAPHS = {
    "ask": cite("2.12(a)"),
    "ask-for-box": cite("2.13(b)"),
    "second-card": cite("2.11(b)"),
    "card-on-ace": cite("2.11(c)2"),
    "announce": reading("R-2.6-announce"),
    "double": cite("2.10(a)"),
    "split": cite("2.11(a)"),
    "follow-double": cite("2.13(d)"),
    "follow-split": reading("R-2.13-split"),
    "blackjack": cite("2.1"),
    "blackjack-waits": cite("2.7(b)"),
    "insure": cite("2.9(a)"),
    "insure-most": cite("2.9(b)"),
    "insure-other": cite("2.13(e)"),
    "insurance-wins": cite("2.9(c)"),
    "insurance-loses": cite("2.9(d)"),
    "insurance-apart": cite("2.8(b)"),
    "over-21": cite("2.3(a)"),
    "taken-in": reading("R-2.11-original-only"),
    "surrender": cite("2.8(a)"),
    "hole-card": reading("R-2.6-hole-card"),
    "dealer-soft-17": cite("2.12(c)"),
    "no-draw": cite("2.12(d)"),
    "settle": reading("R-2.6-settle"),
    "pick-up": reading("R-2.6-pick-up"),
}


@dataclass(frozen=True)
class BlackjackPlay:
    """The decisions of blackjack at one table."""

    house: House

    @cached_property
    def rules(self) -> Rules:
        return rules_of(self.house)

    def by(self, choice: str) -> Citation:
        return PARAGRAPHS[choice]

    def counted_by(self, cards: tuple[str, ...]) -> Citation:
        return counted_by(cards)

    def choices(self, deal: Deal, box: Box, hand: Hand) -> list[str | Option]:
        """Draw, double, split, surrender and stand, as far as the hand and the house allow; nothing at 21 or more."""
        return usual_choices(deal, self, box, hand)

    def stakes(self, table: Round, box: Box, hand: Hand, player: str) -> list[Wager]:
        started = ("split",) if hand.number > 1 else main_kinds(self.house)
        return [w for w in wagers_on(table, hand, player) if w.kind in started]

    def split_stake(self, stake: Wager, hand: Hand) -> Wager:
        return msgspec.structs.replace(stake, on=beside("split", stake), hand=hand.number)

    def double_stake(self, stake: Wager, amount: int) -> Wager:
        return msgspec.structs.replace(stake, on=beside("double", stake), amount=amount)

    def wagers_on(self, table: Round, hand: Hand, player: str) -> list[Wager]:
        return wagers_on(table, hand, player)

    def index_of(self, wager: Wager) -> int:
        return index_of(wager)

    def insured(self, stake: Wager, amount: int) -> Wager:
        return Wager(stake.seat, beside("insurance", stake), amount, player=stake.player)

    def instead(self, box: Box) -> tuple[str, ...]:
        """Even money for a blackjack, where the house offers it."""
        return ("even-money",) if box.has_blackjack and self.house[EVEN_MONEY] == "on" else ()


def index_of(wager: Wager) -> int:
    """Which of the dealer's hands decides a wager, where he has several: ``multi-2``, ``split:2``; otherwise 0."""
    number = wager.on.partition(":")[2] or wager.on.removeprefix("multi-")
    return int(number) if number.isdigit() else 0


def beside(kind: str, stake: Wager) -> str:
    """The place of a wager that is added to another."""
    return f"{kind}:{index_of(stake)}" if index_of(stake) else kind


def wagers_on(table: Round, hand: Hand, player: str) -> list[Wager]:
    """All that a player has on a hand: what it started with, and what doubling added."""
    kinds = ("blackjack", *MULTI, "split", "double")
    own = (w for w in table.wagers if (w.seat, w.hand, w.player) == (hand.seat, hand.number, player))
    return sorted((w for w in own if w.kind in kinds), key=lambda w: (kinds.index(w.kind), w.on))
