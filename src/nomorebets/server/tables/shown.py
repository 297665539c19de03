"""The whole table as one visitor may see it: a seat's own cards and choices, and what is open to everybody."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.events import paragraph, public_state
from nomorebets.server.tables.seating import Seated, unless_told
from nomorebets.table.decisions import Ask
from nomorebets.table.felt import Felt
from nomorebets.table.requests import TakeWagers
from nomorebets.table.wagers import wager_facts

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable

_encode = msgspec.json.Encoder().encode


def view_of(live: LiveTable, purse: Purse | None) -> dict[str, Any]:
    """What a patron, or a spectator, sees of a table."""
    return _view_of_all(live) | _view_of_one(live, purse)


def states(live: LiveTable, purses: list[Purse | None]) -> list[bytes]:
    """The frames that show a table to several at once; what all of them see is written out once."""
    of_all = b'{"type":"state","seq":%d,"view":%b,' % (live.seq, _encode(_view_of_all(live))[:-1])
    return [b"%b%b}" % (of_all, _encode(_view_of_one(live, purse))[1:]) for purse in purses]


def _view_of_one(live: LiveTable, purse: Purse | None) -> dict[str, Any]:
    """What is one visitor's own."""
    who = purse.patron if purse else None
    own, request = live.seat_of(who), live.request
    return {
        "you": own.seat if own else None,
        "purse": purse.balance if purse else None,
        "tableau": live.tableau.seen_by(who),
        "word": live.word_of(own),
        "ask": _ask(live, request, own) if isinstance(request, Ask) else None,
    }


def _view_of_all(live: LiveTable) -> dict[str, Any]:
    """What everybody sees of a table."""
    request = live.request
    felt = live.play.table.felt if live.play is not None else Felt.opened(live.opening)
    left = None if live.deadline is None else max(0.0, live.deadline - asyncio.get_running_loop().time())
    here = {watcher.patron for watcher in live.watchers}
    sitting = {seated.patron for seated in live.seats.values()}
    shown: dict[str, Any] = {
        "table": live.id,
        "round": live.number,
        "at": live.seq,
        "phase": _phase(live),
        "seats": [_seat(seated, here, live.bot) for seated in sorted(live.seats.values(), key=lambda s: s.seat)],
        "positions": live.positions,
        "spectators": sum(watcher.patron not in sitting for watcher in live.watchers),
        "clock": None if left is None else round(left, 1),
        "several": sum(s.patron in here and not s.leaving for s in live.seats.values()) > 1,
        "wagers": [wager_facts(wager) for wager in felt.wagers],
        "banked": [wager_facts(wager) for wager in felt.banked],
        "state": public_state(live.play) if live.play is not None else {},
        "rulings": live.rulings,
        "last_round": live.last_round,
        "commitment": live.commitment,
        "takes_words": live.takes_words,
        "until": "",
    }
    if isinstance(request, TakeWagers):
        shown |= {"until": request.until, **paragraph(request.by, live.table.as_of)}
    return shown


def _phase(live: LiveTable) -> str:
    if live.play is None:
        return "waiting"
    if isinstance(live.request, TakeWagers):
        return "wagers"
    return "decision" if isinstance(live.request, Ask) else "dealing"


def _seat(seated: Seated, here: set[str | None], bot: Seated | None) -> dict[str, Any]:
    return {
        "seat": seated.seat,
        "name": seated.name,
        "stack": seated.stack - seated.orders.staked,
        "here": seated.patron in here or seated is bot,
        "bot": seated is bot,
        "ready": seated.ready,
        "leaving": seated.leaving,
        "orders": [wager_facts(wager) for wager in seated.orders.wagers],
        "removed": [wager.on for wager in seated.orders.removed],
        "called": {change.to.on: change.to.call for change in seated.orders.changed},
        "can_repeat": bool(seated.last),
        "can_double": bool(seated.orders.placed),
    }


def _ask(live: LiveTable, request: Ask, own: Seated | None) -> dict[str, Any]:
    """Whose turn it is; what may be chosen only for the one who chooses."""
    yours = own is not None and own.seat == request.seat
    facts: dict[str, Any] = {"seat": request.seat, "yours": yours, **paragraph(request.by, live.table.as_of)}
    if yours:
        facts |= {
            "choices": list(request.choices),
            "amount_for": request.amount_for,
            "least": request.least,
            "most": request.most,
            "step": live.table.house.smallest_chip,
            "unless_told": unless_told(request).choice,
        }
    return facts
