"""People who wager behind whoever sits at a seat, where the game, the house and he allow it."""

from __future__ import annotations

from string import ascii_uppercase

import msgspec

from nomorebets.errors import WagerRefused, one_line
from nomorebets.regulation import Citation
from nomorebets.server.book.changes import PLAY_MONEY
from nomorebets.server.book.orders import SeatOrders
from nomorebets.server.tables.outbox import Outbox
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.seats import Seats
from nomorebets.table import Table

LETTERS = ascii_uppercase[1:]  # whoever sits is the first


def at_seat(seats: Seats, seat: int) -> list[Seated]:
    """Everybody at a seat, first who sits there."""
    return [seated for seated in seats.in_order if seated.seat == seat]


def chips_behind(seats: Seats) -> dict[tuple[int, str], int]:
    """The stacks of those who wager behind a seat and play on, by seat and letter."""
    return {(s.seat, s.player): s.stack for s in seats.in_order if s.stack and not s.leaving and s.player}


def most_at_a_seat(table: Table) -> int:
    """How many people may wager at one seat."""
    shared = table.game.terms.shared
    return shared.most(table.house) if shared is not None else 1


def place_behind(table: Table, seats: Seats, wanted: object) -> tuple[int, str]:
    """The seat and the letter of one more who wagers at a seat that is taken, or why he may not."""
    by = require_shared(table)
    there = at_seat(seats, wanted) if type(wanted) is int else []  # True and 1.0 are no seats
    if not there:
        taken = ", ".join(map(str, sorted({one.seat for one in seats.people}))) or "a seat of your own"
        raise WagerRefused(f"nobody sits in seat {one_line(wanted, 20)}", by, table.as_of, taken)
    seat = there[0].seat
    require_agreed(table, seats, seat)
    if len(there) >= most_at_a_seat(table):
        text = f"seat {seat} is full: {len(there)} people wager there"
        raise WagerRefused(text, by, table.as_of, _instead(seats))
    used = {one.player for one in there}
    return seat, next(letter for letter in LETTERS if letter not in used)


def require_shared(table: Table) -> Citation:
    """Refuse where each seat is one person's, by the game or by the house; the paragraph that lets several wager."""
    shared = table.game.terms.shared
    if shared is None:
        raise WagerRefused("nobody wagers behind another at this game", accepts="a seat of your own")
    if most_at_a_seat(table) < 2:
        raise WagerRefused("one person wagers at a seat of this table", shared.by, table.as_of, "a seat of your own")
    return shared.by


def require_agreed(table: Table, seats: Seats, seat: int, asks: Seated | None = None) -> None:
    """Refuse to wager behind somebody who has not agreed to it; the first at a seat need not ask himself."""
    first = at_seat(seats, seat)[0]
    if first is not asks and not first.agrees:
        text = f"seat {seat}: {first.name} has not agreed that others wager there"
        raise WagerRefused(text, require_shared(table), table.as_of, _instead(seats))


def move_up(seats: Seats, first: Seated, outbox: Outbox) -> None:
    """Whoever wagers behind an empty seat sits down in it, with his chips and what he has ordered."""
    seats.remove(first)
    seated = seats.take(first.seat, seats.purses[first.patron])
    seated.stack, seated.last, seated.ready, seated.agrees = first.stack, first.last, first.ready, first.agrees
    placed = first.orders.placed.items()
    seated.orders = SeatOrders({on: msgspec.structs.replace(wager, player="") for on, wager in placed})
    seats.keep(seated)
    outbox.changes.move(seats.account(first.account), seats.account(seated.account), first.stack, PLAY_MONEY)


def _instead(seats: Seats) -> str:
    free = ", ".join(map(str, seats.free))
    return f"a seat of your own: {free}" if free else "watching, until somebody leaves or agrees"
