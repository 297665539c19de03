"""The ticket counter: a ticket found by its number, printed, and what has been paid on it."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import get
from litestar.response import Template

from nomorebets.drawing import felt_of
from nomorebets.equipment.tickets import PREFIX
from nomorebets.errors import UnknownName, shown
from nomorebets.procedures.tickets import FIRST_GAME, GAME_NUMBER, Slip, slip_of, ticket_number
from nomorebets.server.book.rows import RoundRow
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.pages.records import examined_round
from nomorebets.server.web.rooms import SORRY, AnyRequest, page
from nomorebets.table import Table, Wager
from nomorebets.table.money import dollars
from nomorebets.table.requests import Bets

CASINO = "nomorebets"
LONGEST = 80  # of a ticket's number


@dataclass(frozen=True)
class Issued:
    """A ticket, and what became of it game by game."""

    slip: Slip
    table: Table
    games: tuple[str, ...]  # in words

    @property
    def rows(self) -> list[tuple[str, str]]:
        """What is printed, line by line."""
        return [*self.slip.rows(), *felt_of(self.table.game).on_tickets(self.table)]


@get("/tickets", exception_handlers=SORRY, act="watch")
async def look_up(request: AnyRequest) -> Template:
    """A ticket by its number, or one that lies at a table now by what is marked on it."""
    asked = {name: request.query_params.get(name, "").strip() for name in ("number", "table", "on")}
    found: Issued | None = None
    if asked["table"] and asked["on"]:
        found = await _lying(request, asked["table"], on=asked["on"])
    elif asked["number"]:
        found = await _issued(request, asked["number"])
    context = {"number": found.slip.number if found else asked["number"][:LONGEST], "found": found}
    return page("ticket.html", title="The ticket counter", **context)


async def _issued(request: AnyRequest, number: str) -> Issued:
    """A ticket of a game that is over, or of the one that is open."""
    round_id, table_id = number.rsplit("-", 2)[0], number.rsplit("-", 3)[0]
    strange = UnknownName(f"no ticket of yours has the number {shown(number, 40)}", accepts="a number as it is printed")
    if number.count("-") < 3 or len(number) > LONGEST:
        raise strange
    house: LiveHouse = request.app.state.house
    live = house.tables.get(table_id)
    if live is not None and live.round.id == round_id:
        return await _lying(request, table_id, number=number)
    archive = request.app.state.store.archive
    examined = await examined_round(request, round_id)
    record = examined.record
    placed = [w for e in record.entries if isinstance(e.answer, Bets) for w in e.answer.placed]
    voided = [w for e in record.entries if isinstance(e.answer, Bets) for w in e.answer.voided]
    issued = [w for w in (*placed, *voided) if w.on.startswith(PREFIX) and ticket_number(round_id, w) == number]
    row: RoundRow | None = await archive.round(round_id)
    if not issued or row is None:
        raise strange
    wager = issued[0]
    slip = await _slip(request, wager, row.table_id, round_id, record.header.opening.state)
    if wager not in placed:
        return Issued(slip, examined.table, (_void(slip),))
    games = []
    for later in range(slip.ticket.games):
        then = row if not later else await archive.round(f"{row.table_id}-{row.number + later}")
        games.append(f"Game {slip.game + later}: {_became(wager, then)}")
    return Issued(slip, examined.table, tuple(games))


async def _lying(request: AnyRequest, table_id: str, number: str = "", on: str = "") -> Issued:
    """A ticket of one's own that lies at a table, or was ordered and is in the book."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    own = live.seats.of(getattr(await house.people.find(request), "patron", None))
    await live.settled()
    lying = _wagers_at(live)
    for wager in (*lying, *own.orders.voided) if own is not None else ():
        mine = own is not None and (wager.seat, wager.player) == (own.seat, own.player)
        if mine and wager.on.startswith(PREFIX) and (wager.on == on or ticket_number(live.round.id, wager) == number):
            slip = await _slip(request, wager, table_id, live.round.id, live.round.opening.state)
            became = f"Game {slip.game}: not played yet" if wager in lying else _void(slip)
            return Issued(slip, live.table, (became,))
    raise UnknownName("no such ticket of yours lies at this table", accepts="a ticket that you have bought")


def _wagers_at(live: LiveTable) -> list[Wager]:
    """What lies at a table, and what people have ordered."""
    felt = live.round.at.felt if live.round.play is not None else None
    lying = [*felt.wagers, *felt.banked] if felt is not None else list(live.round.opening.wagers)
    return [*lying, *(wager for seated in live.seats.people for wager in seated.orders.wagers)]


async def _slip(request: AnyRequest, wager: Wager, station: str, round_id: str, state: dict[str, str]) -> Slip:
    game, archive = state.get(GAME_NUMBER, FIRST_GAME), request.app.state.store.archive
    issued = await archive.ticket_issued(ticket_number(round_id, wager))
    if issued is None:  # by an earlier program
        row: RoundRow | None = await archive.round(round_id)
        issued = row.started if row else ""
    issued = issued[:16].replace("T", " ")  # as every other time on a page
    return slip_of(wager, casino=CASINO, station=station, round_id=round_id, game=game, issued=issued)


def _void(slip: Slip) -> str:
    """What a void slip says."""
    return f"VOID: taken back before game {slip.game} closed, {dollars(slip.price)} returned"


def _became(wager: Wager, row: RoundRow | None) -> str:
    """What became of a ticket in one game: paid once, when its result was posted."""
    ends = [] if row is None else row.summary
    for end in ends:
        mine = (end["seat"], end.get("player", ""), end["wager"]) == (wager.seat, wager.player, wager.on)
        if mine and end["result"] == "void":
            return f"void, {dollars(end['amount'])} returned"
        if mine and end["result"] != "stands":
            prize = end["net"] + end["amount"]
            return f"paid {dollars(prize)}" if prize else "no prize"
    return "not played yet"


ROUTES = [look_up]
