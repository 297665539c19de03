"""Dice at the table: who has them, how they are thrown or shaken, and how they come to rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal

from nomorebets.equipment import dice
from nomorebets.errors import DealerError, shown
from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.requests import Answer, ChanceRequest, Request, Telling, plain

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round

Asks = Literal["patrons", "chance", "dealer"]
SOMEBODY = 0  # a thrower who was not named
USUAL_SHAKES = 3


class DiceTaken(Answer, frozen=True):
    """Who takes the dice or the shaker. Nobody named: the holder keeps them, or the first who may accepts."""

    to: int = -1
    relinquished: Literal["", "voluntary", "ordered", "no-line-bet"] = ""  # why the holder gives them up
    refused: tuple[int, ...] = ()  # who was offered them before and declined
    new_set: bool = False  # whether the dice had to be changed for others before the throw


class OfferDice(Request, frozen=True, tag="offer-dice"):
    """The dice are given back to their holder, or offered to the seats in this order."""

    answer: ClassVar[type[Answer]] = DiceTaken
    holder: int = -1
    order: tuple[int, ...] = ()

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, DiceTaken)
        if answer.to > SOMEBODY and answer.to not in (self.holder, *self.order):
            known = ", ".join(map(str, self.order)) or "none: nobody else may throw"
            raise DealerError(f"seat {answer.to} may not take the dice now", self.by, table.as_of, f"seats {known}")


class Thrown(Answer, frozen=True):
    """How the dice left the hand."""

    together: bool = True
    called: bool = True  # whether "No roll" was called, where they did not leave it together


class ThrowDice(Request, frozen=True, tag="throw-dice"):
    """The shooter throws: the dice leave the hand."""

    answer: ClassVar[type[Answer]] = Thrown


class DiceRest(Answer, frozen=True):
    """Where and how dice came to rest; ``dice`` as they are read, ``found`` what went wrong."""

    dice: str = ""
    found: str = ""
    touching: int = 0  # the side of the first die that rests on a chip or other object, where it is cocked
    called: bool = True  # whether "No roll" was called, where that is left to the supervisor
    decided: str = ""  # the dice as the supervisor ruled them to be, where they were disputed


@cache
def _dice_rest(number: int) -> Sequence[tuple[Answer, int]]:
    return tuple((plain(DiceRest(dice.written(roll))), dice.ways(roll)) for roll in dice.rolls(number))


class DiceComeToRest(ChanceRequest, frozen=True, tag="dice-rest"):
    """The dice come to rest: which faces are up, and did anything go wrong?"""

    answer: ClassVar[type[Answer]] = DiceRest
    rolled: ClassVar[str] = "dice"
    number: int = 2

    def chances(self, table: Round) -> Sequence[tuple[Answer, int]]:
        return _dice_rest(self.number)

    def weight(self, table: Round) -> int:
        return int(len(dice.FACES) ** self.number)

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, DiceRest)
        for faces in (answer.dice, answer.decided):
            if faces and dice.read(faces, self.number) is None:
                raise self._no_throw(table, faces)
        if not answer.dice and not answer.found:
            raise self._no_throw(table, "")
        if not 0 <= answer.touching <= 6:
            raise DealerError(f"a die has no side {shown(answer.touching, 20)}", self.by, table.as_of, "1 to 6")

    def _no_throw(self, table: Round, faces: str) -> DealerError:
        example = dice.written((3, 4, 6)[: self.number])
        return DealerError(f"{shown(faces, 20)} is no throw of {self.number} dice", self.by, table.as_of, example)

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, DiceRest)
        felt.dice = answer.dice

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, DiceRest)
        return Telling(f"The dice show {answer.dice}", {"dice": answer.dice})


class Shaken(Answer, frozen=True):
    """How the shaker was shaken; ``found`` is what went wrong, if anything."""

    shakes: int = USUAL_SHAKES
    found: str = ""


class Shake(Request, frozen=True, tag="shake"):
    """The covered shaker is shaken, or the machine started."""

    answer: ClassVar[type[Answer]] = Shaken

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, Shaken)
        if answer.shakes < 0:
            raise DealerError("a shaker is not shaken a negative number of times", self.by, table.as_of, "0 and more")


def offer_dice(holder: int, order: Sequence[int], by: Citation) -> Script[DiceTaken]:
    """Give the dice back to their holder, or offer them round the table."""
    answer = yield OfferDice(by, holder, tuple(order))
    assert isinstance(answer, DiceTaken)
    return answer


def throw_dice(by: Citation) -> Script[Thrown]:
    """Have the shooter throw."""
    answer = yield ThrowDice(by)
    assert isinstance(answer, Thrown)
    return answer


def dice_rest(number: int, by: Citation) -> Script[DiceRest]:
    """Wait for the dice to come to rest."""
    answer = yield DiceComeToRest(by, number)
    assert isinstance(answer, DiceRest)
    return answer


def shake(by: Citation) -> Script[Shaken]:
    """Have the shaker shaken."""
    answer = yield Shake(by)
    assert isinstance(answer, Shaken)
    return answer
