"""The match wager: ranks that repeat among the four cards of a spot as they are dealt (13:69F-2A.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from nomorebets.regulation import PayTable, cite, reading, to
from nomorebets.table import House, Result, Wager
from nomorebets.table.wagers import lost

FOUR, TWO_PAIR, THREE, PAIR = "match.four-of-a-kind", "match.two-pair", "match.three-of-a-kind", "match.pair"
# how often each rank comes
PATTERNS: dict[tuple[int, ...], str] = {(4,): FOUR, (2, 2): TWO_PAIR, (3, 1): THREE, (2, 1, 1): PAIR}
MATCH_PAYS = PayTable(
    {
        FOUR: (to(40), reading("R-2A.6-pays")),
        TWO_PAIR: (to(8), reading("R-2A.6-pays")),
        THREE: (to(5), reading("R-2A.6-pays")),
        PAIR: (to(1), reading("R-2A.6-pays")),
    }
)


@dataclass(frozen=True)
class FourCards:
    """The cards of a spot as they were dealt; fewer where a hand got none."""

    cards: tuple[str, ...]


def matched(cards: Sequence[str]) -> str:
    """The one row that four cards are paid by, or nothing.

    >>> matched("7s 7d 7c 7h".split()), matched("Ks Kd Qc Jh".split()), matched("Ks Qd Jc Th".split())
    ('match.four-of-a-kind', 'match.pair', '')
    """
    return PATTERNS.get(tuple(sorted(Counter(card[0] for card in cards).values(), reverse=True)), "")


def settle_match(wager: Wager, dealt: FourCards, house: House) -> Result:
    """Paid once, by the highest match; void where the spot did not get four cards."""
    if len(dealt.cards) != 4:
        return Result(wager, "void", 0, reading("R-2A.6-as-dealt"))
    row = matched(dealt.cards)
    if not row:
        return lost(wager, cite("2A.6"))
    return Result(wager, "win", house.pays[row].of(wager.amount), reading("R-2A.6-pays"))
