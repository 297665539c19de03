"""Keno: exact odds of every straight ticket, and of any way ticket by the joint distribution of its groups' catches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod

from msgspec.structs import replace

from nomorebets.equipment.balls import MOST
from nomorebets.equipment.tickets import NoTicket, Ticket, read_ticket, ticket_of_sizes
from nomorebets.errors import UnknownName, WagerRefused
from nomorebets.games.keno.schedules import BY, SCHEDULES, SELECTED, Schedule, chance_of, schedule, theoretical_return
from nomorebets.games.keno.settlement import units_won
from nomorebets.games.keno.terms import AGGREGATE_LIMIT, MAX_SPOTS, NONE, STRAIGHT, TICKET_KINDS, TICKET_LIMIT
from nomorebets.games.keno.tickets import place_of
from nomorebets.pricing.facet import GameOdds, Pricing, TicketOdds, WayOdds
from nomorebets.pricing.lines import Ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import cite
from nomorebets.table import House, Table

ALL_GAMES = comb(MOST, SELECTED)
MOST_STATES = 50_000  # different catches of the groups of a ticket; beyond, only mean and variance are worked out

Catches = tuple[tuple[int, int], ...]  # of each group, its size and how many of it were selected


@cache
def _of_one_size(size: int, groups: int) -> tuple[tuple[Catches, int, int], ...]:
    """Groups of one size: their catches in no order, how many numbers that is, and in how many ways it comes."""
    found: list[tuple[Catches, int, int]] = []

    def add(least: int, left: int, counts: tuple[int, ...]) -> None:
        if not left:
            caught = sum(counts)
            times = Counter(counts)
            orders = factorial(groups) // prod(factorial(n) for n in times.values())
            ways = orders * prod(comb(size, c) ** n for c, n in times.items())
            found.append((tuple((size, c) for c in counts), caught, ways))
            return
        for catches in range(least, size + 1):
            if sum(counts) + catches * left > SELECTED:
                break
            add(catches, left - 1, (*counts, catches))

    add(0, groups, ())
    return tuple(found)


def joint_catches(sizes: tuple[int, ...]) -> Iterator[tuple[Catches, int]]:
    """Every way in which groups of these sizes may be caught, and in how many of all games it comes."""
    classes = sorted(Counter(sizes).items())
    outside = MOST - sum(sizes)

    def joined(at: int, caught: int) -> Iterator[tuple[Catches, int, int]]:
        if at == len(classes):
            yield (), caught, comb(outside, SELECTED - caught)
            return
        for catches, more, ways in _of_one_size(*classes[at]):
            if caught + more <= SELECTED:
                for rest, total, others in joined(at + 1, caught + more):
                    yield catches + rest, total, ways * others

    for catches, _, ways in joined(0, 0):
        if ways:
            yield tuple(sorted(catches)), ways


def number_of_states(sizes: tuple[int, ...]) -> int:
    """How many different catches there are."""
    states: Counter[int] = Counter({0: 1})
    for size, groups in Counter(sizes).items():
        alike = Counter({(0, 0): 1})  # groups that are caught, and how many numbers of them
        for catches in range(1, size + 1):
            for (used, caught), n in list(alike.items()):
                for more in range(1, min(groups - used, (SELECTED - caught) // catches) + 1):
                    alike[used + more, caught + more * catches] += n
        joined: Counter[int] = Counter()
        for total, n in states.items():
            for (_, caught), ways in alike.items():
                if total + caught <= SELECTED:
                    joined[total + caught] += n * ways
        states = joined
    return states.total()


def distribution(ticket: Ticket, house: House) -> Counter[int]:
    """What a ticket is paid in prices of a way, and in how many of all games."""
    paid: Counter[int] = Counter()
    for catches, games in joint_catches(ticket.sizes):
        paid[units_won(ticket, catches, house)] += games
    return paid


def moments_by_pairs(ticket: Ticket, house: House) -> tuple[Fraction, Fraction]:
    """Mean and variance of the prize from how any two ways overlap, however many catches there may be."""
    most = max(spots for _, spots in ticket.ways)
    overlaps: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})  # spots of both ways, of one, of the other
    for size in ticket.sizes:
        for (both, one, other), n in list(overlaps.items()):
            if both + one + size <= most:
                overlaps[both, one + size, other] += n
            if both + other + size <= most:
                overlaps[both, one, other + size] += n
            if both + max(one, other) + size <= most:
                overlaps[both + size, one, other] += n
    played = {spots: schedule(house, spots) for _, spots in ticket.ways}
    mean = sum((ways * theoretical_return(house, spots) for ways, spots in ticket.ways), Fraction(0))
    squares = 0
    for (both, one, other), n in overlaps.items():
        if both + one in played and both + other in played:
            squares += n * _product(both, one, other, played[both + one], played[both + other])
    return mean, Fraction(squares, ALL_GAMES) - mean**2


def _product(both: int, one: int, other: int, pays: Schedule, others: Schedule) -> int:
    """The prizes of two ways multiplied, summed over all games."""
    outside, total = MOST - both - one - other, 0
    for first, prize in pays.items():
        for second, another in others.items():
            for shared in range(max(0, first - one, second - other), min(both, first, second) + 1):
                left = SELECTED - first - second + shared
                if left >= 0:
                    ways = comb(both, shared) * comb(one, first - shared) * comb(other, second - shared)
                    total += prize * another * ways * comb(outside, left)
    return total


# --- lines -----------------------------------------------------------------------------------------------------------


def line_of_ticket(table: Table, name: str, ticket: Ticket) -> Line:
    """A line with every prize that a ticket may win."""
    if number_of_states(ticket.sizes) > MOST_STATES:
        text = f"ticket {ticket.words}: its groups may be caught in too many ways to list every prize"
        raise UnknownName(text, accepts="the figures of the whole ticket: odds --ticket")
    if ticket.is_straight:
        ((_, spots),) = ticket.ways
        pays = schedule(table.house, spots)
        counts = {c: int(chance_of(c, spots) * ALL_GAMES) for c in range(min(spots, SELECTED) + 1)}
        ends = [(Ending(f"catch {c}", Fraction(pays.get(c, 0) - 1), cite("15.3")), n) for c, n in counts.items()]
    else:
        paid = distribution(ticket, table.house)
        ends = [(ending(ticket, units), n) for units, n in paid.items()]
    return finished(table, line_of(table, name, ends, ALL_GAMES, note=note_of(table, ticket), rests_on=(BY,)))


def ending(ticket: Ticket, units: int) -> Ending:
    """A ticket that is paid so many prices of a way."""
    return Ending(f"prize {units}", Fraction(units, ticket.number_of_ways) - 1, cite("15.3"))


def finished(table: Table, line: Line) -> Line:
    """A line with what it gives back beside what it keeps."""
    return replace(line, extra={"return": 1 - line.edge})


def note_of(table: Table, ticket: Ticket) -> str:
    """Whose schedule it is, and what the figures leave out."""
    own = {table.house[SCHEDULES[spots]] for _, spots in ticket.ways}
    whose = "a sample schedule of ours, no licensee's and no law" if own == {"sample"} else "the licensee's schedule"
    limited = any(table.house[limit] != NONE for limit in (AGGREGATE_LIMIT, TICKET_LIMIT))
    what = "" if ticket.is_straight else f"ticket {ticket.words}; "
    return what + whose + ("; limits of what is paid are left out" if limited else "")


def priced(table: Table, pricing: Pricing) -> dict[str, Ticket]:
    """The tickets that are priced: one for each number of spots and each further kind, or the one asked for."""
    straights = {
        f"{STRAIGHT}:{spots}": read_ticket(table.place(f"{STRAIGHT}:{spots}").id)
        for spots in range(1, int(table.house[MAX_SPOTS]) + 1)
        if STRAIGHT in table.house[TICKET_KINDS].split() and schedule(table.house, spots)
    }
    others = {kind: read_ticket(places[0].id) for kind, places in table.kinds().items() if kind != STRAIGHT}
    if pricing.wager is None:
        return straights | others
    name = pricing.wager.strip().lower()
    if name == STRAIGHT:
        return straights
    known = straights | others
    if name in known:
        return {name: known[name]}
    place = table.place(pricing.wager)
    return {place.id: read_ticket(place.id)}


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """A line for each ticket that is priced."""
    return [line_of_ticket(table, name, ticket) for name, ticket in priced(table, pricing).items()]


def ticket_odds(table: Table, text: str) -> TicketOdds:
    """A whole ticket by the sizes of its groups and its ways, for a price of 1 per way."""
    try:
        ticket = ticket_of_sizes(text)
    except NoTicket as fault:
        raise WagerRefused(fault.text, cite("15.2"), table.as_of, fault.accepts) from None
    place_of(ticket, table.house)
    line = line_of_ticket(table, ticket.name, ticket) if number_of_states(ticket.sizes) <= MOST_STATES else None
    price = ticket.number_of_ways
    if line is None:
        mean, variance = moments_by_pairs(ticket, table.house)
    else:
        mean, variance = (1 - line.edge) * price, line.variance * price**2
    ways = tuple(WayOdds(spots, ways, theoretical_return(table.house, spots)) for ways, spots in ticket.ways)
    return TicketOdds(ticket.sizes, price, mean, variance, ways, line)


def to_check(table: Table) -> dict[str, Fraction]:
    """The edge of every schedule: a licensee's own may favour its patrons."""
    own = (spots for spots in SCHEDULES if schedule(table.house, spots))
    return {f"{STRAIGHT}:{spots}": 1 - theoretical_return(table.house, spots) for spots in own}


ODDS = GameOdds(lines=lines, ticket=ticket_odds, to_check=to_check)
