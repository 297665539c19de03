"""The whole table as one visitor may see it: a seat's own cards and choices, and what is open to everybody."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from nomorebets.server.people import Purse
from nomorebets.server.seating import Seated, unless_told
from nomorebets.server.views import paragraph, public_state, wager_facts
from nomorebets.table.cards import Ask
from nomorebets.table.felt import Felt
from nomorebets.table.requests import TakeWagers

if TYPE_CHECKING:
    from nomorebets.server.live_table import LiveTable


def view_of(live: LiveTable, purse: Purse | None) -> dict[str, Any]:
    """What a patron, or a spectator, sees of a table."""
    who = purse.patron if purse else None
    own, day, request = live.seat_of(who), live.table.as_of, live.request
    felt = live.play.table.felt if live.play is not None else Felt.opened(live.opening)
    left = None if live.deadline is None else max(0.0, live.deadline - asyncio.get_running_loop().time())
    shown: dict[str, Any] = {
        "table": live.id,
        "round": live.number,
        "at": live.seq,
        "phase": _phase(live),
        "you": own.seat if own else None,
        "purse": purse.balance if purse else None,
        "seats": [_seat(live, seated, own) for seated in sorted(live.seats.values(), key=lambda s: s.seat)],
        "positions": live.positions,
        "spectators": sum(1 for w in live.watchers if live.seat_of(w.patron) is None),
        "clock": None if left is None else round(left, 1),
        "several": len(live.present) > 1,
        "wagers": [wager_facts(wager) for wager in felt.wagers],
        "banked": [wager_facts(wager) for wager in felt.banked],
        "tableau": live.tableau.seen_by(who),
        "state": public_state(live.play) if live.play is not None else {},
        "rulings": live.rulings,
        "last_round": live.last_round,
        "ask": None,
        "until": "",
    }
    if isinstance(request, TakeWagers):
        shown |= {"until": request.until, **paragraph(request.by, day)}
    if isinstance(request, Ask):
        shown["ask"] = _ask(live, request, own)
    return shown


def _phase(live: LiveTable) -> str:
    if live.play is None:
        return "waiting"
    if isinstance(live.request, TakeWagers):
        return "wagers"
    return "decision" if isinstance(live.request, Ask) else "dealing"


def _seat(live: LiveTable, seated: Seated, own: Seated | None) -> dict[str, Any]:
    facts = {
        "seat": seated.seat,
        "name": seated.name,
        "stack": seated.stack - seated.orders.staked,
        "here": live.is_here(seated.patron) or seated is live.bot,
        "bot": seated is live.bot,
        "ready": seated.ready,
        "leaving": seated.leaving,
        "orders": [wager_facts(wager) for wager in seated.orders.wagers],
        "removed": [wager.on for wager in seated.orders.removed],
        "called": {change.to.on: change.to.call for change in seated.orders.changed},
    }
    if seated is own:
        facts |= {"can_repeat": bool(seated.last), "can_double": bool(seated.orders.placed)}
    return facts


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
