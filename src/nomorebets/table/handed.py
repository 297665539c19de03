"""What changes hands over a wager: what a dealer pays, collects, gives back, or marks for later."""

from __future__ import annotations

from typing import NamedTuple

DEEDS = ("paid", "collected", "returned", "marked")


class Handed(NamedTuple):
    """What changes hands over one wager as its patron made it; all of it in cents.

    >>> Handed(1, "red", collected=250, returned=250) + Handed(1, "red", collected=500)
    Handed(seat=1, wager='red', paid=0, collected=750, returned=250, marked=0, stays=0, beside=0, on='', in_full=True)
    """

    seat: int
    wager: str
    paid: int = 0
    collected: int = 0
    returned: int = 0
    marked: int = 0
    stays: int = 0  # what is left where it lies
    beside: int = 0  # commission that lay beside it, or is taken out of it: a dealer may count it in or not
    on: str = ""  # where it lay, if not where its patron had put it
    in_full: bool = True  # all of the stake is accounted for; not of a wager that was taken in before its result

    def __add__(self, other: object) -> Handed:
        """Both together: a wager that was decided more than once, or in parts."""
        assert isinstance(other, Handed)
        sums = {name: getattr(self, name) + getattr(other, name) for name in (*DEEDS, "stays", "beside")}
        return self._replace(**sums, in_full=self.in_full and other.in_full)

    @property
    def moves(self) -> dict[str, int]:
        """What a dealer does, by its word."""
        return {deed: amount for deed in DEEDS if (amount := getattr(self, deed))}
