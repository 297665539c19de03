"""The curator: who holds the shoe and deals, 3.6 and 3.11. Seats are numbered counterclockwise (R-3.6b-numbered)."""

from __future__ import annotations

from nomorebets.procedures.banker import in_turn
from nomorebets.regulation import Citation, cite, law, reading
from nomorebets.table import Round, Script, note, remedy
from nomorebets.table.decisions import ask
from nomorebets.table.memory import Remembered, one_of

CURATOR = "curator"  # the seat that has the right to the shoe, or DEALER
DEALT_BY = "shoe-dealt-by"  # DEALER where the curator designated the dealer
DEALER = "dealer"
REMEMBERED = {
    CURATOR: Remembered(rf"\d{{0,3}}|{DEALER}", "a seat, dealer, or nothing"),
    DEALT_BY: one_of(DEALER, CURATOR),
}
ORDERED = "curator-ordered-to-pass"


def participants(table: Round, first: int) -> list[int]:
    """Everyone at the table counterclockwise, beginning with a seat or the next one taken."""
    return in_turn({*table.seats, *(wager.seat for wager in table.wagers)}, first - 1)


def dealer_deals(table: Round) -> bool:
    """Whether the dealer acts as the curator."""
    return DEALER in (table.felt.state.get(CURATOR), table.felt.state.get(DEALT_BY))


def choose_curator(table: Round) -> Script[None]:
    """At the commencement of play, or where the curator has left: offer the shoe from seat one on."""
    now = table.felt.state.get(CURATOR, "")
    if not now:
        yield from offer_shoe(table, participants(table, 1), by=cite("3.6(b)"))
    elif now.isdigit() and table.seats and int(now) not in table.seats:
        yield from offer_shoe(table, participants(table, int(now) + 1), by=reading("R-3.11-next"))


def offer_shoe(table: Round, seats: list[int], by: Citation) -> Script[None]:
    """Offer the shoe to each in turn until one accepts it, or has the dealer deal."""
    may_designate = law.in_force(cite("3.6(d)1"), table.as_of)
    choices = ("accept", "refuse", "designate-dealer") if may_designate else ("accept", "refuse")
    for seat in seats:
        answer = yield from ask(seat, *choices, by=by, if_untold="accept")
        if answer.choice == "refuse":
            continue
        yield from note(CURATOR, str(seat), by=by)
        designated = answer.choice == "designate-dealer"
        yield from note(
            DEALT_BY, DEALER if designated else CURATOR, by=cite("3.6(d)1") if designated else cite("3.6(c)")
        )
        return
    nobody = cite("3.6(d)2") if may_designate else reading("R-3.6b-nobody")
    yield from note(CURATOR, DEALER, by=nobody)


def pass_or_keep(table: Round, banker_lost: bool) -> Script[None]:
    """The shoe must be passed when the Banker's Hand has lost; otherwise the curator may keep it."""
    now = table.felt.state.get(CURATOR, "")
    if not now.isdigit():  # nobody took it
        if banker_lost:
            yield from offer_shoe(table, participants(table, 1), by=reading("R-3.11-next"))
        return
    if banker_lost:
        yield from pass_shoe(table, int(now), by=cite("3.11(a)1"))
        return
    answer = yield from ask(int(now), "keep", "pass", by=cite("3.11(a)"), if_untold="keep")
    if answer.found == ORDERED:
        by = reading("R-3.11-compulsory")
        yield from remedy(ORDERED, "the dealer or a supervisor has the shoe passed", by=by)
        yield from pass_shoe(table, int(now), by=by)
    elif answer.choice == "pass":
        yield from pass_shoe(table, int(now), by=cite("3.11(a)"))


def pass_shoe(table: Round, outgoing: int, by: Citation) -> Script[None]:
    """Offer the shoe on, counterclockwise from the right of the outgoing curator."""
    yield from note(CURATOR, "", by=by)
    others = [seat for seat in participants(table, outgoing + 1) if seat != outgoing]
    yield from offer_shoe(table, others, by=reading("R-3.11-next"))


def highest_bettor(table: Round, kind: str) -> int:
    """Who has wagered most on a hand; among equals the first counterclockwise from the dealer. 0: nobody has."""
    stakes = {seat: table.felt.on(seat, kind) for seat in {w.seat for w in table.wagers if w.kind == kind}}
    return min((seat for seat in stakes if stakes[seat] == max(stakes.values())), default=0)
