"""What a keno ticket is paid (15.3): script, odds, simulation and disputes settle by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from nomorebets.equipment.tickets import Ticket, ways_caught
from nomorebets.games.keno.schedules import schedule
from nomorebets.games.keno.terms import AGGREGATE_LIMIT, TICKET_LIMIT, most_paid
from nomorebets.games.keno.tickets import ticket_on
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Wager


@dataclass(frozen=True)
class Selection:
    """The numbers of a game, and which part of each prize the aggregate leaves."""

    numbers: frozenset[int]
    share: Fraction = Fraction(1)


def units_won(ticket: Ticket, catches: tuple[tuple[int, int], ...], house: House) -> int:
    """What all ways of a ticket are paid together, in prices of a way, from the size and the catches of each group."""
    spots = tuple(spots for _, spots in ticket.ways)
    pays = {of: schedule(house, of) for of in spots}
    caught = ways_caught(catches, spots)
    return sum(ways * pays[of].get(catches, 0) for (of, catches), ways in caught.items())


def settle_ticket(wager: Wager, selection: Selection, house: House) -> Result:
    """The prizes of all ways, less the price; what was paid is divided equally over the ways (R-15.7-mispriced)."""
    ticket = ticket_on(wager)
    won = units_won(ticket, ticket.catches(selection.numbers), house)
    prize = wager.amount * won // ticket.number_of_ways
    by = cite("15.3")
    if (most := most_paid(house, TICKET_LIMIT)) is not None and prize > most:
        prize, by = most, reading("R-15.3-per-ticket")
    if selection.share < 1 and prize:
        prize, by = int(prize * selection.share), reading("R-15.3-aggregate")
    net = prize - wager.amount
    return Result(wager, "win" if net > 0 else "lose" if net < 0 else "push", net, by)


def prize_of(result: Result) -> int:
    """What a ticket is paid, its price included."""
    return result.net + result.wager.amount


def share_of_prizes(results: Sequence[Result], house: House) -> Fraction:
    """Which part of each prize the aggregate of a game leaves."""
    limit, total = most_paid(house, AGGREGATE_LIMIT), total_of(results)
    return Fraction(limit, total) if limit is not None and total > limit else Fraction(1)


def total_of(results: Iterable[Result]) -> int:
    return sum(map(prize_of, results))
