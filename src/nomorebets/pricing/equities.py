"""What hands that are known may expect of a pot, counted: how often each wins it, shares it and loses it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from nomorebets.errors import UnknownName, counted
from nomorebets.pricing.facet import odds_of
from nomorebets.showing import InNotebooks
from nomorebets.table import Table


@dataclass(frozen=True)
class Ends:
    """How often a hand is the best, one of the best, and neither."""

    win: int
    tie: int
    lose: int


@dataclass(frozen=True)
class Equity:
    """One hand, or all hands of a range: its ends by every ranking that pots are divided by, and its share of a pot."""

    hand: str
    ends: dict[str, Ends]
    share: Fraction

    def to_dict(self) -> dict[str, Any]:
        ends = {name: asdict(end) for name, end in self.ends.items()}
        counts: dict[str, Any] = next(iter(ends.values())) if len(ends) == 1 else dict(ends)
        return {"hand": self.hand, **counts, "equity": str(self.share), "equity_decimal": float(self.share)}


@dataclass(frozen=True)
class Equities(InNotebooks):
    """What hands may expect, over so many equally likely ways to deal the rest."""

    hands: tuple[Equity, ...]
    deals: int
    seconds: float

    def __repr__(self) -> str:
        shares = ", ".join(f"{hand.hand} {float(hand.share):.4%}" for hand in self.hands)
        return f"<{shares} over {self.ways}>"

    @property
    def ways(self) -> str:
        """How many ways there are to deal the rest, for a sentence."""
        return counted(self.deals, "way to deal the rest", "ways to deal the rest")

    def to_dict(self) -> dict[str, Any]:
        return {
            "equities": [hand.to_dict() for hand in self.hands],
            "deals": self.deals,
            "method": "exact",
            "seconds": round(self.seconds, 4),
        }


def equities_at(table: Table, hands: str, board: str = "", dead: str = "") -> Equities:
    """What hands may expect at a table where players win of each other."""
    known = odds_of(table.game)
    if known is None or known.equities is None:
        text = f"hands of {table.game.id} are not compared with each other"
        raise UnknownName(text, accepts="--hands for games of players against each other")
    return known.equities(table, hands, board, dead)
