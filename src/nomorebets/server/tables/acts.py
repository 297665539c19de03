"""What people may do at a table: each kind of message, and the part of the table that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nomorebets.errors import WagerRefused, shown
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.behind import at_seat, place_behind, require_agreed, require_shared
from nomorebets.server.tables.inbox import Message, amount_of, required_amount
from nomorebets.server.tables.seated import Seated

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable


def sit(live: LiveTable, purse: Purse, message: Message) -> None:
    wanted = message.get("seat", next(iter(live.seats.free), None))
    amount, known = amount_of(message, live.table.as_of), live.seats.of(purse.patron)
    if known is not None and known.player:
        require_agreed(live.table, live.seats, known.seat, known)
    if known is None and _yes_or_no(message, "behind", False):
        seat, letter = place_behind(live.table, live.seats, wanted)
        live.seats.sit(purse, seat, amount, letter)
    else:
        live.seats.sit(purse, wanted, amount)
    live.dealer.reseat()


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


def buy_in(live: LiveTable, seated: Seated, message: Message) -> None:
    live.seats.buy_in(seated, amount_of(message, live.table.as_of))
    live.dealer.reseat()


def wager(live: LiveTable, seated: Seated, message: Message) -> None:
    live.orders.wager(seated, str(message.get("on")), required_amount(message, live.table.as_of))


def word(live: LiveTable, seated: Seated, message: Message) -> None:
    live.round.chance.take_word(seated.spot, message.get("word"))


# what somebody who has a seat may send, and who may send it is said by ``rights``
ACTS: dict[str, Callable[[LiveTable, Seated, Message], None]] = {
    "agree": agree,
    "leave": lambda live, seated, message: live.dealer.leave(seated),
    "buy-in": buy_in,
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
