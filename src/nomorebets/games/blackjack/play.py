"""What players of blackjack may decide, and by which paragraphs (19:47-2.8 to 2.13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import msgspec

from nomorebets.games.blackjack.settlement import counted_by
from nomorebets.games.blackjack.terms import MULTI, main_kinds, rules_of
from nomorebets.games.twenty_one.boxes import Box, Hand, may_split
from nomorebets.games.twenty_one.dealing import Deal
from nomorebets.games.twenty_one.hand import MOST, count
from nomorebets.games.twenty_one.rules import DOUBLED_TOTALS, Rules
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Round, Wager
from nomorebets.table.decisions import Option

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
        cards = deal.table.felt.hand(hand.area)
        if count(cards).total >= MOST or hand.seat in deal.refused:
            return []
        found: list[str | Option] = [] if hand.of_aces else ["draw"]  # 2.11(c)2
        stakes = self.stakes(deal.table, box, hand, box.players[0])
        amount = max(stake.amount for stake in stakes)
        if self.may_double(hand, cards):
            found.append(Option("double", self.house.smallest_chip, amount))
        if may_split(box, cards, hand, self.rules.most_hands, self.rules.resplit_aces):
            equal = sum(stake.amount for stake in stakes)
            found.append(Option("split", equal, equal))
        if self.rules.surrender != "none" and len(cards) == 2 and not hand.from_split:
            found.append("surrender")
        return [*found, "stand"] if found else []

    def may_double(self, hand: Hand, cards: tuple[str, ...]) -> bool:
        """Two cards of any total, or of those the house allows; a split hand too, but not aces."""
        if len(cards) != 2 or hand.of_aces or (hand.from_split and not self.rules.double_after_split):
            return False
        return count(cards).total in DOUBLED_TOTALS[self.rules.double_on]

    def stakes(self, table: Round, box: Box, hand: Hand, player: str) -> list[Wager]:
        started = ("split",) if hand.number > 1 else main_kinds(self.house)
        return [w for w in wagers_on(table, hand, player) if w.kind in started]

    def split_stake(self, stake: Wager, hand: Hand) -> Wager:
        return msgspec.structs.replace(stake, on=beside("split", stake), hand=hand.number)

    def double_stake(self, stake: Wager, amount: int) -> Wager:
        return msgspec.structs.replace(stake, on=beside("double", stake), amount=amount)


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
