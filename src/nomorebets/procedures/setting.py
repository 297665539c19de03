"""Hands that are set in two: players set theirs, the dealer's is set by the house way, and a second hand waits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from nomorebets.equipment.packs import read_pieces
from nomorebets.errors import DealerError
from nomorebets.procedures.deck import noticed
from nomorebets.procedures.positions import positions_of
from nomorebets.regulation import Citation
from nomorebets.table.areas import Area, seat_area, waiting_area
from nomorebets.table.cards import turn_up
from nomorebets.table.felt import move_cards
from nomorebets.table.game import Irregularity, Script
from nomorebets.table.requests import Answer, Request, Telling
from nomorebets.table.round import Round
from nomorebets.table.steps import remedy

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

LOW = "low"
SET_WRONG, FOUL = "dealer-set-wrong", "foul"


def low_area(area: str) -> str:
    """Where the low hand lies that was set apart from an area; the high hand stays where it was.

    >>> low_area("seat:3"), low_area("dealer")
    ('seat:3:low', 'dealer:low')
    """
    return f"{area}:{LOW}"


def setting_turns(table: Round, stakes: Mapping[int, int]) -> list[list[int]]:
    """Which hands are set at the same time. Of two hands of one player the one with the larger wager comes first,

    of two equal ones the first counterclockwise: by seat.
    """
    turns: list[list[int]] = []
    for seat in sorted(stakes):
        own = sorted((s for s in positions_of(table, seat) if s in stakes), key=lambda s: (-stakes[s], s))
        at = own.index(seat)
        turns += [[] for _ in range(at + 1 - len(turns))]
        turns[at].append(seat)
    return turns


def where_hands_wait(areas: Sequence[str], waiting: Collection[int]) -> list[str]:
    """The areas of a deal, where the hands of some seats may not be looked at yet."""
    covered = {seat_area(seat): waiting_area(seat) for seat in waiting}
    return [covered.get(area, area) for area in areas]


class TakeUp(Request, frozen=True, tag="take-up"):
    """A player has set one hand and may look at the other."""

    seat: int

    def apply(self, felt: Felt, answer: Answer) -> None:
        area = waiting_area(self.seat)
        move_cards(felt, area, felt.hand(area), seat_area(self.seat))

    def tell(self, answer: Answer, table: Round) -> Telling:
        cards = list(table.felt.hand(seat_area(self.seat)))
        words = f"seat {self.seat}: the second hand is taken up"
        return Telling(words, {"seat": self.seat}, (), self.seat, words, {"cards": cards})


def take_up(seat: int, by: Citation) -> Script[None]:
    """Let a player look at a hand that waited."""
    yield TakeUp(by, seat)


class ComeTogether(Request, frozen=True, tag="come-together"):
    """A hand that was set comes together again, to be set otherwise."""

    area: str

    def apply(self, felt: Felt, answer: Answer) -> None:
        move_cards(felt, low_area(self.area), felt.hand(low_area(self.area)), self.area)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling(f"{Area.read(self.area).words}: the hand comes together again", {"area": self.area})


def set_again(area: str, low: Sequence[str], by: Citation, reset_by: Citation) -> Script[None]:
    """Set a hand by the house way that was set as nobody may set it."""
    yield from remedy(FOUL, "the hand is set again by the house way", by=by)
    yield ComeTogether(by, area)
    yield from set_by_house_way(area, low, by=by, reset_by=reset_by)


# --- the house way ---------------------------------------------------------------------------------------------------


class HouseSet(Answer, frozen=True):
    """That the hand was set as the house has it; or what the dealer set apart instead."""

    low: str = ""
    found: str = ""


class SetByHouseWay(Request, frozen=True, tag="set-by-house-way"):
    """The dealer sets a hand in two, as the method of the house commands."""

    answer: ClassVar[type[Answer]] = HouseSet
    area: str
    low: tuple[str, ...]

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, HouseSet)
        if bool(answer.low) != bool(answer.found):
            text = f"{SET_WRONG} and the low hand that was set go together"
            raise DealerError(text, self.by, table.as_of, f'low = "…", other than {" ".join(self.low)}')
        if not answer.found:
            return
        held, low = list(table.felt.hand(self.area)), read_pieces(answer.low)
        if len(low) != len(self.low) or any(low.count(card) > held.count(card) for card in low):
            text = f"{' '.join(low)[:80]} cannot be set apart from {' '.join(held)}"
            raise DealerError(text, self.by, table.as_of, f"{len(self.low)} of them")
        if sorted(low) == sorted(self.low):
            text = f"{' '.join(low)} is the low hand by the house way: nothing was set wrongly"
            raise DealerError(text, self.by, table.as_of, "another low hand")

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, HouseSet)
        if not answer.found:
            move_cards(felt, self.area, self.low, low_area(self.area))

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, HouseSet)
        whose = Area.read(self.area).words
        how = f"the low hand is set as {answer.low}" if answer.found else "the hand is set by the house way"
        return Telling(f"{whose}: {how}", {"area": self.area, "low": answer.low or list(self.low)})


def set_wrongly(by: Citation) -> dict[str, Irregularity]:
    """A dealer who sets a hand otherwise than the house way commands."""
    return noticed(
        "set-by-house-way",
        SET_WRONG,
        "the dealer set a hand otherwise than by the house way",
        "the hand is set again by the house way, and every wager goes by that",
        by,
        more=(LOW,),
        may_list_outcome=False,
        waits=True,
    )


def set_by_house_way(area: str, low: Sequence[str], by: Citation, reset_by: Citation) -> Script[None]:
    """Turn a hand up and set it by the house way; what was set otherwise is set again."""
    yield from turn_up(area, by=by)
    while True:
        done = yield SetByHouseWay(by, area, tuple(low))
        assert isinstance(done, HouseSet)
        if not done.found:
            return
        yield from remedy(done.found, set_wrongly(reset_by)[done.found].remedy, by=reset_by)
