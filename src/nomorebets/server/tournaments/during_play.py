"""What happens to one entrant while a stage is played: buying in again, and being disqualified (8.6(e)).

Both are done at the table where he sits, by the process that serves it, and written down with what happens there.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, update

from nomorebets.compliance.tournament import Submission
from nomorebets.errors import RulesError
from nomorebets.regulation import reading
from nomorebets.server.book import schema
from nomorebets.server.book.changes import issuer_of, money_of
from nomorebets.server.book.floor_log import Disqualified
from nomorebets.server.book.orders import SeatOrders
from nomorebets.server.book.tournaments import EntrantRow, TournamentRow
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.rules import moment
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.stage import has_ended
from nomorebets.table.money import dollars

REBUY, OUT = reading("R-8.6e-rebuy"), reading("R-8.6e-disqualified")


class TournamentRefused(RulesError):
    """Something that a tournament does not allow, or not yet."""

    who = "tournament"


def sold_again(row: TournamentRow, own: Submission, one: EntrantRow) -> int:
    """How many re-buys the posted rule still leaves an entrant in this stage."""
    play = own.play
    if play is None or row.state != "playing" or one.why_out or not one.stage == row.stage <= play.rebuy_until:
        return 0
    return max(0, play.rebuys - one.rebuys)


def rebuy(live: LiveTable, row: TournamentRow, own: Submission, one: EntrantRow, purse: Purse, issued: str) -> None:
    """Sell an entrant another stack."""
    play, seated = own.play, _seated(live, one)
    assert play is not None
    if not sold_again(row, own, one):
        sold = f"{play.rebuys} re-buys each, until stage {play.rebuy_until}" if play.rebuys else "no re-buys"
        text = f"no further chips are sold to you: the posted rule has {sold}"
        raise TournamentRefused(text, REBUY, own.day, "playing on with the chips you have")
    if has_ended(live.stage, live.rounds):
        raise TournamentRefused("this stage is over", REBUY, own.day, "the next stage, if you go on")
    lies = live.round.involves(seated) or any(w.owner == seated.account for w in live.round.opening.wagers)
    if seated.stack or lies:
        text = "you still have chips, in front of you or on the layout"
        raise TournamentRefused(text, REBUY, own.day, "buying in again when all of them are lost")
    if purse.balance < own.rebuy_fee:
        text = f"a re-buy is {dollars(own.rebuy_fee)}; you have {dollars(purse.balance)} of play money"
        raise TournamentRefused(text, REBUY, own.day, "cashing in at a table first")
    changes = live.outbox.changes
    changes.move(purse.account, money_of(row.id), own.rebuy_fee, REBUY.full(own.day))
    changes.move(issuer_of(row.id), live.seats.account(seated.account), play.stack, issued)
    changes.do(update(schema.entrants).where(_is(row, one)).values(rebuys=one.rebuys + 1))
    purse.balance -= own.rebuy_fee
    seated.stack += play.stack
    live.dealer.reseat()
    live.delivery.due()


def disqualify(
    live: LiveTable, row: TournamentRow, own: Submission, one: EntrantRow, by: Purse, why: str, returned: str
) -> None:
    """Take an entrant out: his chips go back, and nothing he says at the table is heard any more."""
    seated = _seated(live, one)
    if not why:
        raise TournamentRefused("it is not said why", OUT, own.day, "a reason for the floor log")
    if one.why_out:
        raise TournamentRefused(f"{one.name} is disqualified already", OUT, own.day, "another entrant")
    if live.round.involves(seated):
        text = f"{one.name} is in a round that has begun; it is finished first"
        raise TournamentRefused(text, OUT, own.day, "asking again between two rounds")
    changes = live.outbox.changes
    changes.move(live.seats.account(seated.account), issuer_of(row.id), seated.stack, returned)
    changes.do(update(schema.entrants).where(_is(row, one)).values(why_out=why, chips=0))
    seated.stack, seated.orders = 0, SeatOrders()
    live.seats.keep(seated)
    number = live.rules.floor.number + 1
    facts = {"patron": one.patron, "player": one.name, "why": why}
    live.rules.write(Disqualified(number=number, at=moment(), who=by.patron, name=by.name, **facts))
    live.dealer.reseat()
    live.delivery.due()


def _seated(live: LiveTable, one: EntrantRow) -> Seated:
    seated = live.seats.of(one.patron)
    if seated is None or live.closed or one.table != live.id:
        raise TournamentRefused(f"{one.name} does not sit at this table", accepts="the table of the draw")
    return seated


def _is(row: TournamentRow, one: EntrantRow) -> ColumnElement[bool]:
    e = schema.entrants.c
    return and_(e.tournament_id == row.id, e.patron_id == one.patron)
