"""What people may do at a table: each kind of message, and the part of the table that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nomorebets.errors import WagerRefused, shown
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.behind import at_seat, place_behind, require_agreed, require_shared
from nomorebets.server.tables.buying import stakes_of
from nomorebets.server.tables.further_seats import come_back, named, require_further
from nomorebets.server.tables.inbox import Message, amount_of, required_amount
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.training import require_training

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable


def sit(live: LiveTable, purse: Purse, message: Message) -> None:
    wanted, letter = message.get("seat", next(iter(live.seats.free), None)), ""
    amount, own = amount_of(message, live.table.as_of), live.seats.all_of(purse.patron)
    if own and own[0].player:
        require_agreed(live.table, live.seats, own[0].seat, own[0])
    if not come_back(live.seats, own, wanted, amount):
        if own:
            require_further(live.table, own)
        elif _yes_or_no(message, "behind", False):
            wanted, letter = place_behind(live.table, live.seats, wanted)
        else:
            live.waiting.require_turn(purse.patron, len(live.seats.free))
        live.seats.sit(purse, wanted, amount, letter)
        live.waiting.leave(purse.patron)
    live.dealer.reseat()


def wait(live: LiveTable, purse: Purse, message: Message) -> None:
    """In line for a seat, or out of it."""
    if _yes_or_no(message, "waits", True):
        live.waiting.join(purse, live.seats.of(purse.patron) is not None, len(live.seats.free))
    else:
        live.waiting.leave(purse.patron)


def speaks_for(live: LiveTable, patron: str | None, message: Message) -> Seated | None:
    """For which of his seats somebody speaks: the one he names, or the one that is asked, or else the first."""
    own = live.seats.all_of(patron)
    if own and message.get("seat") is not None:
        return named(own, message["seat"])
    if message.get("type") == "decide" and (asked := live.decisions.next_of(patron)) is not None:
        return asked
    return own[0] if own else None


def leave(live: LiveTable, seated: Seated, message: Message) -> None:
    """The seat that is named, or all of them."""
    for one in [seated] if message.get("seat") is not None else live.seats.all_of(seated.patron):
        live.dealer.leave(one)


def agree(live: LiveTable, seated: Seated, message: Message) -> None:
    by = require_shared(live.table)
    first = at_seat(live.seats, seated.seat)[0]
    if seated is not first:
        text = f"{seated.words}: that is for {first.name} to say"
        raise WagerRefused(text, by, live.table.as_of, "a seat of your own")
    live.dealer.agree(seated, _yes_or_no(message, "agrees"))


def _yes_or_no(message: Message, name: str, unsaid: bool | None = None) -> bool:
    said = message.get(name, unsaid)
    if not isinstance(said, bool):
        raise WagerRefused(f"{name}: {shown(said, 20)} is neither yes nor no", accepts="true, false")
    return said


def sit_out(live: LiveTable, seated: Seated, message: Message) -> None:
    if stakes_of(live.table) is None:
        raise WagerRefused(f"{seated.words}: nobody sits out here", accepts="a round without a wager")
    seated.orders.sits_out = _yes_or_no(message, "out", True)
    live.seats.keep(seated)
    live.dealer.reseat()


def buy_in(live: LiveTable, seated: Seated, message: Message) -> None:
    live.round.require_open_stacks(seated)
    live.seats.buy_in(seated, amount_of(message, live.table.as_of))
    live.dealer.reseat()


def wager(live: LiveTable, seated: Seated, message: Message) -> None:
    live.orders.wager(seated, str(message.get("on")), required_amount(message, live.table.as_of))


def word(live: LiveTable, seated: Seated, message: Message) -> None:
    live.round.chance.take_word(seated.spot, message.get("word"))


# what a supervisor may send (8.2, 8.3)
SUPERVISING: dict[str, Callable[[LiveTable, Purse, Message], None]] = {
    "draft-change": lambda live, purse, message: live.rules.draft(purse, message),
    "give-notice": lambda live, purse, message: live.rules.give_notice(purse, message),
    "withdraw-change": lambda live, purse, message: live.rules.withdraw(purse, message),
    "allow-exception": lambda live, purse, message: live.exceptions.allow(purse, message),
    "end-exception": lambda live, purse, message: live.exceptions.end(purse, message),
}

# what somebody may send who need not have a seat
WITHOUT_SEAT: dict[str, Callable[[LiveTable, Purse, Message], None]] = {"sit": sit, "wait": wait}

# what somebody who has a seat may send, and who may send it is said by ``rights``
ACTS: dict[str, Callable[[LiveTable, Seated, Message], None]] = {
    "agree": agree,
    "leave": leave,
    "buy-in": buy_in,
    "sit-out": sit_out,
    "wager": wager,
    "take-back": lambda live, seated, message: live.orders.take_back(seated, str(message.get("on"))),
    "call": lambda live, seated, message: live.orders.call(seated, str(message.get("on")), message.get("call")),
    "clear": lambda live, seated, message: live.orders.clear(seated),
    "repeat": lambda live, seated, message: live.orders.repeat(seated),
    "double": lambda live, seated, message: live.orders.double(seated),
    "deal": lambda live, seated, message: live.dealer.deal(seated),
    "say-ready": lambda live, seated, message: live.dealer.deal(seated),
    "decide": lambda live, seated, message: live.dealer.decide(seated, message),
    "word": word,
}


def do_without_seat(live: LiveTable, purse: Purse, kind: object, message: Message) -> None:
    """Whatever else somebody may send; refused where it is nothing at all."""
    if kind == "help":
        require_training(live.training, live.table.as_of)
        raise WagerRefused("help takes longer than the wire waits", accepts=f"GET /api/v1/tables/{live.id}/help")
    if kind == "no-more-bets":
        live.dealer.call_no_more_bets()
        return
    act = (SUPERVISING.get(kind) or WITHOUT_SEAT.get(kind)) if isinstance(kind, str) else None
    if act is None:
        raise WagerRefused(f"{shown(kind, 40)} is nothing one does here", accepts=", ".join((*WITHOUT_SEAT, *ACTS)))
    act(live, purse, message)
