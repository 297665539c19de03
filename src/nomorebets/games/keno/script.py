"""One game of keno: tickets, twenty of eighty numbers, prizes (15.3 to 15.6), and what may go wrong (15.7)."""

from __future__ import annotations

import msgspec

from nomorebets.equipment.tickets import Ticket
from nomorebets.games.keno.claims import LATE_CLAIM, TicketSeen, look_over, pay_tickets, ticket_meant
from nomorebets.games.keno.schedules import SELECTED
from nomorebets.games.keno.settlement import Selection, share_of_prizes, total_of
from nomorebets.games.keno.terms import DRAW_METHOD
from nomorebets.games.keno.tickets import ticket_on
from nomorebets.procedures.deck import noticed
from nomorebets.procedures.tickets import FIRST_GAME, GAME_NUMBER
from nomorebets.regulation import cite, reading
from nomorebets.table import Irregularity, Result, Round, Script, announce, move_part, remedy, take_wagers
from nomorebets.table.balls import DUPLICATE, draw_ball, load_balls
from nomorebets.table.cards import inspect
from nomorebets.table.chips import award, bank, put_down, reduce
from nomorebets.table.money import cents, dollars
from nomorebets.table.steps import attest, note, travel
from nomorebets.table.wagers import lost

MALFUNCTION = "malfunction"
VOID_ALL = "the game is void: every wager on it is returned, of a ticket for several games the price of this one"


def _of_tickets(
    when: str, what: str, says: str, done: str, by: str, more: tuple[str, ...] = ()
) -> dict[str, Irregularity]:
    told = ("seat", "wager", *more)
    return noticed(
        f"inspect-{when}", what, says, done, reading(by), more=told, may_list_outcome=False, stage_says_when=True
    )


IRREGULARITIES: dict[str, Irregularity] = {
    **noticed(
        "draw-ball",
        MALFUNCTION,
        "the selection broke down and could not be finished",
        VOID_ALL,
        reading("R-15.7-malfunction"),
        may_list_outcome=False,
        ends_round=True,
    ),
    **noticed(
        "draw-ball",
        "malfunction-corrected",
        "the selection broke down and was put right",
        "it goes on; the numbers selected before stand",
        reading("R-15.7-malfunction"),
        may_list_outcome=False,
    ),
    **noticed(
        "draw-ball",
        DUPLICATE,
        "a number came a second time",
        "it is disregarded, and another number is selected",
        reading("R-15.7-duplicate"),
        needs_outcome=True,
    ),
    **noticed(
        "inspect-result",
        "number-beyond-twenty",
        "more than twenty numbers were selected",
        "the numbers beyond the twentieth are disregarded",
        reading("R-15.7-count"),
        may_list_outcome=False,
        stage_says_when=True,
    ),
    **noticed(
        "inspect-result",
        "numbers-missing",
        "the result has fewer than twenty numbers, and the others cannot be selected any more",
        VOID_ALL,
        reading("R-15.7-count"),
        may_list_outcome=False,
        stage_says_when=True,
    ),
    **noticed(
        "inspect-result",
        "duplicate-noticed-late",
        "a number came a second time, and it was noticed only in the final result",
        VOID_ALL,
        reading("R-15.7-duplicate"),
        may_list_outcome=False,
        stage_says_when=True,
    ),
    **_of_tickets(
        "issued-tickets",
        "mispriced",
        "a wrong price was taken for a ticket, and it was noticed before the game closed",
        "the price is corrected, or the ticket is void",
        "R-15.7-mispriced",
        ("paid",),
    ),
    **_of_tickets(
        "closed-game",
        "mispriced-noticed-late",
        "a wrong price was taken for a ticket, and it was noticed after the game closed",
        "what was paid is divided equally over the ways",
        "R-15.7-mispriced",
        ("paid",),
    ),
    **_of_tickets(
        "closed-game",
        "void-requested",
        "a ticket was to be made void after the game closed",
        "refused: the ticket stands",
        "R-15.4-void",
    ),
    **_of_tickets(
        "closed-game",
        "form-differs",
        "the ticket is not what was marked on the form, and it was noticed after the game closed",
        "the ticket counts as it was issued",
        "R-15.7-form",
    ),
    **_of_tickets(
        "presented-tickets",
        "altered-ticket",
        "the ticket was altered, cannot be read, or was presented twice over",
        "it is paid only if the system's record proves it and it is not paid yet",
        "R-15.7-altered",
        ("proved",),
    ),
    **_of_tickets(
        "presented-tickets",
        "lost-ticket",
        "the ticket was lost",
        "it is paid only if the system's record proves whose it is",
        "R-15.7-lost",
        ("proved",),
    ),
    **_of_tickets(
        "presented-tickets",
        LATE_CLAIM,
        "the ticket was presented after the claim period",
        "it is not paid any more",
        "R-15.6-claim",
        ("days",),
    ),
    **_of_tickets(
        "presented-tickets",
        "already-paid",
        "the ticket was presented again after it had been paid",
        "refused: a ticket is paid once",
        "R-15.6-account",
    ),
}
NOT_COUNTED = (MALFUNCTION, "numbers-missing", "duplicate-noticed-late")
UNPAID = (LATE_CLAIM, "altered-ticket", "lost-ticket")


def keno(table: Round) -> Script[None]:
    """One game, from the first ticket to the last prize."""
    number = table.felt.state.get(GAME_NUMBER, FIRST_GAME)
    yield from make_ready(table)
    yield from announce(f"Game {number} is open", by=cite("15.5"))
    yield from take_wagers("until the game closes", by=cite("15.4"))
    yield from remedied((yield from look_over("issued-tickets", by=reading("R-15.4-particulars"))))
    yield from announce(f"Game {number} is closed", by=cite("15.5"))
    yield from look_over_closed(table)
    yield from put_in_play(table)
    selected = yield from select_numbers()
    if selected is None:
        by = reading("R-15.7-malfunction")
        yield from award([Result(wager, "void", 0, by) for wager in table.felt.banked], by=by)
    else:
        words = " ".join(map(str, sorted(selected)))
        yield from announce(f"Game {number}: {words}", by=cite("15.5"))  # verified, and posted
        yield from pay_winners(table, selected)
    yield from note(GAME_NUMBER, str(int(number) + 1), by=reading("R-15.5-numbers"))


def make_ready(table: Round) -> Script[None]:
    """All eighty numbers can come."""
    by = reading("R-15.5-method")
    if table.house[DRAW_METHOD] == "rng":
        yield from attest("the generator of random numbers is ready", by=by)
    yield from load_balls(by=by)


def remedied(seen: TicketSeen) -> Script[None]:
    """Put right what is wrong with a ticket, if anything is."""
    if seen.found:
        yield from remedy(seen.found, IRREGULARITIES[seen.found].remedy, by=IRREGULARITIES[seen.found].by)


def put_in_play(table: Round) -> Script[None]:
    """The prices of this game are taken in; of a ticket for several games, those to come stay where they are."""
    by = reading("R-15.2-multi-game")
    several = [wager for wager in table.wagers if ticket_on(wager).games > 1]
    yield from bank([wager for wager in table.wagers if wager not in several], by=cite("15.3"))
    for wager in several:
        ticket = ticket_on(wager)
        price = wager.amount // ticket.games
        yield from move_part(wager, of_games(ticket, 1), price, by=by)
        rest = msgspec.structs.replace(wager, amount=wager.amount - price)
        yield from travel(rest, of_games(ticket, ticket.games - 1), by=by)
    yield from bank([wager for wager in table.wagers if wager.part_of], by=cite("15.3"))


def of_games(ticket: Ticket, games: int) -> str:
    """The same ticket for so many games."""
    return Ticket(ticket.groups, ticket.ways, games, ticket.quick).name


def look_over_closed(table: Round) -> Script[None]:
    """What is noticed after the closing changes no ticket; a wrong price counts as it was paid."""
    by = reading("R-15.5-closed")
    seen = yield from look_over("closed-game", by=by)
    yield from remedied(seen)
    if seen.paid:
        ticket, paid = ticket_meant(table, seen, by), cents(seen.paid)
        if paid < ticket.amount:
            yield from reduce(ticket, paid, by=reading("R-15.7-mispriced"))
        elif paid > ticket.amount:
            more = msgspec.structs.replace(ticket, amount=paid - ticket.amount)
            yield from put_down(more, by=reading("R-15.7-mispriced"))


def select_numbers() -> Script[frozenset[int] | None]:
    """Twenty different numbers, one by one; None where the selection does not count."""
    numbers: set[int] = set()
    while len(numbers) < SELECTED:
        drawn = yield from draw_ball(by=cite("15.5"))
        if not drawn.found:
            numbers.add(int(drawn.ball))
            continue
        yield from remedy(drawn.found, IRREGULARITIES[drawn.found].remedy, by=IRREGULARITIES[drawn.found].by)
        if drawn.found in NOT_COUNTED:
            return None
    seen = yield from inspect("result", by=cite("15.5"))
    if seen.found:
        yield from remedy(seen.found, IRREGULARITIES[seen.found].remedy, by=IRREGULARITIES[seen.found].by)
    return None if seen.found in NOT_COUNTED else frozenset(numbers)


def pay_winners(table: Round, numbers: frozenset[int]) -> Script[None]:
    """Tickets are validated and paid; where an aggregate is exceeded, each prize is reduced."""
    results = table.settle(table.felt.banked, Selection(numbers))
    share = share_of_prizes(results, table.house)
    if share < 1:
        whole = total_of(results)
        results = table.settle(table.felt.banked, Selection(numbers, share))
        words = f"Prizes of {dollars(whole)} are reduced to the aggregate; {dollars(total_of(results))} are paid"
        yield from announce(words, by=reading("R-15.3-aggregate"))
    seen = yield from look_over("presented-tickets", by=cite("15.6"))
    yield from remedied(seen)
    if seen.found in UNPAID and not seen.proved:
        by = IRREGULARITIES[seen.found].by
        unpaid = ticket_meant(table, seen, by)
        results = [lost(unpaid, by) if r.wager == unpaid else r for r in results]
    yield from pay_tickets(results, by=cite("15.6"))
