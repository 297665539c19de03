"""Third cards: what the dealer calling the game says, what was done on it, and covered cards handed to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from nomorebets.errors import DealerError
from nomorebets.regulation import Citation
from nomorebets.table.cards import tell_shown
from nomorebets.table.game import Script
from nomorebets.table.requests import Answer, Request, Telling
from nomorebets.table.round import Round

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

IN_ERROR_FOUND = ("third-card-to-player", "third-card-to-banker")


class Instructed(Answer, frozen=True):
    """What was done against the caller's instruction, if anything."""

    found: str = ""
    disclosed: bool = True  # whether a card dealt in error was seen


class Instruct(Request, frozen=True, tag="instruct"):
    """The dealer calling the game says whether a hand takes a third card."""

    answer: ClassVar[type[Answer]] = Instructed
    draws: bool

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, Instructed)
        possible = ("third-card-not-dealt",) if self.draws else IN_ERROR_FOUND
        if answer.found and answer.found not in possible:
            what = "draws" if self.draws else "stays"
            text = f"{answer.found[:40]!r} cannot have happened: the hand {what}"
            raise DealerError(text, self.by, table.as_of, ", ".join(possible))


class InstructPlayer(Instruct, frozen=True, tag="instruct-player"):
    """Whether a third card goes to the Player's Hand."""


class InstructBanker(Instruct, frozen=True, tag="instruct-banker"):
    """Whether a third card goes to the Banker's Hand."""


class HandOver(Request, frozen=True, tag="hand-over"):
    """Covered cards are handed to a player, who looks at them and gives them back face up."""

    seat: int
    area: str
    at: int | None = None

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.turn_up(self.area, self.at)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_shown(self.area, table)


def instruct_player(draws: bool, by: Citation) -> Script[Instructed]:
    """Say whether the Player's Hand draws."""
    answer = yield InstructPlayer(by, draws)
    assert isinstance(answer, Instructed)
    return answer


def instruct_banker(draws: bool, by: Citation) -> Script[Instructed]:
    """Say whether the Banker's Hand draws."""
    answer = yield InstructBanker(by, draws)
    assert isinstance(answer, Instructed)
    return answer


def hand_over(seat: int, area: str, by: Citation, at: int | None = None) -> Script[None]:
    """Hand covered cards to a player, who gives them back face up."""
    yield HandOver(by, seat, area, at)
