"""The first cards and the calls of chemin de fer as requests: what was taken, called, and done on the call."""

from __future__ import annotations

from typing import ClassVar

from nomorebets.errors import DealerError
from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.requests import Answer, Request
from nomorebets.table.round import Round


class InitialDeal(Answer, frozen=True):
    """What was wrong with the first two cards to each hand."""

    found: str = ""
    rectified: bool = False  # whether it could be put right
    cards: int = 3  # how many cards a hand received instead of two
    disclosed: bool = False  # whether the cards in excess were seen


class InspectInitialDeal(Request, frozen=True, tag="inspect-initial-deal"):
    """Two cards lie before each: were they taken in the right order and number?"""

    answer: ClassVar[type[Answer]] = InitialDeal

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, InitialDeal)
        require_excess(table, answer.cards, self.by)


def require_excess(table: Round, cards: int, by: Citation) -> None:
    """Refuse a number of cards that is no excess over two."""
    if not 3 <= cards <= 10:
        raise DealerError(f"a hand of {cards} cards has no excess", by, table.as_of, "3 to 10 cards")


class CarriedOut(Answer, frozen=True):
    """What was done against a call, if anything."""

    found: str = ""
    disclosed: bool = True
    rectified: bool = False
    cards: int = 3  # how many cards a hand received in the Initial Deal instead of two


class RepeatCall(Request, frozen=True, tag="repeat-call"):
    """The dealer repeats the Dominant Player's "Card" or "Stay"."""

    answer: ClassVar[type[Answer]] = CarriedOut
    call: str

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, CarriedOut)
        _require(self, table, answer, AFTER_STAY if self.call == "Stay" else AFTER_CARD)


class BankerDecides(Request, frozen=True, tag="banker-decides"):
    """The Banker takes a card or does not."""

    answer: ClassVar[type[Answer]] = CarriedOut
    draws: bool

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, CarriedOut)
        _require(self, table, answer, WHERE_DRAWN if self.draws else WHERE_STAYED)


# the last of each belongs to the Initial Deal, where the other hand had a card too many as well
AFTER_STAY = ("card-after-stay", "dealer-said-card", "player-three-cards")
AFTER_CARD = ("banker-drew-first", "player-three-cards")
WHERE_DRAWN = ("banker-took-two", "card-drawn-in-error", "banker-overdrawn")
WHERE_STAYED = ("card-drawn-in-error", "banker-overdrawn")


def _require(request: Request, table: Round, answer: CarriedOut, possible: tuple[str, ...]) -> None:
    if answer.found and answer.found not in possible:
        text = f"{answer.found[:40]!r} cannot have happened here"
        raise DealerError(text, request.by, table.as_of, ", ".join(possible))


# --- as steps of a script --------------------------------------------------------------------------------------------


def inspect_initial_deal(by: Citation) -> Script[InitialDeal]:
    """See whether the first cards were taken as they should be."""
    answer = yield InspectInitialDeal(by)
    assert isinstance(answer, InitialDeal)
    return answer


def repeat_call(call: str, by: Citation) -> Script[CarriedOut]:
    """Repeat the Dominant Player's call."""
    answer = yield RepeatCall(by, call)
    assert isinstance(answer, CarriedOut)
    return answer


def banker_decides(draws: bool, by: Citation) -> Script[CarriedOut]:
    """Note whether the Banker takes a card."""
    answer = yield BankerDecides(by, draws)
    assert isinstance(answer, CarriedOut)
    return answer
