"""A seat that the house fills with a bot, for somebody alone at a game that nobody can play alone.

The bot is a patron like any other, with play money of the house: it sits down beside one person, and gets up when there
are two, or none. What it wagers and decides is written down like everybody's.
"""

from __future__ import annotations

from collections.abc import Iterable

from nomorebets.drivers.bots import BotTable, bot_for_seat
from nomorebets.drivers.chance import Chance
from nomorebets.server.book.changes import HOUSE, PLAY_MONEY
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.outbox import Outbox
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.seats import USUAL_BUY_IN, Seats
from nomorebets.table import Round, Table, Wager
from nomorebets.table.requests import Answer, Bets, PatronRequest


class BotSeat:
    """The seat beside somebody alone."""

    def __init__(self, table: Table, purse: Purse, seats: Seats, chance: Chance, outbox: Outbox) -> None:
        self._table, self._purse, self._seats = table, purse, seats
        self._chance, self._outbox = chance, outbox

    @property
    def seated(self) -> Seated | None:
        """The bot, where it sits."""
        return self._seats.of(self._purse.patron)

    def come_or_go(self, standing: Iterable[Wager]) -> None:
        """Between rounds the bot sits down, buys chips, or gets up; wagers that stand stay where they are."""
        bot = self.seated
        people = {seated.patron for seated in self._seats.staying if seated is not bot}
        if len(people) == 1:
            self._come(bot)
        elif bot is not None:
            bot.leaving = True
            self._seats.keep(bot)
            self._seats.cash_in(bot, standing)

    def _come(self, bot: Seated | None) -> None:
        free = self._seats.free
        if bot is None and free:
            bot = self._seats.take(free[0], self._purse)
        if bot is None:
            return
        if bot.leaving:
            bot.leaving = False
            self._seats.keep(bot)
        dearest = max((limit.min for limit in self._table.house.limits.values()), default=0)
        enough = max(USUAL_BUY_IN, 10 * dearest)
        if bot.stack < enough // 2:
            self._outbox.changes.move(HOUSE, self._purse.account, enough, PLAY_MONEY)
            self._purse.balance += enough
            self._seats.move_in(bot, enough)

    def order(self, window: PatronRequest, at: Round) -> None:
        """The bot wagers, as far as its chips go."""
        bot = self.seated
        if bot is None or bot.leaving:
            return
        bets = self._mind(bot)(window, at)
        assert isinstance(bets, Bets)
        if sum(wager.staked for wager in bets.placed) <= bot.stack:
            bot.orders.placed = {wager.on: wager for wager in bets.placed}

    def decide(self, request: PatronRequest, at: Round) -> Answer:
        """The bot's part of a decision."""
        bot = self.seated
        assert bot is not None
        return request.parts(self._mind(bot)(request, at))[bot.seat]

    def _mind(self, bot: Seated) -> BotTable:
        return bot_for_seat(self._table, bot.seat, self._chance)
