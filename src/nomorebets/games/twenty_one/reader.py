"""The card reader: a device that tells the dealer whether the hole card makes a blackjack, and nobody what it is."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from nomorebets.procedures.deck import noticed
from nomorebets.procedures.shuffling import HandsVoid
from nomorebets.regulation import Citation
from nomorebets.table import Irregularity, Round, Script, remedy
from nomorebets.table.requests import Answer, Request

OPTION = "card-reader"


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


class ReaderRules(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraphs of a card reader: its use, its misuse with and without harm, its failure."""

    use: Citation
    misused: Citation
    failed: Citation
    known: Citation | None = None  # of a misuse by which a player may have learned the hole card, where it is another
    unknown: Citation | None = None  # and of one by which nobody can have
    cards: str = "ace, king, queen, jack or ten"  # of the dealer, with which it may be used


def reader_irregularities(rules: ReaderRules) -> dict[str, Irregularity]:
    """What may go wrong with the reader."""
    return {
        **noticed(
            "inspect-hole-card",
            "reader-misused",
            f"the hole card was put into the reader although the dealer shows no {rules.cards}",
            "a supervisor is told; all hands are dead if a player may have learned its value, otherwise play goes on",
            rules.misused,
            more=("value_known",),
            may_list_outcome=False,
            needs={OPTION: "on"},
            stage_says_when=True,
        ),
        **noticed(
            "inspect-reader",
            "reader-failed",
            "the card reader did not work",
            "the round goes on as one without a reader",
            rules.failed,
            may_list_outcome=False,
            needs={OPTION: "on"},
            stage_says_when=True,
        ),
    }


def look_at_reader(table: Round, rules: ReaderRules, may_be_blackjack: bool) -> Script[bool]:
    """Where the dealer shows an ace or a ten, find out whether he has a blackjack; whether a reader told it."""
    if table.house.options[OPTION] == "off":
        return False
    if not may_be_blackjack:
        seen = yield from inspect_reader("hole-card", by=rules.use)
        if seen.found and seen.value_known:
            by = rules.known or rules.misused
            raise HandsVoid(seen.found, "a player may have learned the hole card: all hands are dead", by)
        if seen.found:
            by = rules.unknown or rules.misused
            yield from remedy(seen.found, "a supervisor is told; nobody learned the hole card: play goes on", by=by)
        return False
    read = yield from inspect_reader("reader", by=rules.use)
    if read.found:
        yield from remedy(read.found, table.game.irregularities[read.found].remedy, by=rules.failed)
    return not read.found
