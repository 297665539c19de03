"""Shuffling and cutting, and what may go wrong with any card: the same for one deck and for a shoe of several."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from nomorebets.procedures.opening import OpeningRules, opening_irregularities
from nomorebets.regulation import Citation
from nomorebets.table.cards import Cut, CutMade, Shuffle, Shuffled
from nomorebets.table.game import Irregularity, Script
from nomorebets.table.steps import remedy

LEAST_CUT = 10  # cards


class HandsVoid(Exception):  # not an error: the round ends here by the rules
    """All hands of the round are void."""

    def __init__(self, what: str, remedy: str, by: Citation) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy
        self.by = by


class ShuffleRules(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraphs by which one game opens, shuffles and cuts, and deals with a card that is not as it should be."""

    shuffle: Citation
    cut: Citation  # what must be cut
    no_cut: Citation | None = None  # cards that a device shuffled, where they are not
    recut: Citation
    shuffler_jam: Citation
    other_method: Citation | None = None  # a device must leave the table before the cards are shuffled in another way
    face_up: Citation  # one card found face up; more than one
    in_error: Citation | None = None  # a card drawn in error and not exposed: used as the next card
    opening: OpeningRules | None = None
    device: Mapping[str, str] = {}  # the option, and its value, with which there is a device
    more: Mapping[str, Irregularity] = {}


def card_irregularities(
    rules: ShuffleRules, source: str, improper: str, recut: str, shuffles: Mapping[str, str]
) -> dict[str, Irregularity]:
    """What may go wrong with the cards of any game; ``shuffles`` is what a table remembers that must shuffle first."""
    causes = {
        "card-found-face-up": Irregularity(
            f"a card was found face up in {source}",
            ask="draw",
            facts={"found": "card-found-face-up"},
            remedy="the card is not used and goes to the discard rack; the next card takes its place",
            by=rules.face_up,
        ),
        "shuffler-jam": Irregularity(
            "the shuffling device jammed, stopped or did not finish",
            ask="shuffle",
            facts={"found": "shuffler-jam"},
            remedy="the cards are shuffled again",
            by=rules.shuffler_jam,
            may_list_outcome=False,
            opening=shuffles,
            needs=rules.device,
        ),
        "improper-cut": Irregularity(
            improper,
            ask="cut",
            facts={"taken": LEAST_CUT - 1},
            remedy=recut,
            by=rules.recut,
            more=("taken",),
            may_list_outcome=False,
            opening=shuffles,
        ),
    }
    if rules.in_error is not None:
        causes["card-drawn-in-error"] = Irregularity(
            "a card was drawn in error and its face was not exposed",
            ask="draw",
            facts={"found": "card-drawn-in-error"},
            remedy="the card is used as the next card",
            by=rules.in_error,
            needs_outcome=True,
        )
    if rules.other_method is not None:
        causes["device-not-removed"] = Irregularity(
            "the cards were shuffled or dealt in another way while a device for it stood on the table",
            ask="shuffle",
            facts={"found": "device-not-removed"},
            remedy="the device is removed from the table first, and the cards are shuffled again",
            by=rules.other_method,
            may_list_outcome=False,
            opening=shuffles,
        )
    return causes | (opening_irregularities(rules.opening) if rules.opening else {})


def shuffle(
    rules: ShuffleRules, decks: int, method: str, by: Citation, causes: Mapping[str, Irregularity], pack: str = ""
) -> Script[None]:
    """Intermix all cards into one stack; again, if it went wrong."""
    while True:
        shuffled = yield Shuffle(by, decks, method, pack)
        assert isinstance(shuffled, Shuffled)
        if not shuffled.found:
            return
        yield from put_right(shuffled.found, causes)


def cut(rules: ShuffleRules, proper: Callable[[int], bool], recut: str, of: int = 0) -> Script[None]:
    """Have the cards cut; a supervisor has it done again before any card is dealt, where it was no proper cut.

    ``of``: how many there are, where they are too few for the usual cut.
    """
    while True:
        made = yield Cut(rules.cut, of)
        assert isinstance(made, CutMade)
        if proper(made.taken):
            return
        yield from remedy("improper-cut", recut, by=rules.recut)


def put_right(what: str, causes: Mapping[str, Irregularity]) -> Script[None]:
    """Do what the rules have done about something that was found, or declare all hands void."""
    cause = causes[what]
    if cause.ends_round:
        raise HandsVoid(what, cause.remedy, cause.by)
    yield from remedy(what, cause.remedy, by=cause.by)
