"""What changes hands over a wager: what a dealer pays, collects, gives back, or marks for later."""

from __future__ import annotations

from typing import NamedTuple

DEEDS = ("paid", "collected", "returned", "marked")


class Handed(NamedTuple):
    """What changes hands over one wager as its patron made it; all of it in cents.

    >>> (Handed(1, "red", collected=250, returned=250) + Handed(1, "red", collected=500)).moves
    {'collected': 750, 'returned': 250}
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
    owes: int = 0  # vigorish on what is paid, which is another step
    at_once: int = 0  # so much of it is collected in the same breath: a dealer may pay less by it instead
    hand: int = 1  # which of the seat's hands
    player: str = ""  # whose, where several people wager at the seat
    in_full: bool = True  # all of the stake is accounted for; not of a wager that was taken in before its result

    def __add__(self, other: object) -> Handed:
        """Both together: a wager that was decided more than once, or in parts."""
        assert isinstance(other, Handed)
        sums = {
            name: getattr(self, name) + getattr(other, name) for name in (*DEEDS, "stays", "beside", "owes", "at_once")
        }
        return self._replace(**sums, in_full=self.in_full and other.in_full)

    @property
    def moves(self) -> dict[str, int]:
        """What a dealer does, by its word."""
        return {deed: amount for deed in DEEDS if (amount := getattr(self, deed))}
