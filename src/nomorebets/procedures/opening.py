"""Opening a table, and a table that is open while nobody plays: the cards before their first shuffle.

A table remembers how it stands under :data:`TABLE`. Where it remembers nothing it is in play already: odds and
simulation begin there, and so does a transcript that says nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from nomorebets.regulation import Citation
from nomorebets.table.cards import Face, inspect
from nomorebets.table.game import Irregularity, Script
from nomorebets.table.requests import Answer, Request
from nomorebets.table.round import Round
from nomorebets.table.steps import attest, note, remedy

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

TABLE = "table"  # how it stands: one of the words below
JUST_OPENED = "just-opened"  # the cards have come to the table and nobody has played yet
IDLE = {"up": "idle-face-up", "down": "idle-face-down"}  # open, without players, the cards spread out
IN_PLAY = "in-play"
STANDINGS = (JUST_OPENED, *IDLE.values(), IN_PLAY)
PRE_SHUFFLED = "pre-shuffled"


class OpeningRules(msgspec.Struct, frozen=True):
    """The paragraphs by which one game opens its table and leaves it idle."""

    inspect: Citation  # the dealer sorts and inspects, a floorperson verifies
    replace: Citation  # a deck that is not right
    show: Citation  # spread face up before the first player
    mix: Citation  # turned down, washed, stacked
    idle: Citation  # no gaming activity: the cards lie spread out
    nobody: Citation | None = None  # why a round without wagers is none, where it is
    pre_shuffled: Citation | None = None  # cards that need none of it
    each_deck: Citation | None = None  # two decks that alternate: each by itself
    seen_by: str = "the first player has"  # who may look at the cards before they are mixed
    no_tens: Citation | None = None  # tens that are still in the decks are taken out and destroyed


def opened_by(section: Citation, replace: Citation, idle: Citation) -> OpeningRules:
    """Cards that are inspected, shown and mixed by one section."""
    return OpeningRules(inspect=section, replace=replace, show=section, mix=section, idle=idle)


def opening_irregularities(rules: OpeningRules) -> dict[str, Irregularity]:
    """What may be wrong with the cards before their first shuffle."""
    opened = {TABLE: JUST_OPENED}
    tens = Irregularity(
        "at the opening a deck still held a ten",
        ask="inspect-cards",
        facts={"found": "tens-in-the-decks"},
        remedy="the tens are taken out; a floorperson verifies it for each deck and destroys them",
        by=rules.no_tens or rules.inspect,
        may_list_outcome=False,
        opening=opened,
    )
    return {
        **({"tens-in-the-decks": tens} if rules.no_tens else {}),
        "deck-not-right": Irregularity(
            "at the opening a card was found missing, surplus, marked or damaged",
            ask="inspect-cards",
            facts={"found": "deck-not-right"},
            remedy="the deck is replaced, and the new one is inspected",
            by=rules.replace,
            may_list_outcome=False,
            opening=opened,
        ),
        "card-exposed-in-mixing": Irregularity(
            "a card was turned over and seen while the cards were mixed or stacked",
            ask="inspect-mixing",
            facts={"found": "card-exposed-in-mixing"},
            remedy="the cards are mixed again",
            by=rules.mix,
            may_list_outcome=False,
            opening=opened,
        ),
    }


class CardsSpread(Answer, frozen=True):
    """Which side of the cards shows."""

    face: Face = "up"


class SpreadCards(Request, frozen=True, tag="spread-cards"):
    """Nobody plays: the cards lie spread out on the table, either side up, until a player comes."""

    answer: ClassVar[type[Answer]] = CardsSpread

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, CardsSpread)
        felt.shoe.clear()
        felt.rack.clear()
        felt.state[TABLE] = IDLE[answer.face]


def standing(table: Round) -> str:
    """How the table stands before the round."""
    return table.felt.state.get(TABLE, IN_PLAY)


def needs_opening(table: Round) -> bool:
    """Whether the cards must be shown and mixed before they are shuffled."""
    return standing(table) != IN_PLAY


def open_for_gaming(table: Round, rules: OpeningRules, method: str, alternate: bool = False) -> Script[None]:
    """Inspect, show, mix and stack the cards of a table that opens, or that has stood idle; each deck by itself."""
    stands = standing(table)
    if stands == IN_PLAY:
        return
    yield from note(TABLE, IN_PLAY, by=rules.inspect if stands == JUST_OPENED else rules.idle)
    if stands == JUST_OPENED and method == PRE_SHUFFLED and rules.pre_shuffled is not None:
        yield from attest("the cards come inspected and shuffled: they are neither shown nor mixed", rules.pre_shuffled)
        return
    if alternate and rules.each_deck is not None:
        yield from attest("this is done with each of the two decks by itself", by=rules.each_deck)
    if stands == JUST_OPENED:
        yield from inspect_cards(rules)
        yield from attest("the cards lie face up, each deck by itself, by suit and in sequence", by=rules.show)
    elif stands == IDLE["down"]:
        yield from attest("a player comes: the cards are turned face up", by=rules.idle)
    by = rules.show if stands == JUST_OPENED else rules.idle
    yield from attest(f"{rules.seen_by} had the chance to look at the cards", by=by)
    yield from mix(rules)


def inspect_cards(rules: OpeningRules) -> Script[None]:
    """The dealer sorts and inspects the cards and a floorperson verifies it; a deck that is not right is replaced."""
    while (inspected := (yield from inspect("cards", by=rules.inspect))).found:
        cause = opening_irregularities(rules)[inspected.found]
        yield from remedy(inspected.found, cause.remedy, by=cause.by)


def mix(rules: OpeningRules) -> Script[None]:
    """The cards are turned face down, washed and stacked; again, if one of them was seen."""
    yield from attest("the cards are turned face down, washed and stacked", by=rules.mix)
    while (inspected := (yield from inspect("mixing", by=rules.mix))).found:
        yield from remedy(inspected.found, opening_irregularities(rules)[inspected.found].remedy, by=rules.mix)


def nobody_plays(table: Round, rules: OpeningRules | None) -> Script[bool]:
    """Whether nobody has wagered; then the cards are spread out, and the round is over."""
    if rules is None or rules.nobody is None or table.wagers:
        return False
    yield SpreadCards(rules.nobody)
    return True
