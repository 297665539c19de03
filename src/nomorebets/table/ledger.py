"""Double entry: every cent that moves goes from one account to another, so all accounts together are always zero."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import msgspec

from nomorebets.errors import ScriptError
from nomorebets.regulation import Citation
from nomorebets.table.money import is_amount

INVENTORY = "inventory"
JACKPOT = "jackpot"  # paid for by players, and theirs


def spot(seat: int, player: str = "") -> str:
    """Who it is, as records name him: ``3`` for a seat, ``3:B`` for one of several people who wager there."""
    return f"{seat}:{player}" if player else str(seat)


def seat_of(spot: str) -> int:
    """The seat of somebody whom a record names."""
    return int(spot.partition(":")[0])


@lru_cache(1 << 12)
def patron(seat: int, player: str = "") -> str:
    """The account of a seat, or of one of several people who wager there."""
    return f"patron:{spot(seat, player)}"


def on_layout(seat: int, place: str) -> str:
    return f"layout:{seat}:{place}"


class Posting(msgspec.Struct, frozen=True, gc=False):
    """So many cents from one account to another, by a paragraph."""

    source: str
    target: str
    amount: int
    by: Citation


class Ledger:
    """The accounts of one round, all empty at its start."""

    def __init__(self) -> None:
        self.postings: list[Posting] = []
        self.balance: defaultdict[str, int] = defaultdict(int)

    def move(self, source: str, target: str, amount: int, by: Citation) -> None:
        if not is_amount(amount) or source == target:
            raise ScriptError(f"cannot move {amount} cents from {source} to {target}")
        if amount:
            self.postings.append(Posting(source, target, amount, by))
            balance = self.balance
            balance[source] = balance.get(source, 0) - amount
            balance[target] = balance.get(target, 0) + amount

    def copy(self) -> Ledger:
        twin = Ledger.__new__(Ledger)
        twin.postings, twin.balance = self.postings.copy(), self.balance.copy()
        return twin

    def mark(self) -> tuple[int, dict[str, int]]:
        """How it stands, to go back to after something was tried."""
        return len(self.postings), dict(self.balance)

    def back_to(self, mark: tuple[int, dict[str, int]]) -> None:
        """As it stood before something was tried."""
        postings, balance = mark
        del self.postings[postings:]
        self.balance.clear()
        self.balance.update(balance)

    def total(self) -> int:
        return sum(self.balance.values())
