"""The whole table as one visitor may see it: a seat's own cards and choices, and what is open to everybody."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from nomorebets.drawing import ShoeLevel, felt_of
from nomorebets.equipment.cards import ranks_shown
from nomorebets.regulation import names
from nomorebets.server.people.accounts import Purse
from nomorebets.server.people.rights import may
from nomorebets.server.tables.behind import most_at_a_seat
from nomorebets.server.tables.bot_seats import BotSeats
from nomorebets.server.tables.events import paragraph, public_state
from nomorebets.server.tables.further_seats import seats_of_one
from nomorebets.server.tables.offering import closing_notice
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.watchers import Watcher
from nomorebets.table import Round
from nomorebets.table.decisions import Ask
from nomorebets.table.felt import Felt
from nomorebets.table.requests import PatronRequest
from nomorebets.table.wagers import wager_facts

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable


def view_of(live: LiveTable, purse: Purse | None) -> dict[str, Any]:
    """What a patron, or a spectator, sees of a table."""
    supervises = _supervises(purse)
    return _view_of_all(live) | _own_view(*_own_facts(live, purse, supervises, _notices(live, supervises)))


def states(live: LiveTable, watchers: list[Watcher]) -> list[bytes]:
    """The frames that show a table to several at once; what all of them see is written out once."""
    of_role: dict[str | None, tuple[bool, list[dict[str, Any]]]] = {}  # whether it supervises, and what it is told
    own = {}
    for watcher in watchers:
        purse = watcher.purse
        role = purse.role if purse is not None else None
        if role not in of_role:
            supervises = _supervises(purse)
            of_role[role] = (supervises, _notices(live, supervises))
        own[watcher] = _own_facts(live, purse, *of_role[role])
    frames = live.sight.frames(live.log.seq, _view_of_all(live), own, _own_view)
    live.sight.forget_but(live.watchers)
    return frames


def _supervises(purse: Purse | None) -> bool:
    return purse is not None and may(purse.role, "supervise-table")


def _notices(live: LiveTable, supervises: bool) -> list[dict[str, Any]]:
    return [*live.rules.shown(supervises), *closing_notice(live)]


_OwnFacts = tuple[list[Seated], int | None, dict[str, Any], list[dict[str, Any]], list[dict[str, Any]], str, Any, Any]


def _own_facts(live: LiveTable, purse: Purse | None, supervises: bool, notices: list[dict[str, Any]]) -> _OwnFacts:
    """All that one visitor's own view is made of: where it is the same, so is the view."""
    who = purse.patron if purse is not None else None
    seats, request = live.seats.all_of(who), live.round.asked
    return (
        seats,
        purse.balance if purse is not None else None,
        live.log.shown.seen_by(who),
        notices,
        live.exceptions.shown(who, supervises),
        live.round.chance.word_of(seats[0].spot) if seats else "",
        _ask(live, request, who) if request is not None and request.seats() else None,
        live.waiting.shown_to(who),
    )


def _own_view(
    seats: list[Seated],
    purse: int | None,
    tableau: dict[str, Any],
    notices: list[dict[str, Any]],
    exceptions: list[dict[str, Any]],
    word: str,
    ask: dict[str, Any] | None,
    waits: dict[str, Any],
) -> dict[str, Any]:
    """What is one visitor's own, from nothing but what is given; of his seats, only where they are."""
    return {
        "you": seats[0].seat if seats else None,
        "notices": notices,
        "exceptions": exceptions,
        "own": [one.spot for one in seats],
        "player": seats[0].player if seats else "",
        "purse": purse,
        "tableau": tableau,
        "word": word,
        "ask": ask,
        **waits,
    }


def _view_of_all(live: LiveTable) -> dict[str, Any]:
    """What everybody sees of a table."""
    current, left = live.round, live.timer.left
    request = current.asked
    felt = current.at.felt if current.play is not None else Felt.opened(current.opening)
    watching = [watcher.patron for watcher in live.watchers]
    here, people = set(watching), live.seats.in_order
    sitting = {seated.patron for seated in people}
    shown: dict[str, Any] = {
        "table": live.id,
        "training": live.training,
        "rules": live.rules.edition,
        "round": current.number,
        "at": live.log.seq,
        "phase": _phase(live),
        "seats": [_seat(seated, here, live.bot) for seated in people],
        "at_a_seat": most_at_a_seat(live.table),
        "seats_of_one": seats_of_one(live.table),
        "positions": live.table.seats,
        "spectators": len([patron for patron in watching if patron not in sitting]),
        "clock": None if left is None else round(left, 1),
        "several": len({one.patron for one in people if one.patron in here and not one.leaving}) > 1,
        "wagers": [*map(wager_facts, felt.wagers)],
        "banked": [*map(wager_facts, felt.banked)],
        "state": public_state(current.play) if current.play is not None else {},
        "rulings": live.log.rulings,
        "last_round": live.log.last_round,
        "commitment": current.chance.commitment,
        "series": current.chance.series,
        "takes_words": current.chance.takes_words,
        "until": "",
        **live.waiting.shown(),
        **live.dealer.open_hands.shown(),
    }
    if live.stage is not None:
        shown["tournament"] = live.stage.tournament
    if (level := shoe_level(live)) is not None:
        shown["shoe"] = {"left": level.left, "of": level.of, "behind": level.behind}
    if request is not None and request.takes_wagers:
        shown |= {**request.question(0, current.at), **paragraph(request.by, live.table.as_of)}
    return shown


def shoe_level(live: LiveTable) -> ShoeLevel | None:
    """How far the shoe is dealt down, where the table of a game shows it."""
    level = felt_of(live.table.game).shoe
    return level(live.round.at) if level is not None and live.round.play is not None else None


def _phase(live: LiveTable) -> str:
    if live.round.play is None:
        return "waiting"
    request = live.round.asked
    if request is None:
        return "dealing"
    if request.is_pause:
        return "pause"
    return "wagers" if request.takes_wagers else "decision"


def _seat(seated: Seated, here: set[str | None], bots: BotSeats | None) -> dict[str, Any]:
    is_bot, orders = bots is not None and bots.is_at(seated), seated.orders
    return {
        "seat": seated.seat,
        "player": seated.player,
        "agrees": seated.agrees,
        "name": seated.name,
        "stack": seated.stack - orders.staked,
        "here": seated.patron in here or is_bot,
        "bot": is_bot,
        "plays": bots.plays(seated) if bots is not None and is_bot else "",
        "ready": seated.ready,
        "leaving": seated.leaving,
        "sits_out": orders.sits_out,
        "orders": [*map(wager_facts, orders.placed.values())],
        "removed": [wager.on for wager in orders.removed] if orders.removed else [],
        "called": {change.to.on: change.to.call for change in orders.changed} if orders.changed else {},
        "can_repeat": bool(seated.last),
        "can_double": bool(orders.placed),
    }


def _ask(live: LiveTable, request: PatronRequest, patron: str | None) -> dict[str, Any]:
    """Whose turn it is; what may be chosen only for the one who chooses."""
    seats, waiting = request.seats(), live.decisions.waiting(request)
    own = live.decisions.next_of(patron)
    facts: dict[str, Any] = {
        "seat": seats[0] if len(seats) == 1 else 0,
        "player": request.hand_of(seats[0])[1] if len(seats) == 1 else "",
        "waiting": [one.spot for one in waiting],
        "yours": own is not None,
        **paragraph(request.by, live.table.as_of),
    }
    if len(seats) > 1:
        facts["seats"] = [one.seat for one in waiting]  # who has still to answer
    if own is not None:
        facts |= {"your_seat": own.seat}
        facts |= request.question(own.seat, live.round.at)
        asked = request.ask_of(own.seat)
        facts |= _judged(live.round.at, facts) | _presets(live.round.at, asked) | _in_words(live.round.at, asked)
    return facts


def _presets(table: Round, asked: Ask | None) -> dict[str, Any]:
    """Amounts that one touch sets, where a game has them."""
    presets = felt_of(table.game).presets
    return {"presets": dict(presets(asked, table))} if presets is not None and asked is not None else {}


def _in_words(table: Round, asked: Ask | None) -> dict[str, Any]:
    """The question and its choices as the pit says them, and what a choice costs that takes no amount."""
    if asked is None:
        return {}
    costs = felt_of(table.game).costs
    return {
        "asks": names.question(asked.choices),
        "names": {choice: names.choice(choice) for choice in asked.choices},
        "costs": dict(costs(asked, table)) if costs is not None else {},
    }


def _judged(table: Round, asked: dict[str, Any]) -> dict[str, Any]:
    """Every way to set a hand that is asked for, as the dealer would read it; nothing where none is."""
    judge = felt_of(table.game).judge
    if judge is None or "number" not in asked:
        return {}
    rows = {}
    for apart in combinations(asked["cards"], asked["number"]):
        left = list(asked["cards"])
        for piece in apart:
            left.remove(piece)
        high, low, wrong = judge(tuple(left), apart, table)
        rows[" ".join(sorted(apart))] = {
            "high": ranks_shown(high),
            "low": ranks_shown(low),
            **({"wrong": wrong} if wrong else {}),
        }
    return {"judged": rows}
