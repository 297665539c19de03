"""Tickets of keno: how a patron writes one, and what is demanded of it (15.2, 15.3)."""

from __future__ import annotations

import re
from functools import lru_cache

from nomorebets.equipment.tickets import NoTicket, Ticket, read_ticket
from nomorebets.equipment.tickets import ticket as ticket_of
from nomorebets.errors import WagerRefused, listed, shown
from nomorebets.games.keno.schedules import MOST_SPOTS, SCHEDULES, schedule
from nomorebets.games.keno.terms import (
    COMBINATION,
    MAX_SPOTS,
    MIN_PER_WAY,
    MIN_PRICE,
    MULTI_GAME_MAX,
    STRAIGHT,
    TICKET_KINDS,
    WAY,
    kind_of,
)
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.money import cents, dollars
from nomorebets.table.wagers import Layout, Place

CALLED = {STRAIGHT: "a straight ticket", WAY: "a way ticket", COMBINATION: "a combination ticket"}
_SPOTS = re.compile(rf"{STRAIGHT}:(\d{{1,2}})", re.ASCII)
_read = lru_cache(maxsize=4096)(read_ticket)


def ticket_on(wager: Wager) -> Ticket:
    """The ticket that a wager is."""
    return _read(wager.on)


def layout(house: House) -> Layout:
    """No place is listed: a ticket is what its patron marks."""
    return Layout({})


def find(text: str, layout: Layout, house: House) -> Place:
    """The ticket that a patron writes; ``straight:7`` stands for any ticket of seven spots, by the first seven."""
    spots = _SPOTS.fullmatch(text.strip().lower())
    try:
        if spots and not 1 <= int(spots[1]) <= MOST_SPOTS:
            raise NoTicket(f"no way has {spots[1]} spots", accepts=f"1 to {MOST_SPOTS} spots")
        ticket = ticket_of([range(1, int(spots[1]) + 1)]) if spots else _read(text)
    except NoTicket as fault:
        why = f"{shown(text)} is no keno ticket: {fault.text}"
        raise WagerRefused(why, cite("15.2"), house.as_of, fault.accepts) from None
    return place_of(ticket, house)


def place_of(ticket: Ticket, house: House) -> Place:
    """The place of a ticket, or why this house does not sell it."""

    def refuse(why: str, by: Citation, accepts: str) -> WagerRefused:
        return WagerRefused(f"ticket {ticket.words}: {why}", by, house.as_of, accepts)

    sold = house[TICKET_KINDS].split()
    if (kind := kind_of(ticket)) not in sold:
        raise refuse(f"{kind} tickets are not sold here", reading("R-15.2-kinds"), listed(sold))
    if ticket.games > int(house[MULTI_GAME_MAX]):
        by, most = reading("R-15.2-multi-game"), house[MULTI_GAME_MAX]
        accepts = "a ticket for one game" if most == "1" else f"at most {most} games"
        raise refuse(f"it is for {ticket.games} games", by, accepts)
    for _, spots in ticket.ways:
        if spots > int(house[MAX_SPOTS]):
            by = reading("R-15.2-spots")
            raise refuse(f"a way has {spots} spots", by, f"at most {house[MAX_SPOTS]} spots")
        if not schedule(house, spots):
            offered = (str(n) for n in SCHEDULES if n <= int(house[MAX_SPOTS]) and schedule(house, n))
            raise refuse(
                f"there is no schedule for {spots} spots", cite("15.3"), f"ways of {listed(offered, 20)} spots"
            )
    covers = tuple(map(str, ticket.numbers))
    parts = ticket.number_of_ways * ticket.games
    return Place(ticket.name, kind, covers, cite("15.2"), f"{CALLED[kind]}, {ticket.words}", parts=parts)


def price_step(house: House, place: Place) -> int:
    """The step of the price of a ticket: so much for each way and game."""
    return place.parts * house.smallest_chip


def verify(table: Round, wager: Wager) -> None:
    """Cash or value chips, and no less than the posted prices."""
    if wager.coupon or wager.verbal or wager.chips != "value":
        by = reading("R-15.3-paid-in")
        raise refusal(table, wager, "a ticket is paid for in cash or value chips", by, "the price in value chips")
    ticket, house = ticket_on(wager), table.house
    parts = ticket.number_of_ways * ticket.games
    least = max(cents(house[MIN_PER_WAY]) * parts, cents(house[MIN_PRICE]) * ticket.games)
    step = parts * house.smallest_chip
    paid = max(wager.amount, table.felt.on(wager.seat, wager.on, wager.player))
    if paid < least:
        ways = f"{ticket.number_of_ways} ways" if ticket.number_of_ways > 1 else "one way"
        games = f" and {ticket.games} games" if ticket.games > 1 else ""
        why = f"for {ways}{games} the least price is {dollars(least)}"
        raise refusal(table, wager, why, reading("R-15.3-price"), f"{dollars(-(-least // step) * step)} or more")
