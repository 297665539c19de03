"""One round of play as its script sees it: the table's rules, and the felt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Literal

from nomorebets.errors import WagerRefused, one_line, written
from nomorebets.regulation import Pays, names
from nomorebets.table.felt import Felt, Opening, rehearsed
from nomorebets.table.game import Game, Table
from nomorebets.table.house import House
from nomorebets.table.money import NotMoney, cents
from nomorebets.table.wagers import Layout, Place, Result, Wager


@dataclass
class Round:
    """A round at a table."""

    table: Table
    felt: Felt = field(default_factory=Felt)
    seats: dict[int, int] = field(default_factory=dict)  # seat -> chips in front of it, in cents; 0: not counted
    procedure: int = 0  # by which procedure of its script it is dealt; without one, by the newest
    behind: dict[tuple[int, str], int] = field(default_factory=dict)  # the same of those who wager behind a seat
    game: Game = field(init=False, repr=False, compare=False)  # the table's, looked up again and again
    house: House = field(init=False, repr=False, compare=False)
    as_of: date = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._at(self.table)
        terms = self.game.terms
        self.procedure = self.procedure or terms.procedure
        if terms.buy_in is not None and not any(self.seats.values()):
            self.seats = dict.fromkeys(self.seats, terms.buy_in(self.table.house).usual)

    def __reduce__(self) -> tuple[object, ...]:
        """Game and house come with the table, which is opened again in another process."""
        return Round, (self.table, self.felt, self.seats, self.procedure, self.behind)

    def _at(self, table: Table) -> None:
        self.table, self.game, self.house, self.as_of = table, table.game, table.house, table.house.as_of

    @property
    def layout(self) -> Layout:
        return self.table.layout

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return tuple(self.felt.wagers)

    @property
    def pays(self) -> dict[str, Pays]:
        return dict(self.table.house.pays)

    def stack(self, seat: int, player: str = "") -> int:
        """The chips that somebody began the round with; 0 where they are not counted."""
        return self.behind.get((seat, player), 0) if player else self.seats.get(seat, 0)

    def place_of(self, wager: Wager) -> Place:
        return self.table.place_of(wager)

    def settle(self, wagers: Iterable[Wager], outcome: object) -> list[Result]:
        """As :meth:`Table.settle`."""
        return self.table.settle(wagers, outcome)

    def wager(
        self,
        seat: int,
        on: object,
        amount: object,
        *,
        coupon: object = 0,
        chips: str = "value",
        verbal: Literal["", "confirmed", "unconfirmed"] = "",
        accepted: bool = False,
        call: Literal["", "on", "off"] = "",
        button: bool = False,
        late: Literal["", "confirmed"] = "",
        player: str = "",
    ) -> Wager:
        """A wager as a patron words it: place and amount are read, and refused if there is no such place."""
        said = written(on)
        intended = self.table.game.betting.intended(self, seat, said, False)
        place = self.table.place(intended if intended != said else on)
        try:
            stake, face = cents(amount), cents(coupon)
        except NotMoney as fault:
            text = f"seat {one_line(seat, 20)}: {names.wager(place.id)} refused: {fault.text}"
            raise WagerRefused(text, place.by, self.as_of, fault.accepts) from None
        fee = self.table.game.betting.fee(self.house, place, stake)
        return Wager(
            seat,
            place.id,
            stake,
            face,
            chips=chips.strip().lower() if isinstance(chips, str) else chips,
            accepted=accepted,
            verbal=verbal,
            fee=fee,
            call=call,
            button=button,
            late=late,
            made_as=said if intended != said else "",
            player=player,
        )

    def chips(self, seat: int, on: str, amount: int, player: str = "") -> Wager:
        """Value chips on a place that needs no interpretation, in cents."""
        place = self.table.place(on)
        fee = self.table.game.betting.fee(self.house, place, amount)
        return _value_chips(seat, place.id, amount, fee, player)

    def copy(self) -> Round:
        """The same felt once more, to try something on."""
        twin = Round.__new__(Round)
        vars(twin).update(vars(self))
        twin.felt, twin.seats, twin.behind = self.felt.copy(), self.seats.copy(), self.behind.copy()
        return twin

    def rehearsal(self) -> Round:
        """The same round, at which wagers may be tried and nothing else."""
        twin = Round.__new__(Round)
        vars(twin).update(vars(self))
        twin.felt = rehearsed(self.felt)
        return twin

    def again(self, opening: Opening) -> Round:
        """The same table and seats, before anything happened in the round."""
        return Round(self.table, Felt.opened(opening), dict(self.seats), self.procedure, dict(self.behind))


@lru_cache(1 << 12, typed=True)
def _value_chips(seat: int, on: str, amount: int, fee: int, player: str) -> Wager:
    """The same wager is the same thing, which cannot change: what was found of it once need not be found again."""
    return Wager(seat, on, amount, fee=fee, player=player)
