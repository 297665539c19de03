"""What people may do at a table: each kind of message, and the part of the table that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.inbox import Message, amount_of, required_amount
from nomorebets.server.tables.seated import Seated

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable


def sit(live: LiveTable, purse: Purse, message: Message) -> None:
    wanted = message.get("seat", next(iter(live.seats.free), None))
    live.seats.sit(purse, wanted, amount_of(message, live.table.as_of))
    live.dealer.reseat()


def buy_in(live: LiveTable, seated: Seated, message: Message) -> None:
    live.seats.buy_in(seated, amount_of(message, live.table.as_of))
    live.dealer.reseat()


def wager(live: LiveTable, seated: Seated, message: Message) -> None:
    live.orders.wager(seated, str(message.get("on")), required_amount(message, live.table.as_of))


# what somebody who has a seat may send, and who may send it is said by ``rights``
ACTS: dict[str, Callable[[LiveTable, Seated, Message], None]] = {
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
    "word": lambda live, seated, message: live.round.chance.take_word(seated.seat, message.get("word")),
}
