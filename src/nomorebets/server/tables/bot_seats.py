"""Seats that the house fills with bots, for somebody alone at a game that nobody can play alone.

The bot is a patron like any other, with play money of the house: it sits down beside one person, and gets up when there
are two, or none. What it wagers and decides is written down like everybody's. Where players wager against each other it
takes several seats, and plays each by another of the game's named ways. In a tournament bots sit where they were drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from nomorebets.drivers.bots import BotTable, bot_for_seat, bots_at, live_ways
from nomorebets.drivers.chance import Chance, SeededChance
from nomorebets.errors import RulesError
from nomorebets.server.book.changes import HOUSE, PLAY_MONEY
from nomorebets.server.people.accounts import Purse, is_bot
from nomorebets.server.tables.buying import USUAL_BUY_IN, stakes_of
from nomorebets.server.tables.outbox import Outbox
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.seats import Seats
from nomorebets.table import Round, Table, Wager, play
from nomorebets.table.requests import Answer, Bets, PatronRequest

PARTS_OF_A_STACK = 8  # of which bots of a tournament wager one: who wagers little wins no tournament
BOTS_AT_STAKES = 3  # beside one person, where everybody plays with the chips in front
REHEARSED = 20  # rounds, in which nearly everything is decided that will be
REHEARSED_WITHIN = 4.0  # seconds that a house waits for it in all, when it reads tables from the book


class BotSeats:
    """The seats beside somebody alone."""

    def __init__(self, table: Table, purse: Purse | None, seats: Seats, chance: Chance, outbox: Outbox) -> None:
        self._table, self._purse, self._seats = table, purse, seats
        self._chance, self._outbox = chance, outbox

    @property
    def seated(self) -> list[Seated]:
        """Where bots sit."""
        return [seated for seated in self._seats.in_order if self.is_at(seated)]

    def is_at(self, seated: Seated) -> bool:
        return is_bot(seated.patron)

    def plays(self, seated: Seated) -> str:
        """The name of the way in which it plays a seat; nothing where there is no choice."""
        named = live_ways(self._table)
        return named[self.seated.index(seated) % len(named)] if named else ""

    def come_or_go(self, standing: Iterable[Wager]) -> None:
        """Between rounds the bot sits down, buys chips, or gets up; wagers that stand stay where they are."""
        if self._purse is None:  # at a tournament, where seats are drawn
            return
        people = {seated.patron for seated in self._seats.staying if not self.is_at(seated)}
        if len(people) == 1:
            self._come(self._purse)
            return
        for bot in self.seated:
            bot.leaving = True
            self._seats.keep(bot)
            self._seats.cash_in(bot, standing)

    def _come(self, purse: Purse) -> None:
        wanted = 1 if stakes_of(self._table) is None else BOTS_AT_STAKES
        free, own = self._seats.free, len(self.seated)
        spare = len(free) + own > 1  # a seat stays free for a second person, where there is more than one
        for seat in free[: max(min(wanted - own, len(free) - spare), 0)]:
            self._seats.take(seat, purse)
        for bot in self.seated:
            if bot.leaving:
                bot.leaving = False
                self._seats.keep(bot)
            self._buy_chips(bot, purse)

    def _buy_chips(self, bot: Seated, purse: Purse) -> None:
        stakes = stakes_of(self._table)
        dearest = max((max(limit.min, limit.total) for limit in self._table.house.limits.values()), default=0)
        enough = max(USUAL_BUY_IN, 10 * dearest) if stakes is None else stakes.usual
        if bot.stack < enough // 2:
            amount = enough if stakes is None else enough - bot.stack
            self._outbox.changes.move(HOUSE, purse.account, amount, PLAY_MONEY)
            purse.balance += amount
            self._seats.move_in(bot, amount)

    def order(self, window: PatronRequest, at: Round) -> None:
        """The bot wagers, as far as its chips go."""
        for bot in self.seated:
            bets = self._mind(bot)(window, at) if not bot.leaving else Bets()
            assert isinstance(bets, Bets)
            if bets.placed and sum(wager.staked for wager in bets.placed) <= bot.stack:
                bot.orders.placed = {wager.on: wager for wager in bets.placed}

    def decide(self, bot: Seated, request: PatronRequest, at: Round) -> Answer:
        """The bot's part of a decision."""
        return request.parts(self._mind(bot)(request, at))[bot.seat]

    def _mind(self, bot: Seated) -> BotTable:
        stake = bot.stack // PARTS_OF_A_STACK if self._purse is None else None
        return bot_for_seat(self._table, bot.seat, self._chance, self.plays(bot), stake)


def rehearse(table: Table) -> None:
    """Bots play for themselves: to work out how takes seconds, for which the whole house would wait at their table."""
    with suppress(RulesError):  # the table has no room for what bots usually wager
        for way in live_ways(table):
            for seed in range(REHEARSED):
                bots = bots_at(table, way, 2, SeededChance(seed))
                play(Round(table, seats={wager.seat: 0 for wager in bots.wagers}), bots)
