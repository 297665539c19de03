"""The card reader: a device that tells the dealer whether the hole card makes a blackjack, and nobody what it is."""

from __future__ import annotations

from typing import ClassVar

from nomorebets.regulation import Citation
from nomorebets.table import Script
from nomorebets.table.requests import Answer, Request


class ReaderInspected(Answer, frozen=True):
    """What was noticed about the card reader."""

    found: str = ""
    value_known: bool = False  # somebody could learn the hole card


class InspectReader(Request, frozen=True, tag="read-hole-card"):
    """The hole card goes into the reader, or must not: is all as it should be?"""

    answer: ClassVar[type[Answer]] = ReaderInspected
    what: str

    @property
    def name(self) -> str:
        return f"inspect-{self.what}"


def inspect_reader(what: str, by: Citation) -> Script[ReaderInspected]:
    """See whether the reader was used, and worked, as it should."""
    answer = yield InspectReader(by, what)
    assert isinstance(answer, ReaderInspected)
    return answer
