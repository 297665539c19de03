"""The curator: who holds the shoe and deals, 3.6 and 3.11. Seats are numbered counterclockwise (R-3.6b-numbered)."""

from __future__ import annotations

from nomorebets.procedures.banker import in_turn
from nomorebets.procedures.shoe import not_here
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
KEPT = "curator-kept-shoe"
WHEN = "before the curator keeps or passes the shoe"


def participants(table: Round, first: int) -> list[int]:
    """Everyone at the table counterclockwise, beginning with a seat or the next one taken."""
    return in_turn({*table.seats, *(wager.seat for wager in table.wagers)}, first - 1)


def dealer_deals(table: Round) -> bool:
    """Whether the dealer acts as the curator."""
    return DEALER in (table.felt.state.get(CURATOR), table.felt.state.get(DEALT_BY))


def choose_curator(table: Round) -> Script[str]:
    """At the commencement of play, or where the curator has left: offer the shoe from seat one on.

    Returns what was reported of the curator before anybody was one: it concerns the end of the round.
    """
    now = table.felt.state.get(CURATOR, "")
    if not now:
        return (yield from offer_shoe(table, participants(table, 1), by=cite("3.6(b)")))
    if now.isdigit() and table.seats and int(now) not in table.seats:
        return (yield from offer_shoe(table, participants(table, int(now) + 1), by=reading("R-3.11-next")))
    return ""


def offer_shoe(table: Round, seats: list[int], by: Citation) -> Script[str]:
    """Offer the shoe to each in turn until one accepts it or has the dealer deal; what was reported meanwhile."""
    may_designate = law.in_force(cite("3.6(d)1"), table.as_of)
    choices = ("accept", "refuse", "designate-dealer") if may_designate else ("accept", "refuse")
    reported = ""
    for seat in seats:
        answer = yield from ask(seat, *choices, by=by, default="accept")
        reported = reported or answer.found
        if answer.choice == "refuse":
            continue
        yield from note(CURATOR, str(seat), by=by)
        designated = answer.choice == "designate-dealer"
        yield from note(
            DEALT_BY, DEALER if designated else CURATOR, by=cite("3.6(d)1") if designated else cite("3.6(c)")
        )
        return reported
    nobody = cite("3.6(d)2") if may_designate else reading("R-3.6b-nobody")
    yield from note(CURATOR, DEALER, by=nobody)
    return reported


def pass_or_keep(table: Round, banker_lost: bool, reported: str = "") -> Script[None]:
    """The shoe must be passed when the Banker's Hand has lost; otherwise the curator may keep it."""
    now = table.felt.state.get(CURATOR, "")
    if not now.isdigit():  # nobody took it
        if banker_lost:
            reported = reported or (yield from offer_shoe(table, participants(table, 1), by=reading("R-3.11-next")))
        if reported:
            raise not_here(table, reported, "the dealer deals, and nobody else has the shoe", "a round with a curator")
        return
    if banker_lost:
        meanwhile = yield from pass_shoe(table, int(now), by=cite("3.11(a)1"))
        if reported or meanwhile:
            lost = f"the Banker's Hand has lost: seat {now} must pass the shoe, and it is passed on"
            yield from remedy(reported or meanwhile, lost, by=cite("3.11(a)1"))
        return
    answer = yield from ask(int(now), "keep", "pass", by=cite("3.11(a)"), default="keep")
    reported, meanwhile = reported or answer.found, ""
    if reported == KEPT:
        why = f"the Banker's Hand has not lost, and seat {now} may keep the shoe"
        raise not_here(table, reported, why, "a round that the Banker's Hand loses")
    if reported == ORDERED:
        by = reading("R-3.11-compulsory")
        yield from remedy(ORDERED, "the dealer or a supervisor has the shoe passed", by=by)
        meanwhile = yield from pass_shoe(table, int(now), by=by)
    elif answer.choice == "pass":
        meanwhile = yield from pass_shoe(table, int(now), by=cite("3.11(a)"))
    if meanwhile:
        raise not_here(table, meanwhile, "the shoe is only offered", WHEN)


def pass_shoe(table: Round, outgoing: int, by: Citation) -> Script[str]:
    """Offer the shoe on, counterclockwise from the right of the outgoing curator; what was reported meanwhile."""
    yield from note(CURATOR, "", by=by)
    others = [seat for seat in participants(table, outgoing + 1) if seat != outgoing]
    return (yield from offer_shoe(table, others, by=reading("R-3.11-next")))


def highest_bettor(table: Round, kind: str) -> int:
    """Who has wagered most on a hand; among equals the first counterclockwise from the dealer. 0: nobody has."""
    stakes = {seat: table.felt.on(seat, kind) for seat in {w.seat for w in table.wagers if w.kind == kind}}
    return min((seat for seat in stakes if stakes[seat] == max(stakes.values())), default=0)
