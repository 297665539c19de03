"""The card reader: a device that tells the dealer whether the hole card makes a blackjack, and nobody what it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from nomorebets.procedures.deck import noticed
from nomorebets.procedures.shuffling import HandsVoid
from nomorebets.regulation import Citation
from nomorebets.table import Irregularity, Script, remedy
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


def reader_irregularities(misused: Citation, failed: Citation, courts: str) -> dict[str, Irregularity]:
    """What may go wrong with the reader; ``courts`` are the cards with which it may be used."""
    return {
        **noticed(
            "inspect-hole-card",
            "reader-misused",
            f"the hole card was put into the reader although the dealer shows no {courts}",
            "a supervisor is told; all hands are dead if a player may have learned its value, otherwise play goes on",
            misused,
            more=("value_known",),
            may_list_outcome=False,
            needs={"card-reader": "on"},
        ),
        **noticed(
            "inspect-reader",
            "reader-failed",
            "the card reader did not work",
            "the round goes on as one without a reader",
            failed,
            may_list_outcome=False,
            needs={"card-reader": "on"},
        ),
    }


def look_at_reader(causes: Mapping[str, Irregularity], may_be_blackjack: bool, by: Citation) -> Script[bool]:
    """Where the dealer shows an ace or a ten, find out whether he has a blackjack.

    Returns whether that is known.
    """
    if not may_be_blackjack:
        seen: ReaderInspected = yield from inspect_reader("hole-card", by=by)
        if seen.found and seen.value_known:
            why = "a player may have learned the hole card: all hands are dead"
            raise HandsVoid(seen.found, why, causes[seen.found].by)
        if seen.found:
            what = "a supervisor is told; nobody learned the hole card: play goes on"
            yield from remedy(seen.found, what, by=causes[seen.found].by)
        return False
    read = yield from inspect_reader("reader", by=by)
    if read.found:
        cause = causes[read.found]
        yield from remedy(read.found, cause.remedy, by=cause.by)
    return not read.found
