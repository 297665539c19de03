"""Issued tickets: the number of the game, and everything that a ticket shows."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction

from nomorebets.equipment.tickets import Ticket, read_ticket
from nomorebets.table.ledger import spot
from nomorebets.table.memory import Remembered
from nomorebets.table.money import dollars
from nomorebets.table.wagers import Wager

GAME_NUMBER = "game"  # what a table remembers: the number of the game that is open
NUMBERED = Remembered(r"[1-9]\d{0,8}", "the number of a game, like 17")
FIRST_GAME = "1"


@dataclass(frozen=True)
class Slip:
    """An issued ticket, with everything that must stand on it."""

    casino: str
    station: str
    number: str
    game: int
    issued: str  # time and date
    ticket: Ticket
    price: int  # cents, for all its games

    @property
    def price_of_a_way(self) -> Fraction:
        """In cents, for one game."""
        return Fraction(self.price, self.ticket.number_of_ways * self.ticket.games)

    @property
    def last_game(self) -> int:
        return self.game + self.ticket.games - 1

    def rows(self) -> list[tuple[str, str]]:
        """What is printed, line by line."""
        ways = ", ".join(f"{ways} of {spots}" for ways, spots in self.ticket.ways)
        each = self.price_of_a_way
        games = f"{self.game}" if self.ticket.games == 1 else f"{self.game} to {self.last_game}"
        return [
            ("Casino", self.casino),
            ("Station", self.station),
            ("Ticket", self.number),
            ("Game", games),
            ("Issued", self.issued),
            ("Numbers", " / ".join(" ".join(map(str, group)) for group in self.ticket.groups)),
            ("Ways", f"{ways} spots" if ways != "1 of 1" else "1 of 1 spot"),
            ("Price of a way", dollars(int(each)) if each.denominator == 1 else f"{float(each) / 100:.4f} dollars"),
            ("Price", dollars(self.price)),
            *([("Chosen", "by the system")] if self.ticket.quick else []),
        ]


def slip_of(wager: Wager, *, casino: str, station: str, round_id: str, game: str, issued: str) -> Slip:
    """The ticket that a wager of a round is."""
    number = ticket_number(round_id, wager)
    return Slip(casino, station, number, int(game), issued, read_ticket(wager.on), wager.amount)


def ticket_number(round_id: str, wager: Wager) -> str:
    """The number of a ticket: one seat has a ticket of the same numbers and ways once in a round.

    >>> ticket_number("K3-17", Wager(2, "ticket:7", 100))
    'K3-17-2-25503B'
    """
    digest = hashlib.sha256(wager.on.encode()).hexdigest()[:6].upper()
    return f"{round_id}-{spot(wager.seat, wager.player)}-{digest}"
